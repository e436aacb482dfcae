import { expect, test } from 'vitest'
import { makeLink } from '@carapace/api/src/account/mail/links.queries.ts'
import { openSession } from '@carapace/api/src/account/sign-in/sessions.queries.ts'
import { whoAmI } from '@carapace/shared/account/auth.contract'

import { switchTwoFactorOn } from '../support/authenticator.ts'
import { fetchAnswer, type Installation, password, startInstallation } from '../support/installation.ts'
import { outboxOf } from '../support/servers/mails.ts'

// behind a proxy, so that a test can send requests from any address
const site = await startInstallation({ trustProxy: true })
const { call } = site
/** A call without a session. */
const callUnauthenticated = (path: string, body: object) => call(undefined, path, body)
const outbox = outboxOf(site)
let addresses = 0
/** An address without failed sign-ins. */
const fresh = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`

const from = (address: string, path: string, body: object, headers: Record<string, string> = {}) =>
  fetchAnswer(`${site.apiUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
    body: JSON.stringify(body),
  })
const signIn = (email: string, enteredPassword: string, address = fresh(), headers: Record<string, string> = {}) =>
  from(address, 'v2/auth/login', { email, password: enteredPassword }, headers)

const { org, members } = await site.organisation('Alpha')
const { ADMIN: admin, ANALYST: analyst, ENGINEER: engineer, VIEWER: viewer } = members
const refusal = {
  success: false,
  code: 'INVALID_LOGIN',
  message: 'The email or the password is not right.',
  errors: {},
}
const actionsOf = async (uuid: string) =>
  (await site.sql`SELECT action FROM audit_log WHERE subject_uuid = ${uuid} ORDER BY id`).map(
    ({ action }) => action as string,
  )

test('[SIGNIN-1] signing in opens its own session, ends no other, and ignores a token in the request', async () => {
  const planted = `cst_${'a'.repeat(43)}`
  const { status, body } = await signIn(admin.email, password, fresh(), { 'access-token': planted })
  expect(status).toBe(200)
  const token = body.user.access_token as string
  expect(token).toMatch(/^cst_[\w-]{43}$/)
  expect([planted, admin.token]).not.toContain(token)
  expect((await site.get(planted, 'v2/auth/session')).status).toBe(403)
  expect((await site.get(token, 'v2/auth/session')).status).toBe(200)
  expect((await site.get(admin.token, 'v2/auth/session')).status).toBe(200)

  const again = await signIn(admin.email, password, fresh(), { 'access-token': token })
  expect(again.body.user.access_token).not.toBe(token)
  expect(
    await site.sql`SELECT 1
      FROM sessions
      WHERE encode(token_hash, 'escape') LIKE '%cst%' OR position(${token}::bytea IN token_hash) > 0`,
  ).toHaveLength(0)
})

test('[SIGNIN-6] a sign-in returns the user, and so does a later session request', async () => {
  await site.sql`UPDATE users
    SET time_zone = 'Asia/Kolkata', temporary_until = now() + interval '1 day'
    WHERE uuid = ${viewer.uuid}`
  const { body } = await signIn(viewer.email, password)
  const { access_token: token, ...user } = body.user
  expect(body).toMatchObject({ needs_2fa: false, two_factor_token: null })
  expect(user).toMatchObject({
    uuid: viewer.uuid,
    email: viewer.email,
    role: 'VIEWER',
    time_zone: 'Asia/Kolkata',
    two_factor: false,
    temporary_password: true,
    organization: { name: 'Alpha', license: { is_active: true } },
  })
  expect((await site.request(token, whoAmI, {})).user).toEqual(user)
  await site.sql`UPDATE users SET temporary_until = NULL WHERE uuid = ${viewer.uuid}`
})

/** Changes to an account that make its own password invalid. */
const refused: Record<string, (site: Installation, uuid: string) => Promise<unknown>> = {
  'an expired temporary password': ({ sql }, uuid) =>
    sql`UPDATE users SET temporary_until = now() - interval '1 second' WHERE uuid = ${uuid}`,
  'no password': ({ sql }, uuid) => sql`UPDATE users SET password_hash = NULL WHERE uuid = ${uuid}`,
  'a deactivated account': ({ sql }, uuid) => sql`UPDATE users SET active = false WHERE uuid = ${uuid}`,
}

test.for(Object.keys(refused))('[SIGNIN-2] %s is refused like a wrong password', async (why) => {
  const { members } = await site.organisation('Refused')
  await refused[why]!(site, members.ANALYST.uuid)
  const { status, body } = await signIn(members.ANALYST.email, password)
  expect([status, body]).toEqual([422, refusal])
  expect(await actionsOf(members.ANALYST.uuid)).toEqual(['sign-in refused'])
})

test('[SIGNIN-2] the answer does not reveal whether an address has an account', async () => {
  const [known, unknown] = [await signIn(admin.email, 'wrong'), await signIn('nobody@alpha.example', 'wrong')]
  expect([known.status, known.body]).toEqual([422, refusal])
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
})

test('[SIGNIN-3] guessing at an account stops after ten failures, except for its owner', async () => {
  const guesser = fresh()
  const other = fresh()
  for (let guess = 0; guess < 10; guess += 1)
    expect((await signIn(engineer.email, `guess ${guess}`, guesser)).status).toBe(422)
  const { status, body, headers } = await signIn(engineer.email, password, guesser)
  expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'TOO_MANY', '900'])
  expect((await signIn(engineer.email, 'one more guess', other)).status).toBe(422)
  expect((await signIn(engineer.email, password, other)).status).toBe(429)

  expect((await signIn(engineer.email, password, fresh())).status).toBe(200)
  expect((await signIn(engineer.email, password, guesser)).status).toBe(200)
})

test('[SIGNIN-3] many guesses at once cannot bypass the count', async () => {
  const { members } = await site.organisation('Stormed')
  const guesser = fresh()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, guess) => signIn(members.ADMIN.email, `guess ${guess}`, guesser)),
  )
  expect(answers.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(10 + 4)
})

test('[SIGNIN-3] an address that guesses at many accounts is stopped after fifty; IPv6 by network', async () => {
  const network = (host: number) => `2001:db8:7:7::${host.toString(16)}`
  for (let guess = 1; guess <= 50; guess += 1)
    expect((await signIn(`nobody-${guess}@alpha.example`, 'guess', network(guess))).status).toBe(422)
  expect((await signIn(admin.email, password, network(51))).status).toBe(429)
  expect((await signIn(admin.email, password, '2001:db8:7:8::1')).status).toBe(200)
})

test('[SIGNIN-3] an account under attack is slowed down, except for networks that it signed in from', async () => {
  const { members } = await site.organisation('Spread')
  const { email } = members.ADMIN
  const home = fresh()
  expect((await signIn(email, password, home)).status).toBe(200)
  for (let guess = 0; guess < 25; guess += 1) expect((await signIn(email, 'guess', fresh())).status).toBe(422)
  const { status, headers } = await signIn(email, 'guess', fresh())
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(30)
  expect((await signIn('nobody@spread.example', 'guess', fresh())).status).toBe(422)

  expect((await signIn(email, password, home)).status).toBe(200)
  expect((await signIn(email, 'guess', fresh())).status).toBe(422)
})

test('[SIGNIN-3] a site of IPv6 that guesses from many of its networks is stopped after 150 failures', async () => {
  const network = (host: number) => `2001:db8:9:${host.toString(16)}::1`
  for (let guess = 1; guess <= 150; guess += 1)
    expect((await signIn(`none-${guess}@alpha.example`, 'guess', network(guess))).status).toBe(422)
  expect((await signIn(admin.email, password, network(151))).status).toBe(429)
  expect((await signIn(admin.email, password, '2001:db8:a:1::1')).status).toBe(200)
})

test('[SIGNIN-3] a count lapses after a quarter of an hour', async () => {
  const { members } = await site.organisation('Lapsed')
  const guesser = fresh()
  for (let guess = 0; guess < 10; guess += 1) await signIn(members.ADMIN.email, 'guess', guesser)
  expect((await signIn(members.ADMIN.email, password, guesser)).status).toBe(429)
  await site.sql`UPDATE sign_in_failures SET since = since - interval '15 minutes'`
  expect((await signIn(members.ADMIN.email, password, guesser)).status).toBe(200)
})

const linkFor = (member: { uuid: string; email: string }, ms = 60_000) =>
  makeLink(site.db, { purpose: 'sign-in', org, email: member.email, userUuid: member.uuid, ms })
const follow = (token: string) => callUnauthenticated('v2/auth/login-via-token', { token })

test('[SIGNIN-4] a link signs in once', async () => {
  const token = await linkFor(analyst)
  const { status, body } = await follow(token)
  expect([status, body.user.email]).toEqual([200, analyst.email])
  expect((await site.get(body.user.access_token, 'v2/auth/session')).status).toBe(200)
  expect(await actionsOf(analyst.uuid)).toContain('sign-in by link')
  expect((await follow(token)).body.code).toBe('INVALID_LOGIN')
})

test('[SIGNIN-4] if many requests follow one link at once, only one signs in', async () => {
  const token = await linkFor(analyst)
  const answers = await Promise.all(Array.from({ length: 8 }, () => follow(token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('[SIGNIN-4] all invalid links (used, expired, unknown, other purpose, left user) fail alike', async () => {
  const left = (await site.organisation('Left')).members.ANALYST
  const used = await linkFor(analyst)
  await follow(used)
  const gone = await makeLink(site.db, { purpose: 'sign-in', org, email: left.email, userUuid: left.uuid, ms: 60_000 })
  await site.sql`UPDATE users SET active = false WHERE uuid = ${left.uuid}`
  const reset = await makeLink(site.db, {
    purpose: 'reset-password',
    org,
    email: analyst.email,
    userUuid: analyst.uuid,
    ms: 60_000,
  })
  const answers = []
  for (const token of [used, await linkFor(analyst, -1), 'unknown', gone, reset]) answers.push(await follow(token))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect([answers[0]!.status, answers[0]!.body.code]).toEqual([422, 'INVALID_LOGIN'])
})

const change = (token: string, input: object) => site.call(token, 'v2/auth/change-password', input)
const better = 'Better-Horse-9!'

test('[SIGNIN-12] a new password requires the old one, must be valid, repeated and different', async () => {
  const {
    members: {
      ADMIN: { token },
    },
  } = await site.organisation('Choosy')
  const refusals: [object, RegExp][] = [
    [{ current_password: password, new_password: better, confirm_password: `${better}x` }, /^Passwords do not match!$/],
    [{ current_password: password, new_password: 'short', confirm_password: 'short' }, /at least 8 characters/],
    [{ current_password: better, new_password: better, confirm_password: better }, /differs/],
    [{ current_password: 'not mine', new_password: better, confirm_password: better }, /not right/],
  ]
  for (const [input, message] of refusals) {
    const { status, body } = await change(token, input)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.message).toMatch(message)
  }
})

test('[SIGNIN-12] a password change ends all other access, and notifies the owner', async () => {
  const {
    org,
    members: {
      ADMIN: { uuid, email, token },
    },
  } = await site.organisation('Changed')
  await site.sql`UPDATE users SET temporary_until = now() + interval '1 day' WHERE uuid = ${uuid}`
  const elsewhere = await site.signIn(org, uuid)
  const link = await makeLink(site.db, { purpose: 'reset-password', org, email, userUuid: uuid, ms: 60_000 })
  expect(
    (await change(token, { current_password: password, new_password: better, confirm_password: better })).status,
  ).toBe(200)

  expect((await site.get(elsewhere, 'v2/auth/session')).status).toBe(403)
  expect((await site.request(token, whoAmI, {})).user.temporary_password).toBe(false)
  expect(
    (await callUnauthenticated('v2/auth/set-password', { uuid: link, new_password: better, confirm_password: better }))
      .status,
  ).toBe(422)
  expect((await signIn(email, password)).status).toBe(422)
  expect((await signIn(email, better)).status).toBe(200)
  expect((await outbox.latest(email)).subject).toBe('Your password was changed')
  expect(await actionsOf(uuid)).toContain('change password')
})

test('[SIGNIN-3] the limit of guesses also applies to a password check within a session', async () => {
  const {
    members: {
      ADMIN: { token },
    },
  } = await site.organisation('Stolen')
  const guess = () =>
    fetchAnswer(`${site.apiUrl}v2/auth/2fa/setup`, {
      method: 'POST',
      headers: { 'access-token': token, 'content-type': 'application/json', 'x-forwarded-for': '198.51.200.1' },
      body: '{"password":"guess"}',
    })
  for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(400)
  expect((await guess()).status).toBe(429)
})

test('[ACCOUNT-4] a body with a __proto__ key changes nothing', async () => {
  for (const body of [
    `{"__proto__":{"admin":true},"email":"${viewer.email}","password":"${password}"}`,
    `{"constructor":{"prototype":{"admin":true}},"email":"${viewer.email}","password":"${password}"}`,
  ]) {
    const { status } = await fetchAnswer(`${site.apiUrl}v2/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': fresh() },
      body,
    })
    expect([200, 400]).toContain(status)
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  }
})

test('[SIGNIN-5] a link also requires the second factor', async () => {
  const {
    org,
    members: { ADMIN: admin },
  } = await site.organisation('Doubly')
  await switchTwoFactorOn(site, { token: admin.token, password })
  const { body } = await follow(
    await makeLink(site.db, { purpose: 'sign-in', org, email: admin.email, userUuid: admin.uuid, ms: 60_000 }),
  )
  expect(body).toMatchObject({ needs_2fa: true, user: null, two_factor_token: expect.stringMatching(/^c2f_/) })
})

test("[SIGNIN-1] old ended sessions are deleted at their user's next sign-in", async () => {
  const old = await site.signIn(org, engineer.uuid)
  await site.sql`UPDATE sessions
    SET expires_at = now() - interval '91 days'
    WHERE token_hash = sha256(${old}::text::bytea)`
  await site.db.transaction((tx) => openSession(tx, org, engineer.uuid, { address: '127.0.0.1', userAgent: null }))
  expect(await site.sql`SELECT 1 FROM sessions WHERE token_hash = sha256(${old}::text::bytea)`).toHaveLength(0)
})
