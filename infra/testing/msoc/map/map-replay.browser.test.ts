import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import {
  axeOf,
  eventually,
  intrusion,
  placeOf,
  position,
  sidewaysOf,
  startConsole,
} from '../../support/browser/browser.ts'

const { site, visit } = await startConsole({}, 'webgl')
const alpha = await site.organisation('Alpha')
const map = '/org/msoc/dashboard/live-map'
const minute = 60_000
const began = Date.now() - 20 * minute

/** Two vehicles that drive north for ten minutes, a position every ten seconds; the first has an alert half-way. */
async function postJourney(vehicle: string, index: number): Promise<void> {
  const { lat, lon } = placeOf(index)
  const places = Array.from({ length: 61 }, (_, step) =>
    position(vehicle, index, {
      ts: began + step * 10_000,
      lat: lat + step * 0.002,
      lon,
      heading_deg: 0,
      speed_kph: 80,
    }),
  )
  const { body } = await site.post(alpha.key, places)
  expect(body).toEqual({ accepted: places.length, rejected: [] })
}
await postJourney('DRIVER-A', 0)
await postJourney('DRIVER-B', 2)
await site.post(alpha.key, [{ ...intrusion('DRIVER-A', 0x8003), ts: began + 5 * minute }])

const rowOf = (page: Page, vin: string) =>
  page.getByRole('region', { name: 'Vehicles in view' }).getByRole('button', { name: vin })
const drawerOf = (page: Page, vin: string) => page.getByRole('complementary', { name: `Vehicle ${vin}` })
const sliderOf = (page: Page) => page.getByRole('slider', { name: 'Replay time' })
const time = `${new Date(began - minute).toISOString()}~${new Date(began + 11 * minute).toISOString()}`
const replayed = (at: number) =>
  `${map}?time=${encodeURIComponent(time)}&replay=${encodeURIComponent(new Date(at).toISOString())}`

test('[MAP-UI-70] the slider and the strip of alerts above it have one time scale', async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN })
  await goto(replayed(began + 2 * minute))
  await rowOf(page, 'DRIVER-A').waitFor()
  const edgesOf = async (part: string) => {
    const { x, width } = (await page.locator(part).boundingBox())!
    return [x, x + width].map(Math.round)
  }
  for (const width of [1280, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await edgesOf('.lm-slider-track')).toEqual(await edgesOf('.lm-strip'))
    expect((await page.locator('.lm-slider').boundingBox())!.width).toBeGreaterThan(200)
  }
  const cursor = (await page.locator('.lm-cursor').boundingBox())!
  const played = (await page.locator('.lm-slider-track i').boundingBox())!
  expect(cursor.x + cursor.width / 2).toBeCloseTo(played.x + played.width, 0)
})

test('[MAP-UI-57] a replay is controlled by keyboard, and its address shows a colleague the same time', async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN })
  await goto(replayed(began + 2 * minute))
  await rowOf(page, 'DRIVER-A').waitFor()
  await rowOf(page, 'DRIVER-B').waitFor()
  const valueOf = async () => Number(await sliderOf(page).inputValue())
  expect(await valueOf()).toBe(began + 2 * minute)

  await sliderOf(page).focus()
  await page.keyboard.press('ArrowRight')
  expect(await valueOf()).toBeGreaterThan(began + 2 * minute)
  await page.keyboard.press('Home')
  expect(await valueOf()).toBe(began - minute)
  // before the first report of any vehicle
  await eventually(() => page.getByText('No vehicle in this part of the map.').count()).toBe(1)
  await page.keyboard.press('End')
  expect(await valueOf()).toBe(began + 11 * minute)
  await eventually(() => new URL(page.url()).searchParams.get('replay')).toBe(
    new Date(began + 11 * minute).toISOString(),
  )

  const colleague = await visit({ as: alpha.members.VIEWER })
  await colleague.page.goto(page.url())
  await eventually(() => sliderOf(colleague.page).inputValue()).toBe(String(began + 11 * minute))
})

test('[MAP-UI-55] a mark goes to the time of its alert, and shows the vehicle at its position then', async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN })
  await goto(`${replayed(began + 2 * minute)}&vehicle=DRIVER-A`)
  const drawer = drawerOf(page, 'DRIVER-A')
  await drawer.getByText('Healthy').waitFor()
  await eventually(() => drawer.innerText()).toMatch(/Speed\s+80\s*km\/h\s+Heading\s+000/)
  await page
    .getByRole('button', { name: /^Secure boot verification failed/ })
    .first()
    .click()
  await drawer.getByText('Compromised').waitFor()
  expect(Number(await sliderOf(page).inputValue())).toBe(began + 5 * minute)
})

test('[MAP-UI-65] a live span chosen in a replay keeps search, selection and follow', async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN })
  await goto(map)
  const search = page.getByRole('searchbox', { name: /^Find a vehicle/ })
  await search.fill('DRIVER-A')
  await rowOf(page, 'DRIVER-A').click()
  await page.getByRole('button', { name: /^Follow/ }).click()
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await sliderOf(page).waitFor()

  await page.getByRole('button', { name: 'Fixed window' }).click()
  await page.getByRole('option', { name: 'Last hour' }).click()
  await eventually(async () => Number(await sliderOf(page).getAttribute('max')) - began).toBeLessThan(60 * minute)
  const span = async (end: string) => Number(await sliderOf(page).getAttribute(end))
  expect((await span('max')) - (await span('min'))).toBe(60 * minute)
  expect(new URL(page.url()).searchParams.get('time')).toMatch(/Z~.*Z$/)
  await page.getByRole('button', { name: /^Following/ }).waitFor()
  expect(await search.inputValue()).toBe('DRIVER-A')
})

test('[MAP-UI-58] during a replay live changes are not shown; leaving shows them without a reload', async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN })
  await goto(replayed(began + 2 * minute))
  await rowOf(page, 'DRIVER-A').waitFor()
  await page.evaluate(() => Object.assign(window, { stayed: true }))

  await site.post(alpha.key, [position('DRIVER-B', 2, { speed_kph: 33 }), position('LATECOMER', 1, { speed_kph: 44 })])
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('300')
  await eventually(async () => Number(await sliderOf(page).inputValue())).toBe(began + 11 * minute)
  expect(await rowOf(page, 'LATECOMER').count()).toBe(0)
  await page
    .getByText(/^Replay · \d\d \w{3} \d{4}, \d\d:\d\d:\d\d [ap]m$/)
    .first()
    .waitFor()

  await page.getByRole('button', { name: 'Live', exact: true }).first().click()
  await rowOf(page, 'LATECOMER').waitFor()
  await eventually(() => rowOf(page, 'DRIVER-B').innerText()).toContain('33 km/h')
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  expect(page.url()).not.toContain('replay=')
})

test('[MAP-UI-61] follow keeps the vehicle in the middle, until the map is dragged', async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN })
  const lonOf = () => Number(new URL(page.url()).searchParams.get('lon'))
  await site.post(alpha.key, [position('RUNNER', 12, { ts: Date.now() - 30 * minute })])
  await goto(`${map}?vehicle=RUNNER`)
  await drawerOf(page, 'RUNNER').getByText('No open alerts.').waitFor()
  await page.getByRole('button', { name: /^Follow/ }).waitFor()
  await page.keyboard.press('f')
  await page.getByRole('button', { name: /^Following/ }).waitFor()
  await eventually(() => new URL(page.url()).searchParams.has('lon')).toBe(true)

  const { lon } = placeOf(12)
  await eventually(async () => {
    await site.post(alpha.key, [position('RUNNER', 12, { lon: lon + 0.5 })])
    return lonOf()
  }).toBeGreaterThan(lon + 0.3)

  await page.mouse.move(560, 300)
  await page.mouse.down()
  await page.mouse.move(640, 340, { steps: 4 })
  await page.mouse.up()
  await eventually(() => page.getByRole('button', { name: /^Following/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Follow/ }).getAttribute('aria-pressed')).toBe('false')
})

test.for(['dark', 'light'] as const)('axe finds nothing on the %s map in a replay of one vehicle', async (theme) => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN, theme })
  await goto(`${replayed(began + 6 * minute)}&vehicle=DRIVER-A&of=DRIVER-A`)
  await drawerOf(page, 'DRIVER-A').getByText('Compromised').waitFor()
  expect(await axeOf(page)).toEqual([])
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0)
})

test('a replay on a phone does not scroll sideways', async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN, phone: true })
  await goto(replayed(began + 2 * minute))
  await sliderOf(page).waitFor()
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0)
})
