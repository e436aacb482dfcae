import { expect, test } from 'vitest'

import { password, startInstallation } from '../support/installation.ts'
import { linksIn, outboxOf, secretIn } from '../support/servers/mails.ts'

const site = await startInstallation()
const { call } = site
const outbox = outboxOf(site)
const alpha = await site.organisation('Alpha')
const hour = 3_600_000
const better = 'Better-than-before-1'

const say = (path: string, input: object) => call(undefined, `v2/auth/${path}`, input)
const set = (uuid: string, chosen = better, again = chosen) =>
  say('set-password', { uuid, new_password: chosen, confirm_password: again })
const signIn = (email: string, enteredPassword: string) => say('login', { email, password: enteredPassword })
const statusesOf = (replies: readonly { status: number }[]) =>
  replies.map(({ status }) => status).toSorted((a, b) => a - b)
const refusal = ({ status, body }: { status: number; body: { code: string; message: string } }) => [
  status,
  body.code,
  body.message,
]
const ended = [422, 'RULE_REFUSED', 'This link is expired or has already been used. Ask for another.']

/** The mailed link for a new password. */
async function forgot(email: string): Promise<string> {
  await site.sql`DELETE FROM sign_in_failures`
  await site.sql`DELETE FROM mails`
  expect((await say('forgot-password', { email })).status).toBe(200)
  return secretIn(await outbox.latest(email))
}

let people = 0
/** A signed-in user, with a pending sign-in besides. */
async function somebody() {
  const { members, org } = await site.organisation(`Number ${++people}`)
  const { uuid } = members.ANALYST
  await site.sql`INSERT INTO pending_sign_ins (token_hash, user_uuid, org_uuid, expires_at)
    VALUES (sha256(${uuid}::text::bytea), ${uuid}, ${org.uuid}, now() + interval '5 minutes')`
  return { ...members.ANALYST, org }
}

test('[MAIL-11] a mailed link sets a new password, and ends all other access', async () => {
  const { email, token, uuid, org } = await somebody()
  await site.sql`UPDATE users SET temporary_until = now() + interval '1 day' WHERE uuid = ${uuid}`
  const another = await site.signIn(org, uuid)
  const { status, body } = await say('forgot-password', { email: ` ${email.toUpperCase()} ` })
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      message:
        'If this address has an account, a link to set a new password is on its way to it. It is good for an hour.',
    },
  ])
  const mail = await outbox.latest(email)
  expect(linksIn(mail)).toEqual([expect.stringMatching(/^http:\/\/console\.test\/forgot-password\/[\w-]{43}$/)])
  expect(mail.text).toContain('from the address 127.0.0.1')
  const [link] = await site.sql`SELECT expires_at FROM mailed_links WHERE email = ${email}`
  expect(link!.expires_at.getTime() - Date.now()).toBeLessThanOrEqual(hour)
  expect(link!.expires_at.getTime() - Date.now()).toBeGreaterThan(0.95 * hour)

  expect((await set(secretIn(mail))).body).toEqual({ success: true, message: 'Your password is set. Sign in with it.' })
  for (const old of [token, another]) expect((await site.get(old, 'v2/auth/session')).status).toBe(403)
  expect(await site.sql`SELECT 1 FROM pending_sign_ins WHERE user_uuid = ${uuid}`).toEqual([])
  expect(
    (
      await site.sql`SELECT temporary_until, password_hash LIKE '$argon2id$v=19$%' AS argon
        FROM users
        WHERE uuid = ${uuid}`
    )[0],
  ).toEqual({ temporary_until: null, argon: true })
  expect((await signIn(email, password)).body.code).toBe('INVALID_LOGIN')
  expect((await signIn(email, better)).status).toBe(200)
  expect((await outbox.latest(email)).subject).toBe('Your password was changed')
  const log = await site.sql`SELECT action, actor_uuid, address
      FROM audit_log
      WHERE subject_uuid = ${uuid}
      AND action LIKE '%password'
      ORDER BY id`
  expect(log.map((row) => ({ ...row }))).toEqual(
    ['ask for a new password', 'reset password'].map((action) => ({ action, actor_uuid: uuid, address: '127.0.0.1' })),
  )
})

test('[MAIL-11] a user who guessed too often can sign in with the new password', async () => {
  const { email } = await somebody()
  const uuid = await forgot(email)
  for (let times = 0; times < 10; times++) await signIn(email, 'a guess')
  expect((await signIn(email, password)).body.code).toBe('TOO_MANY')
  expect((await set(uuid)).status).toBe(200)
  expect((await signIn(email, better)).status).toBe(200)
})

test('[MAIL-3] a link sets a password once, even if it is followed many times at once', async () => {
  const { email } = await somebody()
  const uuid = await forgot(email)
  const chosen = Array.from({ length: 8 }, (_, i) => `Chosen-number-${i}!`)
  const replies = await Promise.all(chosen.map((one) => set(uuid, one)))
  expect(statusesOf(replies)).toEqual([200, ...Array(7).fill(422)])
  expect(refusal(replies.find(({ status }) => status === 422)!)).toEqual(ended)
  const winner = chosen[replies.findIndex(({ status }) => status === 200)]!
  expect((await signIn(email, winner)).status).toBe(200)
})

test('[MAIL-3] [MAIL-11] a link ends after an hour, with a newer link, or with a new password', async () => {
  const { email, uuid: userUuid } = await somebody()
  const first = await forgot(email)
  const second = await forgot(email)
  expect(refusal(await set(first))).toEqual(ended)
  await site.sql`UPDATE mailed_links SET expires_at = now() WHERE email = ${email}`
  expect(refusal(await set(second))).toEqual(ended)
  const third = await forgot(email)
  await site.sql`INSERT INTO mailed_links (secret_hash, purpose, org_uuid, user_uuid, email, expires_at)
    SELECT sha256('other'), 'sign-in', org_uuid, uuid, email, now() + interval '1 day'
    FROM users
    WHERE uuid = ${userUuid}`
  expect((await set(third)).status).toBe(200)
  expect(await site.sql`SELECT 1 FROM mailed_links WHERE user_uuid = ${userUuid}`).toEqual([])
})

test.for(['verify-organization', 'sign-in'])('[MAIL-3] a %s link sets no password', async (purpose) => {
  const { email, uuid: userUuid } = await somebody()
  const uuid = await forgot(email)
  await site.sql`UPDATE mailed_links SET purpose = ${purpose} WHERE user_uuid = ${userUuid}`
  expect(refusal(await set(uuid))).toEqual(ended)
  expect((await signIn(email, password)).status).toBe(200)
})

test('[MAIL-11] a deactivated user can set no password, and gets no link', async () => {
  const { email, uuid: userUuid } = await somebody()
  const uuid = await forgot(email)
  await site.sql`UPDATE users SET active = false WHERE uuid = ${userUuid}`
  expect(refusal(await set(uuid))).toEqual(ended)
  await site.sql`DELETE FROM mails`
  await say('forgot-password', { email })
  expect(await outbox.to(email)).toEqual([])
})

test.for([
  ['Aa1!aaaa', 'Aa1!aaab', 'Passwords do not match!'],
  ['Aa1!aaa', 'Aa1!aaa', 'The password lacks: at least 8 characters.'],
  ['aaaaaaaa', 'aaaaaaaa', 'The password lacks: one uppercase letter, one number, one special character.'],
  ['AAAA1111!', 'AAAA1111!', 'The password lacks: one lowercase letter.'],
] as const)('[MAIL-11] the passwords %s and %s are refused; the link stays valid', async ([chosen, again, message]) => {
  const { email } = await somebody()
  const uuid = await forgot(email)
  expect(refusal(await set(uuid, chosen, again))).toEqual([422, 'RULE_REFUSED', message])
  expect((await set(uuid)).status).toBe(200)
})

test('[MAIL-2] an address without an account gets the same answer, and no mail', async () => {
  const email = 'nobody@alpha.example'
  const [known, unknown] = [
    await say('forgot-password', { email: alpha.members.VIEWER.email }),
    await say('forgot-password', { email }),
  ]
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  expect(await outbox.to(email)).toEqual([])
  expect(await outbox.to(alpha.members.VIEWER.email)).toHaveLength(1)
})

test('[MAIL-2] the api does the same work for an address with an account as for any other', async () => {
  const statements = async (email: string) => {
    const before = await site.sql`SELECT 1 FROM mails`
    const { text } = await say('forgot-password', { email })
    await outbox.settled()
    const rows = await site.sql`SELECT org_uuid, template, facts FROM mails ORDER BY created_at DESC LIMIT 1`
    return {
      text,
      rows: rows.map((row) => ({ ...row })),
      added: (await site.sql`SELECT 1 FROM mails`).length - before.length,
    }
  }
  expect(await statements(alpha.members.ENGINEER.email)).toEqual(await statements('somebody-else@alpha.example'))
})

test.for(['maya', 'a b@c.de', ''])('"%s" is not an email address', async (email) => {
  expect(refusal(await say('forgot-password', { email })).slice(0, 2)).toEqual([400, 'INVALID_INPUT'])
})

test('[MAIL-7] an address gets three links an hour; a network address may request twenty', async () => {
  const { email } = await somebody()
  await site.sql`DELETE FROM sign_in_failures`
  const replies = []
  for (let times = 0; times < 21; times++) replies.push((await say('forgot-password', { email })).status)
  expect(replies).toEqual([...Array(20).fill(200), 429])
  expect(await outbox.to(email)).toHaveLength(3)
})

test('[MAIL-9] unknown input fields change nothing', async () => {
  const { email, uuid: userUuid } = await somebody()
  const uuid = await forgot(email)
  const { status } = await say('set-password', {
    uuid,
    new_password: better,
    confirm_password: better,
    user_uuid: alpha.members.ADMIN.uuid,
    userUuid: alpha.members.ADMIN.uuid,
    role: 'ADMIN',
    email: alpha.members.ADMIN.email,
    org_uuid: alpha.org.uuid,
    active: true,
  })
  expect(status).toBe(200)
  expect((await site.sql`SELECT email, role FROM users WHERE uuid = ${userUuid}`)[0]).toEqual({
    email,
    role: 'ANALYST',
  })
  expect((await signIn(alpha.members.ADMIN.email, password)).status).toBe(200)
})
