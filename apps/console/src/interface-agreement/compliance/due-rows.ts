import type { ComplianceRow } from '@carapace/shared/interface-agreement/row-details.contract'
import type { DueFilter } from '../search.ts'

/** The days within which something that is not overdue counts as due soon. */
export const soonDays = 30
const dayMs = 86_400_000

/** When something has to be exchanged. */
export type Due = 'overdue' | 'soon' | 'ahead' | 'none'

/** @param today as 2026-11-28 */
export function dueStateOf(
  { due, is_overdue: isOverdue }: Pick<ComplianceRow, 'due' | 'is_overdue'>,
  today: string,
): Due {
  if (due === null) return 'none'
  if (isOverdue) return 'overdue'
  return Date.parse(due) - Date.parse(today) <= soonDays * dayMs ? 'soon' : 'ahead'
}

/** Whether a filter shows a row (rule AGREEMENT-UI-13). */
export function passes(row: ComplianceRow, filter: DueFilter | undefined, today: string): boolean {
  if (filter === undefined) return true
  if (filter === 'without-evidence') return isWithoutEvidence(row)
  return dueStateOf(row, today) === filter
}

/** Whether the own program has nothing yet of what a work product consists of. What is tailored needs nothing. */
const isWithoutEvidence = ({ evidence, is_tailored: isTailored }: ComplianceRow) =>
  evidence !== null && evidence.total === 0 && !isTailored

/** The rows with the earliest due day first; then those without one, in the order of the table. */
export function byDue(rows: readonly ComplianceRow[]): readonly ComplianceRow[] {
  const rank = ({ due }: ComplianceRow) => due ?? '9999-12-31'
  // the sort is stable: rows of the same day stay in the order of the table
  return rows.toSorted((a, b) => (rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b))))
}

/** How many rows each filter shows. */
export function countsOf(rows: readonly ComplianceRow[], today: string): Readonly<Record<DueFilter, number>> {
  const count = (filter: DueFilter) => rows.filter((row) => passes(row, filter, today)).length
  return { overdue: count('overdue'), soon: count('soon'), 'without-evidence': count('without-evidence') }
}
