import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, eventually, placeOf, position, startConsole } from '../../support/browser/browser.ts'

const { site, visit } = await startConsole({}, 'webgl')
const alpha = await site.organisation('Alpha')
const map = '/org/msoc/dashboard/live-map'
const centre = placeOf(7)
await site.post(alpha.key, [position('FENCED', 7, { ts: Date.now() - 600_000 })])

/** The map with one vehicle in the middle of the area that no panel covers. */
const around = `${map}?lat=${centre.lat}&lon=${centre.lon}&zoom=9`
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Geofences' })

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Vehicles in view' }).getByRole('button', { name: 'FENCED' }).waitFor()
  await page.getByRole('button', { name: 'Geofence list' }).click()
  await panelOf(page).waitFor()
}

/** The middle of the map on screen, px. */
async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  const box = (await page.locator('.lm-map').boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('[MAP-UI-43] a geofence is drawn by mouse; a vehicle that leaves it raises an alert on the map', async () => {
  const { page, goto } = await visit({ as: alpha.members.ANALYST })
  await goto(around)
  await openPanel(page)
  await panelOf(page).getByRole('button', { name: 'Draw a geofence' }).first().click()
  const { x, y } = await middleOf(page)
  for (const [dx, dy] of [
    [-60, -60],
    [60, -60],
    [60, 60],
    [-20, 90],
  ] as const)
    await page.mouse.click(x + dx, y + dy)
  await page.keyboard.press('Backspace')
  await panelOf(page).getByText('3 of at most 200').waitFor()
  await page.mouse.click(x - 60, y + 60)
  await page.mouse.click(x - 60, y - 60) // the first corner
  await panelOf(page).getByLabel('Name').fill('Proving ground')
  await panelOf(page)
    .getByLabel(/^Severity/)
    .selectOption('critical')
  await panelOf(page).getByRole('button', { name: 'Save' }).click()
  await panelOf(page)
    .getByRole('button', { name: /Proving ground/ })
    .waitFor()
  await eventually(() =>
    panelOf(page)
      .getByRole('button', { name: /Proving ground/ })
      .innerText(),
  ).toContain('1 inside')

  // ingest reads the areas again every few seconds
  await panelOf(page).getByRole('button', { name: 'Close the geofences' }).click()
  const row = page.getByRole('region', { name: 'Vehicles in view' }).getByRole('button', { name: 'FENCED' })
  let away = 0
  expect(await row.innerText()).not.toContain('Left geofence')
  await eventually(async () => {
    // in and out again: only an exit that ingest sees raises an alert
    away = away === 0 ? 0.28 : 0
    await site.post(alpha.key, [position('FENCED', 7, { lon: centre.lon + away, speed_kph: 60 })])
    return row.innerText()
  }).toContain('Left geofence Proving ground')
})

/** Drags on the map from one position on screen to another. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

test('[MAP-UI-42] a corner is dragged, and the middle of a side becomes a corner, while the map stays', async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN })
  await goto(around)
  await openPanel(page)
  await panelOf(page).getByRole('button', { name: 'Draw a geofence' }).first().click()
  const { x, y } = await middleOf(page)
  for (const [dx, dy] of [
    [-60, -60],
    [60, -60],
    [60, 60],
  ] as const)
    await page.mouse.click(x + dx, y + dy)
  await page.keyboard.press('Enter')
  const degreesOf = async (which: 'Longitude' | 'Latitude') =>
    await panelOf(page)
      .getByLabel(new RegExp(`^${which} of corner`))
      .evaluateAll((inputs) => inputs.map((input) => Number((input as HTMLInputElement).value)))
  const before = await degreesOf('Longitude')
  const view = new URL(page.url()).search
  expect(before).toHaveLength(3)

  await drag(page, { x: x + 60, y: y - 60 }, { x: x + 120, y: y - 60 })
  const perPixel = (before[1]! - before[0]!) / 120
  const wider = await degreesOf('Longitude')
  expect(wider[1]! - before[1]!).toBeCloseTo(60 * perPixel, 3)
  expect([wider[0], wider[2]]).toEqual([before[0], before[2]])

  await drag(page, { x, y }, { x: x - 80, y: y + 40 }) // the middle of the side from the last corner to the first
  const more = await degreesOf('Longitude')
  expect(more).toHaveLength(4)
  expect(more.slice(0, 3)).toEqual(wider)
  expect(more[3]! - before[0]!).toBeCloseTo(-20 * perPixel, 3)
  expect((await degreesOf('Latitude'))[3]).toBeLessThan(centre.lat)
  expect(new URL(page.url()).search).toBe(view)
})

test('[MAP-UI-40] [MAP-UI-42] [MAP-UI-45] typed corners; crossing outlines and conflicts are refused', async () => {
  const { page, goto, ignoreFaults } = await visit({ as: alpha.members.ADMIN })
  await site.call(alpha.members.ADMIN.token, 'msoc/v1/geofences/save', {
    name: 'Square',
    severity: 'low',
    active: true,
    polygon: [
      [centre.lon - 0.1, centre.lat - 0.1],
      [centre.lon + 0.1, centre.lat - 0.1],
      [centre.lon + 0.1, centre.lat + 0.1],
      [centre.lon - 0.1, centre.lat + 0.1],
    ],
  })
  await goto(around)
  await openPanel(page)
  await panelOf(page)
    .getByRole('button', { name: /Square/ })
    .click()
  await panelOf(page).getByText('4 of at most 200').waitFor()
  const latitude = panelOf(page).getByRole('spinbutton', { name: 'Latitude of corner 2' })
  await latitude.fill(String(centre.lat + 0.2))
  await panelOf(page).getByRole('alert').getByText('The outline crosses itself').waitFor()
  expect(await panelOf(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await latitude.fill(String(centre.lat - 0.15))
  await eventually(() => panelOf(page).getByRole('alert').count()).toBe(0)

  await site.call(alpha.members.ANALYST.token, 'msoc/v1/geofences/save', {
    ...(await savedSquare()),
    name: 'Square of someone else',
  })
  await panelOf(page).getByRole('button', { name: 'Save' }).click()
  await panelOf(page).getByText('Someone else changed this geofence').waitFor()
  ignoreFaults(/409/)
  await panelOf(page).getByRole('button', { name: 'Keep mine' }).click()
  await panelOf(page).getByRole('button', { name: 'Save' }).click()
  await panelOf(page)
    .getByRole('button', { name: /Square/ })
    .waitFor()

  await panelOf(page)
    .getByRole('button', { name: /Square/ })
    .click()
  await panelOf(page).getByRole('button', { name: 'Delete the geofence' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await eventually(() =>
    panelOf(page)
      .getByRole('button', { name: /Square/ })
      .count(),
  ).toBe(0)
})

async function savedSquare(): Promise<object> {
  const { body } = await site.get(alpha.members.ADMIN.token, 'msoc/v1/geofences')
  return (body.geofences as { name: string }[]).find(({ name }) => name === 'Square')!
}

test('[MAP-UI-68] [MAP-UI-69] a circle is drawn, dragged and typed, for one vehicle and both crossings', async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN })
  await site.post(alpha.key, [position('GUEST', 9, { lat: centre.lat, lon: centre.lon + 1 })])
  await goto(around)
  await openPanel(page)
  await panelOf(page).getByRole('button', { name: 'Draw a geofence' }).first().click()
  await panelOf(page).getByText('Circle', { exact: true }).click()
  const { x, y } = await middleOf(page)
  await page.mouse.click(x, y)
  await panelOf(page).getByText('Click where the circle should reach').waitFor()
  await page.mouse.click(x + 60, y)
  const radius = panelOf(page).getByRole('spinbutton', { name: 'Radius' })
  const before = Number(await radius.inputValue())
  await drag(page, { x: x + 60, y }, { x: x + 120, y })
  await eventually(async () => Math.round((10 * Number(await radius.inputValue())) / before)).toBe(20)
  await radius.fill('4000')
  await panelOf(page).getByLabel('Name').fill('Harbour')
  await panelOf(page).getByLabel('Alert when a vehicle').selectOption('both')
  await panelOf(page).getByLabel('VINs that it applies to').fill('GUEST')
  await page.keyboard.press('Enter')
  await panelOf(page).getByText('these vehicles').waitFor()
  await panelOf(page).getByRole('button', { name: 'Save' }).click()
  const row = panelOf(page).getByRole('button', { name: /Harbour/ })
  await row.waitFor()
  expect(await row.innerText()).toContain('leaving or entering · circle of 4 km · 1 vehicle')
  const { body } = await site.get(alpha.members.ADMIN.token, 'msoc/v1/geofences')
  const saved = (body.geofences as { name: string }[]).find(({ name }) => name === 'Harbour')
  expect(saved).toMatchObject({ alert_on: 'both', vins: ['GUEST'], models: [], circle: { radius_m: 4_000 } })
  await row.click()
  expect(await panelOf(page).getByLabel('Alert when a vehicle').inputValue()).toBe('both')
  expect(await radius.inputValue()).toBe('4000')
  expect(await axeOf(page)).toEqual([])
})

test('a viewer sees geofences, and who may draw them', async () => {
  const { page, goto } = await visit({ as: alpha.members.VIEWER })
  await goto(around)
  await openPanel(page)
  expect(await panelOf(page).getByRole('button', { name: 'Draw a geofence' }).first().isDisabled()).toBe(true)
})

test.for(['dark', 'light'] as const)('axe finds nothing on the %s geofence list and form', async (theme) => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN, theme })
  await goto(around)
  await openPanel(page)
  expect(await axeOf(page)).toEqual([])
  await panelOf(page).getByRole('button', { name: 'Draw a geofence' }).first().click()
  for (let corner = 0; corner < 3; corner++) await panelOf(page).getByRole('button', { name: 'Add a corner' }).click()
  expect(await axeOf(page)).toEqual([])
  await panelOf(page).getByRole('button', { name: 'Close the outline' }).click()
  await panelOf(page).getByLabel('Name').waitFor()
  expect(await axeOf(page)).toEqual([])
})
