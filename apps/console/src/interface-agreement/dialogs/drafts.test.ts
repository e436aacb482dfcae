import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { agreementTemplate } from '@carapace/shared/interface-agreement/template'
import { expect, test } from 'vitest'
import { draftsByRow } from './drafts.ts'

const draft = (row: number, field: string, value: string | boolean) => ({ row, field, value, author: 'Maya', at: '' })
const agreement = {
  sheet: agreementTemplate.map((row) => ({ row })),
  drafts: [draft(14, 'customer_r', true), draft(2, 'status', 'Approved'), draft(14, 'status', 'Pending')],
} as unknown as Pick<Agreement, 'drafts' | 'sheet'>

test('[AGREEMENT-UI-5] what is sent is shown by row, with the agreed value before', () => {
  const shown = draftsByRow(agreement).map(({ row, fields }) => [row, ...fields])
  expect(shown).toEqual([
    [2, { field: 'status', before: '', after: 'Approved' }],
    [14, { field: 'customer_r', before: false, after: true }, { field: 'status', before: '', after: 'Pending' }],
  ])
})

test('[AGREEMENT-UI-5] only the changes of the chosen rows are sent', () => {
  expect(draftsByRow(agreement, [2]).map(({ row }) => row)).toEqual([2])
})
