import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { saveRule, setRuleState } from '@carapace/shared/msoc/rules/rules.contract'
import { axeOf, eventually, sidewaysOf, startConsole } from '../../support/browser/browser.ts'
import { createVehicle } from '../../support/factories.ts'
import type { Organisation } from '../../support/installation.ts'

const { site, visit } = await startConsole()
const list = '/org/msoc/dashboard/rules'
const fleet = readFileSync(new URL('../../../../load-tests/fleet/fleet.dbc', import.meta.url), 'utf8')
const speed = 'signal.VehicleDynamics.VehicleSpeed'

const head = `title: Speed above the limit
level: high
tags: [attack.impact]
logsource:
  product: vehicle
  service: can
detection:
  fast: # the limit of the proving ground
    `
const tests = (value: number) => `
  condition: fast
tests:
  - name: fast
    match: true
    events:
      - service: can
        fields: { ${speed}: ${value} }
`
const written = (value = 131) => `${head}${speed}|gt: 130${tests(value)}`

/** An organisation whose bus can0 is decoded. */
async function decoded(name: string): Promise<Organisation> {
  const org = await site.organisation(name)
  const { token } = org.members.ANALYST
  const { body } = await site.call(token, 'msoc/v1/can/dbcs/upload', {
    file_name: 'fleet.dbc',
    text: fleet,
    name: 'Fleet',
  })
  await site.call(token, 'msoc/v1/can/dbcs/assign', { model: '', bus: 'can0', version_uuid: body.version.uuid })
  return org
}

const frame = (vehicle: string, data: string, ts: number) => ({ type: 'can', vehicle, ts, bus: 'can0', id: 272, data })
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the rule' })
const panel = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name, exact: false }).click()

async function replaceText(page: Page, text: string): Promise<void> {
  await textOf(page).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

test('[RULE-UI-11] [RULE-UI-12] [RULE-UI-13] [RULE-UI-14] [RULE-UI-18] a rule is written and tried', async () => {
  const org = await decoded('Writers')
  const { token } = org.members.ANALYST
  await createVehicle(site, token, { vin: 'WVWZZZ1JZXW000001', model: 'EQX-24' })
  const { page, goto, ignoreFaults } = await visit({ as: org.members.ANALYST })
  await goto(list)
  await page.getByText('No rules yet').waitFor()
  await page.getByRole('button', { name: 'New rule' }).click()
  await replaceText(page, head)
  await page.keyboard.type('vehiclesp')
  const option = page.getByRole('option').filter({ hasText: speed })
  await option.click()
  await page.keyboard.type('|gt')
  await page.getByRole('option').filter({ hasText: 'gte' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.insertText(`: 130${tests(129)}`)
  await page.getByText('fast: failed. The rule did not match.').waitFor()
  expect(await textOf(page).innerText()).toContain(`${speed}|gt: 130`)
  expect(await axeOf(page)).toEqual([])

  await page.keyboard.press('Control+S')
  const dialog = page.getByRole('dialog', { name: 'Save the rule' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  ignoreFaults(/rules\/save/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await replaceText(page, written())
  await page.getByText('1 of 1 passed.').waitFor()
  await page.keyboard.press('Control+S')
  await dialog.getByLabel('Note').fill('First limit')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Speed above the limit' }).waitFor()
  await page.getByRole('button', { name: 'Enable v1' }).click()
  await page.locator('.c-page-head .c-badge').filter({ hasText: 'Enabled' }).waitFor()

  await site.post(org.key, [
    frame('WVWZZZ1JZXW000001', '204e000000000000', Date.now() - 20_000),
    frame('WVWZZZ1JZXW000001', 'e803000000000000', Date.now() - 10_000),
  ])
  await panel(page, 'Try')
  await eventually(async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText(/^\d+ hits? in/).waitFor()
    return page.getByText('1 hit in 2 events.').count()
  }).toBe(1)
  const hit = page.getByRole('list', { name: 'Hits' })
  await hit.getByRole('cell', { name: speed }).waitFor()
  await hit.getByRole('cell', { name: '200', exact: true }).waitFor()
  await hit.getByRole('link', { name: 'WVWZZZ1JZXW000001' }).waitFor()
  await page.mouse.move(640, 400)
  expect(await axeOf(page)).toEqual([])
  expect(await sidewaysOf(page)).toBe(0)
})

test('[RULE-UI-17] [RULE-UI-20] pasted events are tried, and a backtest counts the hits of each day', async () => {
  const org = await decoded('Backtests')
  const rule = await stored(org)
  await createVehicle(site, org.members.ANALYST.token, { vin: 'WVWZZZ1JZXW000002', model: 'EQX-24' })
  const fast = frame('WVWZZZ1JZXW000002', '204e000000000000', Date.now() - 20_000)
  await site.post(org.key, [fast])
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${list}/create?rule=${rule.uuid}&panel=try`)
  await page.getByLabel('Run on').selectOption('events')
  await page.getByLabel('Events', { exact: true }).fill(`${JSON.stringify(fast)}\n{"type":`)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText(/^Line 2 is not valid JSON/).waitFor()
  await page.getByLabel('Events', { exact: true }).fill(`${JSON.stringify(fast)}\n{"type":"can"}`)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('1 hit in 1 event.').waitFor()
  await page.getByRole('list', { name: 'Events that could not be read' }).getByText('Event 2: ').waitFor()

  await panel(page, 'Backtest')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('1 hit in 1 event.').waitFor()
  await page.getByRole('img', { name: 'Hits by day: 1 in 8 days' }).waitFor()
  const vehicles = page.getByRole('table', { name: 'Hits by vehicle' })
  await vehicles.getByRole('link', { name: 'WVWZZZ1JZXW000002' }).waitFor()
  await page.mouse.move(640, 400)
  expect(await axeOf(page)).toEqual([])
})

/** A rule that is stored without the page. */
async function stored({ members }: Organisation, text = written()) {
  return (await site.request(members.ANALYST.token, saveRule, { text, note: 'First limit' })).rule
}

test('[RULE-UI-16] [RULE-UI-24] the form edits the text, and a version shows its differences', async () => {
  const org = await decoded('Forms')
  const rule = await stored(org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${list}/create?rule=${rule.uuid}&view=form`)
  const form = page.getByRole('group', { name: 'Search fast' })
  expect(await form.getByLabel('Field 1', { exact: true }).inputValue()).toBe(speed)
  await form.getByLabel('Values 1, one a line').fill('120')
  await page.getByLabel('Level').selectOption('critical')
  await page.getByText('1 of 1 passed.').waitFor()
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save version 2' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Version 2 of Speed above the limit is saved.').waitFor()
  await panel(page, 'Versions')
  await page.getByRole('button', { name: 'Differences of version 2' }).click()
  const differences = page.getByRole('region', { name: 'Differences' })
  await differences.getByText(`    ${speed}|gt: 120`).waitFor()
  expect(await differences.getByRole('row', { name: /added/ }).count()).toBe(2)
  expect(await axeOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Use this text of version 1' }).click()
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await eventually(() => textOf(page).innerText()).toContain('# the limit of the proving ground')
  await page.getByRole('button', { name: 'All rules' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('grid', { name: 'Rules' }).waitFor()
})

test('[RULE-UI-4] the alerts of a rule are listed from its row, and an alert leads to its rule', async () => {
  const org = await decoded('Alerted')
  const rule = await stored(org, written().replace('Speed above the limit', 'Fast, above the limit'))
  const { token } = org.members.ANALYST
  await site.request(token, setRuleState, { uuids: [rule.uuid], enabled: true })
  await createVehicle(site, token, { vin: 'WVWZZZ1JZXW000003', model: 'EQX-24' })
  // ingest runs the rule some seconds after it was enabled
  await eventually(async () => {
    await site.post(org.key, [frame('WVWZZZ1JZXW000003', '204e000000000000', Date.now())])
    return (await site.request(token, listAlerts, { rule: rule.uuid })).total
  }).toBe(1)
  expect((await site.request(token, listAlerts, { not_rule: rule.uuid })).alerts).toEqual([])
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(list)
  await page.getByRole('link', { name: '1 alerts of Fast, above the limit' }).click()
  await page.getByRole('button', { name: 'Filter rule: ' }).filter({ hasText: 'Fast, above the limit' }).waitFor()
  await page.getByRole('option').filter({ hasText: 'WVWZZZ1JZXW000003' }).click()
  await page.getByRole('complementary', { name: 'Alert' }).getByRole('link', { name: 'Fast, above the limit' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fast, above the limit' }).waitFor()
})

test('[RULE-UI-5] [RULE-UI-6] selected rules are enabled and disabled, files imported, places refused', async () => {
  const org = await decoded('Lists')
  await stored(org)
  const { page, goto } = await visit({ as: org.members.ADMIN })
  await goto(list)
  await page
    .getByLabel('File of rules')
    .setInputFiles({
      name: 'more.yml',
      mimeType: 'text/yaml',
      buffer: Buffer.from(`${written().replace('Speed above the limit', 'Second')}---\ntitle: Broken\n`),
    })
  const dialog = page.getByRole('dialog', { name: 'Import more.yml' })
  await dialog.getByText('1 rule created as drafts, 0 updated, 0 unchanged, 1 refused.').waitFor()
  expect(await axeOf(page)).toEqual([])
  await dialog.getByText('Close', { exact: true }).click()
  await page.getByLabel('Select Second').check()
  await page.getByLabel('Select Speed above the limit').check()
  const bulk = page.getByRole('region', { name: 'Selected rules' })
  await bulk.getByText('2 rules selected').waitFor()
  await bulk.getByRole('button', { name: 'Enable' }).click()
  await eventually(() => page.getByRole('row').filter({ hasText: 'Enabled' }).count()).toBe(2)
  await bulk.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await eventually(() => page.getByRole('row').filter({ hasText: 'Disabled' }).count()).toBe(2)
  await page.getByLabel('Search rules').fill('second')
  await eventually(() => page.getByRole('grid').getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: 'Packs' }).click()
  await page.getByRole('list', { name: 'Packs' }).getByRole('listitem').first().waitFor()
  expect(await axeOf(page)).toEqual([])
})

test('[RULE-UI-8] [RULE-UI-22] [RULE-UI-23] where approvals are needed, another member approves', async () => {
  const org = await decoded('Approvals')
  const rule = await stored(org)
  const { page, goto } = await visit({ as: org.members.ADMIN })
  await goto(list)
  await page.getByText('Approval by another member').click()
  await page.getByText('Versions now need an approval.').waitFor()
  await goto(`${list}/create?rule=${rule.uuid}&panel=versions`)
  await page.getByRole('button', { name: 'Enable v1' }).click()
  await page.getByText(/another member must approve version 1/).waitFor()
  await page.getByRole('button', { name: 'Approve version 1' }).click()
  await page.getByText(/^Approved by/).waitFor()
  await page.getByRole('button', { name: 'Enable v1' }).click()
  await page.locator('.c-page-head .c-badge').filter({ hasText: 'Enabled' }).waitFor()
  expect(await axeOf(page)).toEqual([])
})

test('[RULE-UI-10] a user who may not write rules reads them, and sees the reason', async () => {
  const org = await decoded('Readers')
  const rule = await stored(org)
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(`${list}/create?rule=${rule.uuid}`)
  expect(await textOf(page).getAttribute('aria-readonly')).toBe('true')
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
})

test.for(['dark', 'light'] as const)('every panel is accessible in the %s theme, never sideways', async (theme) => {
  const org = await decoded(`Looks ${theme}`)
  const rule = await stored(org)
  await site.request(org.members.ANALYST.token, setRuleState, { uuids: [rule.uuid], enabled: true })
  const { page, goto } = await visit({ as: org.members.ANALYST, theme })
  const states = [
    list,
    ...['check', 'try', 'backtest', 'versions'].map((name) => `${list}/create?rule=${rule.uuid}&panel=${name}`),
  ]
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: width === 1280 ? 720 : 1080 })
    for (const address of states) {
      await goto(address)
      await page
        .getByRole('grid')
        .or(page.getByRole('textbox', { name: 'Text of the rule' }))
        .first()
        .waitFor()
      expect([address, await axeOf(page)]).toEqual([address, []])
      expect([address, await sidewaysOf(page)]).toEqual([address, 0])
    }
  }
})
