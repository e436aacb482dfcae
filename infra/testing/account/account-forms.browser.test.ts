import { expect, test } from 'vitest'
import { makeLink } from '@carapace/api/src/account/mail/links.queries.ts'

import { eventually, startConsole } from '../support/browser/browser.ts'
import { arrived, errorsOf, fill, heldBack, mailedLink, press, refused, titleOf } from '../support/browser/forms.ts'
import { fetchAnswer, password } from '../support/installation.ts'
import { outboxOf, secretIn } from '../support/servers/mails.ts'

const { site, served, visit } = await startConsole({
  google: { clientId: 'id', clientSecret: 'secret', issuer: 'https://accounts.google.com' },
})
const outbox = outboxOf(site)
const post = (path: string, body: object) =>
  fetchAnswer(`${site.apiUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const alpha = await site.organisation('Alpha')
const { members } = alpha

test('the login has the texts of the specification, and links to the other forms', async () => {
  const { page, goto } = await visit()
  await goto('/')
  await page.getByRole('heading', { level: 1, name: 'Welcome Back' }).waitFor()
  await page.getByText('Where Intelligence Meets Action').waitFor()
  await page.getByText('AI-Driven Cybersecurity Platform for Software Defined Vehicles').waitFor()
  expect(await page.getByRole('link', { name: 'Sign in with Google' }).getAttribute('href')).toBe('/api/auth/google')
  await titleOf(page).toBe('Sign in - Carapace')

  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.waitForURL('**/send-forgot-password-link')
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await page.getByRole('link', { name: 'Register your organisation' }).click()
  await page.waitForURL('**/register')
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await page.getByLabel('Email').waitFor()
})

test('a password can be shown, and an address from a link is filled in', async () => {
  const { page, goto } = await visit()
  await goto('/?email=maya.rao%40nordhaven.example')
  expect(await page.getByLabel('Email').inputValue()).toBe('maya.rao@nordhaven.example')
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('secret')
  await press(page, 'Show password')
  expect(await field.getAttribute('type')).toBe('text')
  await press(page, 'Hide password')
  expect(await field.getAttribute('type')).toBe('password')
})

test('[FORM-9] an overlay blocks the form while it signs in; after a refusal the form is usable', async () => {
  const { page, goto, ignoreFaults } = await visit()
  await goto('/')
  const answer = await heldBack(page, 'v2/auth/login')
  await fill(page, 'Email', members.ADMIN.email)
  await fill(page, 'Password', 'not the password')
  await press(page, 'Sign in')
  await page.getByRole('status').filter({ hasText: 'Signing in…' }).waitFor()
  expect(await page.getByLabel('Email').isEditable()).toBe(false)
  expect(await page.getByRole('button', { name: 'Sign in', exact: true }).isDisabled()).toBe(true)

  answer()
  expect(await errorsOf(page)).toEqual(['The email or the password is not right.'])
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('not the password')
  await fill(page, 'Password', password)
  expect(await page.getByRole('button', { name: 'Sign in', exact: true }).isEnabled()).toBe(true)
  ignoreFaults(refused)
})

test("[FORM-7] [FORM-8] a link's token signs in once, and never stays in the address or in the history", async () => {
  const token = await mailedLink(site, alpha, members.ANALYST, 'sign-in')
  const { page, goto } = await visit()
  const referrers: (string | undefined)[] = []
  page.on('request', (request) => referrers.push(request.headers().referer))
  const answer = await heldBack(page, 'v2/auth/login-via-token')
  await goto(`/?email=${members.ANALYST.email}&token=${token}`)
  await page.getByRole('status').filter({ hasText: 'Signing in…' }).waitFor()
  expect(page.url()).not.toContain('token')
  expect(await page.getByLabel('Email').inputValue()).toBe(members.ANALYST.email)
  expect(await page.getByLabel('Password', { exact: true }).isEditable()).toBe(false)
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(token)

  answer()
  await arrived(page)
  expect(await page.evaluate(() => history.length)).toBe(2) // the tab's own first page, and this one
  expect(referrers.filter((referrer) => referrer?.includes(token))).toEqual([])
})

test('[FORM-7] a used token shows the error and a usable form; a reload does not try it again', async () => {
  const token = await mailedLink(site, alpha, members.ENGINEER, 'sign-in')
  await post('v2/auth/login-via-token', { token })
  const { page, goto, ignoreFaults } = await visit()
  let tries = 0
  page.on('request', (request) => {
    if (request.url().endsWith('login-via-token')) tries += 1
  })
  await goto(`/?token=${token}`)
  expect(await errorsOf(page)).toEqual(['This link is expired or has already been used. Sign in with your password.'])
  await page.reload()
  await page.getByLabel('Email').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(tries).toBe(1)

  await fill(page, 'Email', members.ENGINEER.email)
  await fill(page, 'Password', password)
  await press(page, 'Sign in')
  await arrived(page)
  ignoreFaults(refused)
})

test("[FORM-7] another user's link does not change who is signed in", async () => {
  const { members: others, org } = await site.organisation('Attacker')
  const token = await makeLink(site.db, {
    purpose: 'sign-in',
    org,
    email: others.ADMIN.email,
    userUuid: others.ADMIN.uuid,
    ms: 60_000,
  })
  const { page, goto } = await visit({ as: members.VIEWER })
  await goto(`/?token=${token}`)
  await arrived(page)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('carapace.user')!).email)).toBe(members.VIEWER.email)
})

test('[FORM-8] no parameter redirects anywhere but to the dashboard', async () => {
  const { page, goto } = await visit()
  await goto('/?redirect=https://evil.example&next=//evil.example&email=x')
  await fill(page, 'Email', members.VIEWER.email)
  await fill(page, 'Password', password)
  await press(page, 'Sign in')
  await arrived(page)
  expect(page.url()).toBe(`${served.url}/org/lifecycle/dashboard`)
})

test('[FORM-2] [FORM-3] signing up requires a work address', async () => {
  const { page, goto } = await visit()
  await goto('/register')
  await titleOf(page).toBe('Register - Carapace')
  const button = page.getByRole('button', { name: 'Sign up' })
  const warning = page.getByRole('status').filter({ hasText: 'Please use your work email' })
  for (const [email, enabled, warned] of [
    ['', false, false],
    ['a@b.c', false, false],
    ['maya@gmail', false, false],
    ['maya@gmail.com', false, true],
    ['maya@nordhaven.example', true, false],
  ] as const) {
    await fill(page, 'Work email', email)
    expect([await button.isEnabled(), (await warning.count()) === 1], email).toEqual([enabled, warned])
  }
  await fill(page, 'Work email', 'maya@outlook.com')
  const text = (await warning.innerText()).replaceAll(/\s+/g, ' ')
  expect(text).toContain(
    'Please use your work email ' +
      'We detected a personal email domain; sign up with your company or organization email.',
  )
})

test("[FORM-9] the server's error about an address is shown above the form", async () => {
  const { page, goto, ignoreFaults } = await visit()
  await goto('/register')
  await fill(page, 'Work email', `${'m'.repeat(250)}@nordhaven.example`)
  await press(page, 'Sign up')
  expect(await errorsOf(page)).toEqual([expect.stringMatching(/\w/)])
  await fill(page, 'Work email', 'maya@nordhaven.example')
  expect(await page.getByRole('button', { name: 'Sign up' }).isEnabled()).toBe(true)
  ignoreFaults(refused)
})

test("signing up shows the server's message and the next step", async () => {
  const { page, goto } = await visit()
  await goto('/register')
  await fill(page, 'Work email', 'new@nordhaven.example')
  await press(page, 'Sign up')
  await page.getByText('A confirmation email is on its way to new@nordhaven.example.').waitFor()
  await page.waitForURL('**/account-register')
  await page.getByText('A confirmation e-mail with a link arrives within a few minutes.').waitFor()
  await page.getByText(/spam/).waitFor()
  expect(await page.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toMatch(/^mailto:/)
  expect((await outbox.latest('new@nordhaven.example')).text).toContain('/verify-organization/')
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await page.getByLabel('Email').waitFor()
})

test('[FORM-10] the recovery form: its texts, when its button is enabled, and Loading... while it waits', async () => {
  const { page, goto } = await visit()
  await goto('/send-forgot-password-link')
  await titleOf(page).toBe('Forgot Password - Carapace')
  await page.getByRole('heading', { level: 1, name: 'Send Password Recovery Email' }).waitFor()
  await page.getByText('Get password recovery link on your email.').waitFor()
  await page.getByText('Already Registered?').waitFor()
  await page.getByText('AI-Driven Cybersecurity Platform for Software Defined Vehicles').waitFor()
  const field = page.getByLabel('Email Address')
  expect(
    await field.evaluate(({ type, required, placeholder }: HTMLInputElement) => [type, required, placeholder]),
  ).toEqual(['email', true, 'Provide your registered account email address'])

  const button = page.getByRole('button')
  expect(await button.isDisabled()).toBe(true)
  await field.fill('maya@nordhaven')
  expect(await button.isDisabled()).toBe(true)
  await field.fill('nobody@nordhaven.example')
  const answer = await heldBack(page, 'v2/auth/forgot-password')
  await button.click()
  await eventually(async () => [await button.innerText(), await button.isDisabled()]).toEqual(['Loading...', true])

  answer()
  await page
    .getByRole('status')
    .filter({ hasText: 'If this address has an account, a link to set a new password is on its way to it.' })
    .waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.reload()
  await page.getByLabel('Email').waitFor()
  expect(await page.getByRole('status').count()).toBe(0)
})

test('[FORM-9] an earlier error of the recovery form disappears when the form is sent again', async () => {
  const { page, goto, ignoreFaults } = await visit()
  await goto('/send-forgot-password-link')
  await fill(page, 'Email Address', `${'m'.repeat(250)}@nordhaven.example`)
  await press(page, 'Send Password Recovery Email')
  expect(await errorsOf(page)).toEqual([expect.stringMatching(/\w/)])
  const answer = await heldBack(page, 'v2/auth/forgot-password')
  await fill(page, 'Email Address', 'nobody@nordhaven.example')
  await press(page, 'Send Password Recovery Email')
  await page.getByRole('alert').waitFor({ state: 'detached' })
  answer()
  await page.getByLabel('Password', { exact: true }).waitFor()
  ignoreFaults(refused)
})

test('[FORM-4] [FORM-5] a new password must meet the checklist, match twice, and cannot be pasted', async () => {
  const { page, goto } = await visit()
  await goto('/forgot-password/no-such-secret')
  await page.getByRole('heading', { level: 1, name: 'Send Password Recovery Email' }).waitFor()
  await titleOf(page).toBe('Set Password - Carapace')
  const submit = page.getByRole('button', { name: 'Submit' })
  const unmet = () => page.getByRole('listitem').filter({ hasText: 'not met' }).count()
  for (const [typed, left] of [
    ['', 5],
    ['secret', 4],
    ['secretsecret', 3],
    ['Secretsecret', 2],
    ['Secretsecret1', 1],
    ['Secretsecret1!', 0],
  ] as const) {
    await fill(page, 'New password', typed)
    expect([await unmet(), await submit.getAttribute('aria-disabled')], typed).toEqual([left, left > 0 ? 'true' : null])
  }
  await fill(page, 'Re-enter password', 'Secretsecret1?')
  await submit.click()
  expect(await errorsOf(page)).toEqual(['Passwords do not match!'])

  for (const label of ['New password', 'Re-enter password']) {
    await fill(page, label, 'Typed-by-hand-1')
    const field = page.getByLabel(label, { exact: true })
    // the browser itself prevents copy and cut while the password is hidden
    await page.getByRole('button', { name: 'Show password' }).first().click()
    for (const [keys, kind] of [
      ['Control+X', 'cut'],
      ['Control+C', 'copy'],
      ['Control+V', 'paste'],
    ] as const) {
      await field.press('Control+A')
      await field.press(keys)
      await page
        .getByRole('status')
        .filter({ hasText: `No ${kind} here` })
        .waitFor()
    }
    expect(await field.inputValue()).toBe('Typed-by-hand-1')
  }
})

test('[FORM-4] a Submit button that looks disabled does nothing', async () => {
  const { page, goto } = await visit()
  await goto('/forgot-password/no-such-secret')
  let requestCount = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') requestCount += 1
  })
  await fill(page, 'New password', 'secret')
  await fill(page, 'Re-enter password', 'secret')
  await page.getByRole('button', { name: 'Submit' }).click({ force: true })
  await page.getByLabel('Re-enter password').press('Enter')
  await fill(page, 'New password', 'other')
  expect([requestCount, await page.getByRole('alert').count()]).toEqual([0, 0])
})

test('[FORM-9] an invalid link shows an error, and a mailed link sets the password once', async () => {
  const {
    members: { ANALYST },
  } = await site.organisation('Forgetful')
  await post('v2/auth/forgot-password', { email: ANALYST.email })
  const secret = secretIn(await outbox.latest(ANALYST.email))
  const { page, goto, ignoreFaults } = await visit()
  const setPassword = async (link: string) => {
    await goto(`/forgot-password/${link}`)
    await fill(page, 'New password', 'A better one: 1')
    await fill(page, 'Re-enter password', 'A better one: 1')
    await press(page, 'Submit')
  }
  await setPassword('no-such-secret')
  expect(await errorsOf(page)).toEqual(['This link is expired or has already been used. Ask for another.'])
  await setPassword(secret)
  await page.getByRole('status').filter({ hasText: 'Your password is set. Sign in with it.' }).waitFor()
  await fill(page, 'Email', ANALYST.email)
  await fill(page, 'Password', 'A better one: 1')
  await press(page, 'Sign in')
  await arrived(page)
  ignoreFaults(refused)
})
