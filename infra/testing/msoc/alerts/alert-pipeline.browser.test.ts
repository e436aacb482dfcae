import { expect, test } from 'vitest'

import { axeOf, eventually, postFleet, sidewaysOf, startConsole } from '../../support/browser/browser.ts'
import { dialogGone } from '../../support/browser/focus.ts'
import { alerts, onTitle, recorded, rowOf } from '../../support/browser/queue.ts'

const { site, visit } = await startConsole()

test('[ALERT-PIPELINE-UI-4] [ALERT-PIPELINE-UI-6] [ALERT-PIPELINE-UI-7] one silences, another ends it', async () => {
  const org = await site.organisation('Silence')
  const [vin] = await postFleet(site, org)
  const first = await visit({ as: org.members.ANALYST })
  const second = await visit({ as: org.members.ADMIN })
  for (const { page, goto } of [first, second]) {
    await goto(alerts)
    await rowOf(page, vin!).waitFor()
  }

  const { page } = first
  await rowOf(page, vin!).click(onTitle)
  const drawer = page.getByRole('complementary', { name: 'Alert' })
  await drawer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Silence alerts like this…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Silence alerts like this' })
  expect(await dialog.getByLabel('Vehicles').inputValue()).toBe(vin)
  expect(await dialog.getByLabel('Rules').inputValue()).not.toBe('')
  await dialog.getByRole('button', { name: 'Try on the last day' }).click()
  await dialog.getByText('1 alert of the last day matches, 1 open.').waitFor()
  await dialog.getByText('Give a reason.').waitFor()
  expect(await axeOf(page)).toEqual([])
  await dialog.getByLabel('Reason').fill('A known test')
  await dialog.getByRole('button', { name: /^Silence/ }).click()
  await dialogGone(page)

  const note = drawer.getByText(/^Silenced until .* by Silence analyst: A known test$/)
  await note.first().waitFor()
  await eventually(async () => (await recorded(site, org, { vehicle: vin! })).length).toBe(0)
  await second.goto(alerts)
  await second.page.getByRole('option').first().waitFor()
  expect(await rowOf(second.page, vin!).count()).toBe(0)
  await second.goto(`${alerts}?suppressed=true`)
  await rowOf(second.page, vin!).waitFor()

  await second.page.getByRole('link', { name: 'Pipeline', exact: true }).click()
  const step = second.page.getByRole('row').filter({ hasText: 'A known test' })
  await step.waitFor()
  expect(await step.innerText()).toMatch(/Silence[\s\S]*In effect/)
  expect([await axeOf(second.page), await sidewaysOf(second.page)]).toEqual([[], 0])
  await step.getByRole('button', { name: 'End now' }).click()
  await step.getByText('Ended').waitFor()
  await step.getByRole('button', { name: 'Delete' }).waitFor()

  await drawer.getByText('No longer silenced').waitFor()
  await eventually(() => note.count()).toBe(1)
  await first.goto(alerts)
  await rowOf(page, vin!).waitFor()
})

test('[ALERT-PIPELINE-UI-1] [ALERT-PIPELINE-UI-2] maintenance is planned and edited; viewers only look', async () => {
  const org = await site.organisation('Workshop')
  const [vin] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${alerts}/pipeline`)
  await page.getByText('No steps').waitFor()
  await page.getByRole('button', { name: 'New step' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Kind').selectOption('Maintenance')
  expect(await dialog.getByLabel('Rules').count()).toBe(0)
  await dialog.getByText('Name vehicles or models.').waitFor()
  await dialog.getByLabel('Vehicles').fill(`${vin!}, NOBODY`)
  await dialog.getByLabel('Reason').fill('New brakes')
  await dialog.getByRole('button', { name: /^Plan maintenance/ }).click()
  await dialogGone(page)
  const step = page.getByRole('row').filter({ hasText: `vehicle ${vin!} or NOBODY` })
  await step.waitFor()
  await eventually(async () => (await recorded(site, org, { vehicle: vin!, suppressed: 'true' })).length).toBe(1)

  await step.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Vehicles').fill('NOBODY')
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await dialogGone(page)
  await page.getByRole('row').filter({ hasText: 'vehicle NOBODY' }).waitFor()
  await eventually(async () => (await recorded(site, org, { vehicle: vin!, suppressed: 'true' })).length).toBe(0)

  await page.getByRole('button', { name: 'New step' }).first().click()
  await dialog.getByLabel('Kind').selectOption('Inhibition')
  await dialog.getByText('Name at least one condition of either.').waitFor()
  await dialog.getByRole('group', { name: 'Inhibited alerts' }).getByLabel('Rules').fill('ids.can 0x8001')
  await dialog
    .getByRole('group', { name: /^While such an alert/ })
    .getByLabel('Rules')
    .fill('silence')
  await dialog.getByLabel(/^Until, empty/).fill('')
  await dialog.getByLabel('Reason').fill('A consequence')
  expect(await axeOf(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Inhibit/ }).click()
  await dialogGone(page)
  const inhibition = page.getByRole('row').filter({ hasText: 'rule ids.can 0x8001, while open: rule silence' })
  await inhibition.waitFor()

  const viewer = await visit({ as: org.members.VIEWER })
  await viewer.goto(`${alerts}/pipeline`)
  const seen = viewer.page.getByRole('row').filter({ hasText: 'New brakes' })
  await seen.waitFor()
  expect(await seen.getByRole('button', { name: 'End now' }).isDisabled()).toBe(true)
})
