import { merge, type Observable, throttleTime, timer } from 'rxjs'

/** Interval of the count requests while alerts change, in ms. */
const afterChangeMs = 5_000
const movesMs = 60_000
/** Delay of the first count, in ms: list and counts query the same alerts, and the user waits for the rows. */
const firstMs = 150

/**
 * Emits when to count: first after the list was requested, then after changes, and each minute if the window moves
 * (rule QUEUE-64).
 */
export function whenToCount(changes: Observable<unknown>, moves: boolean): Observable<unknown> {
  return merge(
    moves ? timer(firstMs, movesMs) : timer(firstMs),
    changes.pipe(throttleTime(afterChangeMs, undefined, { leading: false, trailing: true })),
  )
}
