import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'

import { position } from '../../support/events.ts'
import { fetchAnswer, startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const mebibyte = 2 ** 20

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

/** A request that states 8 MiB, sends `bytes` of them, and then nothing more. */
async function idleRequest(key: string, bytes: number): Promise<Socket> {
  const socket = connect(site.ingest.port, '127.0.0.1')
  open.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    `POST /ingest/v1/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n` +
      `content-type: application/x-ndjson\r\ncontent-length: ${8 * mebibyte}\r\n\r\n`,
  )
  if (bytes > 0) await new Promise<void>((written) => socket.write(Buffer.alloc(bytes, 32), () => written()))
  return socket
}

const health = async () => (await fetchAnswer(`http://127.0.0.1:${site.ingest.port}/health`)).body
const padded = JSON.stringify(position('V1', 1, 2)).padEnd(4 * mebibyte)
const sent = async (key: string) => (await site.post(key, padded)).status

test('[SHARE-1] 40 idle requests without a valid key hold nothing, and others are taken', async () => {
  await Promise.all(Array.from({ length: 40 }, () => idleRequest('cik_unknown', 0)))

  expect(await sent(alpha.key)).toBe(200)
  expect(await health()).toEqual({ status: 'ok' })
})

test('[SHARE-2] 40 idle requests with a valid key that sent nothing hold nothing of its share', async () => {
  await Promise.all(Array.from({ length: 40 }, () => idleRequest(bravo.key, 0)))

  expect([await sent(alpha.key), await sent(bravo.key)]).toEqual([200, 200])
})

test('[SHARE-3] bodies of one organisation that stop half way fill its share only, and health states it', async () => {
  await Promise.all(Array.from({ length: 10 }, () => idleRequest(bravo.key, 5 * mebibyte)))

  await expect.poll(() => sent(bravo.key), { timeout: 10_000 }).toBe(503)
  expect(await sent(alpha.key)).toBe(200)
  expect(await health()).toEqual({ status: 'degraded', reason: expect.stringContaining('refused') })
})

test('[SHARE-16] a flood of datagrams without a key is lost beyond the rate; lines with a key are stored', async () => {
  const ingest = await site.anotherIngest({ keylessLinesPerSecond: 10, syslogOrganisation: bravo.org.uuid })
  const socket = createSocket('udp4')
  const sendLine = (text: string) =>
    new Promise((done) => socket.send(`<13>1 - host app - - ${text}`, ingest.syslogPort, '127.0.0.1', done))
  for (let i = 0; i < 200; i++) await sendLine(`- flood ${i}`)
  await sendLine(`[carapace@32473 key="${alpha.key}"] with a key`)
  const count = async (message: string) =>
    (await site.sql`SELECT 1 FROM syslog_events WHERE message LIKE ${message}`).length
  await vi.waitFor(async () => expect(await count('with a key')).toBe(1), { timeout: 20_000 })
  expect(await count('flood %')).toBeGreaterThanOrEqual(20)
  expect(await count('flood %')).toBeLessThan(100)
  expect((await fetchAnswer(`http://127.0.0.1:${ingest.port}/health`)).body).toEqual({
    status: 'degraded',
    reason: '127.0.0.1 sends more than 10 log lines a second without a key: over UDP they are lost',
  })
  socket.close()
})

test('[SHARE-15] after 1,200 unknown keys of an address others are refused, and known ones are served', async () => {
  const ingest = await site.anotherIngest()
  const send = async (key: string) => (await site.post(key, [position('V1', 1, 2)], { port: ingest.port })).status
  expect(await send(alpha.key)).toBe(200)
  // a slow machine gets some of the next minute's while it sends
  const answers: number[] = []
  while (!answers.includes(429) && answers.length < 3_000) {
    const sent = answers.length
    answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, i) => send(`cik_unknown-${sent + i}`)))))
  }
  const lookedUp = answers.filter((status) => status === 403).length
  expect(answers).toContain(429)
  expect(lookedUp).toBeGreaterThanOrEqual(1_200)
  expect(await send(alpha.key)).toBe(200)
})
