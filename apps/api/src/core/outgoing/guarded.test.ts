import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { Failure } from '@carapace/shared/core/failure'
import { createOutgoing, NeverSent, readOutgoingAllowed } from './guarded.ts'

/** The port of a real local HTTP server. */
async function server(listener: RequestListener): Promise<number> {
  const listening = createServer(listener)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    listening.closeAllConnections()
    listening.close()
  })
  return (listening.address() as AddressInfo).port
}

const refusalOf = (pending: Promise<unknown>) =>
  pending.then(
    () => undefined,
    (error: unknown) => error as Failure,
  )

const strict = createOutgoing(readOutgoingAllowed())
const local = createOutgoing(readOutgoingAllowed('127.0.0.1'))

test.for([
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0.0.0.0/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456::1]/',
  'https://[ff02::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:53aa:64c::1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://printer.local/',
  'https://metadata.google.internal/',
])('[OUTGOING-1] %s is refused before a connection is opened', async (url) => {
  const refused = await refusalOf(strict.request(url))
  expect([refused?.code, refused?.message]).toEqual([
    'RULE_REFUSED',
    expect.stringContaining('private or reserved network'),
  ])
  expect(strict.whyRefused(url)).toBe(refused?.message)
})

test.for([
  ['http://example.com/', 'Only https is allowed'],
  ['ftp://example.com/', 'Only https and http can be called.'],
  ['file:///etc/passwd', 'Only https and http can be called.'],
  ['https://user:secret@example.com/', 'must not have a user name or password'],
  ['no url', 'This is not a URL'],
] as const)('[OUTGOING-2] %s is refused: %s', async ([url, why]) => {
  expect((await refusalOf(strict.request(url)))?.message).toContain(why)
})

test('[OUTGOING-1] public addresses and names are permitted', () => {
  for (const url of ['https://93.184.216.34/', 'https://[2606:2800:220:1::1]/', 'https://hooks.example.com/x'])
    expect(strict.whyRefused(url)).toBeUndefined()
})

test('[OUTGOING-3] a name that leads to a refused address is refused when it is called', async () => {
  const { promise, resolve } = Promise.withResolvers<[string | undefined, unknown]>()
  strict.lookup('localhost', { all: true }, (error, address) => resolve([error?.message, address]))
  expect(await promise).toEqual([expect.stringContaining('localhost is in a private or reserved network'), ''])
})

test('[OUTGOING-4] a listed host may be called, also over http; an answer of any status is returned', async () => {
  const port = await server((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(418, { 'x-kind': 'tea' }).end(`${request.method} ${request.url}`))
  })
  const answer = await local.request(`http://127.0.0.1:${port}/pot`, { method: 'POST', body: 'x' })
  expect([answer.status, answer.headers['x-kind'], answer.text]).toEqual([418, 'tea', 'POST /pot'])
  expect((await refusalOf(strict.request(`http://127.0.0.1:${port}/pot`)))?.code).toBe('RULE_REFUSED')
})

test('[OUTGOING-4] a listed network permits its addresses only', () => {
  const some = createOutgoing(readOutgoingAllowed('10.1.0.0/16, fd00:1::/32 , thehive.internal'))
  expect(some.whyRefused('http://10.1.2.3/')).toBeUndefined()
  expect(some.whyRefused('https://[fd00:1::5]/')).toBeUndefined()
  expect(some.whyRefused('http://thehive.internal/')).toBeUndefined()
  expect(some.whyRefused('https://10.2.0.1/')).toContain('private')
  expect(() => readOutgoingAllowed('10.1.0.0/99')).toThrow('OUTGOING_ALLOW: 10.1.0.0/99')
})

test('[OUTGOING-5] a redirect is an answer, and is not followed', async () => {
  const port = await server((_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end())
  expect((await local.request(`http://127.0.0.1:${port}/`)).status).toBe(302)
})

const troubles: Record<string, RequestListener> = {
  'never answers': () => {},
  'never ends': (_request, response) => response.writeHead(200).write('some'),
  'answers too much': (_request, response) => response.writeHead(200).end('x'.repeat(2_000)),
  'hangs up': (_request, response) => response.socket!.destroy(),
}

test.for(Object.keys(troubles))('[OUTGOING-6] a server that %s is BUSY, with its host in the message', async (name) => {
  const port = await server(troubles[name]!)
  const failure = await refusalOf(local.request(`http://127.0.0.1:${port}/`, {}, { ms: 200, bytes: 1_000 }))
  expect(failure).toBeInstanceOf(Failure)
  expect([failure!.code, failure!.message]).toEqual(['BUSY', expect.stringMatching(/^127\.0\.0\.1 did not answer/)])
})

const connections = {
  'hangs up': (socket: Socket) => socket.destroy(),
  'never answers': (socket: Socket) => socket.resume(),
  'speaks no TLS': (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
}

test.for(Object.entries(connections))(
  '[OUTGOING-7] nothing was sent to a server that %s before the connection is made',
  async ([, connected]) => {
    const listening = createTcpServer((socket) => connected(socket.on('error', () => {})))
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
    afterAll(() => listening.close())
    const { port } = listening.address() as AddressInfo
    const failure = await refusalOf(local.request(`https://127.0.0.1:${port}/`, {}, { ms: 200 }))
    expect([failure?.code, failure?.cause]).toEqual(['BUSY', expect.any(NeverSent)])
  },
)

test('[OUTGOING-7] what a server that hangs up or never answers got may have arrived', async () => {
  for (const name of ['hangs up', 'never answers']) {
    const port = await server(troubles[name]!)
    const failure = await refusalOf(local.request(`http://127.0.0.1:${port}/`, {}, { ms: 200 }))
    expect([failure?.code, failure?.cause instanceof NeverSent]).toEqual(['BUSY', false])
  }
})
