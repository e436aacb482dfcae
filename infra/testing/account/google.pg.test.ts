import { afterAll, beforeEach, expect, test } from 'vitest'

import { switchTwoFactorOn } from '../support/authenticator.ts'
import { fetchAnswer, password, startInstallation } from '../support/installation.ts'
import { client, type Misbehaviour, startProvider } from '../support/servers/openid-provider.ts'

const provider = await startProvider()
afterAll(() => provider.stop())
const publicUrl = 'http://console.test/soc'
const site = await startInstallation({ publicUrl, google: { ...client, issuer: provider.issuer } })
const { call } = site
/** A call without a session. */
const callUnauthenticated = (path: string, body: object) => call(undefined, path, body)
const { members } = await site.organisation('Alpha')
const { ADMIN: admin, ANALYST: analyst } = members
const refusal = `${publicUrl}/?error=INVALID_LOGIN`

beforeEach(() => {
  provider.state.misbehaviour = {}
  provider.state.email = admin.email
})

/** A browser's request: it does not follow redirects, and sends the cookie that it was given. */
const browse = async (path: string, cookie?: string) => {
  const response = await fetch(`${site.apiUrl}${path}`, {
    redirect: 'manual',
    ...(cookie !== undefined && { headers: { cookie } }),
  })
  const given = response.headers.getSetCookie().find((one) => one.startsWith('carapace-google='))
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    given,
    cookie: given?.split(';')[0],
  }
}

/** Begins, signs in at the provider, and returns; the argument changes what the browser sends. */
async function signIn(
  bent: { cookie?: (cookie: string) => string | undefined; query?: (query: URLSearchParams) => void } = {},
): Promise<string> {
  const begun = await browse('auth/google')
  const back = provider.visit(begun.location)
  bent.query?.(back.searchParams)
  const { cookie } = begun
  return (await browse(`auth/google/callback?${back.searchParams}`, bent.cookie ? bent.cookie(cookie!) : cookie))
    .location
}

test('[SIGNIN-13] the redirect to the provider has state, nonce and PKCE, stored away from scripts', async () => {
  const { status, location, given } = await browse('auth/google')
  const params = Object.fromEntries(new URL(location).searchParams)
  expect(status).toBe(302)
  expect(location.startsWith(`${provider.issuer}/authorize?`)).toBe(true)
  expect(params).toEqual({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: `${publicUrl}/api/auth/google/callback`,
    scope: 'openid email',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(given).toMatch(/; Max-Age=600; Path=\/soc\/api\/auth\/google; HttpOnly; SameSite=Lax$/)
  for (const secret of [params.state!, params.nonce!]) expect(given).not.toContain(secret)
  expect(new URL((await browse('auth/google')).location).searchParams.get('state')).not.toBe(params.state)
})

test('[SIGNIN-13] a known user gets a link that is valid for one minute and signs in once', async () => {
  const location = await signIn()
  expect(location).toMatch(/^http:\/\/console\.test\/soc\/\?token=[\w-]{43}$/)
  const token = new URL(location).searchParams.get('token')!
  const [row] = await site.sql`SELECT extract(epoch
      FROM expires_at - now())::float AS seconds
      FROM mailed_links
      WHERE user_uuid = ${admin.uuid}`
  expect(row!.seconds).toBeLessThanOrEqual(60)
  const { body } = await callUnauthenticated('v2/auth/login-via-token', { token })
  expect(body.user.email).toBe(admin.email)
  expect((await callUnauthenticated('v2/auth/login-via-token', { token })).status).toBe(422)
})

test('[SIGNIN-13] the address is compared in lower case, as it is stored', async () => {
  provider.state.email = admin.email.toUpperCase()
  expect(await signIn()).toContain('?token=')
})

test('[SIGNIN-13] the second factor is still required', async () => {
  await switchTwoFactorOn(site, { token: analyst.token, password })
  provider.state.email = analyst.email
  const token = new URL(await signIn()).searchParams.get('token')!
  expect((await callUnauthenticated('v2/auth/login-via-token', { token })).body).toMatchObject({
    needs_2fa: true,
    user: null,
  })
})

test('[SIGNIN-13] a Google sign-in creates no account, and a deactivated account stays closed', async () => {
  const [before] = await site.sql`SELECT count(*)::int AS users FROM users`
  provider.state.email = 'unknown@elsewhere.example'
  expect(await signIn()).toBe(refusal)
  expect(await site.sql`SELECT count(*)::int AS users FROM users`).toEqual([before])

  const {
    members: { VIEWER: left },
  } = await site.organisation('Left')
  await site.sql`UPDATE users SET active = false WHERE uuid = ${left.uuid}`
  provider.state.email = left.email
  expect(await signIn()).toBe(refusal)
})

const now = Math.floor(Date.now() / 1000)
const misbehaviours: Record<string, Misbehaviour> = {
  'whose address is not verified': { claims: { email_verified: false } },
  'that does not say whether the address is verified': { without: ['email_verified'] },
  'without an address': { without: ['email'] },
  'for another client': { claims: { aud: 'another' } },
  "for another client's sake": { claims: { azp: 'another' } },
  'of another issuer': { claims: { iss: 'https://accounts.google.com' } },
  'that answers another question': { claims: { nonce: 'another' } },
  'that answers no question': { without: ['nonce'] },
  'that has expired': { claims: { iat: now - 7_200, exp: now - 3_600 } },
  'that never expires': { without: ['exp'] },
  'signed by somebody else': { forged: true },
  'that is not signed': { unsigned: true },
  'of a provider that is out of order': { status: 500 },
}

test.for(Object.keys(misbehaviours))('[SIGNIN-13] a token %s is refused', async (why) => {
  provider.state.misbehaviour = misbehaviours[why]!
  expect(await signIn()).toBe(refusal)
})

const bends: Record<string, Parameters<typeof signIn>[0]> = {
  'without the cookie': { cookie: () => undefined },
  'with a cookie that was changed': { cookie: (cookie) => `${cookie.slice(0, -3)}abc` },
  'with a forged cookie': {
    cookie: () => {
      const forged = '{"state":"a","nonce":"b","verifier":"c","until":9999999999999}'
      return `carapace-google=${Buffer.from(forged).toString('base64url')}`
    },
  },
  'with another state': { query: (query) => query.set('state', 'another') },
  'without a state': { query: (query) => query.delete('state') },
  'with two states': { query: (query) => query.append('state', 'another') },
  'without a code': { query: (query) => query.delete('code') },
  'with a code that is none': { query: (query) => query.set('code', 'none') },
  'with an error': {
    query: (query) => {
      query.delete('code')
      query.set('error', 'access_denied')
    },
  },
}

test.for(Object.keys(bends))('[SIGNIN-13] a callback %s is refused', async (why) => {
  expect(await signIn(bends[why])).toBe(refusal)
})

test('[SIGNIN-13] a code that one browser received cannot be used by another', async () => {
  const [mine, theirs] = [await browse('auth/google'), await browse('auth/google')]
  const back = provider.visit(theirs.location)
  expect((await browse(`auth/google/callback?${back.searchParams}`, mine.cookie)).location).toBe(refusal)
  const tokenRequests = provider.state.tokenRequests
  back.searchParams.set('state', new URL(mine.location).searchParams.get('state')!)
  expect((await browse(`auth/google/callback?${back.searchParams}`, mine.cookie)).location).toBe(refusal)
  expect(provider.state.tokenRequests).toBe(tokenRequests + 1)
})

test('[SIGNIN-13] no request input decides the redirect target', async () => {
  const begun = await browse(
    'auth/google?redirect_uri=https://evil.example&next=https://evil.example&issuer=https://evil.example',
  )
  expect(begun.location.startsWith(provider.issuer)).toBe(true)
  expect(begun.location).not.toContain('evil')
  const location = await signIn({
    query: (query) => {
      for (const name of ['redirect', 'next', 'return_to', 'token', 'iss']) query.set(name, 'https://evil.example')
    },
  })
  expect(location).toMatch(/^http:\/\/console\.test\/soc\/\?token=[\w-]{43}$/)
})

test('[SIGNIN-13] a Host header does not decide the redirect target', async () => {
  const { headers } = await fetchAnswer(`${site.apiUrl}auth/google`, {
    redirect: 'manual',
    headers: { 'x-forwarded-host': 'evil.example' },
  })
  expect(headers.get('location')).not.toContain('evil')
})
