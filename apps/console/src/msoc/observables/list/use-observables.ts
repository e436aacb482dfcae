import { listObservables, type ObservableRow } from '@carapace/shared/msoc/observables/observables.contract'
import { useCallback, useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { usePolled } from '../../../core/call/use-polled.ts'
import { type ObservablesSearch, queryOf } from '../search.ts'

const perPage = 200
/** Interval at which the list is read again, ms. */
const everyMs = 10_000

interface Observables {
  readonly rows: readonly ObservableRow[]
  readonly total: number
  readonly isExact: boolean
  readonly isWhole: boolean
}

/** The observables that match, the last seen first: one page more each time the end is visible. */
export function useObservables(search: ObservablesSearch) {
  const { view: _view, tab: _tab, ...filters } = search
  const filter = JSON.stringify(filters)
  const [wanted, setWanted] = useState({ filter, pages: 1 })
  const pages = wanted.filter === filter ? wanted.pages : 1
  const { data, problem, retry } = usePolled<Observables>(
    [listObservables.path, filter, pages],
    (signal) => readPages(queryOf(search), pages, signal),
    { everyMs },
  )
  const isWhole = data === undefined || data.isWhole || data.rows.length < pages * perPage
  const more = useCallback(() => {
    if (!isWhole) setWanted({ filter, pages: pages + 1 })
  }, [isWhole, filter, pages])
  return { ...data, problem, more, retry }
}

async function readPages(query: ReturnType<typeof queryOf>, pages: number, signal: AbortSignal): Promise<Observables> {
  const rows: ObservableRow[] = []
  let cursor: string | undefined
  for (let page = 1; ; page++) {
    const answer = await call(listObservables, { ...query, limit: perPage, cursor }, { signal })
    rows.push(...answer.observables)
    const isWhole = answer.next_cursor === null
    if (isWhole || page === pages) return { rows, total: answer.total, isExact: answer.is_total_exact, isWhole }
    cursor = answer.next_cursor!
  }
}
