import { once } from 'node:events'
import { type AddressInfo, connect as connectTcp, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connect, isRefusal, NotCommitted } from '@carapace/ingest/src/core/database.ts'
import { createLog } from '@carapace/ingest/src/core/log.ts'

import { testDatabase } from '../../support/database.ts'

const { url, sql } = await testDatabase()
await sql`CREATE TABLE stored (note text NOT NULL)`

/**
 * Ingest's connections through a proxy that breaks at the first COMMIT: before it is forwarded, or before its answer
 * is.
 */
async function breakingConnections(breaks: 'before' | 'after' | 'never') {
  let broken = breaks === 'never'
  const wire = createServer((near) => {
    const { hostname, port } = new URL(url)
    const far = connectTcp(Number(port), hostname)
    let isReplyLost = false
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    near.on('data', (bytes) => {
      if (!broken && bytes.includes('COMMIT\0')) {
        broken = isReplyLost = true
        if (breaks === 'before') return near.destroy()
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => (isReplyLost ? near.destroy() : near.write(bytes)))
  }).listen(0, '127.0.0.1')
  await once(wire, 'listening')
  const through = new URL(url)
  through.port = String((wire.address() as AddressInfo).port)
  const connections = connect(through.href, createLog())
  onTestFinished(async () => {
    await connections.close()
    wire.close()
  })
  return connections
}

const notes = async () => (await sql<{ note: string }[]>`SELECT note FROM stored ORDER BY note`).map(({ note }) => note)

test('a commit whose answer was lost counts as committed', async () => {
  const connections = await breakingConnections('after')
  const result = await connections.write(async ({ client }) => {
    await client.query(`INSERT INTO stored VALUES ('answer lost')`)
    return 'stored'
  })

  expect(result).toBe('stored')
  expect(await notes()).toContain('answer lost')
})

test('a commit that never arrived is reported, even after other batches were committed', async () => {
  const connections = await breakingConnections('before')
  const storing = (note: string) =>
    connections.write(({ client }) => client.query('INSERT INTO stored VALUES ($1)', [note]))

  await expect(storing('never arrived')).rejects.toThrow(NotCommitted)
  await storing('the next')
  expect(await notes()).toContain('the next')
  expect(await notes()).not.toContain('never arrived')
})

test('a permanent error of PostgreSQL is a refusal, also through Drizzle; a temporary one is not', async () => {
  const connections = await breakingConnections('never')
  const failing = (code: string) =>
    connections
      .write(({ db }) => db.execute(`DO $$ BEGIN RAISE EXCEPTION 'by the test' USING ERRCODE = '${code}'; END $$`))
      .catch((error: unknown) => error)

  expect(isRefusal(await failing('22003'))).toBe(true) // a number out of range
  for (const code of ['40P01', '53100', '55P03']) {
    // a deadlock, a full disk, a lock that is not available
    const error = await failing(code)
    expect(error, code).toBeInstanceOf(NotCommitted)
    expect(isRefusal(error), code).toBe(false)
  }
})
