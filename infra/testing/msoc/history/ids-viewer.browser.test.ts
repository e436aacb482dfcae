import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, eventually, intrusion, postFleet, sidewaysOf, startConsole } from '../../support/browser/browser.ts'

const { site, visit } = await startConsole()
const home = '/org/msoc/dashboard/analyzers'
const viewer = `${home}/ids-viewer`
const org = await site.organisation('Viewer')
const [first, second] = (await postFleet(site, org)) as [string, string]
await site.post(org.key, [
  { ...intrusion(first, 0x8001), count: 40, context: '48690A' },
  { ...intrusion(second, 0x8003), type: 'ids.host' },
])

const rows = (page: Page) => page.getByRole('grid', { name: 'IDS events' }).getByRole('row')
const counts = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true }).getByRole('button')
const detail = (page: Page) => page.getByRole('complementary', { name: 'IDS event' })

test('[IDS-VIEWER-3] events of all vehicles are listed, and counted as often as they report', async () => {
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(viewer)
  await eventually(() => rows(page).count()).toBe(6) // the headings are a row
  expect(await counts(page, 'Events').first().innerText()).toMatch(/0x8001\s+41/)
  expect(await counts(page, 'Vehicles').first().innerText()).toMatch(new RegExp(`${first}\\s+41`))
  expect(await counts(page, 'Sensors').first().innerText()).toMatch(/IdsM 0 · sensor 0/)
  await page.getByText('44 occurrences').waitFor()
})

test('[IDS-VIEWER-2] clicking a count, a menu and a search filter the list; one click clears all', async () => {
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(viewer)
  await eventually(() => rows(page).count()).toBe(6)
  await counts(page, 'Vehicles').filter({ hasText: first }).click()
  await eventually(() => rows(page).count()).toBe(3)
  expect(new URL(page.url()).searchParams.get('vehicle')).toBe(first)
  await counts(page, 'Vehicles').filter({ hasText: first }).click()
  await eventually(() => rows(page).count()).toBe(6)

  await page.getByRole('button', { name: 'Kind' }).click()
  await page.getByRole('menuitem', { name: 'Host' }).click()
  await eventually(() => rows(page).count()).toBe(2)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await eventually(() => rows(page).count()).toBe(6)
  await page.keyboard.press('/')
  await page.keyboard.type(`0x8001 ${second}`)
  await eventually(() => rows(page).count()).toBe(2)
  expect(new URL(page.url()).searchParams.get('q')).toBe(`0x8001 ${second}`)
  await page.reload()
  await eventually(() => rows(page).count()).toBe(2)
})

test('[IDS-VIEWER-4] an event opens in full, and links to its vehicle, its alerts and its frames', async () => {
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(`${viewer}?vehicle=${first}&event=0x8001`)
  await rows(page).filter({ hasText: '×40' }).click()
  await detail(page).getByText('40 occurrences').waitFor()
  expect(await detail(page).getByLabel('Context').innerText()).toMatch(/48 69 0a/i)
  const frames = new URL(
    (await detail(page).getByRole('link', { name: 'CAN frames around it' }).getAttribute('href'))!,
    page.url(),
  )
  expect(frames.pathname).toMatch(/vehicle\/ids-can-packet-analyzer$/)
  expect(frames.searchParams.get('vehicle')).toBe(first)
  expect(Math.abs(Number(frames.searchParams.get('at')) - Date.now())).toBeLessThan(3_600_000)

  await detail(page).getByRole('link', { name: 'Alerts with this event' }).click()
  await eventually(() => page.getByRole('option').count()).toBe(2)
  await page.goBack()
  await detail(page).getByRole('link', { name: 'Vehicle' }).click()
  await page.getByRole('heading', { name: first, level: 1 }).waitFor()
})

test('the home page of the analyzers links to each of them', async () => {
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(home)
  await page.getByRole('heading', { name: 'Analyzers', level: 1 }).waitFor()
  await page.getByText('No captures').waitFor()
  await page.getByText('No profile is active').waitFor()
  const main = page.getByRole('main')
  expect(
    await Promise.all(
      ['Packet analyzer', 'Vehicle DB viewer', 'Captures', 'Profiles'].map((name) =>
        main.getByRole('link', { name, exact: true }).count(),
      ),
    ),
  ).toEqual([1, 1, 1, 1])
  await main.getByRole('link', { name: 'IDS viewer' }).click()
  await page.waitForURL(/analyzers\/ids-viewer/)
})

test.for(['dark', 'light'] as const)(
  'axe finds no fault on both pages, %s, and nothing scrolls sideways',
  async (theme) => {
    const { page, goto } = await visit({ as: org.members.VIEWER, theme })
    await goto(home)
    await page.getByText('No captures').waitFor()
    expect(await axeOf(page)).toEqual([])
    await goto(viewer)
    await rows(page).filter({ hasText: '×40' }).waitFor()
    expect(await axeOf(page)).toEqual([])
    await rows(page).filter({ hasText: '×40' }).click()
    await detail(page).getByText('40 occurrences').waitFor()
    expect(await axeOf(page)).toEqual([])
    for (const [width, height] of [
      [1280, 720],
      [3840, 2160],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(await sidewaysOf(page)).toBe(0)
    }
  },
)
