import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { makeLink } from '@carapace/api/src/account/mail/links.queries.ts'
import { queueMail, takeMails } from '@carapace/api/src/account/mail/mails.queries.ts'
import { inviteMember } from '@carapace/shared/account/team.contract'

import { apiSettings } from '../support/api-settings.ts'
import { fetchAnswer, type Installation, startInstallation } from '../support/installation.ts'
import { linksIn, outboxOf, passwordIn, secretIn } from '../support/servers/mails.ts'
import { startSmtp } from '../support/servers/smtp.ts'
import { rowsOfEverybody } from '../support/tenancy.ts'

const site = await startInstallation({ demo: true })
const outbox = outboxOf(site)
const alpha = await site.organisation('Alpha')
const say = (path: string, input: object, { call }: Pick<Installation, 'call'> = site) =>
  call(undefined, `v2/auth/${path}`, input)
const form = {
  firstName: 'Maya',
  lastName: 'Iyer',
  company: 'Nordhaven',
  jobTitle: 'Analyst',
  jobFunction: 'Default',
  orgFunction: 'Engineering',
  country: 'India',
  mobileNumber: '9876543210',
}

test('[MAIL-1] [MAIL-3] [MAIL-4] mailed secrets are never readable in the database', async () => {
  const email = 'secret@nordhaven.example'
  await say('register', { email })
  const secrets = [secretIn(await outbox.latest(email))]
  await say('complete-registration', { ...form, organizationUuid: secrets[0]! })
  const activation = await outbox.latest(email)
  secrets.push(passwordIn(activation), new URL(linksIn(activation)[0]!).searchParams.get('token')!)
  await say('forgot-password', { email })
  secrets.push(secretIn(await outbox.latest(email)))
  await site.request(alpha.members.ADMIN.token, inviteMember, {
    email: 'guest@nordhaven.example',
    name: 'Guest',
    role: 'VIEWER',
  })
  secrets.push(secretIn(await outbox.latest('guest@nordhaven.example')))

  expect(new Set(secrets).size).toBe(5)
  const everything = await rowsOfEverybody(site.sql)
  for (const [table, rows] of everything)
    for (const secret of secrets)
      for (const form of formsOf(secret)) expect(rows.includes(form), `${form} in ${table}`).toBe(false)
  const [{ password_hash: hash }] =
    (await site.sql`SELECT password_hash FROM users WHERE email = ${email}`) as unknown as [{ password_hash: string }]
  expect(hash).toMatch(/^\$argon2id\$v=19\$/)
})

/** A secret in plain text, and in the forms in which its bytes would appear in the text of a row. */
const formsOf = (secret: string) => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64'),
  encodeURIComponent(secret),
]

test('[MAIL-4] only one of several processes sends a mail', async () => {
  const others = await Promise.all([site.anotherApi(), site.anotherApi()])
  const recipients = Array.from({ length: 60 }, (_, i) => `one-of-${i}@nordhaven.example`)
  await site.db.transaction(async (tx) => {
    for (const recipient of recipients) await queueMail(tx, { org: null, recipient, template: 'verify-organization' })
  })
  await outbox.settled()
  const rows = await site.sql`SELECT recipient, status, attempts FROM mails WHERE recipient LIKE 'one-of-%'`
  expect(rows.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(recipients.map(() => 'KEPT 1'))
  expect(await site.sql`SELECT 1 FROM mailed_links WHERE email LIKE 'one-of-%'`).toHaveLength(recipients.length)
  await Promise.all(others.map((api) => api.stop()))
})

test('[MAIL-4] a mail whose process died is sent by another process', async () => {
  const recipient = 'abandoned@nordhaven.example'
  await site.db.transaction(async (tx) => {
    await queueMail(tx, { org: null, recipient, template: 'verify-organization' })
    expect(await takeMails(tx, 5, new Date(Date.now() + 100))).toMatchObject([{ recipient, attempts: 0 }])
  })
  await outbox.latest(recipient)
  expect((await site.sql`SELECT status, attempts FROM mails WHERE recipient = ${recipient}`)[0]).toEqual({
    status: 'KEPT',
    attempts: 2,
  })
})

const { org, members } = alpha
const nobody = 'nobody@alpha.example'
const reasonless = {
  'a new password of an unknown user': { org: null, recipient: nobody, template: 'reset-password' },
  'an activation of a user with a chosen password': { org, recipient: members.ADMIN.email, template: 'activate' },
  'an activation of an unknown user': { org, recipient: nobody, template: 'activate' },
  'a withdrawn invitation': {
    org,
    recipient: nobody,
    template: 'accept-invitation',
    facts: { invitation: '00000000-0000-4000-8000-000000000000' },
  },
  'an invitation of no organisation': { org: null, recipient: nobody, template: 'accept-invitation', facts: {} },
  "an unknown user's password change": { org, recipient: nobody, template: 'password-changed' },
  "an unknown user's second factor change": { org, recipient: nobody, template: 'two-factor-changed' },
} as const

test.for(Object.keys(reasonless) as (keyof typeof reasonless)[])(
  '[MAIL-1] [MAIL-2] the mail for %s is dropped, and creates no link',
  async (name) => {
    await site.sql`DELETE FROM mails`
    await queueMail(site.db, reasonless[name])
    await outbox.settled()
    expect(await site.sql`SELECT status, written, error FROM mails`).toEqual([
      { status: 'DROPPED', written: null, error: null },
    ])
    expect(await site.sql`SELECT 1 FROM mailed_links WHERE email IN (${nobody}, ${members.ADMIN.email})`).toEqual([])
  },
)

test('[MAIL-5] a change of the password or second factor is mailed, with a link to react', async () => {
  await queueMail(site.db, { org, recipient: members.ENGINEER.email, template: 'password-changed' })
  await queueMail(site.db, {
    org,
    recipient: members.ENGINEER.email,
    template: 'two-factor-changed',
    facts: { what: 'it was switched off' },
  })
  const mails = await outbox.to(members.ENGINEER.email)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Two-factor verification of your account was changed',
    'Your password was changed',
  ])
  for (const mail of mails) expect(linksIn(mail)).toEqual(['http://console.test/send-forgot-password-link'])
})

test('[MAIL-4] finished mails are deleted after thirty days, and so are dead links and old invitations', async () => {
  await site.sql`DELETE FROM mails`
  await site.sql`DELETE FROM mailed_links`
  const waits = new Date(Date.now() + 3_600_000).toISOString()
  for (const status of ['KEPT', 'SENT', 'FAILED', 'DROPPED', 'WAITING']) {
    for (const days of [29, 31])
      await site.sql`INSERT INTO mails (recipient, template, status, created_at, next_attempt_at)
        VALUES (${`${status} ${days}`}, 'has-account', ${status}, now() - ${days} * interval '1 day', ${waits})`
  }
  for (const days of [29, 31])
    await site.sql`INSERT INTO invitations (org_uuid, email, name, role, invited_by, expires_at)
      VALUES (${org.uuid}, ${`expired-${days}@x.example`}, 'X', 'VIEWER', 'Y', now() - ${days} * interval '1 day')`
  await site.sql`INSERT INTO mailed_links (secret_hash, purpose, email, expires_at)
    VALUES ('\\x01', 'sign-in', 'x', now() - interval '1 second'), ('\\x02', 'sign-in', 'x', now() + interval '1 hour')`
  const another = await site.anotherApi()
  await vi.waitFor(async () => expect(await site.sql`SELECT 1 FROM mailed_links`).toHaveLength(1), {
    timeout: 20_000,
    interval: 50,
  })
  expect((await site.sql`SELECT recipient FROM mails ORDER BY 1`).map(({ recipient }) => recipient)).toEqual([
    'DROPPED 29',
    'FAILED 29',
    'KEPT 29',
    'SENT 29',
    'WAITING 29',
    'WAITING 31',
  ])
  expect(await site.sql`SELECT email FROM invitations WHERE email LIKE 'expired-%'`).toEqual([
    { email: 'expired-29@x.example' },
  ])
  await site.sql`DELETE FROM mails`
  await another.stop()
})

/** Ends the installation of one test: each installation has connections, and the server has only a few. */
const ended = ({ api, ingest }: Installation) => Promise.all([api.stop(), ingest.stop()])

const origin = site.apiUrl.replace(/\/api\/$/, '')

test('[MAIL-14] the outbox shows the mails of a demo, as a page and as JSON', async () => {
  const recipient = 'outbox+<b>@nordhaven.example'
  await queueMail(site.db, { org: null, recipient, template: 'verify-organization' })
  const mail = await outbox.latest(recipient)
  const page = await fetchAnswer(`${origin}/dev/outbox`)
  expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-store',
  ])
  expect(page.text).toContain(`<a href="${linksIn(mail)[0]}">`)
  expect(page.text).toContain('outbox+&lt;b&gt;@nordhaven.example')
  expect(page.text).not.toMatch(/<b>|<script| on\w+=/)
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';/)
  const { body } = await fetchAnswer(`${origin}/dev/outbox`, { headers: { accept: 'application/json' } })
  expect(body.mails[0]).toEqual({
    to: recipient,
    subject: mail.subject,
    text: mail.text,
    created_at: mail.createdAt.toISOString(),
  })
})

test('[MAIL-14] the outbox shows the latest hundred mails', async () => {
  for (let i = 0; i < 101; i++)
    await queueMail(site.db, {
      org: null,
      recipient: `hundred-${i}@nordhaven.example`,
      template: 'verify-organization',
    })
  await outbox.settled()
  const { body } = await fetchAnswer(`${origin}/dev/outbox`, { headers: { accept: 'application/json' } })
  expect(body.mails).toHaveLength(100)
  expect(body.mails[0].to).toBe('hundred-100@nordhaven.example')
})

const smtpUser = { user: 'carapace', password: 'p/ss:w@rd that nobody may see' }
const smtpUrl = (port: number, { user, password } = smtpUser) =>
  `smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`

test('[MAIL-14] there is no outbox without a demo, with a mail server, or under another host name', async () => {
  const smtp = await startSmtp(smtpUser)
  afterAll(smtp.close)
  const sites = [
    await startInstallation(),
    await startInstallation({ demo: true, smtp: { url: smtpUrl(smtp.port), from: 'a@b.example' } }),
  ]
  for (const { apiUrl } of sites) expect((await fetchAnswer(apiUrl.replace(/api\/$/, 'dev/outbox'))).status).toBe(404)
  await Promise.all(sites.map(ended))
  for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example'])
    expect((await hostsAnswer(site.api.port, host)).status).toBe(404)
  expect((await hostsAnswer(site.api.port, 'localhost')).status).toBe(200)
})

/** The answer to a request with this host name, which fetch cannot send. */
async function hostsAnswer(port: number, host: string): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/dev/outbox', headers: { host } }, (response) =>
      resolve({ status: response.resume().statusCode! }),
    )
      .on('error', reject)
      .end()
  })
}

test('[MAIL-4] with a mail server a mail is delivered, and its content is not stored', async () => {
  const smtp = await startSmtp(smtpUser)
  const mailing = await startInstallation({
    smtp: { url: smtpUrl(smtp.port), from: 'Carapace <no-reply@soc.example>' },
  })
  afterAll(smtp.close)
  await say('register', { email: 'maya@nordhaven.example' }, mailing)
  await outboxOf(mailing).settled()
  await vi.waitFor(async () =>
    expect(await mailing.sql`SELECT status, attempts, error, written, sent_at IS NOT NULL AS sent FROM mails`).toEqual([
      { status: 'SENT', attempts: 1, error: null, written: null, sent: true },
    ]),
  )

  const [mail, ...more] = smtp.delivered
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    to: ['maya@nordhaven.example'],
    from: 'no-reply@soc.example',
    headers: { subject: 'Confirm your email address', from: 'Carapace <no-reply@soc.example>' },
  })
  const [row] = await mailing.sql<{ uuid: string }[]>`SELECT uuid FROM mails`
  expect(mail!.headers['message-id']).toBe(`<${row!.uuid}@console.test>`)
  const secret = secretIn({ text: mail!.parts['text/plain']! })
  expect(mail!.parts['text/html']).toContain(`<a href="http://console.test/verify-organization/${secret}">`)
  expect((await say('verify-organization', { organizationUuid: secret }, mailing)).body).toEqual({
    success: true,
    email: 'maya@nordhaven.example',
  })
  const rows = [...(await rowsOfEverybody(mailing.sql)).values()].join(' ')
  for (const form of formsOf(secret)) expect(rows.includes(form)).toBe(false)
  await ended(mailing)
})

test('[MAIL-4] a mail is retried with growing delays until its server answers, and given up after a day', async () => {
  const away = await startSmtp(smtpUser)
  await away.close()
  const mailing = await startInstallation({ smtp: { url: smtpUrl(away.port), from: 'no-reply@soc.example' } })
  const { sql } = mailing
  const mail = async () =>
    (await sql`SELECT status, attempts, error, extract(epoch FROM next_attempt_at - now()) AS waits FROM mails`)[0]!
  await say('register', { email: 'maya@nordhaven.example' }, mailing)
  for (const [attempts, waits] of [
    [1, 5],
    [2, 10],
    [3, 20],
    [4, 40],
  ] as const) {
    const tried = await vi.waitFor(
      async () => {
        const now = await mail()
        // while it is being sent, its next attempt is later, in case its process dies
        expect(Number(now.waits)).toBeLessThanOrEqual(waits)
        expect(now).toMatchObject({ status: 'WAITING', attempts, error: expect.stringContaining('ECONNREFUSED') })
        return now
      },
      { timeout: 20_000, interval: 20 },
    )
    expect(Number(tried.waits)).toBeGreaterThan(waits / 2)
    await sql`UPDATE mails
      SET next_attempt_at = now(), created_at = now() - ${attempts === 4 ? 25 : 0} * interval '1 hour'`
  }
  await vi.waitFor(async () => expect(await mail()).toMatchObject({ status: 'FAILED', attempts: 5 }), {
    timeout: 20_000,
    interval: 20,
  })

  await sql`UPDATE mails SET created_at = now(), status = 'WAITING', next_attempt_at = now()`
  const back = await startSmtp({ ...smtpUser, port: away.port })
  afterAll(back.close)
  await vi.waitFor(async () => expect(await mail()).toMatchObject({ status: 'SENT', error: null }), {
    timeout: 20_000,
    interval: 20,
  })
  const [delivered] = back.delivered
  expect(
    (
      await say(
        'verify-organization',
        { organizationUuid: secretIn({ text: delivered!.parts['text/plain']! }) },
        mailing,
      )
    ).body.success,
  ).toBe(true)
  await ended(mailing)
})

test('[MAIL-4] a process that stops while it sends a mail waits for the mail server', async () => {
  const accepting = Promise.withResolvers<void>()
  const smtp = await startSmtp({ ...smtpUser, accepting: accepting.promise })
  afterAll(smtp.close)
  const mailing = await startInstallation({ smtp: { url: smtpUrl(smtp.port), from: 'no-reply@soc.example' } })
  await say('register', { email: 'slow@nordhaven.example' }, mailing)
  await vi.waitFor(() => expect(smtp.delivered).toHaveLength(1), 20_000)
  const stopped = mailing.api.stop()
  await pause(500)
  accepting.resolve()
  await stopped
  expect(await mailing.sql`SELECT status, attempts FROM mails`).toEqual([{ status: 'SENT', attempts: 1 }])
  await ended(mailing)
})

test('[MAIL-3] of several mails of a kind to one address, only the link in the latest works', async () => {
  const recipient = 'several@nordhaven.example'
  for (let times = 0; times < 4; times++)
    await queueMail(site.db, { org: null, recipient, template: 'verify-organization' })
  const mails = await outbox.to(recipient)
  const works = await Promise.all(
    mails.map(async (mail) => (await say('verify-organization', { organizationUuid: secretIn(mail) })).body.success),
  )
  expect(works).toEqual([true, false, false, false])
})

const main = fileURLToPath(new URL('../../../apps/api/src/main.ts', import.meta.url))

/** An api in a separate process, whose complete output is stored. */
async function talkativeApi(databaseUrl: string, env: Record<string, string>) {
  const lines: string[] = []
  const { secretKey, publicUrl } = apiSettings({ databaseUrl })
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      PUBLIC_URL: publicUrl,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'trace',
      DEBUG: '*',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  afterAll(() => void child.kill('SIGKILL'))
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => lines.push(line))
  const port = await vi.waitFor(
    () => {
      const found = lines.map((line) => /"address":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(line)?.[1]).find(Boolean)
      if (!found) throw new Error(lines.join('\n') || 'It does not listen yet.')
      return found
    },
    { timeout: 60_000, interval: 50 },
  )
  const call: Installation['call'] = (token, path, body) =>
    fetchAnswer(`http://127.0.0.1:${port}/api/${path}`, {
      method: 'POST',
      headers: { ...(token !== undefined && { 'access-token': token }), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    call,
    lines,
    stop: () =>
      new Promise<void>((resolve) => {
        child.once('close', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

test("[MAIL-5] no log has secrets, passwords, mail contents or the mail server's credentials", async () => {
  const mails: string[] = []
  const secretsIn = (mail: string) => mail.replaceAll('=\r\n', '').match(/(?<=\/)[\w-]{43}$/gm) ?? []
  const mailedSecrets = () => mails.flatMap(secretsIn)
  // this server repeats the mail in its refusal
  const smtp = await startSmtp({
    ...smtpUser,
    refusal: (mail) => `no: ${mails[mails.push(mail) - 1]!.replaceAll(/\s+/g, ' ').slice(0, 400)}`,
  })
  afterAll(smtp.close)
  const mailing = await startInstallation({ smtp: { url: smtpUrl(smtp.port), from: 'no-reply@soc.example' } })
  const bravo = await mailing.organisation('Bravo')
  const { ADMIN: admin, ENGINEER: engineer } = bravo.members
  const api = await talkativeApi(mailing.url, { SMTP_URL: smtpUrl(smtp.port), MAIL_FROM: 'no-reply@soc.example' })
  const wrongPassword = 'not p/ss:w@rd but secret'
  const wrongApi = await talkativeApi(mailing.url, {
    SMTP_URL: smtpUrl(smtp.port, { ...smtpUser, password: wrongPassword }),
    MAIL_FROM: 'no-reply@soc.example',
  })

  const uuid = await makeLink(mailing.db, {
    purpose: 'reset-password',
    org: bravo.org,
    email: engineer.email,
    userUuid: engineer.uuid,
    ms: 60_000,
  })
  const password = 'N0body-may-read-this!'
  const chosen = { uuid, new_password: password, confirm_password: password }
  expect((await say('set-password', { ...chosen, confirm_password: `${password}!` }, api)).status).toBe(422)
  expect((await say('set-password', chosen, api)).status).toBe(200)
  expect((await say('set-password', chosen, api)).status).toBe(422)
  await say('verify-organization', { organizationUuid: uuid }, api)
  await say('complete-registration', { ...form, organizationUuid: uuid }, api)
  await say('register', { email: 'refused@nordhaven.example', recaptcha_token: 'a captcha token' }, api)
  await say('forgot-password', { email: engineer.email }, api)
  await api.call(admin.token, 'v2/app/invite-team-member', {
    email: 'log@nordhaven.example',
    name: 'Log',
    role: 'VIEWER',
  })
  await vi.waitFor(
    async () => {
      await mailing.sql`UPDATE mails SET next_attempt_at = now() WHERE status = 'WAITING' AND error IS NOT NULL`
      expect(api.lines.some((line) => line.includes('A mail could not be sent: EMESSAGE 550'))).toBe(true)
      expect(wrongApi.lines.some((line) => line.includes('A mail could not be sent: EAUTH 535'))).toBe(true)
      expect(mailedSecrets()).not.toEqual([])
    },
    { timeout: 30_000, interval: 300 },
  )
  await Promise.all([api.stop(), wrongApi.stop(), ended(mailing)])

  const secrets = [uuid, password, 'a captcha token', admin.token, smtpUser.password, wrongPassword, ...mailedSecrets()]
  const rows = [...(await rowsOfEverybody(mailing.sql)).values()]
  for (const kept of [...api.lines, ...wrongApi.lines, ...rows])
    for (const secret of secrets)
      for (const form of formsOf(secret)) expect(kept.includes(form), `${form} in ${kept.slice(0, 500)}`).toBe(false)
})
