import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startApi } from '@carapace/api/src/app.ts'

import { apiSettings } from '../support/api-settings.ts'
import { sendBytes } from '../support/http.ts'
import { fetchAnswer, password, startInstallation } from '../support/installation.ts'

const consoleDir = mkdtempSync(join(tmpdir(), 'carapace-console-'))
writeFileSync(join(consoleDir, 'index.html'), '<!doctype html><title>Carapace</title>')
afterAll(() => rmSync(consoleDir, { recursive: true, force: true }))

const site = await startInstallation({ consoleDir })
const { members } = await site.organisation('Alpha')
const { email } = members.ADMIN
const origin = site.apiUrl.replace(/\/api\/$/, '')

/** A browser's POST to the sign-in call, with the headers of the browser and the page. */
const signIn = (headers: Record<string, string>) =>
  fetchAnswer(`${site.apiUrl}v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password }),
  })

async function forgeryCookie(): Promise<{ cookie: string; value: string; attributes: string }> {
  const { headers } = await site.get(undefined, 'app/config')
  const [pair, ...attributes] = headers.get('set-cookie')!.split('; ')
  return { cookie: pair!, value: decodeURIComponent(pair!.split('=')[1]!), attributes: attributes.join('; ') }
}

test('a page of another site cannot send calls in the name of its visitor', async () => {
  const { cookie, value, attributes } = await forgeryCookie()
  expect(attributes).toMatch(/SameSite=Strict/)
  expect((await signIn({ cookie })).body.code).toBe('FORGED_REQUEST')
  expect((await signIn({ cookie, 'x-xsrf-token': `${value.slice(1)}x` })).body.code).toBe('FORGED_REQUEST')
  expect((await signIn({ 'sec-fetch-site': 'cross-site' })).body.code).toBe('FORGED_REQUEST')
  expect((await signIn({ cookie, 'x-xsrf-token': value })).status).toBe(200)
})

test('a page sets the cookie before its scripts send calls, and keeps the one that a browser holds', async () => {
  const { cookie } = await forgeryCookie()
  const page = async (headers: Record<string, string>) =>
    (await fetchAnswer(`${origin}/alert-management`, { headers: { accept: 'text/html,*/*', ...headers } })).headers
  expect((await page({})).get('set-cookie')).toMatch(/^XSRF-TOKEN=/)
  expect((await page({ cookie })).get('set-cookie')).toBeNull()
})

test('requests that a form of another site can send without preflight are not calls', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    expect([400, 415], type).toContain((await signIn({ 'content-type': type })).status)
  }
})

test.for(['', 'api/app/config', 'org/lifecycle/dashboard', 'api/nothing'])(
  '/%s cannot be framed, runs only our own scripts, and is never interpreted as another type',
  async (path) => {
    const { headers } = await fetchAnswer(`${origin}/${path}`)
    const policy = Object.fromEntries(
      headers
        .get('content-security-policy')!
        .split(';')
        .map((part) => part.trim().split(/ (.*)/))
        .map(([name, rest]) => [name, rest]),
    )
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'object-src': "'none'",
      'frame-ancestors': "'none'",
      'base-uri': "'self'",
      'form-action': "'self'",
    })
    expect(headers.get('x-frame-options')).toMatch(/DENY|SAMEORIGIN/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-powered-by')).toBe(null)
  },
)

test.for([
  '//evil.example',
  '/\\evil.example',
  '/%2f%2fevil.example',
  '/org/..//evil.example',
  '/?next=https://evil.example',
  '/?redirect=//evil.example',
])('%s does not redirect elsewhere', async (path) => {
  const response = await fetch(`${origin}${path}`, { redirect: 'manual' })
  expect([200, 400, 404]).toContain(response.status)
  expect(response.headers.get('location')).toBe(null)
})

test('answers with secrets are not cached', async () => {
  const { headers } = await signIn({})
  expect(headers.get('cache-control')).toBe('no-store')
})

test.for([
  '{"email":"a@b.example","password":"longenough","__proto__":{"role":"ADMIN"}}',
  '{"email":"a@b.example","password":"longenough","constructor":{"prototype":{"role":"ADMIN"}}}',
  '{"__proto__":{"email":"a@b.example","password":"longenough"}}',
])('%s does not change any prototype', async (body) => {
  const { status } = await fetchAnswer(`${site.apiUrl}v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect([400, 422]).toContain(status)
  expect(({} as { role?: string }).role).toBe(undefined)
})

test('a token in the address or in a cookie is not a session: only the header counts', async () => {
  const { token } = members.ADMIN
  expect((await fetchAnswer(`${site.apiUrl}v2/auth/session?access_token=${token}&ACCESS-TOKEN=${token}`)).status).toBe(
    403,
  )
  expect(
    (
      await fetchAnswer(`${site.apiUrl}v2/auth/session`, {
        headers: { cookie: `ACCESS-TOKEN=${token}; access_token=${token}` },
      })
    ).status,
  ).toBe(403)
  expect(
    (await fetchAnswer(`${site.apiUrl}v2/auth/session`, { headers: { authorization: `Bearer ${token}` } })).status,
  ).toBe(403)
})

test("behind a proxy the caller's address is the last in X-Forwarded-For, which the proxy added", async () => {
  const api = await startApi(apiSettings({ databaseUrl: site.url, trustProxy: true }))
  afterAll(() => api.stop())
  const { members: others } = await site.organisation('Proxied')
  const { status } = await fetchAnswer(`http://127.0.0.1:${api.port}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.66, 198.51.100.7' },
    body: JSON.stringify({ email: others.ADMIN.email, password }),
  })
  expect(status).toBe(200)
  const { body } = await site.get(others.ADMIN.token, 'v2/auth/sessions')
  expect(body.sessions.map(({ address }: { address: string }) => address)).toContain('198.51.100.7')
})

test.for(['//a:b', '//[', '/%', '/a\\b:c'])('the path %s is answered without an error', async (path) => {
  const reply = await sendBytes(site.api.port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(reply).toMatch(/^HTTP\/1.1 (?:200|400|404) /)
})
