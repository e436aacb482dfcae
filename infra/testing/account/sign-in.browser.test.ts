import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { axeOf, sidewaysOf, startConsole, type Visit } from '../support/browser/browser.ts'
import { password } from '../support/installation.ts'

const { site, visit } = await startConsole()
const { members } = await site.organisation('Alpha')

/** Maximum script size of the login page, bytes on the wire (CONSOLE.md, Performance). */
const mostScript = 200_000

async function signIn({ page }: Visit, email: string, secret: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('[FORM-1] sign-in is enabled with a possible email and password', async () => {
  const { page, goto } = await visit()
  await goto('/')
  const button = page.getByRole('button', { name: 'Sign in' })
  expect(await button.isDisabled()).toBe(true)
  await page.getByLabel('Email').fill(members.ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  expect(await button.isDisabled()).toBe(true)
  await page.getByLabel('Password', { exact: true }).fill('longer')
  expect(await button.isEnabled()).toBe(true)
})

test('[FORM-11] a wrong password shows errors above the form; the email stays there, not in the address', async () => {
  const there = await visit()
  await there.goto('/')
  await signIn(there, members.ADMIN.email, 'not the password')

  const errors = there.page.getByRole('alert')
  await errors.waitFor()
  expect(await errors.getByRole('heading').innerText()).toBe('Errors')
  expect(await errors.getByRole('listitem').allInnerTexts()).toEqual([expect.stringMatching(/\w/)])
  expect(await there.page.getByLabel('Email').inputValue()).toBe(members.ADMIN.email)
  expect(new URL(there.page.url()).search).toBe('?error=INVALID_LOGIN')
  there.ignoreFaults(/Failed to load resource: .* 4\d\d .*auth\/login/)
})

test('signing in leads to the dashboard, and from then on the front page does too', async () => {
  const there = await visit()
  await there.goto('/')
  await signIn(there, members.ADMIN.email, password)
  await there.page.waitForURL('**/org/lifecycle/dashboard')

  await there.goto('/')
  await there.page.waitForURL('**/org/lifecycle/dashboard')
  expect(await there.page.getByLabel('Email').count()).toBe(0)
  await there.page.goBack()
  await there.page.waitForURL('**/org/lifecycle/dashboard')
})

test('[FORM-8] a page opened without a session asks to sign in, without an error, and is opened then', async () => {
  const there = await visit()
  await there.goto('/org/msoc/dashboard/alert-management?time=6h')
  await there.page.getByText('Sign in to open the page that you asked for.').waitFor()
  expect(new URL(there.page.url()).pathname + new URL(there.page.url()).search).toBe('/')
  expect(await there.page.getByRole('alert').count()).toBe(0)
  await signIn(there, members.ADMIN.email, password)
  await there.page.waitForURL('**/org/msoc/dashboard/alert-management?time=6h*')
})

test('[SESSION-6] analysts begin on the MSOC dashboard, until they choose otherwise', async () => {
  const there = await visit()
  await there.goto('/')
  await signIn(there, members.ANALYST.email, password)
  await there.page.waitForURL('**/org/msoc/dashboard?*')

  await there.goto('/org/lifecycle/profile-settings')
  await there.page.getByRole('radio', { name: 'Lifecycle dashboard' }).check()
  await there.goto('/')
  await there.page.waitForURL('**/org/lifecycle/dashboard')
  expect(await there.page.evaluate(() => localStorage.getItem('carapace.preferences'))).toContain('engineering')
})

test('signing out leads to the front page and forgets the session', async () => {
  const { org } = await site.organisation('Leaving')
  const [user] = await site.sql`SELECT uuid, email FROM users WHERE org_uuid = ${org.uuid} AND role = 'ADMIN'`
  const member = {
    uuid: user!.uuid as string,
    email: user!.email as string,
    role: 'ADMIN' as const,
    token: await site.signIn(org, user!.uuid as string),
  }
  const { page, goto } = await visit({ as: member })
  await goto('/org/msoc/dashboard/alert-management')
  await page.getByText('No open alerts').waitFor()
  await page.getByRole('button', { name: /account menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Email').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('carapace.user'))).toBe(null)
  expect((await site.get(member.token, 'v2/auth/session')).status).toBe(403)
})

// access.pg.test.ts tests that the server closes the socket within five seconds; this tests the page
test('[SOCKET-5] a user whose session is revoked is signed out without any input', async () => {
  const { members: others } = await site.organisation('Revoked')
  const there = await visit({ as: others.ANALYST })
  await there.goto('/org/msoc/dashboard/alert-management')
  await there.page.getByText('No open alerts').waitFor()

  await site.sql`UPDATE sessions SET revoked_at = now() WHERE user_uuid = ${others.ANALYST.uuid}`
  await there.page.getByText('Sign in to open the page that you asked for.').waitFor()
  expect(new URL(there.page.url()).pathname).toBe('/')
  there.ignoreFaults(/Failed to load resource: .* 403 /)
})

test.for(['dark', 'light'] as const)(
  'axe finds nothing on the %s front page, with and without errors',
  async (theme) => {
    const { page, goto } = await visit({ theme })
    await goto('/')
    await page.getByLabel('Email').waitFor()
    expect(await axeOf(page)).toEqual([])
    await goto('/?error=INVALID_LOGIN')
    await page.getByRole('alert').waitFor()
    expect(await axeOf(page)).toEqual([])
  },
)

test('on a phone the front page does not scroll sideways', async () => {
  const { page, goto } = await visit({ phone: true })
  await goto('/?error=INVALID_LOGIN')
  await page.getByRole('alert').waitFor()
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0)
})

test('the front page loads less than 200 KB of script, compressed', async () => {
  const { page, goto } = await visit()
  const network = await page.context().newCDPSession(page)
  await network.send('Network.setCacheDisabled', { cacheDisabled: true }) // like a first visit
  const scripts: Promise<readonly [name: string, size: number]>[] = []
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname
    if (/\.m?js$/.test(name)) scripts.push(response.body().then((body) => [name, gzipSync(body).length] as const))
  })
  await goto('/')
  await page.getByLabel('Email').waitFor()
  await page.waitForLoadState('networkidle')

  const sizes = await Promise.all(scripts)
  expect(sizes.map(([name]) => name)).toContainEqual(expect.stringMatching(/sign-in/))
  expect(
    sizes.reduce((sum, [, size]) => sum + size, 0),
    sizes.join('\n'),
  ).toBeLessThan(mostScript)
})

test('[SESSION-2] signing out in one tab signs out the other tabs', async () => {
  const { members: others } = await site.organisation('Tabs')
  const { page, goto } = await visit({ as: others.ADMIN })
  await goto('/org/msoc/dashboard/alert-management')
  await page.getByText('No open alerts').waitFor()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.evaluate(() => localStorage.clear())
  await page.getByLabel('Email').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})
