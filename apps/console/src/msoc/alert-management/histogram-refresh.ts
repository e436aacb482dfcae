import { merge, type Observable, throttleTime, timer } from 'rxjs'

/** How often the counts are asked for while alerts change, and as the window moves, ms. */
const afterChangeMs = 5_000
const movesMs = 60_000

/** At once, then after changes and each minute where the window moves (rule AQ64). */
export function whenToCount(changes: Observable<unknown>, moves: boolean): Observable<unknown> {
  return merge(moves ? timer(0, movesMs) : timer(0), changes.pipe(throttleTime(afterChangeMs, undefined, { leading: false, trailing: true })))
}
