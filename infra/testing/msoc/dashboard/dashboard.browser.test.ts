/// <reference lib="dom" />
// functions that are passed to the page run there
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import {
  axeOf,
  eventually,
  intrusion,
  position,
  postFleet,
  sidewaysOf,
  startConsole,
} from '../../support/browser/browser.ts'

const { site, served, visit } = await startConsole({}, 'webgl')
const alpha = await site.organisation('Alpha')
const [compromised] = await postFleet(site, alpha)
const dashboard = '/org/msoc/dashboard'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const kpi = (page: Page, name: string) => page.locator('.db-kpi').filter({ hasText: name })
/** The links of a panel, as names with their figures. */
const linesOf = (page: Page, name: string) => panel(page, name).getByRole('listitem').allInnerTexts()
const inQueue = (page: Page) => page.getByRole('option').count()

test('[DASHBOARD-UI-1] the figures match the posted events', async () => {
  const { page, goto } = await visit({ as: alpha.members.VIEWER })
  await goto(dashboard)
  await eventually(() => kpi(page, 'Open alerts').innerText()).toMatch(/Open alerts\s+3\s+1\s+1/)
  await eventually(() => kpi(page, 'Critical, unassigned').innerText()).toMatch(/unassigned\s+1\s+oldest \d+ (s|min)/)
  await eventually(() => kpi(page, 'Vehicles online').innerText()).toMatch(/20\s*\/ 20/)
  await eventually(() => kpi(page, 'Compromised vehicles').innerText()).toMatch(/vehicles\s+1\s+not counted 24 h ago/)
  await eventually(() => linesOf(page, 'Alert feed')).toHaveLength(3)
  await eventually(() => linesOf(page, 'Top rules')).toHaveLength(3)
  await eventually(async () => (await linesOf(page, 'Vehicles at risk'))[0]).toContain(compromised)
  await eventually(() => panel(page, 'Fleet').innerText()).toMatch(/1\s+\d\s+\d+\s+0/)
  await eventually(() => linesOf(page, 'Auto-ISAC ATM tactics')).toHaveLength(12)
  // it shows new events while the page is open
  await site.post(alpha.key, [position(compromised!, 0)])
  await panel(page, 'Pipeline').getByRole('rowheader', { name: 'HTTP' }).waitFor()
  expect(await panel(page, 'Cases').innerText()).toMatch(/0 open[^]*No open cases/)
})

test('[MARK-1] [MARK-2] [MARK-3] health, severity and kind of event have a mark beside their colour', async () => {
  const { page, goto } = await visit({ as: alpha.members.VIEWER })
  await goto(dashboard)
  const header = panel(page, 'Fleet').locator('.db-health .c-health')
  await eventually(() => header.count()).toBe(4)
  const shapes = await header.evaluateAll((marks) =>
    marks.map((mark) => {
      const { clipPath, borderRadius, borderTopWidth } = getComputedStyle(mark)
      return [clipPath, borderRadius, borderTopWidth].join()
    }),
  )
  expect(new Set(shapes).size).toBe(4)

  const charts = panel(page, 'Events and alerts')
  const dashes = await charts
    .locator('.db-key line')
    .evaluateAll((lines) => lines.map((line) => line.getAttribute('stroke-dasharray')))
  expect([dashes.length, new Set(dashes).size]).toEqual([5, 5])
  const patterns = await charts
    .locator('.ch-swatch')
    .evaluateAll((swatches) => swatches.map((swatch) => getComputedStyle(swatch).backgroundImage))
  expect([patterns.length, new Set(patterns).size]).toEqual([5, 5])
})

test('[DASHBOARD-UI-2] a figure leads to the list that it counts', async () => {
  const { page, goto } = await visit({ as: alpha.members.VIEWER })
  await goto(dashboard)
  await kpi(page, 'Open alerts').getByRole('link', { name: 'Open alerts' }).click()
  await eventually(() => inQueue(page)).toBe(3)

  await page.goBack()
  await kpi(page, 'Critical, unassigned').getByRole('link').click()
  await eventually(() => inQueue(page)).toBe(1)
  expect(new URL(page.url()).search).toMatch(/severity=critical.*owner=none|owner=none.*severity=critical/)

  // alerts raised in the window lead to the list of that window, with any status
  await page.goBack()
  await panel(page, 'Top rules').getByRole('listitem').filter({ hasText: 'Secure boot' }).getByRole('link').click()
  await eventually(() => inQueue(page)).toBe(1)
  expect(new URL(page.url()).searchParams.get('time')).toContain('~')

  // and after going back the dashboard has its own window again
  await page.goBack()
  await eventually(() => linesOf(page, 'Top rules')).toHaveLength(3)
  expect(new URL(page.url()).searchParams.get('time')).toBe('24h')
  await panel(page, 'Alert feed').getByRole('listitem').filter({ hasText: 'Secure boot' }).getByRole('link').click()
  await page.getByRole('complementary').getByText('Secure boot verification failed').first().waitFor()
})

test('[DASHBOARD-UI-1] dragging on a chart zooms the window of all panels, and zooming out goes back', async () => {
  const { page, goto } = await visit({ as: alpha.members.VIEWER })
  await goto(dashboard)
  for (const chart of ['Events per second', 'Alerts by severity']) {
    const canvas = panel(page, 'Events and alerts').getByRole('img', { name: chart })
    await canvas.waitFor()
    const { x, y, width, height } = (await canvas.boundingBox())!
    await page.mouse.move(x + width * 0.3, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 4 })
    await page.mouse.up()
    await eventually(() => new URL(page.url()).searchParams.get('time') ?? '').toContain('~')
    // no alerts were raised in that span
    await eventually(() => panel(page, 'Top rules').innerText()).toContain('No alerts in this time')
    await page.keyboard.press('Control+z')
    await eventually(() => linesOf(page, 'Top rules')).toHaveLength(3)
    expect(new URL(page.url()).searchParams.get('time')).toBe('24h')
  }
})

test('[DASHBOARD-UI-8] the feed holds its position and counts while hovered; a click shows what is new', async () => {
  const bravo = await site.organisation('Bravo')
  const [, , , , quiet] = await postFleet(site, bravo)
  const { page, goto } = await visit({ as: bravo.members.VIEWER })
  await goto(dashboard)
  await eventually(() => linesOf(page, 'Alert feed')).toHaveLength(3)
  await panel(page, 'Alert feed').getByRole('listitem').first().hover()
  await site.post(bravo.key, [intrusion(quiet!, 0x8007)])
  const news = panel(page, 'Alert feed').getByRole('button', { name: '1 new' })
  await news.waitFor()
  expect(await linesOf(page, 'Alert feed')).toHaveLength(3)
  await news.click()
  await eventually(async () => (await linesOf(page, 'Alert feed'))[0]).toContain('Debug interface opened')
})

test('[DASHBOARD-UI-10] [TIME-9] outdated figures are marked, and are updated when the server is back', async () => {
  const { page, goto, ignoreFaults } = await visit({ as: alpha.members.VIEWER })
  await goto(dashboard)
  await eventually(() => kpi(page, 'Open alerts').innerText()).toMatch(/3/)
  await page.waitForLoadState('networkidle') // including the map's worker
  await served.stop()
  await kpi(page, 'Open alerts')
    .getByText(/^stale/)
    .waitFor()
  const dot = page.getByRole('group', { name: 'Time window' }).locator('.tc-dot')
  expect(await dot.getAttribute('data-connection')).toBe('lost')
  await served.startAgain()
  await eventually(() => dot.getAttribute('data-connection')).toBe('live')
  await eventually(() =>
    kpi(page, 'Open alerts')
      .getByText(/^stale/)
      .count(),
  ).toBe(0)
  expect(await kpi(page, 'Open alerts').innerText()).toMatch(/3/)
  ignoreFaults(/Failed to load resource|WebSocket|ERR_/)
})

test.for(['dark', 'light'] as const)(
  'axe finds nothing on the %s dashboard, and nothing scrolls sideways',
  async (theme) => {
    const { page, goto } = await visit({ as: alpha.members.ADMIN, theme })
    await goto(dashboard)
    await eventually(() => linesOf(page, 'Top rules')).toHaveLength(3)
    await eventually(() => linesOf(page, 'Alert feed')).toHaveLength(3)
    expect(await axeOf(page)).toEqual([])
    expect(await sidewaysOf(page)).toBeLessThanOrEqual(0)
  },
)
