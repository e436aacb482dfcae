import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createKey } from '@carapace/shared/account/provision.queries'

import { alertsOf, position } from '../../support/events.ts'
import { fetchAnswer, startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const vin = 'WVWZZZ1JZXW000001'

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

const stored = async (words: string) => {
  const { body } = await site.get(alpha.members.ADMIN.token, 'msoc/v1/syslog', { q: words })
  return body.events as { vin: string | null; structured_data: unknown; message: string }[]
}
const waitFor = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 100 })
const failure = (host: string, n: number, data = '-') =>
  `<86>1 ${new Date(Date.now() - n).toISOString()} ${host} sshd 42 - ${data} ` +
  'Failed password for root from 203.0.113.7 port 22 ssh2\n'

test('[SYSLOG-22] lines without a key register no vehicle, neither by VIN nor by name', async () => {
  await site.syslog(failure(vin, 1) + failure('host', 2, '[carapace@32473 vehicle="FORGED"]'))
  await waitFor(async () => expect(await stored('Failed password')).toHaveLength(2))

  expect(await site.sql`SELECT vin FROM vehicles`).toEqual([])
})

test('[SYSLOG-22] [SYSLOG-23] of a registered vehicle they are kept, marked, and are no sign of its life', async () => {
  await site.post(alpha.key, [position(vin, 1, 2)])
  await site.sql`UPDATE vehicle_state SET last_seen = now() - interval '1 hour'`
  await site.syslog(`<13>1 - ${vin} app - - - without a key\n`)

  const [line] = await waitFor(async () => {
    const lines = await stored('without a key')
    expect(lines).toHaveLength(1)
    return lines
  })
  expect(line).toMatchObject({ vin, structured_data: { 'carapace@32473': { sender: 'unauthenticated' } } })
  const [state] = await site.sql`SELECT last_seen < now() - interval '50 minutes' AS "isSilent" FROM vehicle_state`
  expect(state).toEqual({ isSilent: true })
})

test('[AUTHENTICATION-4] an alert raised by lines without a key is marked', async () => {
  await site.syslog([1, 2, 3, 4, 5].map((n) => failure(vin, n)).join(''))
  const [alert] = await waitFor(async () => {
    const alerts = await alertsOf(site, alpha, { vehicle: vin })
    expect(alerts).toHaveLength(1)
    return alerts
  })
  expect(alert!.title).toBe(`Repeated authentication failure on ${vin} (unauthenticated)`)
})

test('[SHARE-8] lines with a key are charged to its rate, and lines beyond it are lost', async () => {
  const { key } = await createKey(site.db, alpha.org, { name: 'slow', createdBy: 'a test', eventsPerSecond: 5 })
  const line = (n: number) => `<13>1 - host app - - [carapace@32473 key="${key}"] charged ${n}\n`
  await site.syslog(Array.from({ length: 500 }, (_, n) => line(n)).join(''))
  await site.syslog('<13>1 - host app - - - the last\n')

  await waitFor(async () => expect(await stored('the last')).toHaveLength(1))
  const taken = await stored('charged')
  expect(taken.length).toBeGreaterThanOrEqual(10)
  expect(taken.length).toBeLessThan(30)
})

async function connected(port: number, from: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  open.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

test('[SHARE-7] connections of one address beyond its limit are closed, and others are heard', async () => {
  const ingest = await site.anotherIngest({ connectionsPerAddress: 20 })
  const sockets = await Promise.all(Array.from({ length: 60 }, () => connected(ingest.syslogPort, '127.0.0.2')))
  await waitFor(async () => expect(sockets.filter(({ readyState }) => readyState === 'open')).toHaveLength(20))

  const other = await connected(ingest.syslogPort, '127.0.0.3')
  other.write('<13>1 - host app - - - from another address\n')
  await waitFor(async () => expect(await stored('from another address')).toHaveLength(1))
  const { body } = await fetchAnswer(`http://127.0.0.1:${ingest.port}/health`)
  expect(body).toEqual({ status: 'degraded', reason: expect.stringContaining('127.0.0.2') })
})
