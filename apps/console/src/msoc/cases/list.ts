import type { Case } from '@carapace/shared/msoc/cases/cases.contract'

/** The display id of a case. */
export function caseId({ number }: Pick<Case, 'number'>): string {
  return `CAS-${number}`
}

/** The rows with changed cases replaced in place, at once, before the list is read again (rule CASE-UI-3). */
export function patched(rows: readonly Case[], changed: readonly (Case | null)[]): readonly Case[] {
  const latest = new Map(changed.flatMap((each) => (each === null ? [] : [[each.uuid, each] as const])))
  return rows.some(({ uuid }) => latest.has(uuid)) ? rows.map((row) => latest.get(row.uuid) ?? row) : rows
}

/**
 * The list after its top was read again, with the further pages that were loaded before (rule CASE-UI-3). Cases are
 * ordered by number, latest first.
 */
export function withTop(rows: readonly Case[], top: readonly Case[], hasMore: boolean): readonly Case[] {
  const last = top.at(-1)
  if (last === undefined || !hasMore) return top
  return [...top, ...rows.filter(({ number }) => number < last.number)]
}
