import postgres from 'postgres'
import { expect, onTestFinished, test, vi } from 'vitest'
import { accountedTo } from '@carapace/api/src/core/account-of-work.ts'
import { fairClient } from '@carapace/api/src/core/fair-client.ts'

import { cancelProxy } from '../support/servers/cancel-proxy.ts'

/** A client with one connection through a proxy on which requests to cancel arrive late, or not at all. */
async function oneConnection(cancels: Parameters<typeof cancelProxy>[1]) {
  const proxy = await cancelProxy(process.env.TEST_DATABASE_URL!, cancels)
  const client = postgres(proxy.url, { max: 1, onnotice: () => undefined })
  const other = postgres(process.env.TEST_DATABASE_URL!, { max: 1, onnotice: () => undefined })
  onTestFinished(async () => {
    await Promise.all([client.end({ timeout: 1 }), other.end({ timeout: 1 })])
    proxy.close()
  })
  const { unsafe } = fairClient(client)
  const query = async (user: string, text: string, signal?: AbortSignal) =>
    accountedTo({ org: 'alpha', user, signal }, async () => unsafe(text))
  return { client, other, query }
}

/** A query that ends by itself just after its caller has gone and before the request to cancel has arrived. */
async function endedByItself({ other, query }: Awaited<ReturnType<typeof oneConnection>>, lock: number) {
  const gone = new AbortController()
  let ended!: Promise<unknown>
  await other.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(${lock})`
    ended = query('one', `SELECT 1 AS one FROM pg_advisory_xact_lock(${lock})`, gone.signal).catch(
      (error: Error) => error.message,
    )
    await vi.waitFor(async () =>
      expect(
        await tx`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${lock}
          AND waitstart < clock_timestamp() - interval '0.3 seconds'`,
      ).toHaveLength(1),
    )
    gone.abort()
  })
  return ended
}

test('[USE-2] a request to cancel that arrives late ends no query of the next caller', async () => {
  const late = await oneConnection('late')
  const first = endedByItself(late, 7_701)
  await vi.waitFor(async () =>
    expect(await late.other`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 7701`).toHaveLength(0),
  )
  const next = late.query('two', 'SELECT 2 AS two FROM pg_sleep(0.5)')
  expect(await first).toEqual([{ one: 1 }])
  expect(await next).toEqual([{ two: 2 }])
})

test('[USE-2] a request to cancel that cannot be sent changes nothing', async () => {
  const refused = await oneConnection('refused')
  expect(await endedByItself(refused, 7_702)).toEqual([{ one: 1 }])
  expect(await refused.query('two', 'SELECT 2 AS two')).toEqual([{ two: 2 }])
})

test('[USE-2] what waits behind a query that is cancelled gets its own answer', async () => {
  const { client, query } = await oneConnection('at once')
  await client`SELECT 0`
  const gone = new AbortController()
  const ahead = client.unsafe('SELECT 0 AS zero FROM pg_sleep(0.2)').execute()
  const cancelled = [1, 2].map((n) =>
    query('one', `SELECT ${n} AS n FROM pg_sleep(60)`, gone.signal).catch((error: { code: string }) => error.code),
  )
  const next = [query('two', 'SELECT 2 AS two'), query('three', 'SELECT 3 AS three')]
  await vi.waitFor(() => expect(ahead).resolves.toEqual([{ zero: 0 }]))
  gone.abort()
  expect(await Promise.all(cancelled)).toEqual(['57014', '57014'])
  expect(await Promise.all(next)).toEqual([[{ two: 2 }], [{ three: 3 }]])
})
