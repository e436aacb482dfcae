import type { ComplianceRow } from '@carapace/shared/interface-agreement/row-details.contract'
import { expect, test } from 'vitest'
import { byDue, countsOf, dueStateOf, passes } from './due-rows.ts'

const today = '2026-11-28'
const row = (number: number, fields: Partial<ComplianceRow> = {}): ComplianceRow => ({
  row: number,
  section: 'Concept Phase',
  title: 'Item definition',
  iso_reference: 'WP-09-01',
  status: '',
  responsible: ['supplier'],
  deliverable_type: 'handover',
  update_cycle: 'cyclic',
  is_tailored: false,
  last: null,
  due: null,
  is_overdue: false,
  evidence: null,
  ...fields,
})
const none = { total: 0, changed: 0, suspect: 0 }

test.for([
  ['2026-11-27', true, 'overdue'],
  ['2026-11-28', false, 'soon'],
  ['2026-12-28', false, 'soon'],
  ['2026-12-29', false, 'ahead'],
  [null, false, 'none'],
] as const)('[AGREEMENT-UI-13] what is due on %s, overdue %s, is %s', ([due, isOverdue, state]) => {
  expect(dueStateOf({ due, is_overdue: isOverdue }, today)).toBe(state)
})

test('[AGREEMENT-UI-13] the earliest due day is first, and rows without one are last, as in the table', () => {
  const rows = [row(2), row(3, { due: '2026-12-01' }), row(4), row(5, { due: '2026-11-01', is_overdue: true })]
  expect(byDue(rows).map((each) => each.row)).toEqual([5, 3, 2, 4])
})

test('[AGREEMENT-UI-13] without evidence is what the program has nothing of, unless it is tailored', () => {
  const shown = (fields: Partial<ComplianceRow>) => passes(row(2, fields), 'without-evidence', today)
  expect([
    shown({ evidence: none }),
    shown({ evidence: none, is_tailored: true }),
    shown({ evidence: { ...none, total: 1 } }),
    shown({ evidence: null }),
  ]).toEqual([true, false, false, false])
})

test('[AGREEMENT-UI-13] each filter states how many rows it shows', () => {
  const rows = [
    row(2, { due: '2026-11-01', is_overdue: true, evidence: none }),
    row(3, { due: '2026-12-01' }),
    row(4, { due: '2027-12-01' }),
  ]
  expect(countsOf(rows, today)).toEqual({ overdue: 1, soon: 1, 'without-evidence': 1 })
})
