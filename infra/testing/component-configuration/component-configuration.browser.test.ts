import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  decideCombination,
  getVariant,
  listVariants,
  saveHardwarePart,
} from '@carapace/shared/component-configuration/configuration.contract'

import { axeOf, eventually, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import { createVehicle } from '../support/factories.ts'
import type { Organisation } from '../support/installation.ts'

const { site, visit } = await startConsole()

async function release({ org }: Organisation, name: string, ecu: string, version: string): Promise<void> {
  await site.sql`
    WITH w AS (
      INSERT INTO software (org_uuid, number, name, kind, ecu, reported_as)
      VALUES (${org.uuid}, 1, ${name}, 'ECU', ${ecu}, 'SW-0412') RETURNING uuid)
    INSERT INTO releases (org_uuid, software_uuid, version) SELECT ${org.uuid}, uuid, ${version} FROM w`
}

const soundOn = async (page: Page) => {
  expect(await axeOf(page)).toEqual([])
  expect(await sidewaysOf(page)).toBe(0)
}

test.for(['dark', 'light'] as const)(
  '[VARIANT-UI-2] [VARIANT-UI-3] [VARIANT-UI-6] [VARIANT-UI-8] variant to alert, %s',
  async (theme) => {
    const org = await site.organisation(`Makers ${theme}`)
    const { ENGINEER: engineer, ADMIN: admin } = org.members
    await release(org, 'Body control', 'BCM', '0412.3')
    await site.request(engineer.token, saveHardwarePart, { part_number: 'H-1073', ecu: 'BCM', has_hsm: true })
    const vin = 'NHVEX24A40SA000001'
    await createVehicle(site, admin.token, { vin, model: 'EQX-24' })
    const { page, goto } = await visit({ as: engineer, theme })

    // a variant with one control unit
    await goto('/org/component-configuration/variants')
    await page.getByRole('button', { name: 'New variant' }).click()
    await page.getByLabel('Name', { exact: true }).fill('EQX Europe')
    await page.getByRole('button', { name: 'Add a control unit' }).click()
    await page.getByLabel('Name of row 1').fill('BCM')
    await page.getByRole('button', { name: 'Hardware part of BCM: none' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /H-1073/ })
      .click()
    await page.getByRole('button', { name: 'Software release of BCM: none' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Body control 0412.3/ })
      .click()
    await soundOn(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('All rules hold.').waitFor()

    // proposed by its author, approved by another person
    await page.getByRole('button', { name: 'Propose this configuration' }).click()
    const combination = page.getByRole('region', { name: 'Combination 1' })
    await combination.getByText('Proposed', { exact: true }).waitFor()
    expect(await combination.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
    await soundOn(page)
    const [line] = (await site.request(admin.token, listVariants, {})).variants
    const { variant } = await site.request(admin.token, getVariant, { uuid: line!.uuid })
    const decision = { uuid: variant.combinations[0]!.uuid, decision: 'APPROVED' as const }
    await site.request(admin.token, decideCombination, decision)

    // assigned to the vehicles of a model
    await goto('/org/component-configuration/vehicles')
    await page.getByRole('button', { name: 'Assign a variant' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Model').fill('EQX-24')
    expect(await dialog.getByRole('button', { name: 'Count' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Variant').selectOption('EQX Europe')
    await dialog.getByRole('button', { name: 'Count' }).click()
    await dialog.getByText('Vehicles meant: 1, to be changed: 1.').waitFor()
    await dialog.getByRole('button', { name: 'Assign 1' }).click()
    await dialog.getByText('Done: 1 declared.').waitFor()
    await soundOn(page)
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    // the vehicle reports something else
    const ecus = [{ ecu: 'BCM', software: 'SW-0412', version: '0412.1' }]
    await site.post(org.key, [{ type: 'inventory', vehicle: vin, ts: Date.now(), ecus }])
    await goto('/org/component-configuration')
    await page.getByRole('row', { name: /BCM SW-0412 0412.3 SW-0412 0412.1 1/ }).waitFor()
    await page.getByRole('row', { name: /BCM SW-0412 0412.1 Unknown release 1/ }).waitFor()
    await soundOn(page)
    await page.getByRole('region', { name: 'Differences', exact: true }).getByRole('link', { name: '1' }).click()
    await eventually(() => page.locator('.c-toolbar-total').textContent()).toBe('1 vehicle')
    await page.getByRole('row').filter({ hasText: vin }).click()
    const drawer = page.getByRole('region', { name: `Software of ${vin}` })
    await drawer
      .getByRole('row', { name: /BCM SW-0412 0412.3 SW-0412 0412.3 SW-0412 0412.1 Different H-1073/ })
      .waitFor()
    await soundOn(page)

    // the same in the MSOC, with the alert
    await goto(`/org/msoc/dashboard/projects/vehicle/software?vehicle=${vin}`)
    await page.getByRole('row', { name: /BCM .* Different/ }).waitFor()
    await soundOn(page)
    await page.getByRole('link', { name: 'SBOM alerts' }).click()
    await page.getByText('Software of BCM differs: declared SW-0412 0412.3, reported SW-0412 0412.1').waitFor()
    await soundOn(page)

    for (const path of ['variants', 'parts', 'rules']) {
      await goto(`/org/component-configuration/${path}`)
      await eventually(() => page.locator('.c-toolbar-total').textContent()).toMatch(/^\d+ /)
      await soundOn(page)
    }
  },
)

test('[VARIANT-UI-5] [VARIANT-UI-7] [VARIANT-UI-10] parts, rules and an import', async () => {
  const org = await site.organisation('Enterers')
  const { ENGINEER: engineer, ADMIN: admin } = org.members
  await release(org, 'Steering', 'EPS', '1.0.0')
  await createVehicle(site, admin.token, { vin: 'IMPORTED1' })
  const { page, goto } = await visit({ as: engineer })
  const dialog = page.getByRole('dialog')
  const total = () => page.locator('.c-toolbar-total').textContent()

  await goto('/org/component-configuration')
  await page.getByText('No vehicle has declared software.').waitFor()
  await goto('/org/component-configuration/parts')
  await page.getByText('No hardware part').waitFor()
  await page.keyboard.press('n')
  await dialog.getByLabel('Part number').fill('H-1106')
  await dialog.getByLabel('Control unit').fill('EPS')
  await dialog.getByLabel('It has a hardware security module').check({ force: true })
  expect(await axeOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /H-1106 EPS .*Yes/ }).waitFor()

  await goto('/org/component-configuration/rules')
  await page.getByRole('button', { name: 'New rule' }).click()
  await dialog.getByLabel('Release').click()
  await dialog
    .last()
    .getByRole('button', { name: /Steering 1.0.0/ })
    .click()
  await dialog.getByLabel('Hardware part').click()
  await dialog
    .last()
    .getByRole('button', { name: /H-1106/ })
    .click()
  expect(await axeOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('needs hardware part H-1106').waitFor()
  await page.getByRole('button', { name: 'Remove the rule of Steering 1.0.0' }).click()
  await dialog.getByText('Steering 1.0.0 needs hardware part H-1106.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await total()).toBe('1 rule')
  await page.getByRole('button', { name: 'Remove the rule of Steering 1.0.0' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await eventually(total).toBe('0 rules')

  await goto('/org/component-configuration/vehicles')
  await page.getByRole('button', { name: 'Import software' }).click()
  const text = 'vin,ecu,software,version\nIMPORTED1,EPS,SW-0412,1.0.0\nNONE,EPS,SW-0412,1.0.0\n'
  const file = { name: 'software.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByText('2 rows: 1 new, 0 changed, 0 unchanged, 1 refused.').waitFor()
  await dialog.getByText('No vehicle has the VIN NONE.').waitFor()
  expect(await axeOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Declare 1' }).click()
  await dialog.getByText('Done: 1 added').waitFor()
})
