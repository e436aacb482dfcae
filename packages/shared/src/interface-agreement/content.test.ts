import { expect, test } from 'vitest'
import { contentDifferences } from './content-differences.ts'
import { type AgreementContent, seenBy } from './content.ts'
import { Cover } from './cover.ts'
import { type AgreementRow, noReference, RowValues } from './row.ts'

const product = (id: number, values: Partial<RowValues> = {}): AgreementRow => ({
  id,
  is_heading: false,
  ...RowValues.parse({ work_product: `Product ${id}`, iso_reference: noReference }),
  ...values,
})
const content: AgreementContent = {
  code: 'CIA-0031',
  title: 'Radar',
  parties: [{ side: 'customer', name: 'Nordhaven' }],
  cover: Cover.parse({ item: 'Front radar', cycle_days: 30 }),
  glossary: [{ term: 'TARA', meaning: 'Threat analysis', source: '' }],
  team: [{ side: 'customer', name: 'Anna Kern', role: 'Manager', is_signatory: true }],
  rows: [
    { id: 1, is_heading: true, title: 'First' },
    product(2, { specific_document: 'A', supplier_r: true, level_of_confidentiality: 'highly-confidential' }),
    { id: 3, is_heading: true, title: 'Second' },
    product(4, { specific_document: 'B', customer_r: true, level_of_confidentiality: 'highly-confidential' }),
    product(5, { specific_document: 'C', supplier_r: true, level_of_confidentiality: 'public' }),
    product(6, { specific_document: 'D', level_of_confidentiality: 'highly-confidential' }),
  ],
}
const documentsFor = (reader: Parameters<typeof seenBy>[1]) =>
  seenBy(content, reader).rows.map((row) => (row.is_heading ? row.title : row.specific_document))

test('[AGREEMENT-9] a member sees no highly confidential document of the other side, who is named sees all', () => {
  const member = { side: 'customer', access: 'member', rows: [] } as const
  expect(documentsFor(member)).toEqual(['First', '', 'Second', 'B', 'C', 'D'])
  expect(documentsFor({ ...member, access: 'named' })).toEqual(['First', 'A', 'Second', 'B', 'C', 'D'])
})

test('[AGREEMENT-14] a third party sees its rows and the headings above them', () => {
  expect(documentsFor({ side: 'supplier', access: 'third-party', rows: [5, 6] })).toEqual(['Second', 'C', ''])
})

test('[AGREEMENT-56] what differs beside the table is stated in words, with both values', () => {
  const after: AgreementContent = {
    ...content,
    title: 'Radar 2',
    cover: {
      ...content.cover,
      cycle_days: 1,
      supplier: { ...content.cover.supplier, name: 'Velten' },
      escalation: [{ subject: 'No answer', customer: 'Anna', supplier: '', after_days: 3 }],
    },
    glossary: [{ term: 'TARA', meaning: 'Threat analysis', source: 'ISO/SAE 21434' }],
    team: [
      { side: 'customer', name: 'Anna Kern', role: 'Head', is_signatory: false },
      { side: 'customer', name: 'Anna Kern', role: 'Tester', is_signatory: false },
    ],
  }
  expect(contentDifferences(content, after)).toEqual([
    { where: 'Title', before: 'Radar', after: 'Radar 2' },
    { where: 'Supplier, name', before: '', after: 'Velten' },
    { where: 'Cyclic updates', before: 'every 30 days', after: 'every 1 day' },
    { where: 'Escalation 1', before: '', after: 'No answer: customer Anna, supplier nobody, after 3 days' },
    { where: 'Glossary: TARA', before: 'Threat analysis', after: 'Threat analysis (ISO/SAE 21434)' },
    { where: 'Team, customer: Anna Kern', before: 'Manager, signs', after: 'Head' },
    { where: 'Team, customer: Anna Kern (2)', before: '', after: 'Tester' },
  ])
  expect(contentDifferences(content, content)).toEqual([])
})
