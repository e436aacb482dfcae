import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { connect } from '@carapace/api/src/core/db.ts'
import { closeCodes } from '@carapace/shared/core/live/live-protocol'

import { startInstallation } from '../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const { VIEWER: viewer, ANALYST: analyst } = alpha.members
const views = { page: '/org/msoc/dashboard/alert-management' }

/** Does `work` while nobody can read this table: what asks for it is as slow as `work`. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  await site.sql.begin(async (tx) => {
    await tx`LOCK TABLE ${tx(table)} IN ACCESS EXCLUSIVE MODE`
    await work()
  })
}

const waitingQueries = async () =>
  (await site.sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`)
    .length

test('[USE-1] slow calls of one user hold up neither their colleagues nor another organisation', async () => {
  const slow: Promise<{ status: number }>[] = []
  await whileLocked('saved_views', async () => {
    for (let i = 0; i < 40; i++) slow.push(site.get(viewer.token, 'v2/app/views', views))
    await vi.waitFor(async () => expect(await waitingQueries()).toBe(3), { timeout: 20_000 })
    expect((await site.get(analyst.token, 'v2/app/organisation')).status).toBe(200)
    expect((await site.get(bravo.members.VIEWER.token, 'v2/app/organisation')).status).toBe(200)
  })
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
})

test('[USE-1] slow calls of everybody in an organisation hold up no other one', async () => {
  const slow: Promise<{ status: number }>[] = []
  await whileLocked('saved_views', async () => {
    for (const { token } of Object.values(alpha.members))
      for (let i = 0; i < 10; i++) slow.push(site.get(token, 'v2/app/views', views))
    await vi.waitFor(async () => expect(await waitingQueries()).toBe(6), { timeout: 20_000 })
    expect((await site.get(bravo.members.VIEWER.token, 'v2/app/organisation')).status).toBe(200)
  })
  for (const { status } of await Promise.all(slow)) expect(status).toBe(200)
})

test('[USE-2] a call that only reads ends when its caller goes, and so does what waits behind it', async () => {
  await whileLocked('saved_views', async () => {
    const callers = Array.from({ length: 6 }, () => new AbortController())
    const calls = callers.map(({ signal }) =>
      fetch(`${site.apiUrl}v2/app/views?${new URLSearchParams(views)}`, {
        signal,
        headers: { 'access-token': viewer.token },
      }).catch(() => 'gone'),
    )
    await vi.waitFor(async () => expect(await waitingQueries()).toBe(3), { timeout: 20_000 })
    for (const caller of callers) caller.abort()
    expect(await Promise.all(calls)).toEqual(callers.map(() => 'gone'))
    await vi.waitFor(async () => expect(await waitingQueries()).toBe(0), { timeout: 20_000 })
  })
})

test('[USE-2] a statement of the api ends after a minute, and its call is answered as busy', async () => {
  const connection = connect(site.url)
  const [shown] = await connection.db.execute(sql`SHOW statement_timeout`)
  expect(shown).toEqual({ statement_timeout: '1min' })
  await connection.close()

  await whileLocked('saved_views', async () => {
    const call = site.get(viewer.token, 'v2/app/views', views)
    await vi.waitFor(async () => expect(await waitingQueries()).toBe(1), { timeout: 20_000 })
    await site.sql`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`
    const { status, body } = await call
    expect([status, body.code]).toEqual([503, 'BUSY'])
  })
})

test('[USE-3] one user has a share of the sockets; other users are served', async () => {
  const sockets = await Promise.all(Array.from({ length: 128 }, () => site.live(viewer.token)))
  const further = await site.live()
  further.send({ op: 'hello', token: viewer.token, protocol: 1 })
  expect((await further.closed).code).toBe(closeCodes.tooMany)
  await (await site.live(analyst.token)).subscribe('app.jobs').snapshot()

  sockets[0]!.close()
  await sockets[0]!.closed
  await vi.waitFor(async () => void (await (await site.live(viewer.token)).subscribe('app.jobs').snapshot()), 20_000)
  for (const socket of sockets) socket.close()
})

test('[USE-3] subscriptions of a user under way are bounded, and other users get theirs', async () => {
  const { ENGINEER: engineer } = alpha.members
  await whileLocked('alerts', async () => {
    const sockets = await Promise.all(Array.from({ length: 17 }, () => site.live(engineer.token)))
    const last = sockets.at(-1)!
    for (const socket of sockets) {
      const filters = Array.from({ length: 64 }, (_, i) => ({ filter: { q: `word ${i}` } }))
      for (const params of filters) socket.subscribe('msoc.alerts', params)
    }
    await last.until(
      () => last.frames.some((frame) => frame.op === 'error' && frame.code === 'TOO_MANY'),
      'a refused subscription',
    )
    // three of the user's, and work on nobody's account that reads alerts
    expect(await waitingQueries()).toBeLessThan(8)
    await (await site.live(bravo.members.ANALYST.token)).subscribe('app.jobs').snapshot()
    for (const socket of sockets) socket.close()
  })
})

test('[USE-4] calls are counted by user, whatever the session, and not by address', async () => {
  const sessions = [
    analyst.token,
    await site.signIn(alpha.org, analyst.uuid),
    await site.signIn(alpha.org, analyst.uuid),
  ]
  const download = async (token: string) => (await site.get(token, 'v2/app/export-programs')).status
  for (let i = 0; i < 60; i++) expect(await download(sessions[i % 3]!)).toBe(200)
  for (const token of sessions) expect(await download(token)).toBe(429)
  expect(await download(viewer.token)).toBe(200)
})

test('[SIGNIN-1] of a user who has 100 sessions a further one ends the one that was not used for longest', async () => {
  const { ENGINEER: engineer } = bravo.members
  await site.sql`UPDATE sessions SET last_seen_at = now() - interval '1 day' WHERE user_uuid = ${engineer.uuid}`
  const tokens = []
  for (let i = 0; i < 100; i++) tokens.push(await site.signIn(bravo.org, engineer.uuid))
  expect((await site.get(engineer.token, 'v2/auth/session')).status).toBe(403)
  expect((await site.get(tokens[0], 'v2/auth/session')).status).toBe(200)
  const open = await site.sql`SELECT 1 FROM sessions WHERE user_uuid = ${engineer.uuid} AND revoked_at IS NULL`
  expect(open).toHaveLength(100)
})
