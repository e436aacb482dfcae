import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, eventually, startConsole } from '../support/browser/browser.ts'
import type { Organisation } from '../support/installation.ts'

const { site, visit } = await startConsole()
const org = await site.organisation('Licensed')

interface Licence {
  readonly daysLeft: number
  readonly demo: boolean
  readonly active: boolean
  readonly modules: readonly string[]
}

/**
 * Gives the organisation a licence, as an operator does. It ends an hour before the full day, because a day that has
 * begun counts: so the duration of the test does not matter.
 */
async function license(
  { org: { uuid } }: Organisation,
  { daysLeft = 100, demo = false, active = true, modules = ['MSOC', 'LIFECYCLE_CONCEPT_PHASE'] }: Partial<Licence>,
): Promise<void> {
  const until = new Date(Date.now() + daysLeft * 86_400_000 - 3_600_000)
  await site.sql`UPDATE organisations
    SET is_demo_mode = ${demo}, licence_active = ${active}, licence_until = ${until}, modules = ${modules}
    WHERE uuid = ${uuid}`
}

/** Answers the page's session request with values that our server never sends. */
async function answerDaysLeft(page: Page, daysLeft: string): Promise<void> {
  await page.route('**/api/v2/auth/session', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    body.user.organization.is_demo_mode = true
    body.user.organization.license.days_left = '(days)'
    await route.fulfill({
      response,
      body: JSON.stringify(body).replace('"(days)"', daysLeft),
      contentType: 'application/json',
    })
  })
}

/** The text for an expired licence. */
const expired = 'License Expired - Your Workspace app license expired'
const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Demo/ })
const live = '/org/msoc/dashboard/jobs/current'

test.for([
  [-1, 'Demo expired', 'red'],
  [0, 'Demo expired', 'red'],
  [1, 'Demo expires in 1 day', 'red'],
  [3, 'Demo expires in 3 days', 'red'],
  [4, 'Demo expires in 4 days', 'yellow'],
  [7, 'Demo expires in 7 days', 'yellow'],
  [8, 'Demo expires in 8 days', 'blue'],
] as const)(
  '[LICENCE-1] [LICENCE-3] [LICENCE-5] with %d days left the demo shows "%s", and works while days are left',
  async ([daysLeft, text, tone]) => {
    await license(org, { daysLeft, demo: true })
    const there = await visit({ as: org.members.VIEWER })
    const { page } = there
    await there.goto(live)
    expect(await badge(page).innerText()).toBe(text)
    expect(await badge(page).locator('.c-badge').getAttribute('class')).toContain(`c-tone-${tone}`)
    if (daysLeft > 0) await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    else await page.getByText(expired).waitFor()

    const { status } = await site.get(org.members.VIEWER.token, 'msoc/v1/alerts', { limit: 1 })
    expect(status).toBe(daysLeft > 0 ? 200 : 402)
  },
)

// NaN does not exist in JSON, and is sent as null
test.for(['null', '1e999', '-1e999', '-5000'])('[LICENCE-2] %s days left count as none', async (daysLeft) => {
  await license(org, { daysLeft: 12, demo: true })
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await answerDaysLeft(page, daysLeft)
  await goto(live)
  await badge(page).getByText('Demo expired').waitFor()
  expect(await badge(page).locator('.c-badge').getAttribute('class')).toContain('c-tone-red')
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
})

test('[LICENCE-3] the badge links to the plans, and from there to the dashboard', async () => {
  await license(org, { daysLeft: 5, demo: true })
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(live)
  await badge(page).click()
  await page.waitForURL('**/org/lifecycle/pricing')
  expect(await badge(page).getAttribute('href')).toBe('/org/lifecycle/dashboard')
})

test.for(['dark', 'light'] as const)(
  '[LICENCE-4] an inactive licence allows only the plans and the own settings, in %s',
  async (theme) => {
    await license(org, { active: false })
    const { page, goto } = await visit({ as: org.members.ADMIN, theme })
    for (const path of ['/org/lifecycle/dashboard', live, '/org/supply-chain/dashboard']) {
      await goto(path)
      await page.getByText('Not allowed to access the Workspace app').waitFor()
      expect(await page.getByRole('main').getByRole('link').count()).toBe(0)
    }
    expect(await axeOf(page)).toEqual([])
    await goto('/org/lifecycle/reset-password')
    await page.getByRole('heading', { name: 'Reset Password', level: 1 }).waitFor()
  },
)

test('[LICENCE-5] an expired licence shows its renewal page, which stays accessible', async () => {
  await license(org, { daysLeft: -3 })
  const { page, goto } = await visit({ as: org.members.ADMIN })
  await goto('/org/lifecycle/dashboard')
  await page.getByText(expired).waitFor()
  expect(await badge(page).count()).toBe(0)
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Renew' }).click()
  await page.waitForURL('**/org/lifecycle/pricing')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await eventually(() => page.getByText(expired).count()).toBe(0)
})

test('[LICENCE-6] an unlicensed module shows its name over a blurred preview, with a contact', async () => {
  await license(org, { modules: ['MSOC'] })
  const { page, goto } = await visit({ as: org.members.ADMIN })
  for (const [path, module] of [
    ['/org/lifecycle/programs', 'Lifecycle'],
    ['/org/fmea/dashboard', 'FMEA'],
    ['/org/cti/humint', 'CTI'],
    ['/org/sbom', 'SBOM Management'],
  ] as const) {
    await goto(path)
    await page.getByText(`It seems your account doesn't have permission to access the ${module}`).waitFor()
  }
  expect(await page.locator('.licence-preview').evaluate((preview) => getComputedStyle(preview).filter)).toContain(
    'blur',
  )
  await page.getByRole('link', { name: 'Contact Sales' }).click()
  await page.waitForURL('**/org/lifecycle/pricing')

  await goto('/org/supply-chain/suppliers')
  await page.getByText('Not available in this version').waitFor()
})

test('[CALL-10] a licence that ends while a user works is noticed at the next refusal', async () => {
  await license(org, {})
  const there = await visit({ as: org.members.ADMIN })
  const { page } = there
  await there.goto('/org/msoc/dashboard/case-management')
  await page.getByRole('heading', { name: 'Case Management' }).waitFor()
  await license(org, { modules: ['LIFECYCLE_CONCEPT_PHASE'] })
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await page.getByText("It seems your account doesn't have permission to access the MSOC").waitFor()
  const live = page.getByRole('contentinfo').getByText('Live', { exact: true })
  await live.waitFor({ state: 'detached' })
  expect(await live.count()).toBe(0)
  there.ignoreFaults(/402/)
})
