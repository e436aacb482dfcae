import { expect, test } from 'vitest'
import type { Artefact } from '@carapace/shared/lifecycle/artefacts.contract'
import { axeOf, eventually, startConsole } from './browser.ts'

const { site, visit } = await startConsole()

test('[PR1] [PR2] assets are proposed with their reasons, and those that were not left are stored, marked as generated', async () => {
  const { members: { ENGINEER: engineer } } = await site.organisation('Proposed')
  const { body } = await site.call(engineer.token, 'v2/app/save-program', { name: 'Telematics' })
  const program = body.program.uuid as string
  await site.call(engineer.token, 'v2/app/save-artefacts', { program_uuid: program, artefacts: [
    { kind: 'component', title: 'Telematics unit', fields: { category: 'telematics' } }, { kind: 'data', title: 'Update image', fields: { category: 'firmware' } }, { kind: 'data', title: 'Position reports', fields: { category: 'personal' } },
  ] })
  const stored = async () => (await site.get(engineer.token, 'v2/app/get-artefacts', { program_uuid: program, kinds: 'asset' })).body.artefacts as Artefact[]

  const { page, goto } = await visit({ as: engineer })
  await goto(`/org/lifecycle/projects/view/asset-identify?programId=${program}`)
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('row').filter({ hasText: 'Update image' }).first().waitFor()
  expect(await axeOf(page)).toEqual([])
  const rows = await dialog.getByRole('row').count() - 1
  expect(await stored()).toEqual([])

  await dialog.getByRole('row').filter({ hasText: 'Position reports' }).first().getByRole('checkbox').uncheck({ force: true })
  await dialog.getByRole('button', { name: `Take ${rows - 1}` }).click()
  await eventually(async () => (await stored()).length).toBe(rows - 1)
  expect((await stored()).map(({ origin }) => origin.how)).toEqual(Array(rows - 1).fill('rules'))
  await page.getByRole('row').filter({ hasText: 'Update image' }).getByText('generated').waitFor()
})
