import { expect, test } from 'vitest'

import { startInstallation } from './installation.ts'

const site = await startInstallation()
const { org, members } = await site.organisation('Alpha')
const day = 86_400_000

interface Session {
  readonly token: string
  /** How far ahead its end lies, in days from now. */
  readonly daysLeft: () => Promise<number>
}

/** A session that was opened, used last and to end so many days from now. */
async function session(told: { opened: number; ends: number }): Promise<Session> {
  const token = await site.signIn(org, members.VIEWER.uuid)
  const ofToken = () => site.sql`token_hash = sha256(${token}::text::bytea)`
  const at = (days: number) => new Date(Date.now() + days * day).toISOString()
  await site.sql`UPDATE sessions SET created_at = ${at(told.opened)}, last_seen_at = ${at(told.opened)}, expires_at = ${at(told.ends)} WHERE ${ofToken()}`
  return {
    token,
    async daysLeft() {
      const [row] = await site.sql`SELECT expires_at FROM sessions WHERE ${ofToken()}`
      return (new Date(row!.expires_at as string).getTime() - Date.now()) / day
    },
  }
}

const use = ({ token }: Session) => site.get(token, 'v2/auth/session')

test('a session that is used ends thirty days after its last use', async () => {
  const used = await session({ opened: -20, ends: 10 })
  expect((await use(used)).status).toBe(200)
  expect(await used.daysLeft()).toBeCloseTo(30, 2)
})

test('a session that nobody uses ends when it was to end', async () => {
  const forgotten = await session({ opened: -31, ends: -1 })
  expect((await use(forgotten)).status).toBe(403)
  expect(await forgotten.daysLeft()).toBeCloseTo(-1, 2)
})

test('its end is moved at most once an hour', async () => {
  const fresh = await session({ opened: -0.02, ends: 29.98 })
  expect((await use(fresh)).status).toBe(200)
  expect(await fresh.daysLeft()).toBeCloseTo(29.98, 2)
})

test('however much it is used, a session ends half a year after sign-in', async () => {
  const old = await session({ opened: -170, ends: 5 })
  expect((await use(old)).status).toBe(200)
  expect(await old.daysLeft()).toBeCloseTo(10, 2)
})
