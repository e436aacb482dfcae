import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { assignDbc, uploadDbc } from '@carapace/shared/msoc/can/dbc.contract'

import { axeOf, eventually, startConsole } from '../../support/browser/browser.ts'
import { dialogGone } from '../../support/browser/focus.ts'
import { alerts, onTitle, recorded, rowOf } from '../../support/browser/queue.ts'
import { startFleet } from '../../support/fleet.ts'

const { site, visit } = await startConsole()
const database = readFileSync(new URL('../../../../load-tests/fleet/fleet.dbc', import.meta.url), 'utf8')
const signal = 'signal.MotorTorqueRequest.RequestedTorque'
const title = 'Torque beyond the motor'
/** On a busy machine a backtest rests most of the time. */
const backtestMs = 120_000

const head = `title: ${title}
level: critical
logsource:
  product: vehicle
  service: can
detection:
  torque:
    `
const tests = (value: number, more = '') => `
${more}  condition: torque${more === '' ? '' : ' and not calibrated'}
tests:
  - name: an impossible request
    match: true
    events:
      - service: can
        fields: { ${signal}: ${value} }
`
/** The rule without the vehicle whose inverter is being calibrated. */
const tuned = (vin: string) => `${head}${signal}|gt: 800${tests(900, `  calibrated:\n    vehicle: ${vin}\n`)}`

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the rule' })
const newsOf = (page: Page) => page.getByRole('button', { name: /\bnew\b.*Show now/ })
const openPanel = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name, exact: false }).click()

async function replaceText(page: Page, text: string): Promise<void> {
  await textOf(page).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

async function save(page: Page, note: string): Promise<void> {
  await page.keyboard.press('Control+S')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill(note)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialogGone(page)
}

/** Waits until a vehicle's alert reached the page, and shows it; returns when it did, epoch ms. */
async function arrived(page: Page, vin: string): Promise<number> {
  await eventually(async () => (await newsOf(page).count()) + (await rowOf(page, vin).count())).toBeGreaterThan(0)
  const at = Date.now()
  if ((await newsOf(page).count()) > 0) await newsOf(page).click()
  await rowOf(page, vin).waitFor()
  return at
}

/** Waits until ingest runs a version of the rule. */
async function untilRuns(uuid: string, version: number): Promise<void> {
  await eventually(async () => {
    const rows = await site.sql`SELECT version, fault FROM rule_loads WHERE rule_uuid = ${uuid}`
    return rows.map((row) => ({ ...row }))
  }).toEqual([{ version, fault: null }])
}

/** Prints how long the attack took on its way to the analysts. */
async function printTimes(rule: string, seenAt: readonly number[]): Promise<void> {
  const [times] = await site.sql<{ frame: number; received: number; raised: number }[]>`
    SELECT extract(epoch FROM a.first_seen) * 1000 AS frame, extract(epoch FROM f.received_at) * 1000 AS received,
      extract(epoch FROM c.at) * 1000 AS raised
    FROM alerts a JOIN alert_changes c ON c.alert_uuid = a.uuid AND c.kind = 'raise'
    JOIN can_frames f ON f.vehicle_id = a.vehicle_id AND f.ts >= a.first_seen - INTERVAL '1 millisecond'
    WHERE a.rule_uuid = ${rule} ORDER BY f.ts LIMIT 1`
  const { frame, received, raised } = times!
  const seen = seenAt.map((at) => Math.round(at - received)).join(' and ')
  console.log(
    `the attack's first frame came after ${Math.round(received - frame)} ms with its second of the bus; from then on ` +
      `the alert took ${Math.round(raised - received)} ms, and was seen by two analysts after ${seen} ms`,
  )
}

test('[RULE-UI-26] a rule is written, tried and enabled; it finds an attack, is tuned and silenced', async () => {
  const org = await site.organisation('Journey')
  const { token } = org.members.ANALYST
  const { version } = await site.request(token, uploadDbc, { file_name: 'fleet.dbc', text: database, name: 'Fleet' })
  await site.request(token, assignDbc, { model: '', bus: 'can0', version_uuid: version.uuid })
  const fleet = await startFleet(site.ingest, org.key)
  const first = await visit({ as: org.members.ANALYST })
  const second = await visit({ as: org.members.ADMIN })
  const { page } = first

  // the text, with completion; its unit test fails, then passes
  await first.goto('/org/msoc/dashboard/rules')
  await page.getByRole('button', { name: 'New rule' }).click()
  await replaceText(page, head)
  await page.keyboard.type('requestedtorq')
  await page.getByRole('option').filter({ hasText: signal }).click()
  await page.keyboard.insertText(`|gt: 800${tests(700)}`)
  await page.getByText('an impossible request: failed. The rule did not match.').waitFor()
  await replaceText(page, `${head}${signal}|gt: 800${tests(900)}`)
  await page.getByText('1 of 1 passed.').waitFor()
  await save(page, 'No motor of the fleet reaches it')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const uuid = new URL(page.url()).searchParams.get('rule')!

  // on the past: normal driving never matches
  await eventually(async () => (await site.sql`SELECT 1 FROM can_frames LIMIT 1`).length).toBe(1)
  await openPanel(page, 'Backtest')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText(/^0 hits in [1-9][\d,]* events?\.$/).waitFor({ timeout: backtestMs })
  await page.getByRole('button', { name: 'Enable v1' }).click()
  await page.locator('.c-page-head .c-badge').filter({ hasText: 'Enabled' }).waitFor()
  await untilRuns(uuid, 1)

  // two analysts watch as the attack begins
  for (const { page: theirs, goto } of [first, second]) {
    await goto(`${alerts}?rule=${uuid}`)
    await theirs
      .getByText(/^No (open )?alerts/)
      .or(theirs.getByRole('listbox', { name: 'Alerts' }))
      .first()
      .waitFor()
  }
  const vin = await fleet.attack('spoofed-torque')
  await printTimes(uuid, await Promise.all([arrived(page, vin), arrived(second.page, vin)]))

  // why, in the drawer
  await rowOf(page, vin).click(onTitle)
  const drawer = page.getByRole('complementary', { name: 'Alert' })
  const condition = drawer.getByRole('row').filter({ hasText: signal })
  await condition.waitFor()
  expect(await condition.innerText()).toMatch(/900[\s\S]*> 800/)

  // the vehicle is being calibrated: the rule is tuned, and compared with the version that runs
  await drawer.getByRole('link', { name: title }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await replaceText(page, tuned(vin))
  await page.getByText('1 of 1 passed.').waitFor()
  await save(page, 'Without the vehicle in calibration')
  await openPanel(page, 'Backtest')
  await page.getByLabel('Compare with v1, which runs').waitFor()
  await page.getByRole('button', { name: 'Start' }).click()
  const comparison = page.getByRole('region', { name: 'Compared with v1' })
  await expect
    .poll(() => comparison.innerText(), { timeout: backtestMs, interval: 500 })
    .toMatch(/v1 has [1-9][\d,]* hits?, of which [1-9][\d,]* (is|are) gone\. 0 hits are new\./)
  await comparison.getByRole('table', { name: 'Differences by vehicle' }).getByRole('link', { name: vin }).waitFor()
  await page.mouse.move(640, 400)
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Enable v2' }).click()
  await untilRuns(uuid, 2)

  // one silences, the other ends it
  await first.goto(`${alerts}?rule=${uuid}`)
  await rowOf(page, vin).click(onTitle)
  await drawer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Silence alerts like this…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Silence alerts like this' })
  await dialog.getByLabel('Reason').fill('Calibration of the inverter')
  await dialog.getByRole('button', { name: /^Silence/ }).click()
  await dialogGone(page)
  await eventually(async () => (await recorded(site, org, { rule: uuid })).length).toBe(0)
  await second.goto(`${alerts}?rule=${uuid}&suppressed=true`)
  await rowOf(second.page, vin).waitFor()
  await second.goto(`${alerts}/pipeline`)
  const step = second.page.getByRole('row').filter({ hasText: 'Calibration of the inverter' })
  await step.getByRole('button', { name: 'End now' }).click()
  await step.getByText('Ended').waitFor()
  await first.goto(`${alerts}?rule=${uuid}`)
  await rowOf(page, vin).waitFor()
}, 400_000)
