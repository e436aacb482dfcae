import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, eventually, intrusion, postFleet, startConsole } from '../../support/browser/browser.ts'
import { focusIn } from '../../support/browser/focus.ts'
import type { Organisation } from '../../support/installation.ts'

const { site, served, visit } = await startConsole()
const alerts = '/org/msoc/dashboard/alert-management'

const rowOf = (page: Page, vin: string) => page.getByRole('option').filter({ hasText: vin })
/** The position of a click that opens a row: at the end of a cell the pointer would hit its filter buttons. */
const onTitle = { position: { x: 200, y: 16 } }
const newsOf = (page: Page) => page.getByRole('button', { name: /\bnew\b.*Show now/ })

/** Presses a key that acts on the row under the cursor, where it stays, and waits for the report. */
async function act(page: Page, vin: string, key: string, report: RegExp): Promise<void> {
  const row = rowOf(page, vin)
  await page.keyboard.press(key)
  await page.locator('.am-notices').getByText(report).waitFor()
  await eventually(() => row.getAttribute('aria-busy')).toBe('false')
  await eventually(() => row.getAttribute('class')).toContain('am-cursor')
}

/** The stored alerts of a vehicle. */
async function recorded({ members }: Organisation, vehicle: string) {
  const { body } = await site.get(members.ADMIN.token, 'msoc/v1/alerts', { vehicle })
  return body.alerts as {
    uuid: string
    status: string
    resolution: string | null
    owner: { name: string } | null
    acknowledged_at: string | null
    revision: number
  }[]
}

test('an event of high severity waits above the list and goes from new to closed by keyboard', async () => {
  const org = await site.organisation('Keys')
  const vins = await postFleet(site, org)
  const fresh = vins[9]!
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  await rowOf(page, vins[0]!).waitFor()

  await site.post(org.key, [intrusion(fresh, 0x8001)])
  await newsOf(page).waitFor()
  expect(await newsOf(page).innerText()).toMatch(/^1 new\s+1\s+Show now/)
  expect(await rowOf(page, fresh).count()).toBe(0)

  await page.keyboard.press('.')
  await rowOf(page, fresh).waitFor()
  expect(await rowOf(page, fresh).innerText()).toMatch(/High\s+65\s+SecOC verification failed/)
  expect(await newsOf(page).count()).toBe(0)
  for (let step = 0; step < vins.length; step++) await page.keyboard.press('k') // the newest is at the top
  await eventually(() => rowOf(page, fresh).getAttribute('class')).toContain('am-cursor')

  await page.keyboard.press('Enter')
  const drawer = page.getByRole('complementary', { name: 'Alert' })
  await drawer.getByRole('heading', { name: 'SecOC verification failed' }).waitFor()
  await act(page, fresh, 'a', /acknowledged\./)
  await act(page, fresh, 's', /assigned to you\./)
  expect(await recorded(org, fresh)).toMatchObject([
    { status: 'ASSIGNED', acknowledged_at: expect.any(String), owner: { name: 'Keys analyst' } },
  ])
  await drawer.getByText('Keys analyst').first().waitFor()

  await page.keyboard.press('c')
  await focusIn(page.getByRole('dialog').filter({ hasText: 'SecOC verification failed' }))
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await eventually(() => rowOf(page, fresh).count()).toBe(0)
  expect(await recorded(org, fresh)).toMatchObject([{ status: 'CLOSED', resolution: 'TRUE_POSITIVE_WITH_IMPACT' }])
  await page.getByRole('status').getByRole('button', { name: /Undo/ }).last().waitFor()
})

test('an alert that one analyst closes is struck through for the other, and stays in place', async () => {
  const org = await site.organisation('Pair')
  const [vin, other] = await postFleet(site, org)
  const [mine, theirs] = await Promise.all([visit({ as: org.members.ANALYST }), visit({ as: org.members.ADMIN })])
  for (const { page, goto } of [mine, theirs]) {
    await goto(alerts)
    await rowOf(page, vin!).waitFor()
  }
  const rows = await mine.page.getByRole('option').count()

  await rowOf(theirs.page, vin!).click(onTitle)
  await theirs.page.keyboard.press('c')
  await focusIn(theirs.page.getByRole('dialog'))
  await theirs.page.keyboard.press('1')
  await theirs.page.keyboard.press('Enter')
  await eventually(() => rowOf(theirs.page, vin!).count()).toBe(0)

  const title = rowOf(mine.page, vin!).getByText('Secure boot verification failed')
  await eventually(() => title.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe('line-through')
  expect(await mine.page.getByRole('option').count()).toBe(rows)
  expect(
    await rowOf(mine.page, other!)
      .getByText('SecOC verification failed')
      .evaluate((element) => getComputedStyle(element).textDecorationLine),
  ).toBe('none')
})

test('a viewer sees every action, but cannot use any', async () => {
  const org = await site.organisation('Onlookers')
  const [vin] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(alerts)
  await rowOf(page, vin!).click(onTitle)
  const actions = page.getByRole('complementary', { name: 'Alert' }).locator('.am-drawer-actions').getByRole('button')
  await actions.first().waitFor()
  expect(await actions.count()).toBeGreaterThanOrEqual(4)
  for (const action of await actions.all())
    expect([await action.innerText(), await action.isDisabled()]).toEqual([await action.innerText(), true])

  for (const key of ['a', 's', 'e', 'c']) await page.keyboard.press(key)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await recorded(org, vin!)).toMatchObject([{ status: 'NEW', acknowledged_at: null, owner: null }])
})

test('a lost connection is shown at once, and missed changes appear after the reconnect', async () => {
  const org = await site.organisation('Outage')
  const vins = await postFleet(site, org)
  const there = await visit({ as: org.members.ANALYST })
  const { page } = there
  await there.goto(alerts)
  await rowOf(page, vins[0]!).waitFor()
  const banner = page.getByRole('region', { name: 'Connection' })
  expect(await banner.count()).toBe(0)

  await served.stop()
  await banner.waitFor()
  expect(await page.getByRole('alert').innerText()).toMatch(/^Connection lost at /)
  await page.getByText('Disconnected').waitFor()
  expect(await rowOf(page, vins[0]!).count()).toBe(1)

  await site.post(org.key, [intrusion(vins[12]!, 0x8007)])
  await served.startAgain()
  await banner
    .getByRole('button', { name: 'Retry now' })
    .click({ timeout: 2_000 })
    .catch(() => undefined) // it may have reconnected already
  await banner.waitFor({ state: 'detached' })
  await eventually(async () => (await newsOf(page).count()) + (await rowOf(page, vins[12]!).count())).toBeGreaterThan(0)
  await page.keyboard.press('.')
  await rowOf(page, vins[12]!).getByText('Debug interface opened').waitFor()
  there.ignoreFaults(/WebSocket connection|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
})

test.for(['dark', 'light'] as const)(
  'axe finds nothing on the %s queue, with an alert, its menu and the close dialog open',
  async (theme) => {
    const org = await site.organisation(`Axe ${theme}`)
    const [, vin] = await postFleet(site, org)
    const { page, goto } = await visit({ as: org.members.ADMIN, theme })
    await goto(alerts)
    await rowOf(page, vin!).waitFor()
    expect(await axeOf(page)).toEqual([])

    await rowOf(page, vin!).click(onTitle)
    await page.getByRole('complementary', { name: 'Alert' }).getByText('Raised the alert').waitFor()
    await page.keyboard.press('x')
    await page.getByRole('toolbar', { name: 'Selected alerts' }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).last().click()
    await page.getByRole('menuitem', { name: /Axe \w+ analyst/ }).waitFor()
    expect(await axeOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })

    await page.keyboard.press('c')
    await page.getByRole('dialog').waitFor()
    expect(await axeOf(page)).toEqual([])
  },
)

test('[QUEUE-66] filter buttons appear where the pointer rests: a click on the way opens the row', async () => {
  const org = await site.organisation('Rest')
  const [vin] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await page.clock.install()
  await goto(alerts)
  const cell = rowOf(page, vin!).locator('[data-cell="vehicle"]')
  await cell.waitFor()
  const { width, height } = (await cell.boundingBox())!
  const place = { x: width - 12, y: height / 2 }
  await page.clock.pauseAt(Date.now() + 5_000)
  await cell.hover({ position: place })
  await cell.click({ position: place })
  await page.getByRole('complementary', { name: 'Alert' }).waitFor()
  expect(await page.locator('.dt-cell-filters').count()).toBe(0)

  await rowOf(page, vin!).locator('[data-cell="severity"]').hover()
  await cell.hover({ position: { x: 12, y: height / 2 } })
  await page.clock.runFor(200)
  await page
    .locator('.dt-cell-filters')
    .getByRole('button', { name: `Only vehicle ${vin}` })
    .waitFor()
  await page.clock.resume() // the profile's next pages have this clock, too
})
