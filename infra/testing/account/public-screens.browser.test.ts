/// <reference lib="dom" />
// functions that are passed to a page run there
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, eventually, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import { arrived, errorsOf, fill, press } from '../support/browser/forms.ts'
import { password } from '../support/installation.ts'

const { site, visit } = await startConsole({
  google: { clientId: 'id', clientSecret: 'secret', issuer: 'https://accounts.google.com' },
})
const { members } = await site.organisation('Alpha')

const screens: readonly { name: string; path: string; fill?: (page: Page) => Promise<void> }[] = [
  { name: 'login', path: '/?error=INVALID_LOGIN' },
  { name: 'register', path: '/register', fill: (page) => fill(page, 'Work email', 'maya@gmail.com') },
  { name: 'registration in progress', path: '/account-register' },
  { name: 'forgot password', path: '/send-forgot-password-link' },
  {
    name: 'set password',
    path: '/forgot-password/secret',
    fill: async (page) => {
      await fill(page, 'New password', 'Secretsecret1!')
      await fill(page, 'Re-enter password', 'another')
      await press(page, 'Submit')
      await errorsOf(page)
      await fill(page, 'New password', 'Secret')
    },
  },
  { name: 'two-factor', path: '/verify-2fa', fill: (page) => page.keyboard.type('123') },
]

async function open(
  { page, goto }: Awaited<ReturnType<typeof visit>>,
  { path, fill: filled }: (typeof screens)[number],
): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('two_factor_token', 'one that waits'))
  await goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await filled?.(page)
}

test.for(screens.flatMap((screen) => (['dark', 'light'] as const).map((theme) => ({ ...screen, theme }))))(
  'axe finds nothing on $name, $theme',
  async (screen) => {
    const there = await visit(screen)
    await open(there, screen)
    expect(await axeOf(there.page)).toEqual([])
  },
)

test.for(screens)('$name does not scroll sideways on a phone, and its side panel is hidden', async (screen) => {
  const there = await visit({ phone: true })
  await open(there, screen)
  expect(await sidewaysOf(there.page)).toBeLessThanOrEqual(0)
  expect(await there.page.getByRole('complementary').count()).toBe(0)
})

test('[FORM-12] forgot password shows the marketing panel from medium width, sign-in from a desktop on', async () => {
  const { page, goto } = await visit()
  const slogan = page.getByText('AI-Driven Cybersecurity Platform for Software Defined Vehicles')
  const shownAt = async (path: string) => {
    await goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const shown: number[] = []
    for (const width of [767, 768, 1023, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      if (await slogan.isVisible()) shown.push(width)
      expect(await sidewaysOf(page)).toBeLessThanOrEqual(0)
    }
    return shown
  }
  expect(await shownAt('/send-forgot-password-link')).toEqual([768, 1023, 1024])
  expect(await shownAt('/')).toEqual([1024])
})

/** The names of the elements that the Tab key reaches, until the focus leaves the page. */
async function stopsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    // Tab continues from the last focus: a button at the very beginning resets it
    const beginning = document.body.insertBefore(document.createElement('button'), document.body.firstChild)
    beginning.focus()
    beginning.remove()
  })
  const stops: string[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const { activeElement: here } = document
      if (here === null || here === document.body) return null
      return here.getAttribute('aria-label') ?? (here as HTMLInputElement).labels?.[0]?.textContent ?? here.textContent
    })
    if (name === null || (stops.length > 0 && name === stops[0])) return stops
    stops.push(name)
  }
}

test.for([
  [
    '/',
    [
      'Email',
      'Forgot password?',
      'Password',
      'Show password',
      'Sign in with Google',
      'Register your organisation',
      'Privacy Policy',
    ],
  ],
  ['/register', ['Work email', 'Back to Login', 'Privacy Policy']],
  ['/account-register', ['Contact support', 'Back to Login', 'Privacy Policy']],
  ['/send-forgot-password-link', ['Email Address', 'Back to Login', 'Privacy Policy']],
  [
    '/forgot-password/secret',
    [
      'New password',
      'Show password',
      'Re-enter password',
      'Show password',
      'Submit',
      'Request a new link',
      'Back to Login',
      'Privacy Policy',
    ],
  ],
  [
    '/verify-2fa',
    [
      'Digit 1 of 6',
      'Digit 2 of 6',
      'Digit 3 of 6',
      'Digit 4 of 6',
      'Digit 5 of 6',
      'Digit 6 of 6',
      'Use a recovery code',
      'Back to Login',
      'Privacy Policy',
    ],
  ],
] as const)('the keyboard reaches all elements of %s, from top to bottom', async ([path, stops]) => {
  const there = await visit()
  await open(there, { name: '', path })
  await there.page.waitForLoadState('networkidle')
  expect(await stopsOf(there.page)).toEqual(stops)
})

test('a user can sign in with the keyboard only', async () => {
  const { page, goto } = await visit()
  await goto('/')
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('email')
  await page.keyboard.type(members.ADMIN.email)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await arrived(page)
  expect(await page.evaluate(() => localStorage.getItem('carapace.user'))).toContain(members.ADMIN.email)
})

test('[FORM-9] every form shows an error if the server is away, and can be sent again', async () => {
  const forms = [
    { path: '/', fields: { Email: 'maya@nordhaven.example', Password: 'secret' }, submit: 'Sign in' },
    { path: '/register', fields: { 'Work email': 'maya@nordhaven.example' }, submit: 'Sign up' },
    {
      path: '/send-forgot-password-link',
      fields: { 'Email Address': 'maya@nordhaven.example' },
      submit: 'Send Password Recovery Email',
    },
    {
      path: '/forgot-password/secret',
      fields: { 'New password': 'Secretsecret1!', 'Re-enter password': 'Secretsecret1!' },
      submit: 'Submit',
    },
    { path: '/verify-2fa', fields: { 'Digit 1 of 6': '123456' }, submit: 'Verify & Continue' },
  ]
  for (const { path, fields, submit } of forms) {
    const there = await visit()
    const { page } = there
    await open(there, { name: '', path })
    await page.waitForLoadState('networkidle')
    await page.route('**/api/**', (route) => route.abort('connectionrefused'))
    for (const [label, text] of Object.entries(fields)) await fill(page, label, text)
    await press(page, submit)
    expect(await errorsOf(page), path).toEqual(['The server does not answer.'])
    expect(await page.getByRole('status').filter({ hasText: '…' }).count(), path).toBe(0)
    there.ignoreFaults(/ERR_CONNECTION_REFUSED/)
  }
})
