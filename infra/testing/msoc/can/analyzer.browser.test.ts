/// <reference lib="dom" />
// functions that are passed to the page run there
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { CanFrame } from '@carapace/shared/msoc/can/frame'

import { axeOf, eventually, sidewaysOf, startConsole } from '../../support/browser/browser.ts'
import { keepCapture } from '../../support/can-bus.ts'
import type { Organisation } from '../../support/installation.ts'
import { alerts, onTitle, rowOf } from '../../support/browser/queue.ts'
import { createVehicle } from '../../support/factories.ts'

const { site, visit } = await startConsole()
const analyzer = '/org/msoc/dashboard/analyzers/default-view'
const tabOf = (vin: string, query = '') =>
  `/org/msoc/dashboard/projects/vehicle/ids-can-packet-analyzer?vehicle=${vin}${query}`

/** Torque in the first two bytes (Motorola), a counter in the low half of the third. */
const dbcText = `VERSION ""

BU_: VCU

BO_ 705 TorqueRequest: 3 VCU
 SG_ TorqueReq : 7|16@0- (0.1,0) [-500|500] "Nm" VCU
 SG_ AliveCounter : 16|4@1+ (1,0) [0|15] "" VCU

BA_DEF_ BO_ "GenMsgCycleTime" INT 0 65535;
BA_DEF_DEF_ "GenMsgCycleTime" 0;
BA_ "GenMsgCycleTime" BO_ 705 20;
`

async function withDbc(name: string): Promise<Organisation> {
  const org = await site.organisation(name)
  const { token } = org.members.ANALYST
  const { body } = await site.call(token, 'msoc/v1/can/dbcs/upload', {
    name: 'Powertrain',
    file_name: 'powertrain.dbc',
    text: dbcText,
  })
  await site.call(token, 'msoc/v1/can/dbcs/assign', { model: '', bus: 'can0', version_uuid: body.version.uuid })
  return org
}

const torque = (vehicle: string, ts: number, tenths: number, counter: number) => ({
  type: 'can',
  vehicle,
  ts,
  bus: 'can0',
  id: 0x2c1,
  data: `${tenths.toString(16).padStart(4, '0')}0${(counter & 15).toString(16)}`.toUpperCase(),
})
const unknown = (vehicle: string, ts: number) => ({ type: 'can', vehicle, ts, bus: 'can1', id: 0x6f7, data: 'DE01' })

/** Two seconds of bus traffic that ended just now. */
function traffic(vehicle: string, end = Date.now()): object[] {
  const steady = Array.from({ length: 100 }, (_, i) => torque(vehicle, end - 2_000 + 20 * i, 1_000 + i, i))
  return [...steady, unknown(vehicle, end - 1_500), unknown(vehicle, end - 500)].toSorted((a, b) => a.ts - b.ts)
}

const rows = (page: Page, name: string) => page.getByRole('grid', { name }).locator('tbody').getByRole('row')
const ids = (page: Page) => rows(page, 'Latest frame of each id')
const frames = (page: Page) => rows(page, 'Frames')
const detail = (page: Page) => page.getByRole('region', { name: /^Detail of 0x/ })

test('live frames replace each other by id, decoded; filtered, paused, and one shown as bits and signals', async () => {
  const org = await withDbc('Live bus')
  await createVehicle(site, org.members.ANALYST.token, { vin: 'LIVE-1' })
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(tabOf('LIVE-1'))
  await page.getByText('No frames now').waitFor()
  await site.post(org.key, traffic('LIVE-1'))
  await ids(page).filter({ hasText: 'TorqueRequest' }).waitFor()
  await ids(page).filter({ hasText: 'not in DBC' }).waitFor()
  await page.getByText(/^1 in DBC/).waitFor()
  await page.getByRole('button', { name: 'CAN database: powertrain.dbc v1' }).waitFor()

  await site.post(org.key, [torque('LIVE-1', Date.now(), 0x7d0, 3)])
  await ids(page)
    .filter({ hasText: '07D003' })
    .or(ids(page).filter({ hasText: /07\s*D0\s*03/ }))
    .waitFor()

  await page.keyboard.press('j')
  await detail(page)
    .getByRole('cell', { name: /200\.0 Nm/ })
    .waitFor()
  expect(new URL(page.url()).searchParams.get('id')).toBe('can0/2C1')
  await page.getByRole('img', { name: 'Signals over time: TorqueRequest.TorqueReq' }).waitFor()
  await detail(page).getByRole('button', { name: 'Plot AliveCounter' }).click()
  await page
    .getByRole('img', { name: 'Signals over time: TorqueRequest.TorqueReq, TorqueRequest.AliveCounter' })
    .waitFor()
  expect(new URL(page.url()).searchParams.get('plot')).toBe('TorqueRequest.TorqueReq,TorqueRequest.AliveCounter')

  await page.keyboard.press('/')
  await page.keyboard.type('torque')
  await eventually(() => ids(page).count()).toBe(1)
  await page.keyboard.type(' rate >')
  await page.locator('.an-fault').waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Space')
  await page.getByRole('button', { name: /Go on/ }).waitFor()
  expect(await axeOf(page)).toEqual([])
})

test('a capture of 100,000 frames is scrolled, timed in three ways, searched and linked to', async () => {
  const org = await withDbc('Long bus')
  const start = Date.parse('2025-11-18T10:00:00Z')
  const blocks = Array.from({ length: 5 }, (_, block) =>
    Array.from({ length: 20_000 }, (_, i): CanFrame => ({
      ts: start + block * 20_000 + i,
      bus: 'can0',
      id: 0x2c1,
      flags: 0,
      dlc: 3,
      data: Uint8Array.of(3, 0xe8, i & 15),
    })),
  )
  const uuid = await keepCapture(site.sql, org.org, 'Long drive', blocks)
  const { page, goto } = await visit({ as: org.members.ANALYST, theme: 'light' })
  await goto(`${analyzer}?capture=${uuid}&mode=trace&at=${start + 60_000}`)
  await page.getByText('100,000 frames').first().waitFor()
  await page.locator('.an-moment').waitFor()
  expect(await page.locator('.an-moment').innerText()).toMatch(/10:01:00\.000000 am/)

  await page.getByRole('button', { name: 'Relative' }).click()
  await frames(page).filter({ hasText: '+0.000000 s' }).waitFor()
  await page.getByRole('grid', { name: 'Frames' }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('End')
  await eventually(() => new URL(page.url()).searchParams.get('at')).toBe(String(start + 99_999))
  expect(await axeOf(page)).toEqual([])

  const link = page.url()
  const other = await visit({ as: org.members.VIEWER })
  await other.page.goto(link)
  await other.page.locator('.an-moment').filter({ hasText: '10:01:39.999000 am' }).waitFor()
})

/** An alert whose evidence is the frames of can0 around it. */
async function alertOn(org: Organisation, vehicle: string, at: number): Promise<string> {
  await site.post(org.key, [{ type: 'ids.can', vehicle, ts: at, event_id: 0x8003 }])
  const [alert] = await site.sql<{ uuid: string }[]>`
    UPDATE alert_evidence e
    SET kind = 'can', bus = 'can0', filled_at = NULL, due_at = now()
    FROM alerts a
    WHERE a.uuid = e.alert_uuid
    AND a.org_uuid = ${org.org.uuid}
    RETURNING a.uuid`
  await site.sql`UPDATE alerts
    SET bus = 'can0', observables = ${site.sql.json([{ kind: 'arbitration_id', value: '0x2C1' }])}
    WHERE uuid = ${alert!.uuid}`
  await eventually(
    async () =>
      (await site.get(org.members.ADMIN.token, 'msoc/v1/alerts/get', { uuid: alert!.uuid })).body.evidence.filled_at,
  ).not.toBeNull()
  return alert!.uuid
}

test('two clicks lead from an alert to the decoded frame, which remains after the record was dropped', async () => {
  const org = await withDbc('Evidence bus')
  const at = Date.now()
  await site.post(org.key, traffic('EVID-1', at))
  await alertOn(org, 'EVID-1', at - 1_000)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  const open = async () => {
    await goto(alerts)
    await rowOf(page, 'EVID-1').click(onTitle)
    await page.getByRole('region', { name: 'Frames around the alert' }).getByText('TorqueRequest').first().waitFor()
    await page.getByRole('link', { name: 'Open in analyzer' }).click()
    await page.locator('.an-moment').filter({ hasText: 'TorqueRequest' }).waitFor()
    await detail(page)
      .getByRole('cell', { name: /10\d\.\d Nm/ })
      .waitFor()
    return page.locator('.an-moment').innerText()
  }
  const before = await open()
  await site.sql`DELETE FROM can_frames WHERE org_id = ${org.org.id}`
  expect(await open()).toBe(before)
})

test("[QUEUE-76] a few hundred frames of evidence are in the drawer, and all on the alert's own page", async () => {
  const org = await withDbc('Long evidence')
  const end = Date.now()
  await site.post(
    org.key,
    Array.from({ length: 500 }, (_, i) => torque('EVID-2', end - 2_000 + 4 * i, 1_000 + i, i)),
  )
  const uuid = await alertOn(org, 'EVID-2', end - 1_000)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  const evidence = page.getByRole('region', { name: 'Frames around the alert' })
  for (const path of [`${alerts}?alert=${uuid}`, `${alerts}/general?alert=${uuid}`]) {
    await goto(path)
    await evidence.getByText('TorqueRequest').first().waitFor()
    expect((await evidence.boundingBox())!.height).toBeGreaterThan(200)
    expect(await evidence.locator('tbody').getByRole('row').count()).toBeGreaterThan(10)
  }
  await page.getByText('500, can0').waitFor()
})

test('the dialogue of tester and ECU is shown as text; refusals and broken transfers are marked', async () => {
  const org = await withDbc('Tester bus')
  const at = Date.now() - 500
  const frame = (ms: number, id: number, data: string) => ({
    type: 'can',
    vehicle: 'UDS-1',
    ts: at + ms,
    bus: 'can0',
    id,
    data,
  })
  await site.post(org.key, [
    frame(0, 0x7e0, '0322F19000000000'),
    frame(10, 0x7e8, '101462F190574241'),
    frame(12, 0x7e0, '3000000000000000'),
    frame(14, 0x7e8, '21304350414C5430'),
    frame(16, 0x7e8, '2231323334353637'),
    frame(40, 0x7e0, '062702DEADBEEF00'),
    frame(50, 0x7e8, '037F273500000000'),
    frame(60, 0x7e0, '101A2E1234000000'),
    frame(80, 0x7e0, '2300000000000000'),
  ])
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(tabOf('UDS-1', '&mode=transport'))
  const messages = rows(page, 'Messages of higher protocols')
  await messages.filter({ hasText: 'WBA0CPALT01234567' }).waitFor()
  await page.locator('.an-tone-negative').filter({ hasText: 'Security access refused: invalid key' }).waitFor()
  await page.locator('.an-tone-broken').filter({ hasText: 'sequence number 3' }).waitFor()
  expect(await messages.count()).toBe(5)
  await messages.filter({ hasText: 'refused' }).click()
  await page.getByRole('region', { name: 'Detail of 0x7E8' }).waitFor()
  expect(await axeOf(page)).toEqual([])
})

test('[ANALYZER-UI-5] [ANALYZER-UI-16] a dragged time span and a chosen database can both be reset', async () => {
  const org = await withDbc('Chosen bus')
  const other = dbcText.replaceAll('TorqueRequest', 'OtherName')
  await site.call(org.members.ANALYST.token, 'msoc/v1/can/dbcs/upload', {
    name: 'Other',
    file_name: 'other.dbc',
    text: other,
  })
  const end = Date.now()
  await site.post(org.key, traffic('DRAG-1', end))
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(tabOf('DRAG-1', `&at=${end - 1_000}`))
  const counted = ids(page).filter({ hasText: '2C1' })
  await counted.filter({ hasText: 'TorqueRequest' }).filter({ hasText: '100' }).waitFor()
  const box = (await page.locator('.an-load-box').boundingBox())!
  await page.mouse.move(box.x + box.width * 0.3, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.6, box.y + 40, { steps: 5 })
  await page.mouse.up()
  await eventually(() => new URL(page.url()).searchParams.get('span')).not.toBeNull()
  await page.keyboard.press('Control+z')
  await eventually(() => new URL(page.url()).searchParams.get('span')).toBeNull()

  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^CAN database/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Other v1')
  await counted.filter({ hasText: 'OtherName' }).waitFor()
  await choose('As assigned')
  await counted.filter({ hasText: 'TorqueRequest' }).waitFor()
  await page.getByRole('button', { name: 'CAN1' }).click()
  await choose('Other v1')
  await page.getByRole('button', { name: 'CAN database: other.dbc v1' }).waitFor()
  expect(await ids(page).count()).toBe(1)
})

test('[ANALYZER-UI-8] notes are visible to everybody and edited only by their author', async () => {
  const org = await withDbc('Noted bus')
  const end = Date.now()
  await site.post(org.key, traffic('NOTE-1', end))
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(tabOf('NOTE-1', `&at=${end - 1_000}&id=can0/2C1`))
  await detail(page).waitFor()
  await page.keyboard.press('b')
  await page.getByRole('dialog').getByRole('textbox').fill('Torque begins')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('to climb')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /Torque begins\s+to climb/ }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Torque climbs')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: /: Torque climbs/ }).waitFor()

  const other = await visit({ as: org.members.ADMIN })
  await other.goto(tabOf('NOTE-1', `&at=${end - 1_000}`))
  await other.page.getByRole('button', { name: /: Torque climbs/ }).click()
  await other.page.getByRole('button', { name: 'Go there' }).waitFor()
  expect(await other.page.getByRole('button', { name: 'Edit' }).count()).toBe(0)

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export and keep' }).click()
  await page.getByRole('menuitem', { name: 'Keep as capture' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Climbing torque')
  await page.getByRole('dialog').getByRole('button', { name: /^Keep/ }).click()
  await page.getByText('Kept as Climbing torque').waitFor()
})

test('[ANALYZER-UI-17] at 1280 by 720 the list and the detail of an id are on the screen together', async () => {
  const org = await withDbc('Small screen')
  await createVehicle(site, org.members.ANALYST.token, { vin: 'SMALL-1' })
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await page.setViewportSize({ width: 1280, height: 720 })
  await goto(tabOf('SMALL-1'))
  await page.getByText('No frames now').waitFor()
  await site.post(org.key, traffic('SMALL-1'))
  await ids(page).first().waitFor()
  await page.keyboard.press('j')
  const signals = detail(page).getByRole('row', { name: /TorqueReq/ })
  const timing = detail(page).getByRole('region', { name: 'Times between frames' })
  for (const part of [ids(page).first(), detail(page), signals, timing]) {
    await part.waitFor()
    const { y, height } = (await part.boundingBox())!
    expect(y).toBeGreaterThan(0)
    expect(y + height).toBeLessThanOrEqual(720)
    expect(height).toBeGreaterThan(20)
  }
})

test('the user selects whose frames to show, and nothing scrolls sideways at any width', async () => {
  const org = await withDbc('Wide bus')
  await createVehicle(site, org.members.ANALYST.token, { vin: 'WIDE-1' })
  const { page, goto } = await visit({ as: org.members.ANALYST, theme: 'light' })
  await goto(analyzer)
  await page.getByRole('button', { name: /WIDE-1/ }).click()
  await page.getByText('No frames now').waitFor()
  await site.post(org.key, traffic('WIDE-1'))
  await ids(page).first().waitFor()
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
    [3840, 2160],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await sidewaysOf(page)).toBe(0)
  }
  await page.keyboard.press('j')
  await detail(page).waitFor()
  expect(await axeOf(page)).toEqual([])
})
