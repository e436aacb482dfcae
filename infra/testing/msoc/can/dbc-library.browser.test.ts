import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, sidewaysOf, startConsole } from '../../support/browser/browser.ts'
import type { Organisation } from '../../support/installation.ts'

const { site, visit } = await startConsole()
const viewer = '/org/msoc/dashboard/analyzers/vehicle-db-viewer'
const fleet = readFileSync(new URL('../../../../load-tests/fleet/fleet.dbc', import.meta.url), 'utf8')

const choose = (page: Page, text: string, name = 'fleet.dbc') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views of the database' }).getByRole('button', { name }).click()
async function uploaded({ members }: Organisation, text = fleet, more: object = { name: 'Fleet' }) {
  const { body } = await site.call(members.ANALYST.token, 'msoc/v1/can/dbcs/upload', {
    file_name: 'fleet.dbc',
    text,
    ...more,
  })
  return body.version as { uuid: string; dbc_uuid: string }
}

test('[DBC-23] a file is parsed in the browser, uploaded, and shown with messages, signals and bits', async () => {
  const org = await site.organisation('Uploads')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(viewer)
  await page.getByText('No database yet').waitFor()
  await choose(page, fleet)
  const dialog = page.getByRole('dialog', { name: 'Upload fleet.dbc' })
  await dialog.getByText(/^\d+ messages with \d+ signals\.$/).waitFor()
  await dialog.getByLabel('Name').fill('Powertrain')
  await dialog.getByLabel('Note').fill('first')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('heading', { level: 2, name: 'Powertrain' }).waitFor()

  await page.getByLabel('Filter messages').fill('VehicleSpeed')
  await page.getByRole('grid', { name: 'Messages' }).getByText('VehicleDynamics').click()
  await page.getByRole('heading', { level: 3, name: 'VehicleDynamics' }).waitFor()
  const bits = page.getByRole('table', { name: 'Bit layout' })
  expect(await bits.getByTitle(/^VehicleSpeed, bit/).count()).toBe(16)
  await page.getByRole('table', { name: 'Signals' }).getByRole('button', { name: 'VehicleSpeed' }).click()
  expect(await bits.locator('[data-open]').count()).toBe(16)
  expect(await sidewaysOf(page)).toBe(0)
})

test('[DBC-1] faults of a file are shown with line and column, and it is not sent', async () => {
  const org = await site.organisation('Faulty')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(viewer)
  await page.getByText('No database yet').waitFor()
  await choose(page, 'BO_ 1 M: 8 X\n SG_ S : 0|8@1* (1,0) [0|0] "" X\n', 'broken.dbc')
  const faults = page.getByRole('list', { name: 'Faults' })
  await faults.getByText('Line 2, column 15').waitFor()
  await faults.getByText('expected "+" (unsigned) or "-" (signed), found "*"').waitFor()
  expect(await page.getByRole('button', { name: 'Upload', exact: false }).last().isDisabled()).toBe(true)
  expect(await axeOf(page)).toEqual([])
})

test('[DBC-23] a dropped file is accepted, also one with a degree sign in Latin-1', async () => {
  const org = await site.organisation('Drops')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(viewer)
  await page.getByText('No database yet').waitFor()
  const files = await page.evaluateHandle(
    (bytes) => {
      const dropped = new DataTransfer()
      dropped.items.add(new File([Uint8Array.from(bytes)], 'warm.dbc'))
      return dropped
    },
    [...Buffer.from('BO_ 1 Warm: 8 X\n SG_ T : 0|8@1+ (1,0) [0|0] "\u00b0C" X\n', 'latin1')],
  )
  await page.locator('.dl-page').dispatchEvent('drop', { dataTransfer: files })
  await page.getByRole('dialog', { name: 'Upload warm.dbc' }).getByText('1 messages with 1 signals.').waitFor()
  await page.getByRole('button', { name: 'Upload', exact: false }).last().click()
  await page.getByRole('heading', { level: 3, name: 'Warm' }).waitFor()
  const row = page.getByRole('table', { name: 'Signals' }).getByRole('row').nth(1)
  expect((await row.getByRole('cell').allInnerTexts())[4]).toBe('\u00b0C')
})

test('[DBC-22] two versions are compared field by field', async () => {
  const org = await site.organisation('Compares')
  const { dbc_uuid: dbcUuid } = await uploaded(org)
  const next = await uploaded(org, fleet.replace('(0.1,0) [-1500|1500] "Nm"', '(0.2,0) [-1500|1500] "Nm"'), {
    dbc_uuid: dbcUuid,
  })
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(`${viewer}?version=${next.uuid}`)
  await view(page, 'Differences')
  const row = page.getByRole('table', { name: 'Differences' }).getByRole('row').nth(1)
  await page.getByText('1 difference', { exact: true }).waitFor()
  expect((await row.getByRole('cell').allInnerTexts()).slice(2)).toEqual(['factor', '0.1', '0.2'])
})

test('[DBC-21] a version is assigned to a bus, and unassigned again', async () => {
  const org = await site.organisation('Assigns')
  const { uuid } = await uploaded(org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(viewer)
  await view(page, 'Assignments')
  await page.getByLabel('Bus', { exact: true }).fill('can0')
  await page.getByRole('button', { name: 'Assign version 1' }).click()
  await page.getByRole('cell', { name: 'Every model', exact: true }).waitFor()
  const { body } = await site.get(org.members.ANALYST.token, 'msoc/v1/can/dbcs/for', {})
  expect(body.buses).toEqual([{ bus: 'can0', dbc: expect.objectContaining({ version_uuid: uuid, name: 'Fleet' }) }])
  await page.getByRole('button', { name: 'Remove can0 of every model' }).click()
  await page.getByRole('cell', { name: 'Every model', exact: true }).waitFor({ state: 'detached' })
})

test.for(['dark', 'light'] as const)(
  'every view is accessible in the %s theme, and never scrolls sideways',
  async (theme) => {
    const org = await site.organisation(`Looks ${theme}`)
    const { uuid, dbc_uuid: dbcUuid } = await uploaded(org)
    const next = await uploaded(org, fleet.replace('DriveEnabled', 'DriveAllowed'), { dbc_uuid: dbcUuid })
    await site.call(org.members.ANALYST.token, 'msoc/v1/can/dbcs/assign', {
      model: '',
      bus: 'can0',
      version_uuid: uuid,
    })
    const { page, goto } = await visit({ as: org.members.ANALYST, theme })
    for (const name of ['messages', 'contents', 'differences', 'assignments']) {
      await goto(`${viewer}?version=${next.uuid}&view=${name}`)
      await page.getByRole('table').or(page.getByRole('grid')).last().waitFor()
      expect([name, await axeOf(page)]).toEqual([name, []])
      expect(await sidewaysOf(page)).toBe(0)
    }
  },
)

test('a user who may not change the library sees it, and the reason', async () => {
  const org = await site.organisation('Reads')
  await uploaded(org)
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(viewer)
  await page.getByRole('heading', { level: 2, name: 'Fleet' }).waitFor()
  expect(await page.getByRole('button', { name: 'Upload database' }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
})
