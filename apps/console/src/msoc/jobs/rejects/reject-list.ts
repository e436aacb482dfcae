import type { RejectRow } from '@carapace/shared/msoc/history/history.contract'
import type { z } from 'zod'

export type Reject = z.output<typeof RejectRow>

/**
 * Interval at which the list is read again, ms: short while an event is being retried, since the user waits for it;
 * otherwise longer.
 */
export function refreshIntervalMs(isRetrying: boolean): number {
  return isRetrying ? 2_000 : 15_000
}

/** The first page read again, with the pages loaded below it (rule REJECT-UI-4). Latest first. */
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

/** Whether an event may be sent again: a stored event would be stored twice, and a pending one is awaited. */
export function isRetryable({ state }: Pick<Reject, 'state'>): boolean {
  return state === 'KEPT' || state === 'REFUSED'
}
