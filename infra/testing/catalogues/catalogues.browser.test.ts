import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { shippedEntries } from '@carapace/shared/catalogues/shipped'
import { saveCatalogueEntry } from '@carapace/shared/catalogues/catalogue.contract'
import { getArtefacts, saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'

import { axeOf, eventually, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import { createProgram } from '../support/factories.ts'

const { site, visit } = await startConsole()
const damages = shippedEntries.filter(({ catalogue }) => catalogue === 'damage').length
const grid = (page: Page, name: string) => page.getByRole('grid', { name })
const total = (page: Page) => page.locator('.c-toolbar-total')

test('[CATALOGUE-UI-1] [CATALOGUE-UI-2] threats are filtered in four ways, and a URL opens one', async () => {
  const org = await site.organisation('Readers')
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto('/org/catalogues/threat-catalogue')
  await eventually(() => total(page).textContent()).toBe('69 threats')
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Annex 5', exact: true }).click()
  await page.getByRole('menuitem', { name: 'People' }).click()
  await eventually(() => total(page).textContent()).toBe('2 threats')
  await page.getByRole('button', { name: 'Remove the filter annex 5' }).click()
  await page.getByRole('button', { name: 'STRIDE', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Denial of service' }).click()
  await page.getByLabel('Search threats').fill('swallowed')
  await eventually(() => total(page).textContent()).toBe('1 threat')
  await grid(page, 'Threat catalogue').getByRole('row').filter({ hasText: 'R155-8.2' }).click()
  const drawer = page.getByRole('region', { name: 'R155-8.2 Messages are swallowed' })
  await drawer.getByText('An attacker on the path of messages between vehicles does not forward them').waitFor()
  expect(await drawer.getByRole('button', { name: 'Change' }).isDisabled()).toBe(true)
  expect(await axeOf(page)).toEqual([])
  expect(await sidewaysOf(page)).toBe(0)
  await page.reload()
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => drawer.count()).toBe(0)
  await page.getByLabel('Search threats').fill('nothing has this')
  await page.getByText('No threats match').waitFor()
})

test('[CATALOGUE-UI-3] [CATALOGUE-UI-4] entries are added, changed, retired and restored', async () => {
  const org = await site.organisation('Writers')
  const { page, goto, ignoreFaults } = await visit({ as: org.members.ENGINEER })
  await goto('/org/catalogues/damage-catalogue')
  await eventually(() => total(page).textContent()).toBe(`${damages} damages`)
  await page.keyboard.press('n')
  await page.getByRole('heading', { name: 'New damage' }).waitFor()
  await page.getByLabel('Title').fill('Paint is scratched')
  await page.getByLabel('Description').fill('Somebody scratches it.')
  await page.getByLabel('Who is harmed').selectOption('owner')
  await page.getByRole('group', { name: 'Loses' }).getByLabel('Integrity').check()
  await page.getByLabel('Financial').selectOption('moderate')
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Add damage' }).click()
  await page.getByRole('region', { name: 'OWN-D-1 Paint is scratched' }).getByText('Owner or operator').waitFor()
  expect(
    (
      await site.sql`SELECT title, fields->>'financial' AS financial, fields->'loses' AS loses
        FROM catalogue_entries
        WHERE org_uuid = ${org.org.uuid}`
    )[0],
  ).toEqual({ title: 'Paint is scratched', financial: 'moderate', loses: ['integrity'] })

  const { uuid } = shippedEntries.find(({ code }) => code === 'DMG-R-01')!
  await goto(`/org/catalogues/update-damage-catalogue?uuid=${uuid}`)
  await page.getByLabel('Title').fill('Ours')
  // another user saves first
  await site.request(org.members.ADMIN.token, saveCatalogueEntry, {
    uuid,
    revision: 0,
    catalogue: 'damage',
    title: 'Theirs',
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('It is now called “Theirs”').waitFor()
  ignoreFaults(/409 \(Conflict\)/)
  await page.getByRole('button', { name: 'Save mine over theirs' }).click()
  const drawer = page.getByRole('region', { name: 'DMG-R-01 Ours' })
  await drawer.getByText('Shipped, changed here').waitFor()
  await drawer.getByRole('button', { name: 'Retire' }).click()
  await eventually(() => total(page).textContent()).toBe(`${damages} damages`)
  await drawer.getByRole('button', { name: 'As shipped' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take ours back' }).click()
  await page.getByRole('region', { name: 'DMG-R-01 The vehicle brakes' }).waitFor()
  await eventually(() => total(page).textContent()).toBe(`${damages + 1} damages`)
})

test('[CATALOGUE-UI-3] a threat is changed next to the list', async () => {
  const org = await site.organisation('Changers')
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  const { uuid } = shippedEntries.find(({ code }) => code === 'R155-2.1')!
  await goto(`/org/catalogues/threat-catalogue?entry=${uuid}`)
  await page
    .getByRole('region', { name: /^R155-2.1/ })
    .getByRole('button', { name: 'Change' })
    .click()
  await page.getByLabel('Title').fill('Servers stand still')
  await page.getByRole('group', { name: 'STRIDE' }).getByLabel('Tampering').check()
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('region', { name: 'R155-2.1 Servers stand still' }).getByText('Shipped, changed here').waitFor()
  await grid(page, 'Threat catalogue').getByText('Servers stand still').waitFor()
})

test('[CATALOGUE-UI-5] a file is previewed, then imported, and its entries are in the list', async () => {
  const org = await site.organisation('Importers')
  const { page, goto, ignoreFaults } = await visit({ as: org.members.ENGINEER })
  await goto('/org/catalogues/attack-catalogue')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import attacks' })
  const choose = async (text: string, name = 'attacks.csv') =>
    dialog.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('colour\nred')
  await dialog.getByText('one of them must be code').waitFor()
  ignoreFaults(/400 \(Bad Request\)/)
  await choose('code,title,vector\nOWN-1,Our attack,local\nOWN-2,Odd,sideways')
  await dialog.getByText('2 rows: 1 new, 0 changed, 0 unchanged, 1 refused.').waitFor()
  expect(await axeOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import 1' }).click()
  await dialog.getByText('Done: 1 added.').waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByLabel('Search attacks').fill('OWN-1')
  await grid(page, 'Attack catalogue').getByText('Our attack').waitFor()
})

test('[CATALOGUE-UI-6] chosen entries become artefacts of the chosen asset, with the catalogue as origin', async () => {
  const org = await site.organisation('Users')
  const { ENGINEER: engineer } = org.members
  const program = await createProgram(site, engineer.token, { name: 'Headlamp' })
  const made = await site.request(engineer.token, saveArtefacts, {
    program_uuid: program.uuid,
    artefacts: [{ kind: 'asset', title: 'Beam' }],
  })
  const { page, goto } = await visit({ as: engineer })
  await goto('/org/catalogues/threat-catalogue?q=R155-4')
  await page.getByLabel('Choose R155-4.1').check({ force: true })
  await page.getByLabel('Choose R155-4.2').check({ force: true })
  await page.getByRole('button', { name: 'Use in program…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use in a program' })
  await dialog.getByLabel('Program').selectOption({ label: 'Headlamp' })
  await dialog.getByLabel('Of the asset').selectOption({ label: 'AS-01 Beam' })
  expect(await axeOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Use' }).click()
  await page.getByText('2 threat scenarios made in Headlamp.').waitFor()
  const body = await site.request(engineer.token, getArtefacts, {
    program_uuid: program.uuid,
    kinds: 'threat-scenario',
  })
  expect(body.artefacts).toMatchObject([
    {
      code: 'TS-001',
      fields: { annex5: ['4.1'] },
      origin: { how: 'catalogue', uuid: shippedEntries.find(({ code }) => code === 'R155-4.1')!.uuid },
    },
    { code: 'TS-002' },
  ])
  expect(body.links.map(({ from }: { from: string }) => from)).toEqual([
    made.artefacts[0]!.uuid,
    made.artefacts[0]!.uuid,
  ])

  await goto('/org/catalogues/attack-catalogue?q=ATK-BUS-04')
  await grid(page, 'Attack catalogue').getByText('Replay recorded frames').click()
  await page
    .getByRole('region', { name: /^ATK-BUS-04/ })
    .getByRole('button', { name: 'Use in program…' })
    .click()
  await dialog.getByLabel('Program').selectOption({ label: 'Headlamp' })
  await dialog.getByRole('button', { name: 'Use' }).click()
  await page.getByText('1 attack tree made in Headlamp.').waitFor()
  const [tree] = await site.sql`SELECT jsonb_array_length(fields->'tree'->'steps') AS steps
      FROM artefacts
      WHERE org_uuid = ${org.org.uuid}
      AND kind = 'attack-tree'`
  expect(tree).toEqual({ steps: 4 })
})
