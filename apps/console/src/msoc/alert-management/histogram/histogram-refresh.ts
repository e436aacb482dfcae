import { merge, type Observable, throttleTime, timer } from 'rxjs'

/** How often the counts are asked for while alerts change, and as the window moves, ms. */
const afterChangeMs = 5_000
const movesMs = 60_000
/** The list comes first, ms: both look through the same alerts, and it is the rows that are waited for. */
const firstMs = 150

/** Once the list was asked for, then after changes and each minute where the window moves (rule QUEUE-64). */
export function whenToCount(changes: Observable<unknown>, moves: boolean): Observable<unknown> {
  return merge(
    moves ? timer(firstMs, movesMs) : timer(firstMs),
    changes.pipe(throttleTime(afterChangeMs, undefined, { leading: false, trailing: true })),
  )
}
