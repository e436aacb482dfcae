import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { renewRecoveryCodes, setUpTwoFactor } from '@carapace/shared/account/security.contract'
import { whoAmI } from '@carapace/shared/account/auth.contract'

import { codeOf, switchTwoFactorOn } from '../support/authenticator.ts'
import { fetchAnswer, type Member, password, startInstallation } from '../support/installation.ts'
import { outboxOf } from '../support/servers/mails.ts'

const site = await startInstallation({ trustProxy: true })
const outbox = outboxOf(site)
const stepMs = 30_000
/** A code that was not used yet, not even to switch the second factor on. */
const nextCodeOf = (secret: string) => codeOf(secret, Date.now() + stepMs)
let organisations = 0

/** A user with the second factor on, and the data for signing in. */
async function someone() {
  const { org, members } = await site.organisation(`Org ${++organisations}`)
  const member = members.ADMIN
  return { org, member, ...(await switchTwoFactorOn(site, { token: member.token, password })) }
}

let addresses = 0
const from = (path: string, body: object, address = `198.51.100.${++addresses % 250}`) =>
  fetchAnswer(`${site.apiUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
const begin = async ({ email }: Member): Promise<string> =>
  (await from('v2/auth/login', { email, password })).body.two_factor_token
const finish = (token: string, code: string, address?: string) =>
  from('v2/auth/2fa/validate', { code, two_factor_token: token }, address)
const actionsOf = async ({ uuid }: Member) =>
  (await site.sql`SELECT action FROM audit_log WHERE subject_uuid = ${uuid} ORDER BY id`).map(
    ({ action }) => action as string,
  )
/** The code with another first digit. */
const wrong = (code: string) => `${(Number(code[0]) + 5) % 10}${code.slice(1)}`

test('[SIGNIN-5] the correct password returns a token for a code, and opens no session', async () => {
  const { member, secret } = await someone()
  const { body } = await from('v2/auth/login', { email: member.email, password })
  expect(body).toEqual({ needs_2fa: true, two_factor_token: expect.stringMatching(/^c2f_[\w-]{43}$/), user: null })
  expect((await site.get(body.two_factor_token, 'v2/auth/session')).status).toBe(403)

  const {
    status,
    body: { user },
  } = await finish(body.two_factor_token, nextCodeOf(secret))
  expect([status, user.email, user.two_factor]).toEqual([200, member.email, true])
  expect((await site.get(user.access_token, 'v2/auth/session')).status).toBe(200)
  expect(await actionsOf(member)).toEqual(
    expect.arrayContaining(['switch two-factor on', 'sign-in, second factor asked', 'sign-in with authenticator code']),
  )
})

test('[SIGNIN-7] a code works once, and invalidates earlier codes', async () => {
  const { member, secret } = await someone()
  const now = Date.now()
  expect((await finish(await begin(member), codeOf(secret, now + stepMs))).status).toBe(200)
  for (const late of [now + stepMs, now, now - stepMs]) {
    const { status, body } = await finish(await begin(member), codeOf(secret, late))
    expect([status, body.message]).toEqual([400, 'The code is not right.'])
  }
})

test('[SIGNIN-7] if many requests give one code at the same time, only one succeeds', async () => {
  const { member, secret } = await someone()
  const tokens = await Promise.all(Array.from({ length: 6 }, () => begin(member)))
  const code = nextCodeOf(secret)
  const answers = await Promise.all(tokens.map((token) => finish(token, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('[SIGNIN-7] codes of other times are refused', async () => {
  const { member, secret } = await someone()
  for (const steps of [-20, -3, 3, 20])
    expect((await finish(await begin(member), codeOf(secret, Date.now() + steps * stepMs))).status).toBe(400)
})

test('[SIGNIN-5] the token allows five attempts; a sixth fails even with the correct code', async () => {
  const { member, secret } = await someone()
  const token = await begin(member)
  const right = nextCodeOf(secret)
  for (let tries = 0; tries < 5; tries += 1) expect((await finish(token, wrong(right))).status).toBe(400)
  const { status, body } = await finish(token, right)
  expect([status, body.code, body.message]).toEqual([422, 'INVALID_LOGIN', 'This sign-in is over. Sign in again.'])
  expect((await actionsOf(member)).filter((action) => action === 'code refused')).toHaveLength(5)
  // the code itself was not used up
  expect((await finish(await begin(member), right)).status).toBe(200)
})

test('[SIGNIN-5] many attempts at once are still limited to five', async () => {
  const { member, secret } = await someone()
  const token = await begin(member)
  const answers = await Promise.all(Array.from({ length: 20 }, () => finish(token, wrong(nextCodeOf(secret)))))
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
})

test('[SIGNIN-5] the token is valid for five minutes, and once', async () => {
  const { member, secret } = await someone()
  const late = await begin(member)
  const [row] = await site.sql`SELECT extract(epoch
      FROM expires_at - now())::float AS seconds
      FROM pending_sign_ins
      WHERE token_hash = sha256(${late}::text::bytea)`
  expect(row!.seconds).toBeGreaterThan(280)
  expect(row!.seconds).toBeLessThanOrEqual(300)
  await site.sql`UPDATE pending_sign_ins SET expires_at = now() WHERE token_hash = sha256(${late}::text::bytea)`
  expect((await finish(late, nextCodeOf(secret))).status).toBe(422)

  const token = await begin(member)
  expect((await finish(token, nextCodeOf(secret))).status).toBe(200)
  expect((await finish(token, codeOf(secret, Date.now() + stepMs))).status).toBe(422)
})

test('[SIGNIN-3] after twenty wrong codes no code is accepted, from any address', async () => {
  const { member, secret, recoveryCodes } = await someone()
  for (let sign = 0; sign < 4; sign += 1) {
    const token = await begin(member)
    for (let tries = 0; tries < 5; tries += 1) expect((await finish(token, wrong(nextCodeOf(secret)))).status).toBe(400)
  }
  expect((await finish(await begin(member), nextCodeOf(secret), '203.0.113.9')).status).toBe(429)
  expect((await finish(await begin(member), recoveryCodes[0]!, '203.0.113.10')).status).toBe(429)
})

test('[SIGNIN-3] of many wrong codes at once twenty are compared', async () => {
  const { member, secret } = await someone()
  const tokens: string[] = []
  for (let sign = 0; sign < 12; sign += 1) tokens.push(await begin(member))
  const tries = tokens.flatMap((token) => Array.from({ length: 5 }, () => token))
  const answers = await Promise.all(tries.map((token) => finish(token, wrong(nextCodeOf(secret)))))
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
})

test("[SIGNIN-9] a recovery code stands in once, however it is typed, and is nobody else's", async () => {
  const { member, recoveryCodes } = await someone()
  const { member: other } = await someone()
  expect(recoveryCodes).toHaveLength(10)
  const [first] = recoveryCodes as [string]
  expect((await finish(await begin(other), first)).status).toBe(400)
  expect((await finish(await begin(member), first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect((await finish(await begin(member), first)).status).toBe(400)
  expect(await actionsOf(member)).toEqual(
    expect.arrayContaining(['use recovery code', 'sign-in with recovery code', 'code refused']),
  )
  const stored = await site.sql`SELECT code_hash FROM recovery_codes WHERE user_uuid = ${member.uuid}`
  expect(stored).toHaveLength(9)
  expect(stored.every(({ code_hash: hash }) => (hash as Uint8Array).length === 32)).toBe(true)
})

test('[SIGNIN-8] a code completes the set-up, ends all other access and notifies the user', async () => {
  const {
    org,
    members: { ADMIN: member },
  } = await site.organisation('Setting up')
  const elsewhere = await site.signIn(org, member.uuid)
  expect((await site.refusal(member.token, setUpTwoFactor, { password: 'not mine' })).errors).toEqual({
    password: 'The password is not right.',
  })
  const { secret, uri } = await site.request(member.token, setUpTwoFactor, { password })
  expect(uri).toBe(`otpauth://totp/Carapace:${encodeURIComponent(member.email)}?secret=${secret}&issuer=Carapace`)
  expect((await from('v2/auth/login', { email: member.email, password })).body.needs_2fa).toBe(false)
  const [row] = await site.sql`SELECT encode(totp_secret, 'escape') AS sealed FROM users WHERE uuid = ${member.uuid}`
  expect(row!.sealed).not.toContain(secret)

  expect((await site.call(member.token, 'v2/auth/2fa/enable', { code: wrong(codeOf(secret)) })).status).toBe(400)
  expect((await site.call(member.token, 'v2/auth/2fa/enable', { code: codeOf(secret) })).status).toBe(200)
  expect((await site.get(elsewhere, 'v2/auth/session')).status).toBe(403)
  expect((await site.request(member.token, whoAmI, {})).user.two_factor).toBe(true)
  expect((await outbox.latest(member.email)).subject).toMatch(/^Two-factor/)
  expect((await site.call(member.token, 'v2/auth/2fa/setup', { password })).status).toBe(422)
  expect(
    (await site.call(member.token, 'v2/auth/2fa/enable', { code: codeOf(secret, Date.now() + stepMs) })).status,
  ).toBe(422)
})

test('[SIGNIN-8] a second set-up replaces the first, and without a set-up there is nothing to enable', async () => {
  const {
    members: {
      ADMIN: { token },
    },
  } = await site.organisation('Twice')
  expect((await site.call(token, 'v2/auth/2fa/enable', { code: '123456' })).status).toBe(422)
  const first = await site.request(token, setUpTwoFactor, { password })
  const second = await site.request(token, setUpTwoFactor, { password })
  expect((await site.call(token, 'v2/auth/2fa/enable', { code: codeOf(first.secret) })).status).toBe(400)
  expect((await site.call(token, 'v2/auth/2fa/enable', { code: codeOf(second.secret) })).status).toBe(200)
})

test('[SIGNIN-9] switching off requires the password and a code or recovery code', async () => {
  const {
    member: { token, uuid, email },
    recoveryCodes,
    secret,
  } = await someone()
  const off = (input: object) => site.call(token, 'v2/auth/2fa/disable', input)
  expect((await off({ password: 'not mine', code: nextCodeOf(secret) })).status).toBe(400)
  expect((await off({ password, code: wrong(nextCodeOf(secret)) })).status).toBe(400)
  expect((await off({ password, code: recoveryCodes[3]! })).status).toBe(200)
  expect(
    await site.sql`SELECT 1 FROM users WHERE uuid = ${uuid} AND totp_secret IS NULL AND totp_enabled_at IS NULL`,
  ).toHaveLength(1)
  expect(await site.sql`SELECT 1 FROM recovery_codes WHERE user_uuid = ${uuid}`).toHaveLength(0)
  expect((await from('v2/auth/login', { email, password })).body.needs_2fa).toBe(false)
  expect((await off({ password, code: nextCodeOf(secret) })).status).toBe(422)
})

test('[SIGNIN-9] new recovery codes replace the old ones', async () => {
  const { member, secret, recoveryCodes } = await someone()
  expect(
    (await site.call(member.token, 'v2/auth/2fa/recovery-codes', { password, code: recoveryCodes[0]!.slice(0, 6) }))
      .status,
  ).toBe(400)
  const body = await site.request(member.token, renewRecoveryCodes, { password, code: nextCodeOf(secret) })
  expect(body.recovery_codes).toHaveLength(10)
  expect((await finish(await begin(member), recoveryCodes[0]!)).status).toBe(400)
  expect((await finish(await begin(member), body.recovery_codes[0]!)).status).toBe(200)
})

test('[SIGNIN-5] a user who is deactivated during the second factor cannot complete the sign-in', async () => {
  const { member, secret } = await someone()
  const token = await begin(member)
  await site.sql`UPDATE users SET active = false WHERE uuid = ${member.uuid}`
  expect((await finish(token, nextCodeOf(secret))).status).toBe(422)
})

const oathtool = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'oathtool'))
  .find((file) => existsSync(file))

test.skipIf(!oathtool)(
  `[SIGNIN-7] a code of oathtool is taken${oathtool ? '' : ' (skipped: there is no oathtool on this machine)'}`,
  async () => {
    const { member, secret } = await someone()
    // the current code switched it on; the next code is valid already
    const soon = `${new Date(Date.now() + stepMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`
    const code = execFileSync(oathtool!, ['--totp', '--base32', `--now=${soon}`, secret], { encoding: 'utf8' }).trim()
    expect((await finish(await begin(member), code)).status).toBe(200)
  },
)
