import { expect, test, vi } from 'vitest'
import { makeLink } from '@carapace/api/src/account/mail/links.queries.ts'
import { getTeam, inviteMember, saveProfile, updateMember } from '@carapace/shared/account/team.contract'
import { commentCase, createCase, getCase, updateCase } from '@carapace/shared/msoc/cases/cases.contract'
import { bulkUpdateAlerts, getAlert, listAlerts, updateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { saveVehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { createDeviceToken, createIngestKey } from '@carapace/shared/msoc/ingest/ingest.contract'
import { listRejects, retryRejects } from '@carapace/shared/msoc/history/history.contract'
import { saveView } from '@carapace/shared/account/views.contract'
import { saveProgram, saveProgramMember } from '@carapace/shared/graph/programs/programs.contract'

import { switchTwoFactorOn } from '../support/authenticator.ts'
import { idsEvent } from '../support/events.ts'
import { type Member, type Organisation, password, startInstallation } from '../support/installation.ts'
import { outboxOf } from '../support/servers/mails.ts'

const site = await startInstallation()
const { call } = site
/** A call without a session. */
const callUnauthenticated = (path: string, body: object) => call(undefined, path, body)
const outbox = outboxOf(site)
let organisations = 0

/**
 * An organisation with a second administrator, who has done everything that stores a name, under two names. Nobody else
 * has these names and the other personal data.
 */
async function busyOrganisation() {
  const letter = String.fromCharCode(65 + organisations++)
  const own = {
    before: `Quill${letter} Zenobia`,
    after: `Marsh${letter} Zenobia`,
    email: `zenobia.${letter.toLowerCase()}@quill.example`,
    job: `Falconer ${letter}`,
    number: `5551234${organisations}`,
    source: `falcon ${letter}`,
    country: `Nauru ${letter}`,
  }
  const alpha = await site.organisation(`Alpha ${letter}`)
  const someone = alpha.members.ANALYST
  await site.sql`UPDATE users
    SET role = 'ADMIN', name = ${own.before}, email = ${own.email}, job_title = ${own.job},
      mobile_number = ${own.number}, heard_from = ${own.source}
    WHERE uuid = ${someone.uuid}`
  const zenobia: Member = { ...someone, email: own.email, role: 'ADMIN' }
  const facts = {
    alpha,
    zenobia,
    own,
    words: [`Quill${letter}`, `Marsh${letter}`, own.email, own.job, own.number, own.source, own.country],
    ...(await leaveTraces(alpha, zenobia)),
  }
  await site.request(zenobia.token, saveProfile, {
    revision: 1,
    name: own.after,
    job_title: own.job,
    country: own.country,
    mobile_number: own.number,
    time_zone: 'Pacific/Nauru',
  })
  await site.request(zenobia.token, commentCase, { uuid: facts.caseUuid, text: 'still looking' })
  await outbox.settled()
  return facts
}

async function leaveTraces(
  { org, key, members: { ADMIN: admin, VIEWER: viewer } }: Organisation,
  { token, uuid, email }: Member,
) {
  await site.post(key, [
    idsEvent('FALCON'),
    idsEvent('FALCON', { sensor_instance: 2 }),
    { type: 'position', vehicle: 'FALCON', ts: Date.now(), lat: 'nowhere', lon: 0 },
  ])
  const {
    alerts: [first, second],
  } = await site.request(admin.token, listAlerts, {})
  await site.request(token, updateAlerts, { uuids: [first!.uuid], change: { owner: 'me' } })
  await site.request(admin.token, updateAlerts, { uuids: [second!.uuid], change: { owner: uuid } })
  const opened = await site.request(token, createCase, { title: 'Falcons', alert_uuids: [second!.uuid] })
  await site.request(token, commentCase, { uuid: opened.case.uuid, text: 'looking into it' })
  await site.request(admin.token, updateCase, { uuid: opened.case.uuid, revision: 1, owner: uuid })
  const { vehicle } = await site.request(token, saveVehicle, { vin: 'FALCON2' })
  await site.request(token, createDeviceToken, { vehicle_uuid: vehicle.uuid })
  await site.request(token, createIngestKey, { name: 'a key' })
  const { rejects } = await site.request(token, listRejects, {})
  await site.request(token, retryRejects, { rejects: [{ id: rejects[0]!.id }] })
  await site.request(token, saveView, {
    page: '/org/msoc/dashboard/alert-management',
    name: 'mine',
    search: { owner: uuid },
    shared: true,
  })
  await site.request(token, bulkUpdateAlerts, { query: { q: 'nothing' }, change: { owner: 'me' } })
  await site.request(token, inviteMember, { email: 'guest@alpha.example', name: 'A guest', role: 'VIEWER' })
  const { program } = await site.request(token, saveProgram, { name: 'Falconry' })
  await site.request(token, saveProgramMember, { program_uuid: program.uuid, user_uuid: viewer.uuid, role: 'READER' })
  await callUnauthenticated('v2/auth/forgot-password', { email })
  await callUnauthenticated('v2/auth/login', { email, password: 'a wrong one' })
  const { secret, recoveryCodes } = await switchTwoFactorOn(site, { token, password })
  await makeLink(site.db, { purpose: 'sign-in', org, email, userUuid: uuid, ms: 60_000 })
  return { caseUuid: opened.case.uuid, alertUuid: first!.uuid, programUuid: program.uuid, secret, recoveryCodes }
}

/** Every table that contains any of these words, in any column. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const tables = await site.sql<{ name: string }[]>`SELECT c.relname AS name
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace
    AND c.relkind IN ('r', 'p')
    AND NOT c.relispartition
    ORDER BY 1`
  const found: string[] = []
  for (const { name } of tables) {
    const conditions = words.map((_, i) => `to_jsonb(t)::text ILIKE '%' || $${i + 1} || '%'`)
    const rows = await site.sql.unsafe(`SELECT 1 FROM "${name}" t WHERE ${conditions.join(' OR ')} LIMIT 1`, [...words])
    if (rows.length > 0) found.push(name)
  }
  return found
}

test('[ACCOUNT-7] a user can export all stored data about them, without any secret', async () => {
  const { zenobia, own, caseUuid, programUuid, secret, recoveryCodes } = await busyOrganisation()
  const { status, body, text } = await site.get(zenobia.token, 'v2/app/my-data')
  expect(status).toBe(200)
  const { data } = body
  expect(data.profile).toMatchObject({
    name: own.after,
    email: own.email,
    job_title: own.job,
    country: own.country,
    mobile_number: own.number,
    heard_from: own.source,
    recovery_codes_left: 10,
  })
  expect(data).toMatchObject({
    owned_alerts: 2,
    owned_cases: 1,
    opened_cases: 1,
    case_comments: [
      { case_uuid: caseUuid, text: 'still looking' },
      { case_uuid: caseUuid, text: 'looking into it' },
    ],
    saved_views: [{ name: 'mine', shared: true }],
    program_memberships: [{ program_uuid: programUuid, program: 'Falconry', role: 'LEAD' }],
    invitations_sent: [{ email: 'guest@alpha.example', role: 'VIEWER' }],
    jobs: [{ title: expect.any(String) }],
  })
  expect(data.sessions[0]).toMatchObject({ user_agent: 'a test' })
  expect(data.audit_entries.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['sign-in refused', 'switch two-factor on', 'create ingest key', 'change profile']),
  )
  expect(data.mails.map(({ template }: { template: string }) => template)).toEqual(
    expect.arrayContaining(['reset-password', 'two-factor-changed']),
  )

  const [stored] =
    await site.sql`SELECT password_hash, encode(totp_secret, 'hex') AS sealed FROM users WHERE uuid = ${zenobia.uuid}`
  const hashes = await site.sql`SELECT encode(token_hash, 'hex') AS hash
      FROM sessions
      UNION ALL
      SELECT encode(code_hash, 'hex')
      FROM recovery_codes
      UNION ALL
      SELECT encode(secret_hash, 'hex')
      FROM mailed_links`
  for (const hidden of [
    stored!.password_hash,
    stored!.sealed,
    secret,
    zenobia.token,
    ...recoveryCodes,
    ...hashes.map(({ hash }) => hash),
  ])
    expect(text).not.toContain(hidden)
  expect(
    await site.sql`SELECT 1 FROM audit_log WHERE action = 'export own data' AND actor_uuid = ${zenobia.uuid}`,
  ).toHaveLength(1)
})

test('[ACCOUNT-8] a user who erases the own account is named nowhere; their actions stay', async () => {
  const { alpha, zenobia, words, alertUuid, caseUuid } = await busyOrganisation()
  const { ADMIN: admin } = alpha.members
  expect(await tablesWith(words)).toEqual([
    'alert_changes',
    'audit_log',
    'case_changes',
    'device_tokens',
    'ingest_keys',
    'ingest_rejects',
    'invitations',
    'mailed_links',
    'mails',
    'notifications',
    'users',
  ])
  const [before] = await site.sql`SELECT (SELECT count(*)::int
      FROM alert_changes
      WHERE actor_uuid = ${zenobia.uuid}) AS changes, (SELECT count(*)::int
      FROM alerts
      WHERE owner_uuid = ${zenobia.uuid}) AS owned`

  expect((await site.call(zenobia.token, 'v2/app/erase-me', { password: 'not mine' })).status).toBe(400)
  const { status, body } = await site.call(zenobia.token, 'v2/app/erase-me', { password })
  expect([status, body.message]).toEqual([200, 'Your account and your personal data are erased.'])

  expect(await tablesWith(words)).toEqual([])
  expect(
    await site.sql`SELECT name, email, active, role, password_hash, totp_secret, job_title, mobile_number, time_zone
      FROM users
      WHERE uuid = ${zenobia.uuid}`,
  ).toEqual([
    {
      name: 'Former member',
      email: `erased-${zenobia.uuid}@erased.invalid`,
      active: false,
      role: 'ADMIN',
      password_hash: null,
      totp_secret: null,
      job_title: '',
      mobile_number: '',
      time_zone: 'UTC',
    },
  ])
  for (const table of ['sessions', 'recovery_codes', 'pending_sign_ins', 'mailed_links', 'program_members'])
    expect([table, ...(await site.sql.unsafe(`SELECT 1 FROM ${table} WHERE user_uuid = $1`, [zenobia.uuid]))]).toEqual([
      table,
    ])
  expect(await site.sql`SELECT 1 FROM saved_views WHERE owner_uuid = ${zenobia.uuid}`).toHaveLength(0)
  expect((await site.get(zenobia.token, 'v2/auth/session')).status).toBe(403)
  expect((await callUnauthenticated('v2/auth/login', { email: zenobia.email, password })).status).toBe(422)

  const [after] = await site.sql`SELECT (SELECT count(*)::int
      FROM alert_changes
      WHERE actor_uuid = ${zenobia.uuid}) AS changes, (SELECT count(*)::int
      FROM alerts
      WHERE owner_uuid = ${zenobia.uuid}) AS owned`
  expect(after).toEqual(before)
  const alert = await site.request(admin.token, getAlert, { uuid: alertUuid })
  expect(JSON.stringify(alert)).toContain('Former member')
  const kase = await site.request(admin.token, getCase, { uuid: caseUuid })
  expect(JSON.stringify(kase)).toMatch(/Former member.*looking into it|looking into it.*Former member/s)
  expect((await site.request(admin.token, getTeam, {})).members.map(({ uuid }) => uuid)).not.toContain(zenobia.uuid)
  expect(
    await site.sql`SELECT actor, address
      FROM audit_log
      WHERE action = 'erase own account'
      AND subject_uuid = ${zenobia.uuid}`,
  ).toEqual([{ actor: 'Former member', address: null }])
})

test('[ACCOUNT-8] an administrator can erase a deactivated member, and no other', async () => {
  const { alpha, zenobia, words } = await busyOrganisation()
  const { ADMIN: admin } = alpha.members
  const revisionOf = async () =>
    (await site.sql`SELECT revision FROM users WHERE uuid = ${zenobia.uuid}`)[0]!.revision as number
  const erase = (revision: number) => site.call(admin.token, 'v2/app/erase-member', { uuid: zenobia.uuid, revision })
  expect((await erase(await revisionOf())).body.code).toBe('RULE_REFUSED')
  await site.request(admin.token, updateMember, { uuid: zenobia.uuid, revision: await revisionOf(), active: false })
  expect((await erase(1)).body.code).toBe('ROW_CHANGED')
  expect((await erase(await revisionOf())).status).toBe(200)
  expect(await tablesWith(words)).toEqual([])
  expect((await erase(await revisionOf())).status).toBe(404)
  expect(
    await site.sql`SELECT actor FROM audit_log WHERE action = 'erase member' AND subject_uuid = ${zenobia.uuid}`,
  ).toEqual([{ actor: `${alpha.name} admin` }])
})

test('[ACCOUNT-8] a user with the same name elsewhere, and all other users, stay unchanged', async () => {
  const { alpha, zenobia, own } = await busyOrganisation()
  const {
    org,
    key,
    members: { ADMIN: namesake },
  } = await site.organisation('Namesake')
  await site.sql`UPDATE users SET name = ${own.after} WHERE uuid = ${namesake.uuid}`
  await site.post(key, [idsEvent('HERS')])
  const { alerts } = await site.request(namesake.token, listAlerts, {})
  await site.request(namesake.token, updateAlerts, { uuids: [alerts[0]!.uuid], change: { owner: 'me' } })
  await site.request(namesake.token, createIngestKey, { name: 'hers' })
  const rows = async () =>
    Promise.all(
      ['audit_log', 'alert_changes', 'ingest_keys', 'users'].map((table) =>
        site.sql.unsafe(`SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE org_uuid = $1 ORDER BY 1`, [org.uuid]),
      ),
    )
  const evidence = () => site.sql`SELECT 1 FROM alert_changes WHERE org_uuid = ${org.uuid} AND kind = 'evidence'`
  await vi.waitFor(async () => expect(await evidence()).toHaveLength(1), { timeout: 20_000, interval: 50 })
  const before = await rows()
  expect((await site.call(zenobia.token, 'v2/app/erase-me', { password })).status).toBe(200)
  expect(await rows()).toEqual(before)
  expect(
    await site.sql`SELECT count(*)::int AS others FROM users WHERE org_uuid = ${alpha.org.uuid} AND active`,
  ).toEqual([{ others: 3 }])
})

test('[ACCOUNT-8] the last administrator cannot erase themselves', async () => {
  const {
    members: { ADMIN: admin },
  } = await site.organisation('Alone')
  const { status, body } = await site.call(admin.token, 'v2/app/erase-me', { password })
  expect([status, body.code]).toEqual([422, 'RULE_REFUSED'])
  expect((await site.get(admin.token, 'v2/auth/session')).status).toBe(200)
})

test('[ACCOUNT-8] if two administrators erase themselves at the same time, one stays', async () => {
  const {
    org,
    members: { ADMIN: first, ANALYST: second },
  } = await site.organisation('Both')
  await site.sql`UPDATE users SET role = 'ADMIN' WHERE uuid = ${second.uuid}`
  const answers = await Promise.all(
    [first, second].map(({ token }) => site.call(token, 'v2/app/erase-me', { password })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await site.sql`SELECT 1 FROM users WHERE org_uuid = ${org.uuid} AND role = 'ADMIN' AND active`).toHaveLength(1)
})

test('[ACCOUNT-8] a name with special characters is erased like any other', async () => {
  const {
    org,
    key,
    members: { ADMIN: admin, ENGINEER: engineer },
  } = await site.organisation('Signs')
  const name = 'Ann "100%" O\'Neil\\_é'
  await site.sql`UPDATE users SET name = ${name}, role = 'ANALYST' WHERE uuid = ${engineer.uuid}`
  await site.post(key, [idsEvent('SIGNS')])
  const { alerts } = await site.request(admin.token, listAlerts, {})
  for (const [token, owner] of [
    [admin.token, engineer.uuid],
    [engineer.token, null],
  ])
    await site.request(token!, updateAlerts, { uuids: [alerts[0]!.uuid], change: { owner } })
  const named = () =>
    site.sql`SELECT actor, detail
      FROM alert_changes
      WHERE org_uuid = ${org.uuid}
      AND to_jsonb(alert_changes)::text LIKE '%O''Neil%'`
  expect(await named()).toHaveLength(2)
  expect((await site.call(engineer.token, 'v2/app/erase-me', { password })).status).toBe(200)
  expect(await named()).toEqual([])
  expect(
    await site.sql`SELECT 1
      FROM alert_changes
      WHERE org_uuid = ${org.uuid}
      AND (actor = 'Former member' OR detail->>'owner' = 'Former member')`,
  ).toHaveLength(2)
})
