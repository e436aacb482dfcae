import { readFile } from 'node:fs/promises'
import { saveAgreementCells } from '@carapace/shared/interface-agreement/agreements.contract'
import type { RowField } from '@carapace/shared/interface-agreement/row'
import { expect, test } from 'vitest'

import { axeOf, eventually, startConsole } from '../support/browser/browser.ts'
import { rowOf } from './parties.fixture.ts'
import { onTable, tableOf } from './table.fixture.ts'
import { agreementSeenBy, beginAgreement, twoParties } from './two-parties.ts'

const { site, visit } = await startConsole()
const [plan, report, release] = [rowOf('WP-06-01'), rowOf('WP-06-02'), rowOf('WP-06-04')]

/** An agreement that was not sent, on the page of an engineer. */
async function begun(name: string) {
  const org = await site.organisation(name)
  const agreement = await beginAgreement(site, org)
  const { token } = org.members.ENGINEER
  const stored = async (row: number, ...fields: readonly RowField[]) => {
    const { sheet } = await agreementSeenBy(site, token, agreement)
    const found = sheet.find((one) => one.row.id === row)!.row
    if (found.is_heading) throw new Error(`Row ${row} is a heading.`)
    return fields.map((field) => found[field])
  }
  const { page, goto, ignoreFaults } = await visit({ as: org.members.ENGINEER })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await goto(tableOf(agreement))
  await page.getByRole('grid').waitFor()
  return { org, agreement, token, stored, page, goto, ignoreFaults, ...onTable(page) }
}

test('[AGREEMENT-UI-42] [AGREEMENT-UI-40] marks and choices are set with single keys', async () => {
  const { page, cell, mark, stored } = await begun('Keys')
  await cell(plan, 'tailoring_applicable').click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await page.keyboard.press('a')
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('i')
  await page.keyboard.press('x')
  await page.keyboard.press('x')
  await page.keyboard.press('Enter')
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('insi')
  await page.keyboard.press('Tab')
  await page.keyboard.type('pub')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await eventually(() =>
    stored(
      plan,
      'customer_r',
      'customer_a',
      'supplier_r',
      'supplier_i',
      'deliverable_type',
      'level_of_confidentiality',
      'update_cycle',
    ),
  ).toEqual([true, true, true, true, 'insight-on-demand', 'public', 'once'])
  // a range of marks at once, and by the pointer
  await cell(report, 'customer_r').click({ position: { x: 2, y: 2 } })
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Space')
  await eventually(() => stored(report, 'customer_r', 'customer_s', 'customer_i', 'customer_a')).toEqual([
    true,
    true,
    true,
    true,
  ])
  await mark(report, 'customer_s').click()
  await eventually(() => stored(report, 'customer_s', 'customer_i')).toEqual([false, true])
  expect(await axeOf(page)).toEqual([])
})

test('[AGREEMENT-UI-43] a pasted range is one step: it is stored, undone and redone', async () => {
  const { page, cell, paste, stored, token, agreement } = await begun('Pasted')
  await cell(plan, 'specific_document').click()
  await paste(
    'CS plan\tno\tx\t\t1\t\t\tyes\t\t\thandover\tConfidential\tcyclic\tOpen\t24.12.2026\r\nCS case\tperhaps\t\t\t\tx\t',
  )
  const fields = [
    'specific_document',
    'customer_r',
    'customer_i',
    'supplier_s',
    'deliverable_type',
    'level_of_confidentiality',
    'update_cycle',
    'status',
    'date',
  ] as const
  const pasted = ['CS plan', true, true, true, 'handover', 'confidential', 'cyclic', 'Open', '2026-12-24']
  await eventually(() => stored(plan, ...fields)).toEqual(pasted)
  expect(await stored(report, 'specific_document', 'tailoring_applicable', 'customer_a')).toEqual([
    'CS case',
    false,
    true,
  ])
  await page
    .getByRole('alert')
    .getByText(/Tailored, row \d+: Write Yes or No/)
    .waitFor()
  // somebody else changes one of the cells: undo leaves it
  await site.request(token, saveAgreementCells, {
    agreement_uuid: agreement,
    cells: [{ row: plan, field: 'status', before: 'Open', value: 'Pending' }],
  })
  await cell(plan, 'status').getByText('Pending').waitFor()
  await page.keyboard.press('Control+z')
  await eventually(() => stored(plan, ...fields)).toEqual(['', false, false, false, '', '', '', 'Pending', ''])
  await page
    .getByRole('alert')
    .getByText(/Status of row \d+: .* changed this cell meanwhile/)
    .waitFor()
  await page.keyboard.press('Control+y')
  await eventually(() => stored(plan, 'specific_document', 'date')).toEqual(['CS plan', '2026-12-24'])
})

test('[AGREEMENT-UI-44] two people of a side who type at once lose nothing', async () => {
  const { page, org, agreement, token, fill, cell, strip } = await begunTwo('At once')
  const other = await visit({ as: org.members.ADMIN })
  await other.page.setViewportSize({ width: 1920, height: 1080 })
  await other.goto(tableOf(agreement))
  const colleague = onTable(other.page)
  await colleague.cell(plan, 'status').waitFor()
  const rows = [plan, report, release]
  await Promise.all([
    (async () => {
      for (const row of rows) await fill(row, 'specific_document', `Document of ${row}`)
    })(),
    (async () => {
      for (const row of rows) await colleague.fill(row, 'status', `State of ${row}`)
    })(),
  ])
  await strip.getByText('6 changes not sent').waitFor()
  for (const row of rows) {
    await cell(row, 'status').getByText(`State of ${row}`).waitFor()
    await colleague.cell(row, 'specific_document').getByText(`Document of ${row}`).waitFor()
  }
  await colleague.cell(release, 'date').click()
  await other.page.keyboard.press('Enter')
  await cell(release, 'work_product').getByText('editing').waitFor()
  await other.page.keyboard.press('Escape')
  await colleague.cell(plan, 'date').click()
  await cell(release, 'work_product').getByText('editing').waitFor({ state: 'detached' })
  // both write the same cell: the second one sees by whom and what it is, and decides
  await other.page.context().setOffline(true)
  await colleague.fill(plan, 'date', '2026-12-01')
  await other.page.getByRole('alert').getByText('This change is not stored').waitFor()
  await colleague.cell(plan, 'date').getByText('01 Dec 2026').waitFor()
  await fill(plan, 'date', '2026-11-30')
  await cell(plan, 'date').getByText('30 Nov 2026').waitFor()
  await strip.getByText('7 changes not sent').waitFor()
  await other.page.context().setOffline(false)
  await other.page.getByRole('button', { name: 'Try again' }).click()
  await other.page
    .getByRole('alert')
    .getByText(/Customer.* engineer changed this cell meanwhile. It is: 30 Nov 2026/)
    .waitFor()
  await other.page.getByRole('button', { name: 'Use mine' }).click()
  await cell(plan, 'date').getByText('01 Dec 2026').waitFor()
  const { drafts } = await agreementSeenBy(site, token, agreement)
  expect(
    drafts.map(({ row, field, value }) => `${row} ${field} ${value}`).toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(
    [
      `${plan} date 2026-12-01`,
      ...rows.flatMap((row) => [`${row} specific_document Document of ${row}`, `${row} status State of ${row}`]),
    ].toSorted((a, b) => a.localeCompare(b)),
  )
  other.ignoreFaults(/ERR_INTERNET_DISCONNECTED|WebSocket/)
  await page.close()
})

/** An agreement of two parties, on the page of the customer's engineer. */
async function begunTwo(title: string) {
  const parties = await twoParties(site, { title })
  const { customer, tokens, agreement } = parties
  const { page, goto } = await visit({ as: customer.members.ENGINEER })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await goto(tableOf(agreement))
  await page.getByRole('grid').waitFor()
  return { ...parties, org: customer, token: tokens.customer, page, goto, ...onTable(page) }
}

test('[AGREEMENT-UI-45] rows are filtered and grouped, and the address keeps it', async () => {
  const { page, goto, agreement, grid, cell, mark, drawer, open } = await begun('Filtered')
  const rows = () => grid.getByRole('rowheader').count()
  await page.getByLabel('Search the work products').fill('cybersecurity plan')
  await eventually(rows).toBe(1)
  await goto(tableOf(agreement, '&q=WP-06&group=responsible'))
  await grid.getByText('Nobody is responsible', { exact: true }).waitFor()
  await mark(plan, 'customer_r').click()
  await grid.getByText('Responsible: customer').waitFor()
  await goto(tableOf(agreement, '&show=conflicts'))
  await cell(report, 'work_product').waitFor()
  await eventually(() => cell(plan, 'work_product').count()).toBe(0)
  await goto(tableOf(agreement))
  await open(plan)
  await drawer.getByText('Activities, responsibilities').waitFor()
  await page.keyboard.press('j')
  await drawer.getByText(`Row ${report},`).waitFor()
  expect(page.url()).toContain(`row=${report}`)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
})

test('[AGREEMENT-13] rows and headings are added behind the selected row, and removed', async () => {
  const { page, button, dialog, cell, drawer, token, agreement, grid } = await begun('Rows')
  await cell(plan, 'status').click()
  await button('Add a row…').click()
  await dialog.getByLabel('Title').fill('Penetration test plan')
  await page.keyboard.press('Enter')
  await drawer.getByRole('heading', { name: 'Penetration test plan' }).waitFor()
  const ids = async () => (await agreementSeenBy(site, token, agreement)).sheet.map(({ row }) => row.id)
  const before = await ids()
  expect(before[before.indexOf(plan) + 1]).toBe(65)
  await button('Add a row…').click()
  await dialog.getByLabel('Title').fill('Tests')
  await dialog.getByText('It is a heading above work products').click()
  await dialog.getByRole('button', { name: /^Add/ }).click()
  await grid.getByText('Tests', { exact: true }).waitFor()
  await button('Remove Tests').click()
  await dialog.getByRole('button', { name: /^Remove/ }).click()
  await grid.getByText('Tests', { exact: true }).waitFor({ state: 'detached' })
  await button('Remove the row').click()
  await dialog.getByText('Row 65 is removed').waitFor()
  await dialog.getByRole('button', { name: /^Remove/ }).click()
  await eventually(ids).toEqual(Array.from({ length: 64 }, (_, at) => at + 1))
})

/** The table of a workbook as CSV, with another text in one cell. */
async function editedCopy(token: string, workbook: Buffer, row: number, title: string, text: string): Promise<Buffer> {
  const { body } = await site.upload(
    token,
    'v2/app/read-agreement-table',
    { file_name: 'agreement.xlsx' },
    new Uint8Array(workbook),
  )
  const rows = body.rows as string[][]
  const titles = rows.find((cells) => cells.includes(title))!
  const line = rows.find(([number]) => number === String(row))!
  const at = titles.indexOf(title)
  while (line.length <= at) line.push('')
  line[at] = text
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  return Buffer.from(rows.map((cells) => cells.map(quoted).join(',')).join('\r\n'))
}

test('[AGREEMENT-UI-49] an exported and edited file changes exactly the edited cells', async () => {
  const { page, fill, stored, token, button, dialog, cell } = await begun('Imported')
  await fill(plan, 'specific_document', 'CS plan')
  await eventually(() => stored(plan, 'specific_document')).toEqual(['CS plan'])
  await button('Export').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Workbook (XLSX)' }).click(),
  ])
  const edited = await editedCopy(token, await readFile(await download.path()), plan, 'Status', 'Under review')
  await button('More').click()
  await page.getByRole('menuitem', { name: 'Import a table…' }).click()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'edited.csv', mimeType: 'text/csv', buffer: edited })
  await dialog.getByText('53 rows found; 1 cell would change').waitFor()
  expect(await axeOf(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Import 1 cell/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await cell(plan, 'status').getByText('Under review').waitFor()
  expect(await stored(plan, 'specific_document', 'status')).toEqual(['CS plan', 'Under review'])
  // a foreign layout is mapped by hand; what does not fit is listed
  await button('More').click()
  await page.getByRole('menuitem', { name: 'Import a table…' }).click()
  const csv = 'Work product;Who knows;Level\r\nCybersecurity case;CS case;secret\r\nSomething else;;public\r\n'
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'theirs.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await dialog.getByLabel('What Work product is').selectOption('Work product')
  await dialog.getByLabel('What Who knows is').selectOption('Specific document')
  await dialog.getByLabel('What Level is').selectOption('Level of confidentiality')
  await dialog.getByText(/C2 secret Level of confidentiality: Write one of/).waitFor()
  await dialog.getByText(/line 3 Something else No row of the agreement matches/).waitFor()
  await dialog.getByRole('button', { name: /^Import 1 cell/ }).click()
  await eventually(() => stored(report, 'specific_document', 'level_of_confidentiality')).toEqual(['CS case', ''])
  await page.keyboard.press('Control+z')
  await eventually(() => stored(report, 'specific_document')).toEqual([''])
})
