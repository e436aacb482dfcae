import { expect, test } from 'vitest'
import { type Block, textOfCell, toneOfCell } from '../core/documents/report.ts'
import { type AgreementDocument, agreementReport } from './agreement-report.ts'
import { Cover } from './cover.ts'
import { type AgreementRow, noReference, RowValues } from './row.ts'

const product = (id: number, values: Partial<RowValues> = {}): AgreementRow => ({
  id,
  is_heading: false,
  ...RowValues.parse({ work_product: `Product ${id}`, iso_reference: noReference }),
  ...values,
})
const document: AgreementDocument = {
  content: {
    code: 'CIA-0031',
    title: 'Radar',
    parties: [
      { side: 'customer', name: 'Nordhaven' },
      { side: 'supplier', name: 'Velten' },
    ],
    cover: Cover.parse({
      item: 'Front radar',
      escalation: [{ subject: 'No answer', customer: 'Anna', supplier: 'Ben', after_days: 1 }],
    }),
    glossary: [{ term: 'TARA', meaning: 'Threat analysis', source: '' }],
    team: [{ side: 'customer', name: 'Anna Kern', role: 'Manager', is_signatory: true }],
    rows: [
      product(1, { customer_r: true, customer_a: true, supplier_i: true }),
      { id: 2, is_heading: true, title: 'Concept' },
      product(3, { tailoring_applicable: true, tailoring_justification: 'Carried over', special_agreements: 'None' }),
    ],
  },
  signatures: [{ side: 'supplier', name: 'Ben', role: 'Lead', proof: 'second-factor', at: '2026-11-28T10:00:00.000Z' }],
  states: new Map([
    [1, 'accepted'],
    [3, 'not-accepted'],
  ]),
  today: '2026-12-01',
  author: 'Anna Kern',
}

/** The blocks of a section: tables as their cells' texts. */
function blocksOf(given: AgreementDocument, title: string): unknown[] {
  const blocks = agreementReport(given)
    .sections.find((section) => section.title === title)!
    .blocks()
  return [...(blocks as Iterable<Block>)].map((block) =>
    block.is === 'table' ? [...(block.rows as Iterable<string[]>)].map((row) => row.map(textOfCell)) : block,
  )
}

test('[AGREEMENT-58] rows are below their headings with the marks of both sides; long texts below the table', () => {
  const [, , before, heading, table, texts] = blocksOf(document, 'Information exchange')
  expect(before).toEqual([['1', `Product 1 (${noReference})`, 'R, A', 'I', '', '', '', '', '', 'Accepted']])
  expect(heading).toEqual({ is: 'heading', text: 'Concept' })
  expect(table).toEqual([['3', `Product 3 (${noReference})`, '', '', '', '', '', '', '', 'Not accepted']])
  expect(texts).toEqual([
    ['3', 'Tailored', 'Carried over'],
    ['3', 'Special agreements', 'None'],
  ])
})

test('[AGREEMENT-58] a document before it is signed states how far it came, and who has signed it', () => {
  const report = agreementReport(document)
  expect(report.document).toMatchObject({ id: 'CIA-0031', version: 'Not signed', status: '1 of 2 rows accepted' })
  expect(report.approvals).toEqual([
    { role: 'Supplier: Lead', name: 'Ben', date: '2026-11-28', note: 'Signed, second factor' },
  ])
  expect(blocksOf(document, 'Signatures')).toEqual([
    [['Supplier', 'Ben', 'Lead', '2026-11-28 10:00:00 UTC', 'Second factor']],
  ])
  expect(blocksOf(document, 'Escalation')).toEqual([[['No answer', 'Anna', 'Ben', '1 day']]])
})

test('[AGREEMENT-55] a version has its hash, and one that is not as it was signed is marked', () => {
  const version = { number: 2, hash: 'ab'.repeat(32), at: '2026-11-28T11:00:00.000Z', isWhole: true }
  const signed = { ...document, states: new Map(), version }
  expect(agreementReport(signed).document).toMatchObject({ version: 'Version 2', status: 'Signed', date: '2026-11-28' })
  expect(blocksOf(signed, 'Signatures').at(-1)).toMatchObject({
    facts: [['Version', '2'], {}, ['SHA-256', version.hash]],
  })
  const broken = { ...signed, version: { ...version, isWhole: false } }
  expect(agreementReport(broken).document.status).toBe('Not as it was signed')
  expect(blocksOf(broken, 'Signatures').at(-1)).toMatchObject({ is: 'text', tone: 'bad' })
  // a row of a signed version has no state: each was accepted
  expect((blocksOf(signed, 'Information exchange')[1] as string[][])[0]).toHaveLength(9)
})

test('[AGREEMENT-58] a refused row stands out', () => {
  const section = agreementReport(document).sections.find(({ title }) => title === 'Information exchange')!
  const tables = [...(section.blocks() as Iterable<Block>)].flatMap((block) => (block.is === 'table' ? [block] : []))
  const rows = tables.flatMap(({ rows: some }) => [...(some as Iterable<string[]>)])
  expect(rows.map((row) => toneOfCell(row.at(-1)!))).toEqual(['good', 'bad', undefined, undefined])
})
