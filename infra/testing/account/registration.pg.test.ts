import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { isGoodPassword } from '@carapace/shared/account/rules'
import { licences } from '@carapace/shared/modules'

import { fetchAnswer, startInstallation } from '../support/installation.ts'
import { linksIn, outboxOf, passwordIn, secretIn } from '../support/servers/mails.ts'

const site = await startInstallation({ publicUrl: 'https://soc.nordhaven.example/console' })
const { call } = site
const outbox = outboxOf(site)
const alpha = await site.organisation('Alpha')
const day = 86_400_000

const say = (path: string, input: object) => call(undefined, `v2/auth/${path}`, input)

/** Requests an organisation and returns the secret of the mailed link. */
async function requestRegistration(email: string): Promise<string> {
  await site.sql`DELETE FROM sign_in_failures`
  expect((await say('register', { email })).status).toBe(200)
  return secretIn(await outbox.latest(email))
}

const form = (organizationUuid: string) => ({
  organizationUuid,
  firstName: 'Maya',
  lastName: 'Iyer',
  company: 'Nordhaven',
  jobTitle: 'Analyst',
  hearAboutUs: 'linkedin',
  jobFunction: 'Default',
  orgFunction: 'Engineering',
  country: 'India',
  mobileNumber: '9876543210',
  privacyConsent: true,
})

const userOf = async (email: string) => (await site.sql`SELECT * FROM users WHERE email = ${email}`)[0]
const statusesOf = (replies: readonly { status: number }[]) =>
  replies.map(({ status }) => status).toSorted((a, b) => a - b)
const refusal = ({ status, body }: { status: number; body: { code: string; message: string } }) => [
  status,
  body.code,
  body.message,
]

test('[MAIL-8] [MAIL-10] a work address can register and become administrator of a demo organisation', async () => {
  const email = 'maya@nordhaven.example'
  const { status, body } = await say('register', { email: ` Maya@NordHaven.example ` })
  expect([status, body]).toEqual([200, { success: true, message: `A confirmation email is on its way to ${email}.` }])
  const mail = await outbox.latest(email)
  expect(mail.subject).toBe('Confirm your email address')
  expect(linksIn(mail)).toEqual([
    expect.stringMatching(/^https:\/\/soc\.nordhaven\.example\/console\/verify-organization\/[\w-]{43}$/),
  ])
  const organizationUuid = secretIn(mail)

  for (let twice = 0; twice < 2; twice++)
    expect((await say('verify-organization', { organizationUuid })).body).toEqual({ success: true, email })
  const completed = await say('complete-registration', form(organizationUuid))
  expect([completed.status, completed.body]).toEqual([
    200,
    { success: true, message: expect.stringContaining('DEMO Trial is activated') },
  ])
  expect((await say('verify-organization', { organizationUuid })).body).toEqual({ success: false, email: null })

  const activation = await outbox.latest(email)
  expect(activation.subject).toBe('Your DEMO Trial is activated')
  const [link] = linksIn(activation)
  expect(link).toMatch(
    /^https:\/\/soc\.nordhaven\.example\/console\/\?email=maya%40nordhaven\.example&token=[\w-]{43}$/,
  )
  const password = passwordIn(activation)
  expect(isGoodPassword(password)).toBe(true)
  const signedIn = await say('login', { email, password })
  expect(signedIn.status, signedIn.text).toBe(200)
  expect(signedIn.body.user).toMatchObject({
    name: 'Maya Iyer',
    email,
    role: 'ADMIN',
    organization: {
      name: 'Nordhaven',
      is_demo_mode: true,
      license: { days_left: 14, is_active: true, is_expired: false, modules: [...licences] },
    },
  })
  const user = (await userOf(email))!
  expect(user).toMatchObject({
    job_title: 'Analyst',
    job_function: 'Default',
    org_function: 'Engineering',
    country: 'India',
    mobile_number: '9876543210',
    heard_from: 'linkedin',
    active: true,
  })
  expect(user.consented_at).not.toBe(null)
  expect(user.temporary_until.getTime() - Date.now()).toBeGreaterThan(6.9 * day)
  expect(user.temporary_until.getTime() - Date.now()).toBeLessThanOrEqual(7 * day)
  const log = await site.sql`SELECT actor, action, address FROM audit_log WHERE org_uuid = ${user.org_uuid} ORDER BY id`
  expect({ ...log[0] }).toEqual({ actor: 'Maya Iyer', action: 'register organisation', address: '127.0.0.1' })
})

test.for([
  ['maya@gmail.com', 'Please use your work email'],
  ['MAYA@Outlook.com', 'Please use your work email'],
  ['maya', 'Some fields are not valid.'],
  ['maya nord@haven.example', 'Some fields are not valid.'],
  ['a@b.c', 'Some fields are not valid.'],
  ['a@evil.example,maya@nordhaven.example', 'Some fields are not valid.'],
  ['', 'Some fields are not valid.'],
] as const)('[MAIL-8] %s is not a work address, and nothing is mailed', async ([email, message]) => {
  const before = await site.sql`SELECT uuid FROM mails`
  const reply = await say('register', { email })
  expect(refusal(reply)).toEqual([400, 'INVALID_INPUT', message])
  expect(Object.keys(reply.body.errors)).toEqual(['email'])
  expect(await site.sql`SELECT uuid FROM mails`).toHaveLength(before.length)
})

test('[MAIL-2] an address with an account gets the same answer, and a mail about the account', async () => {
  const { email } = alpha.members.VIEWER
  const [known, unknown] = [await say('register', { email }), await say('register', { email: 'nobody@alpha.example' })]
  expect([known.status, known.text.replaceAll(email, 'X')]).toEqual([
    unknown.status,
    unknown.text.replaceAll('nobody@alpha.example', 'X'),
  ])
  const mail = await outbox.latest(email)
  expect(mail.subject).toBe('You have an account already')
  expect(linksIn(mail)).toEqual(['https://soc.nordhaven.example/console/?email=viewer%40alpha.example'])
  expect(await site.sql`SELECT 1 FROM mailed_links WHERE email = ${email}`).toEqual([])
})

test('[MAIL-3] [MAIL-8] a registration link works once, even with many requests at once', async () => {
  const secret = await requestRegistration('once@nordhaven.example')
  const replies = await Promise.all(Array.from({ length: 8 }, () => say('complete-registration', form(secret))))
  expect(statusesOf(replies)).toEqual([200, 422, 422, 422, 422, 422, 422, 422])
  const refused = replies.find(({ status }) => status === 422)!
  expect(refusal(refused)).toEqual([
    422,
    'RULE_REFUSED',
    'This verification link is expired or has already been activated',
  ])
  expect(await site.sql`SELECT 1 FROM users WHERE email = 'once@nordhaven.example'`).toHaveLength(1)
})

test('[MAIL-3] a link ends after a day or with a newer link, and works for no other purpose', async () => {
  const email = 'late@nordhaven.example'
  const first = await requestRegistration(email)
  const second = await requestRegistration(email)
  expect((await say('verify-organization', { organizationUuid: first })).body.success).toBe(false)
  expect(
    (await say('set-password', { uuid: second, new_password: 'Aa1!aaaa', confirm_password: 'Aa1!aaaa' })).status,
  ).toBe(422)
  expect((await say('verify-organization', { organizationUuid: second })).body.success).toBe(true)
  const [row] = await site.sql`SELECT expires_at FROM mailed_links WHERE email = ${email}`
  expect(row!.expires_at.getTime() - Date.now()).toBeGreaterThan(0.99 * day)
  expect(row!.expires_at.getTime() - Date.now()).toBeLessThanOrEqual(day)
  await site.sql`UPDATE mailed_links SET expires_at = now() WHERE email = ${email}`
  expect((await say('verify-organization', { organizationUuid: second })).body).toEqual({ success: false, email: null })
  expect((await say('complete-registration', form(second))).status).toBe(422)
})

test.for(['', 'x'.repeat(129)])('[MAIL-3] "%s" is not a link', async (organizationUuid) => {
  expect((await say('verify-organization', { organizationUuid })).status).toBe(400)
})

test("[MAIL-3] a row's id or a stored hash is not a link", async () => {
  await requestRegistration('hash@nordhaven.example')
  const [row] = await site.sql`SELECT encode(secret_hash, 'hex') AS hex, encode(secret_hash, 'base64') AS base64
      FROM mailed_links
      WHERE email = 'hash@nordhaven.example'`
  for (const organizationUuid of [row!.hex, row!.base64, alpha.org.uuid, 'unknown'])
    expect((await say('verify-organization', { organizationUuid })).body).toEqual({ success: false, email: null })
})

test('[MAIL-8] an address that has an account by now is refused, and no organisation is left over', async () => {
  const email = 'meanwhile@nordhaven.example'
  const secret = await requestRegistration(email)
  await site.sql`INSERT INTO users (org_uuid, email, name, role)
    VALUES (${alpha.org.uuid}, ${email}, 'Meanwhile', 'VIEWER')`
  const organisations = await site.sql`SELECT 1 FROM organisations`
  expect(refusal(await say('complete-registration', form(secret)))).toEqual([
    422,
    'RULE_REFUSED',
    `${email} has an account already. Sign in with it, or ask for a new password.`,
  ])
  expect(await site.sql`SELECT 1 FROM organisations`).toHaveLength(organisations.length)
  expect((await userOf(email))!.name).toBe('Meanwhile')
})

const wrong: Record<string, { input: object; field: string }> = {
  'no first name': { input: { firstName: ' ' }, field: 'firstName' },
  'no company': { input: { company: '' }, field: 'company' },
  'a company as long as a page': { input: { company: 'x'.repeat(101) }, field: 'company' },
  'a country that is none': { input: { country: 'Atlantis' }, field: 'country' },
  'a number with letters': { input: { mobileNumber: '98765abcde' }, field: 'mobileNumber' },
  'a number that is too short': { input: { mobileNumber: '987654321' }, field: 'mobileNumber' },
  'a number that is too long': { input: { mobileNumber: '98765432101' }, field: 'mobileNumber' },
  'a function that is not offered': { input: { orgFunction: 'Juggling' }, field: 'orgFunction' },
  'a source that is not offered': { input: { hearAboutUs: 'a friend' }, field: 'hearAboutUs' },
  'no consent': { input: { privacyConsent: false }, field: 'privacyConsent' },
}

const tried = await requestRegistration('tried@nordhaven.example')

test.for(Object.keys(wrong))(
  '[MAIL-9] a registration with %s is refused with its field, and the link stays valid',
  async (name) => {
    const { input, field } = wrong[name]!
    const { status, body } = await say('complete-registration', { ...form(tried), ...input })
    expect([status, body.code, Object.keys(body.errors)]).toEqual([400, 'INVALID_INPUT', [field]])
    expect((await say('verify-organization', { organizationUuid: tried })).body.success).toBe(true)
  },
)

test('[MAIL-9] the text under "other" is stored, and only there', async () => {
  const [other, chosen] = [
    await requestRegistration('other@nordhaven.example'),
    await requestRegistration('chosen@nordhaven.example'),
  ]
  await say('complete-registration', { ...form(other), hearAboutUs: 'other', hearAboutUsOther: 'a talk' })
  await say('complete-registration', { ...form(chosen), hearAboutUs: 'google', hearAboutUsOther: 'a talk' })
  expect([
    (await userOf('other@nordhaven.example'))!.heard_from,
    (await userOf('chosen@nordhaven.example'))!.heard_from,
  ]).toEqual(['a talk', 'google'])
})

test('[MAIL-9] unknown input fields change nothing', async () => {
  const secret = await requestRegistration('more@nordhaven.example')
  const more = {
    role: 'VIEWER',
    is_demo_mode: false,
    isDemoMode: false,
    orgUuid: alpha.org.uuid,
    org_uuid: alpha.org.uuid,
    modules: [],
    licenceUntil: null,
    active: false,
    email: 'evil@nordhaven.example',
    passwordHash: 'x',
  }
  expect((await say('complete-registration', { ...form(secret), ...more })).status).toBe(200)
  const user = (await userOf('more@nordhaven.example'))!
  expect(user).toMatchObject({ role: 'ADMIN', active: true })
  expect(user.org_uuid).not.toBe(alpha.org.uuid)
  expect(
    (
      await site.sql`SELECT is_demo_mode, licence_until IS NULL AS endless, cardinality(modules) AS modules
        FROM organisations
        WHERE uuid = ${user.org_uuid}`
    )[0],
  ).toEqual({ is_demo_mode: true, endless: false, modules: licences.length })
})

test.for(['__proto__', 'constructor'])(
  '[MAIL-9] a body with the key %s does not change any prototype',
  async (name) => {
    const secret = await requestRegistration(`${name.replaceAll('_', '')}@nordhaven.example`)
    const body = JSON.stringify(form(secret)).replace(
      /}$/,
      `,"${name}":{"prototype":{"polluted":true},"polluted":true,"role":"VIEWER","hearAboutUs":"x"}}`,
    )
    const { status } = await fetchAnswer(`${site.apiUrl}v2/auth/complete-registration`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect([200, 400]).toContain(status)
    expect(({} as { polluted?: boolean }).polluted).toBe(undefined)
    expect((await say('verify-organization', { organizationUuid: secret })).body.success).toBe(status === 400)
  },
)

test('[MAIL-5] links in mails begin with the public address, whatever host the request names', async () => {
  const email = 'host@nordhaven.example'
  const headers = {
    'content-type': 'application/json',
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
    origin: 'https://evil.example',
    referer: 'https://evil.example/',
  }
  for (const path of ['register', 'forgot-password']) {
    expect(
      (
        await fetchAnswer(`${site.apiUrl}v2/auth/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ email: path === 'register' ? email : alpha.members.ADMIN.email }),
        })
      ).status,
    ).toBe(200)
  }
  for (const mail of [await outbox.latest(email), await outbox.latest(alpha.members.ADMIN.email)]) {
    expect(linksIn(mail)).toEqual([expect.stringMatching(/^https:\/\/soc\.nordhaven\.example\/console\//)])
    expect(mail.text).not.toContain('evil.example')
  }
})

test('[MAIL-5] names are text in a mail, whatever they contain', async () => {
  const email = 'typed@nordhaven.example'
  const secret = await requestRegistration(email)
  await say('complete-registration', {
    ...form(secret),
    company: 'Acme\r\nBcc: all@nordhaven.example\n\nhttps://evil.example/',
  })
  const { text, subject } = await outbox.latest(email)
  expect(subject).toBe('Your DEMO Trial is activated')
  expect(linksIn({ text }).every((link) => link.startsWith('https://soc.nordhaven.example/console/'))).toBe(true)
})

test('[MAIL-7] an email address gets three mails of a kind an hour; a fourth is not sent', async () => {
  const email = 'eager@nordhaven.example'
  const texts = []
  for (let attempt = 0; attempt < 5; attempt++) {
    await site.sql`DELETE FROM sign_in_failures`
    texts.push((await say('register', { email })).text)
  }
  expect(new Set(texts).size).toBe(1)
  expect(await outbox.to(email)).toHaveLength(3)
  await site.sql`UPDATE mails SET created_at = created_at - interval '61 minutes' WHERE recipient = ${email}`
  await say('register', { email })
  expect(await outbox.to(email)).toHaveLength(4)
})

test('[MAIL-7] a network address can register at most twenty times an hour', async () => {
  await site.sql`DELETE FROM sign_in_failures`
  for (let attempt = 0; attempt < 20; attempt++)
    expect((await say('register', { email: `many${attempt}@nordhaven.example` })).status).toBe(200)
  const refused = await say('register', { email: 'many20@nordhaven.example' })
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'TOO_MANY', '3600'])
  expect(await outbox.to('many20@nordhaven.example')).toEqual([])
  await site.sql`UPDATE sign_in_failures SET since = since - interval '61 minutes'`
  expect((await say('register', { email: 'many20@nordhaven.example' })).status).toBe(200)
})

/** Replaces Google's service: a real server, which answers as the test decides. */
async function captchaService() {
  const received: URLSearchParams[] = []
  const answer = {
    status: 200,
    body: JSON.stringify({ success: true }),
    headers: { 'content-type': 'application/json' } as Record<string, string>,
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push(new URLSearchParams(Buffer.concat(chunks).toString()))
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  return {
    received,
    answer,
    close: () => server.close(),
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/siteverify`,
  }
}

test('[MAIL-6] with a captcha, registration needs a token that the service accepts', async () => {
  const service = await captchaService()
  const guarded = await startInstallation({
    recaptcha: { siteKey: 'public', secret: 'between us', verifyUrl: service.url },
    sentryDsn: 'https://key@sentry.example/1',
  })
  const { call } = guarded
  const register = (recaptcha_token?: string | null) =>
    call(undefined, 'v2/auth/register', { email: 'maya@nordhaven.example', recaptcha_token })

  for (const token of [undefined, null, '']) expect((await register(token)).status).toBe(422)
  expect(service.received).toEqual([])
  expect((await register('a token')).status).toBe(200)
  expect(Object.fromEntries(service.received[0]!)).toEqual({
    secret: 'between us',
    response: 'a token',
    remoteip: '127.0.0.1',
  })

  service.answer.body = JSON.stringify({ success: false, 'error-codes': ['timeout-or-duplicate'] })
  expect(refusal(await register('a token'))).toEqual([
    422,
    'RULE_REFUSED',
    'The check that you are a person did not succeed. Try again.',
  ])

  const troubles = [
    { body: JSON.stringify({ success: false, 'error-codes': ['invalid-input-secret'] }) },
    { body: 'no JSON' },
    { body: '{}' },
    { status: 500 },
    { status: 302, headers: { location: service.url } },
    { body: `"${'x'.repeat(100_000)}"` },
  ]
  const sound = {
    status: 200,
    body: JSON.stringify({ success: true }),
    headers: { 'content-type': 'application/json' },
  }
  for (const trouble of troubles) {
    Object.assign(service.answer, sound, trouble)
    const reply = await register('a token')
    expect([trouble, reply.status, reply.body.code]).toEqual([trouble, 503, 'BUSY'])
  }
  service.close()
  expect((await register('a token')).status).toBe(503)
  expect(await guarded.sql`SELECT 1 FROM mails`).toHaveLength(1)

  const policy = (await guarded.get(undefined, 'app/config')).headers.get('content-security-policy')!
  expect(policy).toMatch(
    /script-src 'self' https:\/\/www\.google\.com\/recaptcha\/ https:\/\/www\.gstatic\.com\/recaptcha\/;/,
  )
  expect(policy).toMatch(/frame-src https:\/\/www\.google\.com\/recaptcha\//)
  expect(policy).toMatch(/connect-src 'self'[^;]* https:\/\/sentry\.example(;|$)/)
  await Promise.all([guarded.api.stop(), guarded.ingest.stop()])
  const usual = (await site.get(undefined, 'app/config')).headers.get('content-security-policy')!
  expect(usual).not.toMatch(/google|gstatic|sentry/)
})

test('[PLAN-10] everybody can read the plans, the cheapest first, and their missing modules', async () => {
  await site.sql`INSERT INTO plans (name, amount, allowed_days, features, modules)
    VALUES ('Fleet', 900, 365, '{"Live map","SSO (not included)"}', '{MSOC,CTI}'), ('Demo', 0, 14, '{}', '{}'),
      ('Depot', 300, 365, '{}', '{}')`
  const { status, body } = await site.get(undefined, 'app/plans')
  expect(status).toBe(200)
  const ours = body.plans.filter(({ name }: { name: string }) => ['Fleet', 'Demo', 'Depot'].includes(name))
  expect(ours.map(({ name }: { name: string }) => name)).toEqual(['Demo', 'Depot', 'Fleet'])
  expect(ours[2]).toEqual({
    uuid: expect.any(String),
    name: 'Fleet',
    description: '',
    amount: 900,
    allowed_days: 365,
    features: ['Live map', 'SSO (not included)'],
    planned: ['CTI'],
  })
})
