import { expect, test } from 'vitest'
import { getArtefacts, saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { axeOf, eventually, startConsole } from '../support/browser/browser.ts'
import { createProgram } from '../support/factories.ts'

const { site, visit } = await startConsole()

test('[PROPOSAL-UI-1] [PROPOSAL-UI-2] [PROPOSAL-UI-3] assets are proposed, accepted and stored', async () => {
  const {
    members: { ENGINEER: engineer },
  } = await site.organisation('Proposed')
  const { uuid: program } = await createProgram(site, engineer.token, { name: 'Telematics' })
  await site.request(engineer.token, saveArtefacts, {
    program_uuid: program,
    artefacts: [
      { kind: 'component', title: 'Telematics unit', fields: { category: 'telematics' } },
      { kind: 'data', title: 'Update image', fields: { category: 'firmware' } },
      { kind: 'data', title: 'Position reports', fields: { category: 'personal' } },
    ],
  })
  const stored = async () =>
    (await site.request(engineer.token, getArtefacts, { program_uuid: program, kinds: 'asset' })).artefacts

  const { page, goto } = await visit({ as: engineer })
  await goto(`/org/lifecycle/projects/view/asset-identify?programId=${program}`)
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('row').filter({ hasText: 'Update image' }).first().waitFor()
  expect(await axeOf(page)).toEqual([])
  const rows = (await dialog.getByRole('row').count()) - 1
  expect(await dialog.getByRole('button', { name: 'Language model' }).count()).toBe(0)
  expect(await stored()).toEqual([])

  await dialog
    .getByRole('row')
    .filter({ hasText: 'Position reports' })
    .first()
    .getByRole('checkbox')
    .uncheck({ force: true })
  await dialog.getByRole('button', { name: `Take ${rows - 1}` }).click()
  await eventually(async () => (await stored()).length).toBe(rows - 1)
  expect((await stored()).map(({ origin }) => origin.how)).toEqual(Array(rows - 1).fill('rules'))
  await page.getByRole('row').filter({ hasText: 'Update image' }).getByText('generated').waitFor()
})

test('[PROPOSAL-UI-4] [PROPOSAL-UI-5] a proposal shows its contents; a search limits the accepted ones', async () => {
  const {
    members: { ENGINEER: engineer },
  } = await site.organisation('Searched')
  const { uuid: program } = await createProgram(site, engineer.token, { name: 'Telematics' })
  const save = async (input: object) =>
    (await site.request(engineer.token, saveArtefacts, { program_uuid: program, ...input })).artefacts
  const [unit] = await save({
    artefacts: [
      { kind: 'component', title: 'Telematics unit', fields: { category: 'telematics' } },
      { kind: 'component', title: 'Gateway', fields: { category: 'gateway' } },
    ],
  })
  const [asset] = await save({
    artefacts: [
      {
        kind: 'asset',
        title: 'Telematics unit',
        fields: { properties: ['integrity', 'availability'], relevant: true },
      },
    ],
  })
  await save({ artefacts: [], link: [{ kind: 'is-asset', from: unit!.uuid, to: asset!.uuid }] })
  const stored = async (kind: string) =>
    (await site.request(engineer.token, getArtefacts, { program_uuid: program, kinds: kind })).artefacts

  const { page, goto } = await visit({ as: engineer, theme: 'light' })
  const dialog = page.getByRole('dialog')
  const propose = async (path: string) => {
    await goto(`/org/lifecycle/projects/view/${path}${path.includes('?') ? '&' : '?'}programId=${program}`)
    await page.getByRole('button', { name: 'Propose', exact: true }).click()
    await dialog.getByRole('row').nth(1).waitFor()
  }
  await propose('asset-identify?tab=damage-scenario')
  await dialog.getByText('Loses').first().waitFor()
  await dialog
    .getByTitle(/^Safety: (negligible|moderate|major|severe)$/)
    .first()
    .waitFor()
  expect(await axeOf(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Take \d+$/ }).click()
  await eventually(async () => (await stored('damage-scenario')).length > 0).toBe(true)

  await propose('threat-analysis')
  const all = (await dialog.getByRole('row').count()) - 1
  const titles = await dialog.locator('.pr-title').allTextContents()
  await dialog.getByLabel('Search the proposals').fill('nothing has these words')
  await dialog.getByText(`0 of ${all} proposals, 0 chosen`).waitFor()
  expect(await dialog.getByRole('button', { name: 'Take 0' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Search the proposals').fill(titles[0]!)
  await dialog.getByText(new RegExp(`^[1-9]\\d* of ${all} proposals, [1-9]\\d* chosen`)).waitFor()
  const left = (await dialog.getByRole('row').count()) - 1
  expect([left >= 1, left < all]).toEqual([true, true])
  await dialog.getByRole('button', { name: `Take ${left}` }).click()
  await eventually(async () => (await stored('threat-scenario')).length).toBe(left)

  await propose('attack-tree')
  await dialog.locator('summary').first().click()
  await dialog.getByText('any of').first().waitFor()
  expect(await axeOf(page)).toEqual([])
})

test('[PROPOSAL-UI-6] proposals follow what is saved while they are shown', async () => {
  const {
    members: { ENGINEER: engineer },
  } = await site.organisation('Followed')
  const { uuid: program } = await createProgram(site, engineer.token, { name: 'Telematics' })
  const save = (title: string, category: string) =>
    site.request(engineer.token, saveArtefacts, {
      program_uuid: program,
      artefacts: [{ kind: 'data', title, fields: { category } }],
    })
  await save('Update image', 'firmware')

  const { page, goto } = await visit({ as: engineer })
  await goto(`/org/lifecycle/projects/view/asset-identify?programId=${program}`)
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  const shown = (text: string) => page.getByRole('dialog').getByRole('row').filter({ hasText: text }).first()
  await shown('Update image').waitFor()
  expect(await shown('Position reports').count()).toBe(0)
  await save('Position reports', 'personal')
  await shown('Position reports').waitFor()
})
