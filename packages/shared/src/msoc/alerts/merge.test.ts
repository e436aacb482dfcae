import { expect, test } from 'vitest'
import { type Mergeable, partsAtMost, planMerge, planUnmerge, whyNotMerged } from './merge.ts'

const now = new Date('2026-05-01T12:00:00Z')
const alert = (number: number, more: Partial<Mergeable> = {}): Mergeable => ({
  uuid: `alert ${number}`,
  number,
  title: 'Flood',
  status: 'NEW',
  caseUuid: null,
  mergedStatus: null,
  ...more,
})

test.for<[Mergeable, Mergeable, readonly string[], string | undefined]>([
  [alert(1), alert(2), [], undefined],
  [alert(1), alert(2, { status: 'CLOSED' }), [], 'ALR-2 is not open.'],
  [alert(1, { status: 'MERGED' }), alert(2), [], 'ALR-1 is not open.'],
  [alert(1), alert(1), [], 'An alert cannot be merged into itself.'],
  [alert(1), alert(2), ['alert 1'], 'Other alerts are merged into ALR-1. Merge into it, or unmerge those first.'],
  [alert(1), alert(2), ['alert 2'], undefined],
])('[ALERT-12] %o into %o, with parts %o: %s', ([part, into, withParts, why]) => {
  expect(whyNotMerged([part], into, new Set(withParts), 1)).toBe(why)
})

test.for<[Partial<Mergeable>, string]>([
  [{}, 'NEW'],
  [{ status: 'PENDING' }, 'PENDING'],
  [{ status: 'ESCALATED', caseUuid: 'case' }, 'ESCALATED'],
  [{ status: 'ESCALATED' }, 'IN_PROGRESS'],
])('[ALERT-12] [ALERT-13] merged with %o and unmerged, it is %s', ([fields, status]) => {
  const before = alert(1, fields)
  const merged = planMerge(before, alert(2), now)
  expect(merged).toMatchObject({
    set: { status: 'MERGED', closedAt: now, mergedIntoUuid: 'alert 2', mergeOpen: true },
    change: { kind: 'merge', detail: { into: 2 } },
  })
  const unmerged = planUnmerge({ ...before, ...merged.set }, alert(2))
  expect(unmerged.set).toEqual({ status, closedAt: null, mergedIntoUuid: null, mergedStatus: null, mergeOpen: false })
  expect(unmerged.change).toEqual({ kind: 'unmerge', detail: { from: 2, status } })
})

test('[ALERT-12] an alert takes a bounded number of others', () => {
  expect(whyNotMerged([alert(1)], alert(2), new Set(), partsAtMost - 1)).toBeUndefined()
  expect(whyNotMerged([alert(1)], alert(2), new Set(), partsAtMost)).toBe('At most 2,000 alerts are merged into one.')
})
