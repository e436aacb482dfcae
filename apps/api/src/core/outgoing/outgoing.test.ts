import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { Failure } from '@carapace/shared/core/failure'
import { requestExternal } from './outgoing.ts'

/** A real local HTTP server. */
async function server(listener: RequestListener): Promise<string> {
  const listening = createServer(listener)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    listening.closeAllConnections()
    listening.close()
  })
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`
}

const refusalOf = (pending: Promise<unknown>) =>
  pending.then(
    () => undefined,
    (error: unknown) => error as Failure,
  )

test('the answer of another server is returned: JSON parsed, text unchanged', async () => {
  const url = await server((request, response) => {
    const isJson = request.headers.accept === 'application/json'
    response
      .writeHead(isJson ? 200 : 404, { 'content-type': isJson ? 'application/json; charset=utf-8' : 'text/plain' })
      .end(isJson ? `{"method":"${request.method}"}` : 'nothing here')
  })
  expect(await requestExternal(url, { method: 'POST', headers: { accept: 'application/json' }, body: 'x' })).toEqual({
    status: 200,
    body: { method: 'POST' },
  })
  expect(await requestExternal(url)).toEqual({ status: 404, body: 'nothing here' })
})

const troubles: Record<string, RequestListener> = {
  'leads elsewhere': (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'never answers': () => {},
  'never ends': (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).write('some'),
  'answers without measure': (_request, response) => response.writeHead(200).end('x'.repeat(2_000)),
  'answers no JSON as JSON': (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'),
  'hangs up': (_request, response) => response.socket!.destroy(),
}

test.for(Object.keys(troubles))('a server that %s gives BUSY, with the cause for the log', async (name) => {
  const failure = await refusalOf(requestExternal(await server(troubles[name]!), {}, { ms: 200, bytes: 1_000 }))
  expect(failure).toBeInstanceOf(Failure)
  expect([failure!.code, failure!.message]).toEqual(['BUSY', '127.0.0.1 is not available now. Try again shortly.'])
  expect(failure!.cause).toBeInstanceOf(Error)
})

test.for([
  'http://company.example/',
  'http://127.0.0.1.company.example/',
  'http://10.0.0.1/',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
])('%s is not requested', async (url) => {
  const error = await refusalOf(requestExternal(url))
  expect(error).not.toBeInstanceOf(Failure)
  expect(error!.message).toMatch(/is allowed over https only\.$/)
})
