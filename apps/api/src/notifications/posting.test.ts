import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createOutgoing, readOutgoingAllowed } from '../core/outgoing/guarded.ts'
import { createNotificationPost } from './posting.ts'
import type { TargetRow } from './targets.queries.ts'

const post = createNotificationPost(createOutgoing(readOutgoingAllowed('127.0.0.1')), 'a secret key of the tests')
const message = {
  uuid: 'one',
  kind: 'alert-critical',
  category: 'security',
  urgency: 'critical' as const,
  title: 'A flood on can0',
  text: '',
  count: 1,
  at: new Date(),
  url: 'https://console.test/org',
}

async function sentTo(protocol: string, listening: Server) {
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  afterAll(() => void listening.close())
  const { port } = listening.address() as AddressInfo
  const sealed = post.seal({ url: `${protocol}://127.0.0.1:${port}/` })
  return post.send({ channel: 'slack', sealed } as TargetRow, message, 'delivery')
}

test('[NOTIFICATION-12] a connection that broke before it was made is tried again', async () => {
  const broken = createTcpServer((socket) => socket.on('error', () => {}).destroy())
  expect(await sentTo('https', broken)).toMatchObject({ ok: false, next: 'again' })
})

test('[NOTIFICATION-11] whether a message arrived is unknown if the receiver hangs up without an answer', async () => {
  const hangingUp = createServer((request) => request.socket.destroy())
  expect(await sentTo('http', hangingUp)).toMatchObject({ ok: false, next: 'unknown' })
})
