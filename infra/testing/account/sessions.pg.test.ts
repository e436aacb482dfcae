import { expect, test } from 'vitest'
import { closeCodes } from '@carapace/shared/core/live/live-protocol'
import { listSessions, revokeSessions } from '@carapace/shared/account/security.contract'

import { startInstallation } from '../support/installation.ts'

const site = await startInstallation()
const { org, members } = await site.organisation('Alpha')
const day = 86_400_000

interface Session {
  readonly token: string
  /** The days until its end. */
  readonly daysLeft: () => Promise<number>
}

/** A session with these times of opening, last use (default: the opening) and end, in days from now. */
async function session(ages: { opened: number; used?: number; ends: number }): Promise<Session> {
  const token = await site.signIn(org, members.VIEWER.uuid)
  const ofToken = () => site.sql`token_hash = sha256(${token}::text::bytea)`
  const at = (days: number) => new Date(Date.now() + days * day).toISOString()
  await site.sql`UPDATE sessions
    SET created_at = ${at(ages.opened)}, last_seen_at = ${at(ages.used ?? ages.opened)}, expires_at = ${at(ages.ends)}
    WHERE ${ofToken()}`
  return {
    token,
    async daysLeft() {
      const [row] = await site.sql`SELECT expires_at FROM sessions WHERE ${ofToken()}`
      return (new Date(row!.expires_at as string).getTime() - Date.now()) / day
    },
  }
}

const use = ({ token }: Session) => site.get(token, 'v2/auth/session')

test('[SIGNIN-10] a session that is used ends thirty days after its last use', async () => {
  const used = await session({ opened: -20, ends: 10 })
  expect((await use(used)).status).toBe(200)
  expect(await used.daysLeft()).toBeCloseTo(30, 2)
})

test('[SIGNIN-10] an unused session ends at its planned end', async () => {
  const forgotten = await session({ opened: -31, ends: -1 })
  expect((await use(forgotten)).status).toBe(403)
  expect(await forgotten.daysLeft()).toBeCloseTo(-1, 2)
})

test('[SIGNIN-10] the end is moved at most once an hour', async () => {
  const fresh = await session({ opened: -0.02, ends: 29.98 })
  expect((await use(fresh)).status).toBe(200)
  expect(await fresh.daysLeft()).toBeCloseTo(29.98, 2)
})

test('[SIGNIN-10] a session ends half a year after sign-in, even if it is used', async () => {
  const old = await session({ opened: -170, used: -25, ends: 5 })
  expect((await use(old)).status).toBe(200)
  expect(await old.daysLeft()).toBeCloseTo(10, 2)
})

async function withDays<T>(days: number, work: () => Promise<T>): Promise<T> {
  await site.sql`UPDATE organisations SET session_days = ${days} WHERE uuid = ${org.uuid}`
  return work().finally(() => site.sql`UPDATE organisations SET session_days = 30 WHERE uuid = ${org.uuid}`)
}

test('[SIGNIN-10] a session lasts as long as its organisation allows', async () => {
  await withDays(7, async () => {
    const token = await site.signIn(org, members.VIEWER.uuid)
    const [row] = await site.sql`SELECT expires_at FROM sessions WHERE token_hash = sha256(${token}::text::bytea)`
    expect((new Date(row!.expires_at as string).getTime() - Date.now()) / day).toBeCloseTo(7, 2)
  })
})

test('[SIGNIN-10] shorter sessions apply to used sessions at their next use, and end unused ones', async () => {
  const [used, forgotten] = [await session({ opened: -2, ends: 28 }), await session({ opened: -5, ends: 25 })]
  await withDays(3, async () => {
    expect((await use(used)).status).toBe(200)
    expect(await used.daysLeft()).toBeCloseTo(3, 2)
    expect((await use(forgotten)).status).toBe(403)
    const body = await site.request(used.token, listSessions, {})
    expect(
      body.sessions.some(
        ({ created_at: at }: { created_at: string }) => Math.abs(Date.parse(at) - (Date.now() - 5 * day)) < 60_000,
      ),
    ).toBe(false)
  })
})

interface SessionRow {
  readonly uuid: string
  readonly current: boolean
  readonly user_agent: string | null
  readonly last_seen_at: string
}

const sessionsOf = async (token: string): Promise<SessionRow[]> =>
  (await site.request(token, listSessions, {})).sessions

test('[SIGNIN-11] users see their sessions, the latest used first, with the current one marked', async () => {
  const { ENGINEER: engineer } = members
  const other = await site.signIn(org, engineer.uuid)
  const sessions = await sessionsOf(other)
  expect(sessions.filter(({ current }) => current)).toHaveLength(1)
  expect(sessions).toHaveLength(2)
  expect(sessions.map(({ last_seen_at: at }) => at)).toEqual(
    sessions
      .map(({ last_seen_at: at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(sessions.every(({ user_agent: agent }) => agent === 'a test')).toBe(true)
  expect(JSON.stringify(sessions)).not.toContain('cst_')
})

test('[SIGNIN-11] users can end one of their own sessions, or all others; not those of other users', async () => {
  const { ANALYST: analyst } = members
  const [first, second, third] = (await Promise.all([1, 2, 3].map(() => site.signIn(org, analyst.uuid)))) as [
    string,
    string,
    string,
  ]
  const firstUuid = (await sessionsOf(first)).find(({ current }) => current)!.uuid
  expect((await site.call(members.VIEWER.token, 'v2/auth/sessions/revoke', { uuid: firstUuid })).status).toBe(404)
  expect(await site.request(second, revokeSessions, { uuid: firstUuid })).toEqual({ success: true, revoked: 1 })
  expect((await site.get(first, 'v2/auth/session')).status).toBe(403)
  expect((await site.call(second, 'v2/auth/sessions/revoke', { uuid: firstUuid })).status).toBe(404)
  expect(await site.request(second, revokeSessions, {})).toEqual({ success: true, revoked: 2 })
  expect(
    [await site.get(third, 'v2/auth/session'), await site.get(second, 'v2/auth/session')].map(({ status }) => status),
  ).toEqual([403, 200])
})

test('[SIGNIN-11] the socket of an ended session is closed', async () => {
  const watching = await site.signIn(org, members.ADMIN.uuid)
  const viewer = await site.live(watching)
  await viewer.subscribe('msoc.alerts').snapshot()
  await site.request(members.ADMIN.token, revokeSessions, {})
  expect((await viewer.closed).code).toBe(closeCodes.notSignedIn)
})
