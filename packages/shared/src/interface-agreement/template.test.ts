import { expect, test } from 'vitest'
import { workProducts } from '../lifecycle/compliance/work-products.ts'
import { AgreementRow, noReference, rowFields, whyNotRow } from './row.ts'
import { agreementTemplate } from './template.ts'

const rows = agreementTemplate.filter((row) => !row.is_heading)

test('[AGREEMENT-1] the template has 64 rows with the numbers 1 to 64', () => {
  expect(agreementTemplate.map(({ id }) => id)).toEqual(Array.from({ length: 64 }, (_, at) => at + 1))
  for (const row of agreementTemplate) expect(AgreementRow.parse(row)).toEqual(row)
})

test('[AGREEMENT-1] the headings are those of the product, in its order', () => {
  expect(agreementTemplate.flatMap((row) => (row.is_heading ? row.title : []))).toEqual([
    'Cybersecurity Management Organisation',
    'Project Dependent Cybersecurity Management',
    'Continuous Cybersecurity Activities',
    'Risk Assessment Methods',
    'Concept Phase',
    'Product Development',
    'Cybersecurity Validation',
    'Production',
    'Operations and Maintenance',
    'End of Cybersecurity Support and Decommissioning',
    'Distributed Cybersecurity activities',
  ])
})

test('[AGREEMENT-1] each of the 42 work products is there once, and 11 rows have no reference', () => {
  const references = rows.map((row) => row.iso_reference)
  expect(references.filter((each) => each !== noReference).toSorted()).toEqual(workProducts.map(({ code }) => code))
  expect(references.filter((each) => each === noReference)).toHaveLength(11)
})

test('[AGREEMENT-1] a row of the template explains its content, and leaves everything else open', () => {
  for (const row of rows) {
    const { work_product: title, iso_reference: _, explanation_remarks_expected_content: content, ...rest } = row
    expect([title.length > 0, content.length > 20]).toEqual([true, true])
    const open = Object.entries(rest).filter(([field]) => (rowFields as string[]).includes(field))
    expect(new Set(open.map(([, value]) => value))).toEqual(new Set([false, '']))
    expect(open).toHaveLength(18)
  }
})

test('[AGREEMENT-2] tailoring needs a justification', () => {
  expect(whyNotRow({ tailoring_applicable: false, tailoring_justification: '' })).toEqual({})
  expect(whyNotRow({ tailoring_applicable: true, tailoring_justification: 'Reused unchanged' })).toEqual({})
  expect(whyNotRow({ tailoring_applicable: true, tailoring_justification: ' ' })).toEqual({
    tailoring_justification: 'State why the work product is tailored.',
  })
})
