/// <reference lib="dom" />
// functions that are passed to the page run there
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, eventually, intrusion, postFleet, sidewaysOf, startConsole } from '../../support/browser/browser.ts'
import { createVehicle } from '../../support/factories.ts'

const { site, visit } = await startConsole()
const list = '/org/msoc/dashboard/projects'
const tabs = [
  'info',
  'live-location',
  'health',
  'telematics-v3',
  'security-events',
  'ids-can',
  'ids-eth',
  'ids-host',
  'syslog',
] as const

const rows = (page: Page, name = 'Vehicles') => page.getByRole('grid', { name }).getByRole('row')
const rowOf = (page: Page, vin: string) => rows(page).filter({ hasText: vin })
const pageOf = (vin: string, tab: (typeof tabs)[number]) => `${list}/vehicle/${tab}?vehicle=${vin}`

const telemetry = (vehicle: string, signals: object) => ({ type: 'telemetry', vehicle, ts: Date.now(), signals })
const logLine = (vehicle: string, message: string, severity = 6) => ({
  type: 'syslog',
  vehicle,
  ts: Date.now(),
  facility: 1,
  severity,
  app_name: 'sshd',
  message,
})

test('the list is filtered, navigated by keyboard, opened, and unchanged after `back`', async () => {
  const org = await site.organisation('Depot')
  const vins = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(list)
  await rowOf(page, vins[0]!).waitFor()
  expect(await rowOf(page, vins[0]!).innerText()).toMatch(/Compromised/)

  await page.keyboard.press('/')
  await page.keyboard.type(vins[7]!)
  await eventually(() => rows(page).count()).toBe(2) // the headings are a row
  expect(new URL(page.url()).searchParams.get('q')).toBe(vins[7])
  await page.keyboard.press('Escape')

  await page.keyboard.press('j')
  await page.keyboard.press('o')
  await page.getByRole('heading', { name: vins[7]!, level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Syslog' }).click()
  await page.waitForURL(/vehicle\/syslog\?.*vehicle=/)
  await page.goBack()
  await page.waitForURL(/vehicle\/info\?.*vehicle=/)
  await page.goBack()
  await eventually(() => rows(page).count()).toBe(2)

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: /^Compromised/ }).click()
  await eventually(() => rows(page).count()).toBe(2)
  await rowOf(page, vins[0]!).waitFor()
})

test('a vehicle is registered, and edited by two users: the later one sees the other change', async () => {
  const org = await site.organisation('Twins')
  const { page, goto, ignoreFaults } = await visit({ as: org.members.ANALYST })
  await goto(list)
  await page.getByText('No vehicles yet').waitFor()
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('VIN').fill('TWIN-1')
  await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click()
  await rowOf(page, 'TWIN-1').waitFor()

  await goto(pageOf('TWIN-1', 'info'))
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Mine')
  const { body } = await site.get(org.members.ADMIN.token, 'msoc/v1/assets/vehicle', { uuid: 'TWIN-1' })
  const { uuid, revision } = body.vehicle
  await createVehicle(site, org.members.ADMIN.token, { uuid, revision, vin: 'TWIN-1', model: 'Theirs' })
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('Theirs', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  expect(await page.getByRole('dialog').getByLabel('Model').inputValue()).toBe('Theirs')
  await page.getByRole('dialog').getByLabel('Name').fill('Mine')
  await page.getByRole('dialog').getByRole('button', { name: 'Save mine over theirs' }).click()
  await eventually(
    async () => (await site.get(org.members.ADMIN.token, 'msoc/v1/assets/vehicle', { uuid: 'TWIN-1' })).body.vehicle,
  ).toMatchObject({ name: 'Mine', model: 'Theirs' })
  ignoreFaults(/409/)
})

test('a file is checked before anything changes, and imported as a job', async () => {
  const org = await site.organisation('Imports')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto('/org/msoc/dashboard/asset-register')
  const text = page.getByRole('textbox')
  await text.fill('vin,model,reports_every_seconds\nIMP-1,Van,60\nIMP-2,Van,often\n')
  await page.getByText('Nothing is imported while lines are wrong').waitFor()
  expect(await rows(page, 'Lines that are wrong').nth(1).innerText()).toMatch(/^3\s/)
  expect((await site.get(org.members.ADMIN.token, 'msoc/v1/assets/vehicles')).body.total).toBe(0)

  await text.fill('vin,model,reports_every_seconds\nIMP-1,Van,60\nIMP-2,Van,30\n')
  await page.getByRole('button', { name: 'Import 2 vehicles' }).click()
  await page.getByRole('heading', { name: 'The import is done' }).waitFor()
  await page.getByRole('link', { name: 'Show the vehicles' }).click()
  await rowOf(page, 'IMP-2').waitFor()
})

test('the log follows, pauses, resumes, and is filtered by text and severity', async () => {
  const org = await site.organisation('Tail')
  const [vin] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(pageOf(vin!, 'syslog'))
  await page.getByText('No lines').waitFor()
  await site.post(org.key, [logLine(vin!, 'first line'), logLine(vin!, 'disk failing', 3)])
  const lines = rows(page, 'Log lines')
  await eventually(() => lines.count()).toBe(3)

  await page.keyboard.press('p')
  await page.getByText(/paused/).waitFor()
  await site.post(org.key, [logLine(vin!, 'while paused')])
  await page.keyboard.press('p')
  await lines.filter({ hasText: 'while paused' }).waitFor()

  await page.getByRole('button', { name: 'Severity' }).click()
  await page.getByRole('menuitem', { name: 'Error or more severe' }).click()
  await eventually(() => lines.count()).toBe(2)
  expect(await lines.nth(1).innerText()).toMatch(/disk failing/)

  await page.getByRole('button', { name: 'Fixed' }).click()
  await page.waitForURL(/time=.*(~|%7E)/)
  await eventually(() => lines.count()).toBe(2)
  await goto(pageOf(vin!, 'info'))
  await page.getByRole('link', { name: 'Syslog' }).click()
  await eventually(() => page.getByRole('button', { name: 'Fixed', exact: true }).getAttribute('aria-pressed')).toBe(
    'true',
  )
})

test('signals are plotted, IDS events open in full, and a drag on the histogram zooms until Ctrl-Z', async () => {
  const org = await site.organisation('Signals')
  const [vin] = await postFleet(site, org)
  await site.post(org.key, [
    telemetry(vin!, { 'Vehicle.Speed': 40, 'Vehicle.Mode': 'PARK' }),
    { ...intrusion(vin!, 0x8001), context: '48690A' },
  ])
  const { page, goto } = await visit({ as: org.members.ANALYST })

  await goto(pageOf(vin!, 'telematics-v3'))
  await rows(page, 'Latest values').filter({ hasText: 'Vehicle.Speed' }).click()
  await page.getByRole('img', { name: /Vehicle.Speed over time/ }).waitFor()
  expect(new URL(page.url()).searchParams.get('signals')).toBe('Vehicle.Speed')

  await goto(pageOf(vin!, 'ids-can'))
  await rows(page, 'IDS events').filter({ hasText: 'SecOC' }).first().click()
  await page.getByRole('complementary', { name: 'IDS event' }).getByText('GTW').first().waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('complementary', { name: 'IDS event' }).count()).toBe(0)

  const chart = (await page.locator('.ch-zoom canvas').first().boundingBox())!
  await page.mouse.move(chart.x + chart.width * 0.5, chart.y + 40)
  await page.mouse.down()
  await page.mouse.move(chart.x + chart.width * 0.9, chart.y + 40, { steps: 4 })
  await page.mouse.up()
  await page.waitForURL(/time=.*(~|%7E)/)
  await page.keyboard.press('Control+z')
  await page.waitForURL(/time=24h/)
})

test('filters are saved as a view, and the list is exported as CSV', async () => {
  const org = await site.organisation('Views')
  const vins = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${list}?health=compromised`)
  await eventually(() => rows(page).count()).toBe(2)
  await page.getByRole('button', { name: 'Save the present filters as a view' }).click()
  await page.getByLabel('Save the present filters as', { exact: true }).fill('The worst')
  await page.keyboard.press('Enter')
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: 'The worst', exact: true })
    .waitFor()

  await goto(list)
  await eventually(() => rows(page).count()).toBeGreaterThan(2)
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'The worst', exact: true }).click()
  await eventually(() => rows(page).count()).toBe(2)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export these vehicles as CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('vehicles.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/vin/)
  expect(lines[1]).toContain(vins[0])
})

test('a phone gets a token that is shown once, reports with it, and is followed on the map', async () => {
  const org = await site.organisation('Phones')
  const [vin] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ADMIN })
  await goto(pageOf(vin!, 'info'))
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'The new token' })
  const token = (await dialog.locator('code').first().innerText()).trim()
  await dialog.getByRole('button', { name: 'I have it' }).click()
  await page.getByText(token.slice(0, 8)).waitFor()

  await goto(pageOf(vin!, 'live-location'))
  const place = page
    .locator('.vh-readout > div')
    .filter({ hasText: /^Place/ })
    .locator('dd')
  await place.waitFor()
  await page.keyboard.press('f')
  await page.getByRole('button', { name: /Following/, pressed: true }).waitFor()
  expect(
    (await site.track({ id: token, timestamp: Math.floor(Date.now() / 1_000), lat: 48.7, lon: 9.1, speed: 10 })).status,
  ).toBe(200)
  await eventually(() => place.innerText()).toMatch(/^48\.7\d*, 9\.1/)

  await goto(pageOf(vin!, 'info'))
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog', { name: 'Revoke this token?' }).getByRole('button', { name: 'Revoke' }).click()
  await page.getByText(/revoked \d/).waitFor()
})

test('[IDS-UI-5] while scrolled down, IDS events keep their place; new ones are counted', async () => {
  const org = await site.organisation('Places')
  const [vin] = await postFleet(site, org)
  const events = (count: number, from: number) =>
    Array.from({ length: count }, (_, index) => ({ ...intrusion(vin!, 0x8001), ts: from + index * 10 }))
  await site.post(org.key, events(200, Date.now() - 20 * 60_000))
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await page.clock.install()
  await goto(pageOf(vin!, 'ids-can'))
  const grid = page.getByRole('grid', { name: 'IDS events' })
  await page.getByText(/^20[12] events in this window$/).waitFor()
  const top = () => grid.evaluate((box) => box.scrollTop)

  await site.post(org.key, events(1, Date.now()))
  await page.clock.fastForward('01:05')
  await page.getByText(/^20[23] events in this window$/).waitFor()
  expect(await top()).toBe(0)

  await grid.evaluate((box) => box.scrollTo({ top: 2_000 }))
  await eventually(top).toBe(2_000)
  await site.post(org.key, events(3, Date.now()))
  await page.clock.fastForward('01:05')
  await page.getByRole('button', { name: '3 new' }).waitFor()
  expect(await top()).toBe(2_000)
  await page.getByRole('button', { name: '3 new' }).click()
  await eventually(top).toBe(0)
  await page.getByText(/^20[56] events in this window$/).waitFor()
  expect(await page.getByRole('button', { name: '3 new' }).count()).toBe(0)
})

test('fifty thousand vehicles scroll without a blank row', async () => {
  const org = await site.organisation('Many')
  const { uuid, id } = org.org
  await site.sql`INSERT INTO vehicles (org_uuid, org_id, vin, model)
    SELECT ${uuid}, ${id}, 'MANY-' || lpad(n::text, 6, '0'), 'Van'
    FROM generate_series(1, 50000) n`
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${list}?sort=vin&order=asc`)
  await page.getByText('50,000 vehicles').waitFor()
  await rowOf(page, 'MANY-000001').waitFor()
  const grid = page.getByRole('grid', { name: 'Vehicles' })
  for (let reached = 0; reached < 2_000; reached = await grid.evaluate(lastRow)) {
    await grid.evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
    await eventually(() => grid.evaluate(blankRows)).toEqual([])
    await eventually(() => grid.evaluate(lastRow)).toBeGreaterThan(reached)
  }
  await grid.evaluate((box) => box.scrollTo({ top: box.scrollHeight / 2 }))
  await eventually(() => grid.evaluate(blankRows)).toEqual([])
  expect(await grid.getByRole('row').count()).toBeLessThan(100)
})

/** Runs in the page: the number of the last vehicle that is drawn. */
function lastRow(box: Element): number {
  return Number(/MANY-(\d+)/.exec([...box.querySelectorAll('[role=row]')].at(-1)?.textContent ?? '')?.[1] ?? 0)
}

/** Runs in the page: the gaps without a row between the headings and the end of the box, px. */
function blankRows(box: Element): number[] {
  const { top, bottom, left, width } = box.getBoundingClientRect()
  const rows = Math.floor((bottom - top - 28) / 32)
  const places = Array.from({ length: rows }, (_, row) => top + 28 + row * 32 + 16)
  return places.filter(
    (y) => !/MANY-/.test(document.elementFromPoint(left + width / 2, y)?.closest('[role=row]')?.textContent ?? ''),
  )
}

test.for(['dark', 'light'] as const)('axe finds nothing on the list and the import, %s theme', async (theme) => {
  const org = await site.organisation(`Axe ${theme}`)
  const [vin] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ADMIN, theme })
  await goto(list)
  await rowOf(page, vin!).waitFor()
  expect(await axeOf(page)).toEqual([])
  await goto('/org/msoc/dashboard/asset-register')
  await page.getByText('Nothing to import yet').waitFor()
  expect(await axeOf(page)).toEqual([])
})

// in groups of three, so that a busy machine finishes in time
const threes = [tabs.slice(0, 3), tabs.slice(3, 6), tabs.slice(6)]
const looks = (['dark', 'light'] as const).flatMap((theme) =>
  threes.map((some) => ({ theme, some, names: some.join(', ') })),
)

test.for(looks)(
  'axe finds nothing on $names in the $theme theme, and nothing scrolls sideways',
  async ({ theme, some }) => {
    const org = await site.organisation(`Tabs ${theme} ${some[0]}`)
    const [vin] = await postFleet(site, org)
    await site.post(org.key, [telemetry(vin!, { 'Vehicle.Speed': 40 }), logLine(vin!, 'a line', 4)])
    const { page, goto } = await visit({ as: org.members.ADMIN, theme })
    for (const tab of some) {
      await goto(pageOf(vin!, tab))
      await page.locator('.vh-tab[aria-current]').waitFor()
      await eventually(() => page.locator('.c-skeleton').count()).toBe(0)
      expect({ tab, broken: await axeOf(page), sideways: await sidewaysOf(page) }).toEqual({
        tab,
        broken: [],
        sideways: 0,
      })
    }
  },
)
