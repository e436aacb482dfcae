import { useEffect, useState } from 'react'
import { auditTime, EMPTY, from, fromEvent, merge, mergeMap, type Observable, switchMap, timer } from 'rxjs'
import type { View, ViewSearch } from './views.ts'

/** The interval between requests of the counts, and the delay after an event, ms. */
const refetchEveryMs = 30_000
const afterChangeMs = 5_000

/** The maximum number of tabs with a count: more counts would cost more than they are worth. */
const countedViews = 8

/** How many rows each view finds. A failed count is left out: the list itself shows the error. */
export function useCounts(
  views: readonly View[],
  countOf: ((search: ViewSearch) => Promise<number>) | undefined,
  stir: Observable<unknown> | undefined,
): ReadonlyMap<string, number | undefined> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number | undefined>>(new Map())

  useEffect(() => {
    if (countOf === undefined) return undefined
    const subscription = merge(
      timer(0, refetchEveryMs),
      fromEvent(document, 'visibilitychange'),
      stir?.pipe(auditTime(afterChangeMs)) ?? EMPTY,
    )
      .pipe(
        switchMap(() =>
          document.hidden
            ? EMPTY
            : from(views.slice(0, countedViews)).pipe(mergeMap((view) => counted(view, countOf), 2)),
        ),
      )
      .subscribe(([id, count]) =>
        setCounts((before) => (before.get(id) === count ? before : new Map([...before, [id, count]]))),
      )
    return () => subscription.unsubscribe()
  }, [views, countOf, stir])

  return counts
}

async function counted(
  view: View,
  countOf: (search: ViewSearch) => Promise<number>,
): Promise<readonly [string, number | undefined]> {
  try {
    return [view.id, await countOf(view.search)]
  } catch {
    return [view.id, undefined]
  }
}
