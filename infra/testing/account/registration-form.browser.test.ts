import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeLink } from '@carapace/api/src/account/mail/links.queries.ts'
import { plans } from '@carapace/shared/account/account.table'

import { axeOf, eventually, sidewaysOf, startConsole, type Visit } from '../support/browser/browser.ts'

const { site, visit } = await startConsole()
const { members } = await site.organisation('Alpha')

const dayMs = 86_400_000

/** The path of a registration link, as it is mailed. */
async function linkFor(email: string, ms = dayMs): Promise<string> {
  return `/verify-organization/${await makeLink(site.db, { purpose: 'verify-organization', org: null, email, ms })}`
}

/** An empty registration form. */
async function formFor(email: string, how: Parameters<typeof visit>[0] = {}): Promise<Visit> {
  const there = await visit(how)
  await there.goto(await linkFor(email))
  await there.page.getByLabel('First name').waitFor()
  return there
}

const texts = {
  'First name': 'Maya',
  'Last name': 'Rao',
  Company: 'Nordhaven',
  'Job title': 'CISO',
  'Job function': 'Security',
}

/** Fills in all required fields except these. */
async function fill(there: Visit, without: string[] = []): Promise<void> {
  const { page } = there
  for (const [label, text] of Object.entries(texts))
    if (!without.includes(label)) await page.getByLabel(label, { exact: true }).fill(text)
  if (!without.includes('Organisation function'))
    await page.getByLabel('Organisation function').selectOption('Engineering')
  if (!without.includes('Country')) await chooseCountry(there, 'India')
  if (!without.includes('Phone number')) await page.getByLabel('Phone number').fill('98765 43210')
  if (!without.includes('consent')) await page.getByRole('checkbox').check()
}

async function chooseCountry(there: Visit, name: string): Promise<void> {
  await there.page.getByLabel('Country').fill(name)
  await found(there).filter({ hasText: name }).first().click()
}

const found = ({ page }: Visit) => page.getByRole('listbox', { name: 'Countries' }).getByRole('option')
const submit = ({ page }: Visit) => page.getByRole('button', { name: 'Create account' })
const toastOf = ({ page }: Visit) => page.locator('.bp6-toast-message').last()

test('a valid link shows its address, and the completed form creates an account and sends its mail', async () => {
  const there = await formFor('maya@completing.example')
  const { page } = there
  expect(await page.title()).toBe('Complete Registration - Carapace')
  expect(await page.getByLabel('Email').inputValue()).toBe('maya@completing.example')
  expect(await page.getByLabel('Email').getAttribute('readonly')).not.toBe(null)
  await page.getByText('Verified', { exact: true }).waitFor()

  await fill(there)
  const link = page.url()
  const pendingRequest = page.waitForRequest(/complete-registration/)
  await submit(there).click()
  expect((await pendingRequest).postDataJSON()).toEqual({
    organizationUuid: link.split('/').at(-1),
    firstName: 'Maya',
    lastName: 'Rao',
    company: 'Nordhaven',
    jobTitle: 'CISO',
    hearAboutUs: '',
    hearAboutUsOther: '',
    jobFunction: 'Security',
    orgFunction: 'Engineering',
    country: 'India',
    mobileNumber: '9876543210',
    privacyConsent: true,
  })
  await page.waitForURL('**/completed')
  expect(await toastOf(there).innerText()).toMatch(/maya@completing\.example/)
  await page.getByRole('heading', { level: 1, name: 'Your DEMO Trial is activated' }).waitFor()
  expect(await page.getByRole('main').getByRole('listitem').count()).toBe(3)
  const [user] = await site.sql`SELECT name, country, mobile_number FROM users WHERE email = 'maya@completing.example'`
  expect(user).toEqual({ name: 'Maya Rao', country: 'India', mobile_number: '9876543210' })

  await page.goto(link)
  await page.getByRole('heading', { name: 'There was an issue verifying your request' }).waitFor()
})

test('while the form is sent, it shows its progress', async () => {
  const there = await formFor('maya@waiting.example')
  const { page } = there
  await fill(there)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/complete-registration/, async (route) => {
    await held
    await route.continue()
  })
  await submit(there).click()
  await page.getByText('Please wait… creating your account and generating a password.').waitFor()
  expect(await page.getByRole('button', { name: 'Please wait…' }).isDisabled()).toBe(true)
  answer()
  await page.waitForURL('**/completed')
})

test('an invalid link shows two sentences and a link to continue', async () => {
  for (const path of [
    '/verify-organization/nobody',
    `/verify-organization/${'x'.repeat(300)}`,
    await linkFor('late@registering.example', -1),
  ]) {
    const { page, goto } = await visit()
    await goto(path)
    await page.getByRole('heading', { level: 1, name: 'There was an issue verifying your request' }).waitFor()
    const main = page.getByRole('main')
    expect(await main.innerText()).toContain('This verification link is expired or has already been activated')
    expect(await main.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe('/')
    expect(await main.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/register')
    expect(await main.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toMatch(/^mailto:/)
  }
})

test('an address without an organisation shows a message', async () => {
  const { page, goto } = await visit()
  for (const path of ['/verify-organization', '/verify-organization/']) {
    await goto(path)
    await page.getByRole('heading', { level: 1, name: 'No Organization Found' }).waitFor()
    expect(await page.title()).toBe('No Organization Found - Carapace')
  }
})

test('a link that cannot be verified at first is verified at the next attempt', async () => {
  const there = await visit()
  const { page } = there
  const path = await linkFor('maya@again.example')
  let shownMeanwhile = 0
  await page.route(/verify-organization$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    shownMeanwhile = await page.getByRole('status', { name: 'Verifying your link' }).count()
    return route.abort()
  })
  await there.goto(path)
  await page.getByRole('alert').getByText('The server does not answer.').waitFor()
  expect(shownMeanwhile).toBe(1)
  await page.unroute(/verify-organization$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('First name').waitFor()
  there.ignoreFaults(/Failed to load resource|ERR_FAILED/)
})

test('[REGISTRATION-UI-5] while a required field is empty the button is disabled, and Enter shows why', async () => {
  const there = await formFor('maya@missing.example')
  const { page } = there
  await page.getByLabel('First name').press('Enter')
  expect(await toastOf(there).innerText()).toBe('Please fill in all required fields.')

  await fill(there)
  expect(await submit(there).isEnabled()).toBe(true)
  for (const [label, text] of Object.entries({ ...texts, 'Phone number': '9876543210' })) {
    const field = page.getByLabel(label, { exact: true })
    await field.fill(' ')
    expect(await submit(there).isDisabled(), label).toBe(true)
    await field.fill(text)
    expect(await submit(there).isEnabled(), label).toBe(true)
  }
  await page.getByLabel('Organisation function').selectOption('')
  expect(await submit(there).isDisabled()).toBe(true)
  await page.getByLabel('Organisation function').selectOption('Testing')
  await page.getByLabel('Country').fill('')
  await page.getByLabel('Country').blur()
  await page.getByLabel('Phone number').fill('9876543210')
  expect(await submit(there).isDisabled()).toBe(true)
})

test('[REGISTRATION-UI-5] without the consent the button is disabled, and Enter shows why', async () => {
  const there = await formFor('maya@consent.example')
  await fill(there, ['consent'])
  expect(await submit(there).isDisabled()).toBe(true)
  await there.page.getByLabel('Phone number').press('Enter')
  expect(await toastOf(there).innerText()).toBe('Please agree to the Privacy Policy.')
  await there.page.getByRole('checkbox').check()
  expect(await submit(there).isEnabled()).toBe(true)
})

test('[REGISTRATION-UI-4] an invalid phone number shows errors; another country clears them', async () => {
  const there = await formFor('maya@phone.example')
  const { page } = there
  await fill(there, ['Phone number'])
  const phone = page.getByLabel('Phone number')
  await phone.fill('98765-4321x')
  expect(await phone.inputValue()).toBe('987654321')
  expect(await submit(there).isDisabled()).toBe(true)
  const range = 'Phone number should be between 10 and 10 digits.'
  expect(await page.locator('#phone-problem').count()).toBe(0)
  await phone.press('Enter')
  expect(await toastOf(there).innerText()).toBe(range)
  await phone.blur()
  expect(await page.locator('#phone-problem').innerText()).toBe(range)

  await chooseCountry(there, 'United Kingdom')
  expect(await phone.inputValue()).toBe('')
  expect(await page.getByText('+44').count()).toBeGreaterThan(0)
  await phone.fill('02079460123')
  expect(await submit(there).isEnabled()).toBe(true)
})

test('[REGISTRATION-UI-6] "Other" replaces the list by a text field, and the cross brings it back', async () => {
  const there = await formFor('maya@other.example')
  const { page } = there
  await fill(there)
  const label = /How did you hear about us/
  await page.getByLabel(label).selectOption('other')
  const words = page.getByPlaceholder('Please specify')
  await eventually(() => words.evaluate((element) => element === document.activeElement)).toBe(true)
  await words.fill('A friend')
  await page.getByRole('button', { name: 'Clear and go back to the list' }).click()
  await eventually(() =>
    page.getByLabel(label).evaluate((element) => `${element.tagName} ${element === document.activeElement}`),
  ).toBe('SELECT true')
  expect(await page.getByLabel(label).inputValue()).toBe('')

  await page.getByLabel(label).selectOption('other')
  expect(await words.inputValue()).toBe('')
  await words.fill('A friend')
  const pendingRequest = page.waitForRequest(/complete-registration/)
  await submit(there).click()
  expect((await pendingRequest).postDataJSON()).toMatchObject({ hearAboutUs: 'other', hearAboutUsOther: 'A friend' })
  await page.waitForURL('**/completed')
})

test('errors of the server are shown above the form, and the input stays', async () => {
  const there = await formFor(members.ADMIN.email)
  const { page } = there
  await fill(there)
  await submit(there).click()
  const errors = page.getByRole('alert').filter({ hasText: 'Errors' })
  await errors.waitFor()
  expect(await errors.getByRole('listitem').allInnerTexts()).toEqual([expect.stringMatching(/account already/)])
  expect(await page.getByLabel('First name').inputValue()).toBe('Maya')
  expect(await submit(there).isEnabled()).toBe(true)
  there.ignoreFaults(/Failed to load resource: .* 4\d\d .*complete-registration/)
})

test('[REGISTRATION-UI-7] the keyboard alone can fill in the form, open the policy, and send the form', async () => {
  const there = await formFor(`maya.${randomUUID()}@keys.example`)
  const { page } = there
  const { keyboard } = page
  await eventually(() => page.getByLabel('First name').evaluate((element) => element === document.activeElement)).toBe(
    true,
  )
  for (const text of Object.values(texts)) {
    await keyboard.type(text)
    await keyboard.press('Tab')
  }
  await keyboard.type('Eng')
  await keyboard.press('Tab')

  await keyboard.type('cote')
  await found(there).waitFor()
  await keyboard.press('Escape')
  expect(await page.getByLabel('Country').inputValue()).toBe('')
  await keyboard.type('guin')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  expect(await page.getByLabel('Country').inputValue()).toBe('Guinea-Bissau')
  await page.getByLabel('Country').press('Control+a')
  await keyboard.type('japa')
  await keyboard.press('Tab')
  expect(await page.getByLabel('Country').inputValue()).toBe('Japan')
  await keyboard.type('9012345678')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  expect(await page.getByRole('checkbox').isChecked()).toBe(true)

  await keyboard.press('Tab')
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Privacy Policy' })
  await dialog.waitFor()
  await keyboard.press('Tab')
  await eventually(() => page.evaluate(() => document.querySelector('dialog')!.contains(document.activeElement))).toBe(
    true,
  )
  await keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  const opener = page.getByRole('button', { name: 'Privacy Policy' })
  await eventually(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
  await keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await eventually(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)

  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await page.waitForURL('**/completed')
})

test('[PLAN-8] [PLAN-10] paid plans show included and missing features', async () => {
  await site.db.delete(plans)
  const [, paid] = await site.db
    .insert(plans)
    .values([
      { name: 'Demo', amount: 0, allowedDays: 14, features: [] },
      {
        name: 'Fleet & more',
        description: 'For a fleet.',
        amount: 24_000,
        allowedDays: 365,
        features: ['Live map', 'EV simulation (not included)'],
        modules: ['MSOC', 'CTI'],
      },
    ])
    .returning()
  for (const [how, path] of [
    [{}, '/pricing'],
    [{ as: members.VIEWER }, '/org/lifecycle/pricing'],
  ] as const) {
    const { page, goto } = await visit(how)
    await goto(path)
    await page.getByRole('heading', { level: 1, name: 'Thank you for trying our demo!' }).waitFor()
    const card = page.getByRole('listitem', { name: 'Fleet & more' })
    await card.waitFor()
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Fleet & more'])
    expect(await card.innerText()).toContain('Activates 365 Days')
    expect(await card.innerText()).toContain('Not in this version yet: CTI.')
    expect(await card.getByRole('listitem').allInnerTexts()).toEqual([
      'Live map',
      expect.stringMatching(/^Not included:\s+EV simulation$/),
    ])
    const mail = new URL((await card.getByRole('link', { name: 'Get Started with Upgrade' }).getAttribute('href'))!)
    expect(mail.searchParams.get('body')).toContain(`Plan name: Fleet & more\r\nPlan id: ${paid!.uuid}`)
    expect(await page.getByRole('link', { name: 'Ask us about the plans' }).getAttribute('href')).toMatch(/^mailto:/)
    expect(await axeOf(page)).toEqual([])
  }
})

test('[PLAN-8] without plans, and without an answer, the page shows a contact', async () => {
  await site.db.delete(plans)
  const there = await visit()
  const { page } = there
  await there.goto('/pricing')
  await page.getByText('No plans are listed here at the moment.').waitFor()
  expect(await page.getByRole('link', { name: 'Ask us about the plans' }).getAttribute('href')).toMatch(/^mailto:/)
  await page.route(/app\/plans/, (route) => route.abort())
  await page.reload()
  await page.getByRole('alert').getByText('The server does not answer.').waitFor()
  await page.getByRole('link', { name: 'Ask us about the plans' }).waitFor()
  await page.unroute(/app\/plans/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No plans are listed here at the moment.').waitFor()
  there.ignoreFaults(/Failed to load resource|ERR_FAILED/)
})

test('[COOKIE-10] the cookie notice stays until it is accepted, in every tab and at every visit', async () => {
  const { page, goto } = await visit({ as: members.VIEWER })
  await goto('/pricing')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => localStorage.removeItem('carapace.preferences'))
  await page.reload()
  const notice = page.getByRole('region', { name: 'Cookies' })
  await notice.waitFor()
  expect(await axeOf(page)).toEqual([])
  await goto('/org/lifecycle/pricing')
  await notice.waitFor()
  const [bar, status] = [await notice.boundingBox(), await page.locator('.shell').boundingBox()]
  expect(status!.y + status!.height).toBeLessThanOrEqual(bar!.y)

  await notice.getByRole('link', { name: 'Privacy Policy' }).click()
  await page.waitForURL('**/privacy-policy')
  await notice.getByRole('button', { name: 'Accept' }).click()
  expect(await notice.count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor()
  expect(await notice.count()).toBe(0)
})

test.for(['dark', 'light'] as const)(
  'axe finds nothing in the %s form, its list, its errors, its dialog, and the pages around it',
  async (theme) => {
    const there = await formFor(`maya@${theme}.example`, { theme })
    const { page, goto } = there
    expect(await axeOf(page)).toEqual([])
    await page.getByLabel('Country').fill('an')
    await found(there).first().waitFor()
    expect(await axeOf(page)).toEqual([])
    await fill(there, ['Phone number'])
    await page.getByLabel('Phone number').fill('1')
    await page.getByLabel(/How did you hear about us/).selectOption('other')
    expect(await axeOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Privacy Policy' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await axeOf(page)).toEqual([])
    for (const path of ['/verify-organization/nobody', '/verify-organization', '/completed', '/privacy-policy']) {
      await goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await axeOf(page), path).toEqual([])
    }
  },
)

test('on a phone nothing scrolls sideways, and the form can be filled in', async () => {
  const there = await formFor('maya@small.example', { phone: true })
  const { page, goto } = there
  await fill(there)
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Privacy Policy' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0)
  await submit(there).click()
  await page.waitForURL('**/completed')
  for (const path of ['/completed', '/pricing', '/privacy-policy', '/verify-organization/nobody']) {
    await goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await sidewaysOf(page), path).toBeLessThanOrEqual(0)
  }
})
