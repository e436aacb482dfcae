import { type Case, casesChannel, listCases } from '@carapace/shared/msoc/cases/cases.contract'
import { useEffect } from 'react'
import { debounceTime, filter, tap } from 'rxjs'
import { call } from '../../core/call/call.ts'
import { useGrowingList } from '../../core/call/use-growing-list.ts'
import { live } from '../../core/live/live.ts'
import { patched, withTop } from './list.ts'
import type { CasesQuery } from './search.ts'

const perPage = 100
/** Several changes in a row are read once after this delay, ms. */
const settleMs = 300

/**
 * The cases that pass a filter, kept up to date: a change shows in place at once, and the list is read again soon after
 * (rule CASE-UI-3).
 */
export function useCases(query: CasesQuery) {
  const { change, refetch, ...list } = useGrowingList<Case>([listCases.path, query], {
    request: async (cursor, signal) => {
      const input = { ...query, limit: perPage, cursor }
      const { cases, total, next_cursor: next } = await call(listCases, input, signal ? { signal } : {})
      return { rows: cases, total, next }
    },
    idOf: ({ uuid }) => uuid,
    withTop,
  })

  useEffect(() => {
    const feed = live(casesChannel, {})
      .pipe(
        filter(({ op }) => op !== 'error'),
        tap((message) => {
          if (message.op !== 'changes') return
          const changed = message.data.map(({ case: row }) => row)
          change((rows) => patched(rows, changed))
        }),
        debounceTime(settleMs),
      )
      .subscribe(refetch)
    return () => feed.unsubscribe()
  }, [change, refetch])

  return { ...list, again: refetch }
}
