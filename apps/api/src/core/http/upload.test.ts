import fastify from 'fastify'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { boundBodies, readRaw, takeRaw } from './upload.ts'

const type = 'application/octet-stream'
const apps: { close(): Promise<void> }[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(apps.splice(0).map((app) => app.close()))
})

/** A server with a route that takes JSON and one that takes a file; reports the progress of requests. */
async function server(bounds: { whole: number; rest: number }) {
  const app = fastify({ forceCloseConnections: true })
  apps.push(app)
  const arrived = Promise.withResolvers<void>()
  const answering = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  boundBodies(app, bounds)
  app.addHook('onRequest', (_request, _reply, done) => {
    arrived.resolve()
    done()
  })
  app.post('/json', async () => {
    answering.resolve()
    await answer.promise
    return 'answered'
  })
  await app.register(async (scope) => {
    takeRaw(scope, type)
    scope.post('/file', { config: { takes: type } }, async ({ body }) => {
      let bytes = 0
      for await (const some of readRaw(body, 100)) bytes += some.length
      return `${bytes} bytes`
    })
  })
  await app.listen({ port: 0 })
  return {
    port: (app.server.address() as AddressInfo).port,
    arrived: arrived.promise,
    answering: answering.promise,
    answer: answer.resolve,
  }
}

/**
 * Sends the head of a request of ten bytes and some of the bytes; returns the answer when the server ends the
 * connection.
 */
function sendPartial(port: number, path: string, contentType: string, some: string) {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n` +
      `content-type: ${contentType}\r\ncontent-length: 10\r\n\r\n${some}`,
  )
  const ended = new Promise<string>((resolve) =>
    socket
      .setEncoding('utf8')
      .on('data', (more: string) => (text += more))
      .on('error', () => undefined)
      .on('close', () => resolve(text)),
  )
  return { socket, ended }
}

const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

test('[CAPTURE-40] a request whose body is not complete in time is aborted', async () => {
  const { port, arrived } = await server({ whole: 1_000, rest: 60_000 })
  fakeTimers()
  const { ended } = sendPartial(port, '/json', 'application/json', '{')
  await arrived
  vi.advanceTimersByTime(1_000)
  expect(await ended).toBe('')
})

test('[CAPTURE-40] an answer may take longer than the body', async () => {
  const { port, answering, answer } = await server({ whole: 1_000, rest: 60_000 })
  fakeTimers()
  const { ended } = sendPartial(port, '/json', 'application/json', '{"a":1234}')
  await answering
  vi.advanceTimersByTime(10_000)
  answer()
  expect(await ended).toContain('answered')
})

test('[CAPTURE-40] a file upload may take longer than other bodies, as long as data arrives', async () => {
  const { port, arrived } = await server({ whole: 1_000, rest: 60_000 })
  fakeTimers()
  const { socket, ended } = sendPartial(port, '/file', type, '12345')
  await arrived
  vi.advanceTimersByTime(10_000)
  socket.write('67890')
  expect(await ended).toContain('10 bytes')
})

test('[CAPTURE-40] a stalled file upload is aborted', async () => {
  const { port } = await server({ whole: 1_000, rest: 20 })
  expect(await sendPartial(port, '/file', type, '12345').ended).toBe('')
})
