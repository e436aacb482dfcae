import { expect, test } from 'vitest'
import { makeLink } from '@carapace/api/src/account/mail/links.queries.ts'
import { closeCodes } from '@carapace/shared/core/live/live-protocol'
import { getProfile, getTeam, inviteMember, saveProfile } from '@carapace/shared/account/team.contract'
import { getOrganisation, saveOrganisation } from '@carapace/shared/account/organisation.contract'
import { whoAmI } from '@carapace/shared/account/auth.contract'

import { switchTwoFactorOn } from '../support/authenticator.ts'
import { fetchAnswer, type Organisation, password, startInstallation } from '../support/installation.ts'
import { outboxOf } from '../support/servers/mails.ts'

const site = await startInstallation()
const { call } = site
/** A call without a session. */
const callUnauthenticated = (path: string, body: object) => call(undefined, path, body)
const outbox = outboxOf(site)

interface TeamMember {
  readonly uuid: string
  readonly role: string
  readonly active: boolean
  readonly two_factor: boolean | null
  readonly revision: number
  readonly last_seen_at: string | null
}

const teamOf = async (token: string) =>
  (await site.request(token, getTeam, {})) as { members: TeamMember[]; invitations: { email: string }[] }
const memberOf = async (
  {
    members: {
      ADMIN: { token },
    },
  }: Organisation,
  uuid: string,
) => (await teamOf(token)).members.find((member) => member.uuid === uuid)!
const update = (token: string, input: object) => site.call(token, 'v2/app/update-member', input)
const actionsOf = async (uuid: string) =>
  (await site.sql`SELECT action, before, after FROM audit_log WHERE subject_uuid = ${uuid} ORDER BY id`).map(
    ({ action, before, after }) => [action, before, after],
  )

test('[ACCOUNT-1] everybody sees the members by name; an administrator also sees the invitations', async () => {
  const { members } = await site.organisation('Seen')
  await site.request(members.ADMIN.token, inviteMember, { email: 'new@seen.example', name: 'New', role: 'ANALYST' })
  await site.sql`UPDATE users SET active = false WHERE uuid = ${members.ENGINEER.uuid}`
  await site.sql`DELETE FROM sessions WHERE user_uuid = ${members.ENGINEER.uuid}`
  const seen = await teamOf(members.ADMIN.token)
  expect(seen.members.map(({ role }) => role)).toEqual(['ADMIN', 'ANALYST', 'ENGINEER', 'VIEWER'])
  expect(seen.members.map(({ active, last_seen_at: at }) => [active, at !== null])).toEqual([
    [true, true],
    [true, true],
    [false, false],
    [true, true],
  ])
  expect(seen.invitations.map(({ email }) => email)).toEqual(['new@seen.example'])
  expect(seen.members.map(({ two_factor: isOn }) => isOn)).toEqual([false, false, false, false])
  // who has no second factor is nobody else's business
  const seenByViewer = seen.members.map((member) => ({
    ...member,
    two_factor: member.uuid === members.VIEWER.uuid ? false : null,
  }))
  expect(await teamOf(members.VIEWER.token)).toEqual({ members: seenByViewer, invitations: [] })
})

test('[ACCOUNT-2] an administrator changes a role; a change of an older revision is refused', async () => {
  const alpha = await site.organisation('Roles')
  const { ADMIN: admin, VIEWER: viewer } = alpha.members
  const { revision } = await memberOf(alpha, viewer.uuid)
  const { body } = await update(admin.token, { uuid: viewer.uuid, revision, role: 'ENGINEER' })
  expect(body.member).toMatchObject({ uuid: viewer.uuid, role: 'ENGINEER', revision: revision + 1 })
  expect((await update(admin.token, { uuid: viewer.uuid, revision, role: 'ADMIN' })).body.code).toBe('ROW_CHANGED')
  expect(await actionsOf(viewer.uuid)).toEqual([['change role', { role: 'VIEWER' }, { role: 'ENGINEER' }]])
})

test('[ACCOUNT-2] the last administrator cannot be demoted or deactivated', async () => {
  const alpha = await site.organisation('Last')
  const { ADMIN: admin } = alpha.members
  const { revision } = await memberOf(alpha, admin.uuid)
  for (const input of [{ role: 'VIEWER' }, { active: false }, { role: 'VIEWER', active: false }]) {
    expect((await update(admin.token, { uuid: admin.uuid, revision, ...input })).body.code).toBe('RULE_REFUSED')
  }
  expect((await update(admin.token, { uuid: admin.uuid, revision, role: 'ADMIN', active: true })).status).toBe(200)
})

test('[ACCOUNT-2] if two administrators demote each other at the same time, one stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const alpha = await site.organisation(`Duel ${round}`)
    const { ADMIN: first, ANALYST: second } = alpha.members
    await site.sql`UPDATE users SET role = 'ADMIN' WHERE uuid = ${second.uuid}`
    const answers = await Promise.all([
      update(first.token, { uuid: second.uuid, revision: 1, ...(round % 2 ? { active: false } : { role: 'VIEWER' }) }),
      update(second.token, { uuid: first.uuid, revision: 1, role: 'ANALYST' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      await site.sql`SELECT 1 FROM users WHERE org_uuid = ${alpha.org.uuid} AND role = 'ADMIN' AND active`,
    ).toHaveLength(1)
  }
})

test('[ACCOUNT-3] deactivation ends all access, and closes the sockets', async () => {
  const alpha = await site.organisation('Leaving')
  const {
    org,
    members: { ADMIN: admin, ANALYST: analyst },
  } = alpha
  const { recoveryCodes } = await switchTwoFactorOn(site, { token: analyst.token, password })
  const {
    body: { two_factor_token: pending },
  } = await callUnauthenticated('v2/auth/login', { email: analyst.email, password })
  const link = await makeLink(site.db, {
    purpose: 'sign-in',
    org,
    email: analyst.email,
    userUuid: analyst.uuid,
    ms: 60_000,
  })
  const viewer = await site.live(analyst.token)
  await viewer.subscribe('msoc.alerts').snapshot()

  const { revision } = await memberOf(alpha, analyst.uuid)
  expect((await update(admin.token, { uuid: analyst.uuid, revision, active: false })).status).toBe(200)
  expect((await site.get(analyst.token, 'v2/auth/session')).status).toBe(403)
  expect(
    (await callUnauthenticated('v2/auth/2fa/validate', { code: recoveryCodes[0], two_factor_token: pending })).status,
  ).toBe(422)
  expect((await callUnauthenticated('v2/auth/login-via-token', { token: link })).status).toBe(422)
  expect((await callUnauthenticated('v2/auth/login', { email: analyst.email, password })).status).toBe(422)
  expect((await viewer.closed).code).toBe(closeCodes.notSignedIn)

  expect((await update(admin.token, { uuid: analyst.uuid, revision: revision + 1, active: true })).status).toBe(200)
  expect((await site.get(analyst.token, 'v2/auth/session')).status).toBe(403)
  expect((await callUnauthenticated('v2/auth/login', { email: analyst.email, password })).body.needs_2fa).toBe(true)
  expect((await actionsOf(analyst.uuid)).map(([action]) => action)).toEqual(
    expect.arrayContaining(['deactivate member', 'reactivate member']),
  )
})

test('[ACCOUNT-2] an administrator can remove a second factor, and its owner is notified', async () => {
  const alpha = await site.organisation('Lost phone')
  const { ADMIN: admin, ANALYST: analyst } = alpha.members
  expect((await update(admin.token, { uuid: analyst.uuid, revision: 1, reset_two_factor: true })).status).toBe(422)
  await switchTwoFactorOn(site, { token: analyst.token, password })
  const { revision, two_factor: before } = await memberOf(alpha, analyst.uuid)
  const { body } = await update(admin.token, { uuid: analyst.uuid, revision, reset_two_factor: true })
  expect([before, body.member.two_factor]).toEqual([true, false])
  expect((await callUnauthenticated('v2/auth/login', { email: analyst.email, password })).body.needs_2fa).toBe(false)
  expect((await outbox.to(analyst.email)).map(({ text }) => text).join()).toContain('an administrator took it away')
  expect((await actionsOf(analyst.uuid)).map(([action]) => action)).toContain('reset two-factor')
})

const bodyOf = (token: string, path: string, body: string) =>
  fetchAnswer(`${site.apiUrl}${path}`, {
    method: 'POST',
    headers: { 'access-token': token, 'content-type': 'application/json' },
    body,
  })

test('[ACCOUNT-4] input fields that are not in the contract are ignored', async () => {
  const [alpha, bravo] = [await site.organisation('Mass'), await site.organisation('Other mass')]
  const { ADMIN: admin, VIEWER: viewer } = alpha.members
  const undeclaredFields = {
    role: 'ADMIN',
    org_uuid: bravo.org.uuid,
    orgUuid: bravo.org.uuid,
    email: 'taken@mass.example',
    password_hash: 'x',
    passwordHash: 'x',
    active: true,
    totp_enabled_at: new Date().toISOString(),
    temporaryUntil: null,
    uuid: admin.uuid,
  }
  const read = () =>
    site.sql`SELECT uuid, org_uuid, email, role, password_hash, totp_enabled_at, active
      FROM users
      WHERE uuid IN (${viewer.uuid}, ${admin.uuid})
      ORDER BY uuid`
  const before = await read()
  expect(
    (
      await site.call(viewer.token, 'v2/app/save-profile', {
        ...undeclaredFields,
        revision: 1,
        name: 'Sneaky',
        time_zone: 'UTC',
      })
    ).status,
  ).toBe(200)
  expect(await read()).toEqual(before)

  await update(admin.token, {
    ...undeclaredFields,
    uuid: viewer.uuid,
    revision: 2,
    role: 'ENGINEER',
    name: 'Renamed',
    two_factor: true,
  })
  expect(await read()).toEqual(before.map((row) => (row.uuid === viewer.uuid ? { ...row, role: 'ENGINEER' } : row)))
  expect((await memberOf(alpha, viewer.uuid)).role).toBe('ENGINEER')

  await site.call(admin.token, 'v2/app/save-organisation', {
    revision: 1,
    name: 'Mass',
    retention_days: null,
    session_days: 30,
    modules: [],
    plan: 'Everything',
    is_demo_mode: true,
    licence_until: null,
    uuid: bravo.org.uuid,
  })
  expect(
    await site.sql`SELECT modules = '{}' AS emptied, is_demo_mode
      FROM organisations
      WHERE uuid IN (${alpha.org.uuid}, ${bravo.org.uuid})`,
  ).toEqual([
    { emptied: false, is_demo_mode: false },
    { emptied: false, is_demo_mode: false },
  ])
})

test('[ACCOUNT-4] a body with a __proto__ key changes no user', async () => {
  const { VIEWER: viewer } = (await site.organisation('Polluted')).members
  for (const key of ['"__proto__"', '"constructor"']) {
    await bodyOf(
      viewer.token,
      'v2/app/save-profile',
      `{${key}:{"role":"ADMIN","prototype":{"role":"ADMIN"}},"revision":1,"name":"X","time_zone":"UTC"}`,
    )
  }
  expect(({} as { role?: string }).role).toBeUndefined()
  expect(await site.sql`SELECT role FROM users WHERE uuid = ${viewer.uuid}`).toEqual([{ role: 'VIEWER' }])
})

test('[ACCOUNT-5] all users can change their own profile', async () => {
  const { VIEWER: viewer } = (await site.organisation('Profiled')).members
  const input = {
    name: 'Ada Lovelace',
    job_title: 'Analyst',
    country: 'India',
    mobile_number: '9876543210',
    time_zone: 'Asia/Kolkata',
  }
  const body = await site.request(viewer.token, saveProfile, { revision: 1, ...input })
  expect(body.profile).toMatchObject({ ...input, email: viewer.email, role: 'VIEWER', revision: 2 })
  expect((await site.request(viewer.token, getProfile, {})).profile).toEqual(body.profile)
  expect((await site.refusal(viewer.token, saveProfile, { revision: 1, ...input })).code).toBe('ROW_CHANGED')
  expect((await site.request(viewer.token, whoAmI, {})).user).toMatchObject({
    name: 'Ada Lovelace',
    time_zone: 'Asia/Kolkata',
  })
})

test.for(['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires'])('[ACCOUNT-5] %s is a time zone', async (zone) => {
  const { VIEWER: viewer } = (await site.organisation('Zoned')).members
  expect(
    (await site.call(viewer.token, 'v2/app/save-profile', { revision: 1, name: 'X', time_zone: zone })).status,
  ).toBe(200)
})

const invalidZones = ['Mars/Olympus', '+05:30', '', '../etc/passwd', 'x'.repeat(65)]
test.for(invalidZones)('[ACCOUNT-5] "%s" is not a time zone', async (zone) => {
  const { VIEWER: viewer } = (await site.organisation('Lost')).members
  const { status, body } = await site.call(viewer.token, 'v2/app/save-profile', {
    revision: 1,
    name: 'X',
    time_zone: zone,
  })
  expect([status, Object.keys(body.errors)]).toEqual([400, ['time_zone']])
})

test('[ACCOUNT-6] everybody sees the settings; only administrators change them, with a log entry', async () => {
  const {
    org,
    members: { ADMIN: admin, VIEWER: viewer },
  } = await site.organisation('Set')
  const seen = await site.request(viewer.token, getOrganisation, {})
  expect(seen.organisation).toMatchObject({
    name: 'Set',
    retention_days: null,
    session_days: 30,
    plan: null,
    revision: 1,
  })
  const input = { name: 'Set again', retention_days: 90, session_days: 7 }
  const body = await site.request(admin.token, saveOrganisation, { revision: 1, ...input })
  expect(body.organisation).toMatchObject({ ...input, revision: 2 })
  expect((await site.refusal(admin.token, saveOrganisation, { revision: 1, ...input })).code).toBe('ROW_CHANGED')
  expect(await actionsOf(org.uuid)).toEqual([
    ['change organisation settings', expect.objectContaining({ session_days: 30 }), expect.objectContaining(input)],
  ])
})

test('[ACCOUNT-6] the plan is shown by its name', async () => {
  const {
    org,
    members: { VIEWER: viewer },
  } = await site.organisation('Planned')
  const [plan] = await site.sql`INSERT INTO plans (name, allowed_days) VALUES ('Fleet', 365) RETURNING uuid`
  await site.sql`UPDATE organisations SET plan_uuid = ${plan!.uuid} WHERE uuid = ${org.uuid}`
  expect((await site.request(viewer.token, getOrganisation, {})).organisation.plan).toBe('Fleet')
})
