import { expect, test, vi } from 'vitest'

import { axeOf, eventually, intrusion, sidewaysOf, startConsole } from '../../support/browser/browser.ts'
import { dialogGone } from '../../support/browser/focus.ts'
import { alerts, recorded } from '../../support/browser/queue.ts'
import type { Organisation } from '../../support/installation.ts'

const { site, visit } = await startConsole()

const vinsOf = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}-${n}`)
const close = (of: Organisation, uuids: readonly string[]) =>
  site.call(of.members.ANALYST.token, 'msoc/v1/alerts/update', {
    uuids,
    change: { status: 'CLOSED', resolution: 'FALSE_POSITIVE' },
  })

test('[ALERT-PIPELINE-UI-11] [QUEUE-90] one adds a folding step, another opens the alert of the fleet', async () => {
  const org = await site.organisation('Folding')
  const vins = vinsOf('FOLDED', 4)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${alerts}/pipeline`)
  const section = page.getByRole('region', { name: 'Folding, risk and proposals' })
  const silence = section.getByRole('row').filter({ hasText: 'Many vehicles silent at once' })
  await silence.getByText('5 vehicles or more').waitFor()
  expect(await silence.getByText('As shipped').count()).toBe(1)
  await section.getByRole('button', { name: 'New folding step' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Give it a name.').waitFor()
  await dialog.getByLabel('Name').fill('Attack on the model')
  await dialog.getByLabel('Vehicles, at least').fill('1')
  await dialog.getByText(/^Vehicles, at least: /).waitFor()
  await dialog.getByLabel('Vehicles, at least').fill('3')
  await dialog.getByLabel('Within, s').fill('600')
  await site.post(
    org.key,
    vins.map((vin) => intrusion(vin, 0x8001)),
  )
  await dialog.getByRole('button', { name: 'Try on the last day' }).click()
  await dialog.getByText('4 alerts looked at: 1 alert of the fleet would have been raised.').waitFor()
  expect(await axeOf(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await dialogGone(page)
  await section.getByRole('row').filter({ hasText: 'Attack on the model' }).getByText('On', { exact: true }).waitFor()
  expect([await axeOf(page), await sidewaysOf(page)]).toEqual([[], 0])

  // ingest folds in rounds
  await vi.waitFor(async () => expect(await recorded(site, org)).toHaveLength(1), { timeout: 40_000, interval: 500 })
  const second = await visit({ as: org.members.ADMIN })
  await second.goto(alerts)
  const row = second.page.getByRole('option').filter({ hasText: 'many vehicles at once' })
  await row.click({ position: { x: 200, y: 16 } })
  const drawer = second.page.getByRole('complementary', { name: 'Alert' })
  const parts = drawer.getByRole('list', { name: 'Folded alerts' })
  await eventually(() => parts.getByRole('listitem').count()).toBe(4)
  expect((await recorded(site, org)).length).toBe(1)
  expect(await axeOf(second.page)).toEqual([])
  await parts.getByRole('listitem').filter({ hasText: vins[0]! }).getByRole('button', { name: 'Take out' }).click()
  await eventually(() => parts.getByRole('listitem').count()).toBe(3)
  await eventually(async () => (await recorded(site, org, { vehicle: vins[0]! })).length).toBe(1)
  await parts.getByRole('listitem').first().getByRole('button').first().click()
  await drawer.getByRole('note').filter({ hasText: 'Folded into' }).waitFor()
  await drawer.getByText(/^Folded into an alert of the fleet/).waitFor()

  const viewer = await visit({ as: org.members.VIEWER })
  await viewer.goto(`${alerts}/pipeline`)
  const seen = viewer.page.getByRole('row').filter({ hasText: 'Attack on the model' })
  await seen.waitFor()
  expect(await seen.getByRole('button', { name: 'Turn off' }).isDisabled()).toBe(true)
})

test('[ALERT-PIPELINE-UI-12] a proposed silence shows its closings, and is saved or declined by a person', async () => {
  const org = await site.organisation('Proposing')
  for (const eventId of [0x8001, 0x8003]) {
    await site.post(
      org.key,
      vinsOf('HARMLESS', 6).map((vin) => intrusion(vin, eventId)),
    )
    for (const { uuid } of await recorded(site, org, { status: 'NEW' })) await close(org, [uuid])
  }
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${alerts}/pipeline`)
  const proposals = page.getByRole('list', { name: 'Proposed silences' })
  const first = proposals.getByRole('listitem').filter({ hasText: 'rule ids.can 0x8001' })
  await first.first().getByText('6 of the last 6 closed as harmless').waitFor()
  expect(await first.first().getByText('by Proposing analyst').count()).toBe(6)
  expect([await axeOf(page), await sidewaysOf(page)]).toEqual([[], 0])
  await first.first().getByRole('button', { name: 'Silence…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Silence as proposed' })
  expect(await dialog.getByLabel('Rules').inputValue()).toBe('ids.can 0x8001')
  expect(await dialog.getByLabel('Reason').inputValue()).toMatch(/^Closed as harmless 6 of the last 6 times: ALR-/)
  await dialog.getByRole('button', { name: /^Silence/ }).click()
  await dialogGone(page)
  await page.getByRole('row').filter({ hasText: 'Closed as harmless 6 of the last 6 times' }).waitFor()
  await eventually(() => first.count()).toBe(0)

  const other = proposals.getByRole('listitem').filter({ hasText: 'rule ids.can 0x8003' })
  await other.first().getByRole('button', { name: 'Decline' }).click()
  await eventually(() => proposals.count()).toBe(0)
})

test('[VEHICLE-UI-19] the health tab shows the risk score and the alerts that it adds up', async () => {
  const org = await site.organisation('Scored')
  await site.post(org.key, [intrusion('SCORED-1', 0x8001), intrusion('SCORED-1', 0x8003)])
  const closed = (await recorded(site, org)).find(({ status }) => status === 'NEW')!
  await close(org, [closed.uuid])
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto('/org/msoc/dashboard/projects/vehicle/health?vehicle=SCORED-1')
  const contributions = page.getByRole('list', { name: 'Contributions' })
  await eventually(() => contributions.getByRole('listitem').count()).toBe(2)
  await contributions.getByText('taken back: false positive').waitFor()
  await page.getByText('raises no alert: the step is off').waitFor()
  expect(await page.getByText(/^risk score/).innerText()).toMatch(/risk score (?:65|90)/)
  expect([await axeOf(page), await sidewaysOf(page)]).toEqual([[], 0])
})
