import type { RejectRow } from '@carapace/shared/msoc/history/history.contract'
import type { z } from 'zod'

export type Reject = z.output<typeof RejectRow>

/**
 * How often the list is read again, ms: while something is being retried one waits for it; else new rejects may take a
 * while.
 */
export function refreshIntervalMs(isRetrying: boolean): number {
  return isRetrying ? 2_000 : 15_000
}

/** The first page read anew, with the pages that were loaded below it (rule REJECT-UI-4). The latest come first. */
export function withLatest(
  before: readonly Reject[] | undefined,
  top: readonly Reject[],
  hasMore: boolean,
): readonly Reject[] {
  const last = top.at(-1)
  if (before === undefined || last === undefined || !hasMore) return top
  const inTop = new Set(top.map(({ id }) => id))
  return [...top, ...before.filter(({ id, at }) => !inTop.has(id) && at <= last.at)]
}

/** Whether an event may be sent again: what is stored already would be there twice, what is under way is awaited. */
export function isRetryable({ state }: Pick<Reject, 'state'>): boolean {
  return state === 'KEPT' || state === 'REFUSED'
}
