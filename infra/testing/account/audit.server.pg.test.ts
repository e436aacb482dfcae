import { expect, test } from 'vitest'
import { changePassword, disableTwoFactor, listAudit, revokeSessions } from '@carapace/shared/account/security.contract'
import { eraseMember, exportMyData, updateMember } from '@carapace/shared/account/team.contract'
import { logout } from '@carapace/shared/account/auth.contract'
import { saveOrganisation } from '@carapace/shared/account/organisation.contract'

import { codeOf, switchTwoFactorOn } from '../support/authenticator.ts'
import { password, startInstallation } from '../support/installation.ts'

const site = await startInstallation()
const { call } = site
/** A call without a session. */
const callUnauthenticated = (path: string, body: object) => call(undefined, path, body)
const { org, members } = await site.organisation('Alpha')
const { ADMIN: admin, ANALYST: analyst, ENGINEER: engineer, VIEWER: viewer } = members

interface Entry {
  readonly id: number
  readonly actor: string
  readonly action: string
  readonly subject_uuid: string | null
}

const page = async (query: Record<string, string | number> = {}) =>
  (await site.request(admin.token, listAudit, query)) as { entries: Entry[]; next_cursor: string | null }

async function walk(
  query: Record<string, string | number>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Entry[]> {
  const rows: Entry[] = []
  for (let cursor: string | undefined; ;) {
    const { entries, next_cursor: next } = await page({ ...query, ...(cursor !== undefined && { cursor }) })
    rows.push(...entries)
    if (next === null) return rows
    cursor = next
    await between()
  }
}

/** Does every security-relevant action once. */
async function everything(): Promise<{ secrets: string[] }> {
  const { secret, recoveryCodes } = await switchTwoFactorOn(site, { token: analyst.token, password })
  const begin = async () =>
    (await callUnauthenticated('v2/auth/login', { email: analyst.email, password })).body.two_factor_token as string
  const pending = await begin()
  await callUnauthenticated('v2/auth/2fa/validate', { code: '000000', two_factor_token: pending })
  const {
    body: { user },
  } = await callUnauthenticated('v2/auth/2fa/validate', {
    code: codeOf(secret, Date.now() + 30_000),
    two_factor_token: pending,
  })
  await callUnauthenticated('v2/auth/2fa/validate', { code: recoveryCodes[0], two_factor_token: await begin() })
  await site.request(user.access_token, revokeSessions, {})
  await site.request(user.access_token, exportMyData, {})
  await site.request(user.access_token, disableTwoFactor, { password, code: recoveryCodes[1]! })
  const better = 'Better-Horse-9!'
  await site.refusal(user.access_token, changePassword, {
    current_password: 'not mine',
    new_password: better,
    confirm_password: better,
  })
  await site.request(user.access_token, changePassword, {
    current_password: password,
    new_password: better,
    confirm_password: better,
  })
  await site.request(user.access_token, logout, {})
  await callUnauthenticated('v2/auth/login', { email: analyst.email, password })
  await site.request(admin.token, saveOrganisation, {
    revision: 1,
    name: 'Alpha',
    retention_days: 30,
    session_days: 30,
  })
  await site.request(admin.token, updateMember, { uuid: engineer.uuid, revision: 1, role: 'VIEWER' })
  await site.request(admin.token, updateMember, { uuid: engineer.uuid, revision: 2, active: false })
  await site.request(admin.token, eraseMember, { uuid: engineer.uuid, revision: 3 })
  return { secrets: [secret, ...recoveryCodes, pending, user.access_token, analyst.token, better, password] }
}

const { secrets } = await everything()

test('[ACCOUNT-9] security-relevant actions are in the log, the latest first', async () => {
  const entries = await walk({ limit: 200 })
  expect(entries.map(({ action }) => action)).toEqual([
    'erase member',
    'deactivate member',
    'change role',
    'change organisation settings',
    'sign-in refused',
    'sign-out',
    'change password',
    'password refused',
    'switch two-factor off',
    'use recovery code',
    'export own data',
    'end sessions',
    'sign-in with recovery code',
    'use recovery code',
    'sign-in, second factor asked',
    'sign-in with authenticator code',
    'code refused',
    'sign-in, second factor asked',
    'switch two-factor on',
  ])
})

test('[ACCOUNT-9] the log has no secret', async () => {
  const text = JSON.stringify(await walk({ limit: 200 }))
  const [stored] = await site.sql`SELECT password_hash FROM users WHERE uuid = ${analyst.uuid}`
  for (const secret of [...secrets, stored!.password_hash as string]) expect(text).not.toContain(secret)
})

test('[ACCOUNT-9] the log is read in pages, each entry once, even while entries are added', async () => {
  const all = (await walk({ limit: 200 })).map(({ id }) => id)
  const rows = await walk({ limit: 4 }, () =>
    site.call(admin.token, 'v2/app/views/save', {
      page: '/org/msoc/dashboard/alert-management',
      name: `one more ${Math.random()}`,
      search: {},
      shared: true,
    }),
  )
  expect(rows.map(({ id }) => id)).toEqual(all)
})

test('[ACCOUNT-9] entries of the same time are listed once each', async () => {
  await site.sql`INSERT INTO audit_log (org_uuid, at, actor, action, subject)
    SELECT ${org.uuid}, '2020-01-01', 'somebody', 'at once', 'x'
    FROM generate_series(1, 9)`
  const rows = await walk({ q: 'at once', limit: 2 })
  expect(new Set(rows.map(({ id }) => id)).size).toBe(9)
  expect(rows).toHaveLength(9)
})

test('[ACCOUNT-9] the log is searched by literal words of the action or the actor, and by the actor', async () => {
  expect((await page({ q: 'RECOVERY' })).entries.map(({ action }) => action)).toEqual([
    'use recovery code',
    'sign-in with recovery code',
    'use recovery code',
  ])
  expect((await page({ q: '%' })).entries).toEqual([])
  expect((await page({ q: 'alpha analyst', limit: 1 })).entries[0]!.actor).toBe('Alpha analyst')
  expect(new Set((await page({ actor: analyst.uuid })).entries.map(({ actor }) => actor))).toEqual(
    new Set(['Alpha analyst']),
  )
  expect((await page({ actor: viewer.uuid })).entries).toEqual([])
})

test.for(['x', '-1', '1e3', '99999999999999999999', ''])('[ACCOUNT-9] "%s" is not a valid cursor', async (cursor) => {
  expect((await site.get(admin.token, 'v2/app/audit-log', { cursor })).status).toBe(400)
})

test("[ACCOUNT-9] a cursor of another organisation's entry returns nothing", async () => {
  const bravo = await site.organisation('Bravo')
  await site.request(bravo.members.ADMIN.token, revokeSessions, {})
  await site.request(bravo.members.ADMIN.token, logout, {})
  const [theirs] = await site.sql`SELECT id FROM audit_log WHERE org_uuid = ${bravo.org.uuid} LIMIT 1`
  expect(await page({ cursor: String(theirs!.id) })).toEqual({ entries: [], next_cursor: null })
})

test('[ACCOUNT-9] a refused action leaves no entry', async () => {
  const count = async () =>
    (await site.sql`SELECT count(*)::int AS entries FROM audit_log WHERE org_uuid = ${org.uuid}`)[0]!.entries as number
  const before = await count()
  await site.refusal(admin.token, saveOrganisation, {
    revision: 1,
    name: 'Late',
    retention_days: null,
    session_days: 30,
  })
  await site.refusal(admin.token, updateMember, { uuid: admin.uuid, revision: 1, active: false })
  expect(await count()).toBe(before)
})
