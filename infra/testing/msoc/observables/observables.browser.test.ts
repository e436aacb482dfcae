import { expect, test } from 'vitest'
import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import {
  createObservables,
  listObservableLists,
  listObservables,
} from '@carapace/shared/msoc/observables/observables.contract'

import { axeOf, eventually, postFleet, startConsole } from '../../support/browser/browser.ts'
import { dialogGone } from '../../support/browser/focus.ts'
import { fill, press } from '../../support/browser/forms.ts'

const { site, visit } = await startConsole()
const list = '/org/msoc/dashboard/observable'

test('[OBSERVABLE-UI-5] [OBSERVABLE-UI-2] a pasted text becomes observables', async () => {
  const org = await site.organisation('Pasted')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(list)
  await page.getByText('No observables yet').waitFor()
  await page.getByRole('button', { name: 'Add observables' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'New observable' }).waitFor()
  await fill(page, 'Text', 'It called evil[.]example from 10.0.0.1 with update.bin')
  await page.getByText('3 values found, 3 to be added.').waitFor()
  await page.getByRole('button', { name: 'Leave out 10.0.0.1' }).click()
  await page.getByText('3 values found, 2 to be added.').waitFor()
  await page.getByLabel('Type of evil.example').selectOption('hostname')
  await fill(page, 'Tags', 'c2, botnet')
  expect(await axeOf(page)).toEqual([])
  await press(page, 'Add 2')
  const grid = page.getByRole('grid', { name: 'Observables' })
  await grid.getByRole('link', { name: 'evil.example' }).waitFor()
  await page.getByText('2 observables', { exact: true }).waitFor()
  const { observables } = await site.request(org.members.ANALYST.token, listObservables, {})
  const found = observables.map(({ type, tags }) => ({ type, tags })).sort((a, b) => a.type.localeCompare(b.type))
  expect(found).toEqual([
    { type: 'file_name', tags: ['botnet', 'c2'] },
    { type: 'hostname', tags: ['botnet', 'c2'] },
  ])
  expect(await axeOf(page)).toEqual([])
})

test('[OBSERVABLE-UI-6] a file is previewed and imported', async () => {
  const org = await site.organisation('File')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${list}/create`)
  const csv = 'type,value,tlp\ndomain,evil.example,RED\nimei,1,\n'
  await page
    .getByLabel('File of observables')
    .setInputFiles({ name: 'feed.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await press(page, 'Preview')
  await page.getByText('2 rows: 1 new, 0 known, 1 invalid.').waitFor()
  await page.getByText('An IMEI has 15 digits.').waitFor()
  await press(page, 'Import')
  await page.getByRole('grid', { name: 'Observables' }).getByRole('link', { name: 'evil.example' }).waitFor()
  const { observables } = await site.request(org.members.ANALYST.token, listObservables, {})
  expect(observables).toMatchObject([{ type: 'domain', value: 'evil.example', tlp: 'RED' }])
})

test('[OBSERVABLE-UI-4] [OBSERVABLE-UI-3] a watchlist is created and filled with selected observables', async () => {
  const org = await site.organisation('Listed')
  const { token } = org.members.ANALYST
  await site.request(token, createObservables, { values: [{ type: 'domain', value: 'evil.example' }] })
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${list}?tab=lists`)
  await page.getByText('No lists yet').waitFor()
  await page.getByRole('button', { name: 'New list' }).first().click()
  await fill(page, 'Name', 'Campaign')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await dialogGone(page)
  await page.getByRole('table', { name: 'Lists' }).getByText('Campaign').waitFor()
  expect(await axeOf(page)).toEqual([])
  await page
    .getByRole('navigation', { name: 'Views of this page' })
    .getByRole('button', { name: 'Observables' })
    .click()
  await page.getByRole('checkbox', { name: 'Select evil.example' }).check()
  await press(page, 'Add to list')
  await page.getByRole('dialog').getByLabel('List', { exact: true }).selectOption({ label: 'Campaign (watchlist)' })
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: false }).click()
  await dialogGone(page)
  await eventually(async () => (await site.request(token, listObservableLists, {})).lists[0]!.entries).toBe(1)
  await page.getByRole('region', { name: 'Selected observables' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No observables yet').waitFor()
})

test('[OBSERVABLE-UI-7] [OBSERVABLE-UI-9] [OBSERVABLE-UI-10] from an alert to its observable and graph', async () => {
  const org = await site.organisation('Journey')
  const { token } = org.members.ANALYST
  await postFleet(site, org)
  const { alerts } = await site.request(token, listAlerts, {})
  const { vin } = alerts[0]!.vehicle!
  await eventually(async () => (await site.request(token, listObservables, { q: vin })).total).toBe(1)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`/org/msoc/dashboard/alert-management/general?alert=${alerts[0]!.uuid}`)
  await page
    .getByRole('group', { name: 'Sightings of its observables' })
    .getByRole('link', { name: vin })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: vin }).waitFor()
  await page.getByRole('application', { name: 'What shares the observable' }).waitFor()
  await press(page, 'Run: VIN decoder')
  await page
    .getByRole('region', { name: 'VIN decoder' })
    .getByRole('button', { name: 'Run again: VIN decoder' })
    .waitFor()
  await page.getByText('Run again').waitFor()
  await page.getByRole('region', { name: 'Alerts' }).getByRole('link').first().waitFor()
  await page.keyboard.press('e')
  await fill(page, 'Note', 'A test vehicle.')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await dialogGone(page)
  await page.getByText('A test vehicle.').waitFor()
  expect(await axeOf(page)).toEqual([])
})
