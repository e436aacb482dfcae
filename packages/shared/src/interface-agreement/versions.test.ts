import { expect, test } from 'vitest'
import { afterStep, begun } from './negotiation.ts'
import type { AgreementRow, WorkProductRow } from './row.ts'
import { agreementTemplate } from './template.ts'
import { agreedRows, differencesOf } from './versions.ts'

const without = (id: number) => agreementTemplate.filter((row) => row.id !== id)

test('[AGREEMENT-8] the rows of a negotiation are those that it began with', () => {
  expect(agreedRows(begun(agreementTemplate))).toEqual(agreementTemplate)
  expect(differencesOf(agreementTemplate, agreedRows(begun(agreementTemplate)))).toEqual([])
})

test('[AGREEMENT-8] changed fields are listed with both values, and rows that came and went', () => {
  const edited = afterStep(begun(agreementTemplate), {
    what: 'edited',
    row: 14,
    changes: { customer_r: true, update_cycle: 'cyclic', specific_document: '' },
  })
  const after = edited.ok ? agreedRows(edited.value) : []
  const added = { ...(agreementTemplate[1] as WorkProductRow), id: 65, work_product: 'Key ceremony record' }
  const differences = differencesOf(agreementTemplate, [
    ...after.filter(({ id }) => id !== 61),
    added,
  ] as AgreementRow[])
  expect(differences).toEqual([
    {
      row: 14,
      title: 'Cybersecurity plan',
      what: 'changed',
      fields: [
        { field: 'customer_r', before: false, after: true },
        { field: 'update_cycle', before: '', after: 'cyclic' },
      ],
    },
    { row: 61, title: 'Contact and escalation list', what: 'removed', fields: [] },
    { row: 65, title: 'Key ceremony record', what: 'added', fields: [] },
  ])
  expect(differencesOf(without(61), agreementTemplate)).toMatchObject([{ row: 61, what: 'added' }])
})
