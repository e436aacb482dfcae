import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { licences } from '@carapace/shared/modules'

import { startInstallation } from '../support/installation.ts'

const site = await startInstallation()
const script = resolve(import.meta.dirname, '../../local/admin.ts')
const day = 86_400_000

/** Runs `npm run admin -- …` like an operator, on the tests' database. */
async function admin(...words: string[]): Promise<{ status: number; output: string }> {
  const run = promisify(execFile)(process.execPath, [script, ...words], {
    env: { ...process.env, DATABASE_URL: site.url, SECRET_KEY: 'a key that only these tests have: 0123456789' },
  })
  return run.then(
    ({ stdout }) => ({ status: 0, output: stdout.trim() }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      status: code,
      output: `${stdout}${stderr}`.trim(),
    }),
  )
}

const call = site.call
const signedIn = (email: string, password: string) => call(undefined, 'v2/auth/login', { email, password })

test('an operator can migrate a database to this version any number of times', async () => {
  const { status, output } = await admin('migrate')
  expect(status).toBe(0)
  expect(output).toMatch(/^The database is at this version, with /)
})

test('an operator creates an organisation with a plan and its first user, who signs in', async () => {
  expect((await admin('plan', 'defaults')).output).toBe('4 plans added.')
  expect((await admin('plan', 'defaults')).output).toBe('They are all there.')
  expect((await admin('organisation', 'create', '--name', 'Kestrel', '--plan', 'Operations')).output).toMatch(
    /with the plan Operations/,
  )
  const { output } = await admin(
    'user',
    'create',
    '--email',
    'Ana@kestrel.example',
    '--name',
    'Ana Ruiz',
    '--organisation',
    'Kestrel',
  )
  const password = /signs in with (\S+)/.exec(output)![1]!

  const { status, body } = await signedIn('ana@kestrel.example', password)
  expect(status).toBe(200)
  expect(body.user).toMatchObject({
    role: 'ADMIN',
    temporary_password: true,
    organization: { name: 'Kestrel', is_demo_mode: false, license: { days_left: 365, modules: ['MSOC', 'CTI'] } },
  })
  expect(
    (await admin('user', 'create', '--email', 'ana@kestrel.example', '--name', 'Another', '--organisation', 'Kestrel'))
      .output,
  ).toBe('ana@kestrel.example has an account already.')
})

test("a licence is set in parts, and the changes are in the organisation's audit log", async () => {
  const { org, members } = await site.organisation('Heron')
  const licence = async () => (await site.get(members.ADMIN.token, 'v2/auth/session')).body.user.organization
  await admin('licence', 'set', '--organisation', 'Heron', '--modules', 'MSOC,FMEA', '--days', '3', '--demo', 'yes')
  expect(await licence()).toMatchObject({
    is_demo_mode: true,
    license: { days_left: 3, modules: ['MSOC', 'FMEA'], is_active: true },
  })
  await admin('licence', 'set', '--organisation', 'Heron', '--active', 'no')
  expect(await licence()).toMatchObject({ is_demo_mode: true, license: { is_active: false } })
  const until = new Date(Date.now() + 20 * day).toISOString()
  expect(
    (
      await admin(
        'licence',
        'set',
        '--organisation',
        'Heron',
        '--until',
        until,
        '--modules',
        'all',
        '--demo',
        'no',
        '--active',
        'yes',
      )
    ).output,
  ).toMatch(/20 days left/)
  expect(await licence()).toMatchObject({ is_demo_mode: false, license: { days_left: 20, modules: licences } })
  expect((await admin('licence', 'show', '--organisation', 'Heron')).output).toMatch(/^Heron: active, until /)
  const written = await site.sql`SELECT after->>'licenceActive' AS active
      FROM audit_log
      WHERE org_uuid = ${org.uuid}
      AND actor = 'operator'
      AND action = 'set licence'
      ORDER BY id`
  expect(written.map(({ active }) => active)).toEqual(['true', 'false', 'true'])
})

test('plans are saved, changed and removed, and the plans call returns them', async () => {
  await admin(
    'plan',
    'save',
    '--name',
    'Pilot',
    '--days',
    '90',
    '--amount',
    '900',
    '--modules',
    'MSOC',
    '--feature',
    'One fleet',
    '--feature',
    'Support (not included)',
  )
  const offered = async () =>
    (await site.get(undefined, 'app/plans')).body.plans.find(({ name }: { name: string }) => name === 'Pilot')
  expect(await offered()).toMatchObject({
    amount: 900,
    allowed_days: 90,
    features: ['One fleet', 'Support (not included)'],
  })
  await admin('plan', 'save', '--name', 'Pilot', '--days', '30', '--amount', '500')
  expect(await offered()).toMatchObject({ amount: 500, allowed_days: 30, features: [] })
  await admin('plan', 'delete', '--name', 'Pilot')
  expect(await offered()).toBe(undefined)
})

test('an operator resets a password and a second factor, and the old sessions end', async () => {
  const { members } = await site.organisation('Wren')
  const { email, token, uuid } = members.ENGINEER
  await site.sql`UPDATE users SET totp_secret = 'x', totp_enabled_at = now() WHERE uuid = ${uuid}`
  const password = /signs in with (\S+)/.exec((await admin('user', 'password', '--email', email)).output)![1]!
  expect((await site.get(token, 'v2/auth/session')).status).toBe(403)
  expect((await signedIn(email, password)).body).toMatchObject({ needs_2fa: true })
  await admin('user', 'two-factor-off', '--email', email)
  expect((await signedIn(email, password)).body).toMatchObject({ needs_2fa: false, user: { two_factor: false } })
})

test.for([
  [['licence', 'set', '--organisation', 'Nobody', '--days', '3'], /no single organisation named Nobody/],
  [['licence', 'set', '--organisation', 'Alpha'], /Say what to set/],
  [['licence', 'set', '--organisation', 'Alpha', '--modules', 'MSOC,MOON'], /there is no MOON/],
  [['licence', 'set', '--organisation', 'Alpha', '--until', 'soon'], /wants a date/],
  [['licence', 'set', '--organisation', 'Alpha', '--days', '-1'], /whole number|argument/],
  [['licence', 'set', '--organisation', 'Alpha', '--active', 'perhaps'], /yes or no/],
  [['plan', 'save', '--name', 'X'], /--days is needed/],
  [['plan', 'delete', '--name', 'X'], /no plan named X/],
  [['user', 'create', '--email', 'nobody', '--name', 'N', '--organisation', 'Alpha'], /no email address/],
  [['user', 'create', '--email', 'a@b.cd', '--name', 'N', '--role', 'KING', '--organisation', 'Alpha'], /one of ADMIN/],
  [['user', 'password', '--email', 'nobody@nowhere.example'], /No user has the address/],
  [['user', 'create', '--colour', 'red'], /Unknown option '--colour'/],
  [['fly'], /Operator tasks that no screen /],
] as const)('%s is refused with a message, and nothing is changed', async ([words, sentence]) => {
  if (!(await site.sql`SELECT 1 FROM organisations WHERE name = 'Alpha'`).length) await site.organisation('Alpha')
  const before = await site.sql`SELECT (SELECT jsonb_agg(o)
      FROM organisations o) AS orgs, (SELECT count(*)::int
      FROM users) AS users, (SELECT count(*)::int
      FROM plans) AS plans`
  const { status, output } = await admin(...words)
  expect(status).toBe(2)
  expect(output).toMatch(sentence)
  expect(
    await site.sql`SELECT (SELECT jsonb_agg(o)
      FROM organisations o) AS orgs, (SELECT count(*)::int
      FROM users) AS users, (SELECT count(*)::int
      FROM plans) AS plans`,
  ).toEqual(before)
})

test('after a restore nobody is signed in, mailed links are void, and viewers begin a new history', async () => {
  const { org, members } = await site.organisation('Restored')
  const epoch = async () =>
    (await site.sql`SELECT epoch FROM change_counters WHERE org_uuid = ${org.uuid}`)[0]!.epoch as string
  const before = await epoch()
  await site.sql`INSERT INTO mailed_links (secret_hash, purpose, email, expires_at)
    VALUES ('x', 'reset-password', 'a@b.cd', now() + interval '1 hour')`
  expect((await admin('restored')).output).toMatch(/sessions ended/)
  expect((await site.get(members.ADMIN.token, 'v2/auth/session')).status).toBe(403)
  expect(await site.sql`SELECT 1 FROM mailed_links`).toEqual([])
  expect(await epoch()).not.toBe(before)
})
