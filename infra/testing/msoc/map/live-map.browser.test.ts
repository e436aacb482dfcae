import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import {
  axeOf,
  eventually,
  intrusion,
  placeOf,
  position,
  postFleet,
  sidewaysOf,
  startConsole,
} from '../../support/browser/browser.ts'
import { colourAt, tokenOf } from '../../support/browser/picture.ts'

const { site, visit } = await startConsole({}, 'webgl')
const alpha = await site.organisation('Alpha')
const [compromised] = await postFleet(site, alpha)
const map = '/org/msoc/dashboard/live-map'

const rowOf = (page: Page, vin: string) =>
  page.getByRole('region', { name: 'Vehicles in view' }).getByRole('button', { name: vin })
const drawerOf = (page: Page, vin: string) => page.getByRole('complementary', { name: `Vehicle ${vin}` })

/** The position of the corner brackets of the selected vehicle on the map's canvas, px, read from its pixels. */
function bracketsOf(page: Page): Promise<{ left: number; top: number } | undefined> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.lm-overlay')!
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    const colour = getComputedStyle(canvas)
      .getPropertyValue('--text-1')
      .match(/[\da-f]{2}/gi)!
      .map((hex) => parseInt(hex, 16))
    const found: { left: number; top: number }[] = []
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3]! > 200 && colour.every((value, channel) => Math.abs(data[at + channel]! - value) < 24))
        found.push({ left: (at / 4) % canvas.width, top: Math.floor(at / 4 / canvas.width) })
    }
    const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2 / devicePixelRatio
    return found.length === 0
      ? undefined
      : { left: middle(found.map(({ left }) => left)), top: middle(found.map(({ top }) => top)) }
  })
}

test('the fleet is listed by risk, and counted by health', async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN })
  await goto(map)
  const rows = page.getByRole('region', { name: 'Vehicles in view' }).getByRole('button')
  await eventually(() => rows.first().innerText()).toContain(compromised)
  await eventually(() => rows.first().innerText()).toContain('Secure boot verification failed')
  await eventually(() => page.getByRole('button', { name: /^Compromised/ }).innerText()).toMatch(/1$/)
  expect(await rows.count()).toBeGreaterThan(5)
})

test('[MAP-UI-66] a position of four minutes ago is shown as four minutes old and delayed', async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN })
  await site.post(alpha.key, [position('LATE-ONE', 7, { ts: Date.now() - 250_000 })])
  await goto(`${map}?vehicle=LATE-ONE`)
  await page.getByLabel('Find a vehicle').fill('late-one')
  await eventually(() => rowOf(page, 'LATE-ONE').innerText()).toMatch(/\b[45] min[\s\S]*delayed 4 min/)
  const drawer = drawerOf(page, 'LATE-ONE')
  await eventually(() => drawer.innerText()).toMatch(/Position\s+[45]\s*min old/)
  expect(await drawer.innerText()).toContain('The last position was delayed 4 min.')
})

test('[MAP-UI-67] Enter in the search goes to a vehicle that is not in view', async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN })
  await site.post(alpha.key, [position('FAR-AWAY', 0, { lat: -33.9, lon: 18.4 })])
  await goto(`${map}?lat=48.7&lon=9.2&zoom=7`)
  await rowOf(page, compromised!).waitFor()
  await page.getByLabel('Find a vehicle').fill('far-aw')
  await page.getByText('No vehicle in view matches.').waitFor()
  await page.getByLabel('Find a vehicle').press('Enter')
  await drawerOf(page, 'FAR-AWAY').waitFor()
  await eventually(() => Number(new URL(page.url()).searchParams.get('lat'))).toBeLessThan(-30)
  expect(new URL(page.url()).searchParams.get('lat')).not.toBeNull()
})

test('a vehicle that reports for the first time appears, and moves when it reports again', async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN })
  await goto(map)
  await rowOf(page, compromised!).waitFor()
  await page.getByLabel('Find a vehicle').fill('newc')
  await page.getByText('No vehicle in view matches.').waitFor()

  // ten minutes between the two positions, or the movement would be impossibly fast
  await site.post(alpha.key, [position('NEWCOMER', 7, { ts: Date.now() - 600_000, speed_kph: 31, heading_deg: 45 })])
  await rowOf(page, 'NEWCOMER').waitFor()
  // the database may have it before the map does
  await eventually(() => rowOf(page, 'NEWCOMER').innerText()).toContain('31 km/h')

  await rowOf(page, 'NEWCOMER').click()
  const drawer = drawerOf(page, 'NEWCOMER')
  await eventually(() => drawer.innerText()).toMatch(/Speed\s+31\s*km\/h\s+Heading\s+045/)
  await eventually(() => bracketsOf(page)).toBeDefined()
  const before = (await bracketsOf(page))!

  const { lon } = position('NEWCOMER', 7)
  await site.post(alpha.key, [position('NEWCOMER', 7, { lon: lon + 0.1, speed_kph: 44, heading_deg: 90 })])
  await eventually(() => drawer.innerText()).toMatch(/Speed\s+44\s*km\/h\s+Heading\s+090/)
  await eventually(async () => ((await bracketsOf(page))?.left ?? 0) - before.left).toBeGreaterThan(5)
  expect(Math.abs((await bracketsOf(page))!.top - before.top)).toBeLessThan(3)
  await eventually(() => rowOf(page, 'NEWCOMER').innerText()).toContain('44 km/h')
})

test('an alert is shown at its vehicle, in the list, in the drawer and in the count', async () => {
  const org = await site.organisation('Bravo')
  const [, , , , quiet] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(`${map}?vehicle=${quiet}`)
  await drawerOf(page, quiet!).getByText('No open alerts.').waitFor()

  await site.post(org.key, [intrusion(quiet!, 0x8007)])
  await drawerOf(page, quiet!).getByText('Debug interface opened').waitFor()
  await drawerOf(page, quiet!).getByText('Compromised').waitFor()
  await rowOf(page, quiet!).getByText('Debug interface opened').waitFor()
  expect(await page.getByRole('region', { name: 'Vehicles in view' }).getByText('Debug interface opened').count()).toBe(
    1,
  )
  await eventually(() => page.getByRole('button', { name: /^Compromised/ }).innerText()).toMatch(/2$/)
})

/** The colour near the middle of the map, beside what may be drawn in the middle. */
async function middleOf(page: Page, map: string): Promise<string> {
  const box = (await page.locator(map).boundingBox())!
  return colourAt(page, { x: box.x + box.width / 2 + 40, y: box.y + box.height / 2 + 13 })
}

test('[MAP-UI-62] a map whose worker could not load while the server was down loads when it is back', async () => {
  const { page, goto, ignoreFaults } = await visit({ as: alpha.members.ADMIN })
  let requestCount = 0
  await page.route(/maplibre-gl-worker/, (route) => (requestCount++ < 2 ? route.abort() : route.continue()))
  await goto(`${map}?lat=51.5&lon=10.5&zoom=9`)
  await eventually(() => requestCount).toBe(3)
  await eventually(() => middleOf(page, '.lm-map')).toBe(await tokenOf(page, '--map-land'))
  expect(await page.getByText('The map did not load').count()).toBe(0)
  ignoreFaults(/maplibre-gl-worker/)
})

test('a vehicle’s own map shows the land around it, and its trail', async () => {
  const { lon } = placeOf(22)
  const places = Array.from({ length: 30 }, (_, step) =>
    position('TRAILED', 22, { ts: Date.now() - 600_000 + step * 10_000, lon: lon + step * 0.002 }),
  )
  await site.post(alpha.key, places)
  const { page, goto } = await visit({ as: alpha.members.ADMIN })
  await goto('/org/msoc/dashboard/projects/vehicle/live-location?vehicle=TRAILED')
  await page.locator('.vh-readout', { hasText: /[1-9] places/ }).waitFor()
  await eventually(() => middleOf(page, '.vh-map-box')).toBe(await tokenOf(page, '--map-land'))
  const box = (await page.locator('.vh-map-box').boundingBox())!
  const across = (step: number) => colourAt(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 + step })
  await eventually(async () => [await across(-1), await across(0), await across(1)]).toContain(
    await tokenOf(page, '--accent'),
  )
  expect(await page.getByText('The map did not load').count()).toBe(0)
})

test('an organisation without vehicles is shown how to send the first event', async () => {
  const { members } = await site.organisation('Empty')
  const { page, goto } = await visit({ as: members.ADMIN })
  await goto(map)
  await page.getByText('No vehicle has reported yet').waitFor()
  expect(await page.locator('pre').innerText()).toMatch(/^curl -X POST .*\/ingest\/v1\/events/)
})

test.for(['dark', 'light'] as const)(
  'axe finds nothing on the %s live map, with a vehicle and the layer menu open',
  async (theme) => {
    const { page, goto } = await visit({ as: alpha.members.ADMIN, theme })
    await goto(map)
    await rowOf(page, compromised!).waitFor()
    expect(await axeOf(page)).toEqual([])
    await rowOf(page, compromised!).click()
    await drawerOf(page, compromised!).getByText('Secure boot verification failed').waitFor()
    await page.getByRole('button', { name: /^Map source/ }).click()
    await page.getByRole('menuitem', { name: 'Offline outlines' }).waitFor()
    expect(await axeOf(page)).toEqual([])
  },
)

test('on a phone the map does not scroll sideways, with the list, the alerts over time or a vehicle', async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN, phone: true })
  await goto(map)
  await rowOf(page, compromised!).waitFor()
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Alerts over time' }).tap()
  await page.getByRole('img', { name: / alerts over time$/ }).waitFor()
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0)
  await rowOf(page, compromised!).tap()
  await drawerOf(page, compromised!).getByText('Open alerts').waitFor()
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0)
})
