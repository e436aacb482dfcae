import { listPlaybookRuns, type PlaybookRun } from '@carapace/shared/msoc/playbooks/runs.contract'
import { runStates } from '@carapace/shared/msoc/playbooks/run-states'
import { useCallback, useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { usePolled } from '../../../core/call/use-polled.ts'
import type { PlaybooksSearch } from '../search.ts'
import { statesIn } from './states.ts'

const perPage = 100
/** Interval at which the list is read again, ms; the states of the shown runs come live in between. */
const everyMs = 10_000

interface Runs {
  readonly rows: readonly PlaybookRun[]
  readonly total: number
  readonly isWhole: boolean
}

/**
 * Runs: failures first, then what waits for a person, then the latest; within a time range by their start. Another
 * page is read each time the end is visible (rule PLAYBOOK-UI-20).
 */
export function useRuns({ playbook, state, since }: PlaybooksSearch, sinceAt: string | undefined) {
  const states = statesIn(state)
  const query = {
    ...(playbook !== undefined && { playbook }),
    ...(states.length > 0 && states.length < runStates.length && { state: [...states] }),
    sort: since === undefined ? ('failures' as const) : ('latest' as const),
  }
  const filter = JSON.stringify([query, sinceAt])
  const [wanted, setWanted] = useState({ filter, pages: 1 })
  const pages = wanted.filter === filter ? wanted.pages : 1
  const { data, problem, retry } = usePolled<Runs>(
    ['playbook-runs', filter, pages],
    (signal) => readPages(query, sinceAt, pages, signal),
    { everyMs },
  )
  const isWhole = data?.isWhole ?? true
  const more = useCallback(() => {
    if (!isWhole) setWanted({ filter, pages: pages + 1 })
  }, [isWhole, filter, pages])
  return { ...data, problem, more, retry }
}

type Query = Omit<
  Parameters<typeof call<typeof listPlaybookRuns.input, typeof listPlaybookRuns.output>>[1],
  'cursor' | 'limit'
>

async function readPages(query: Query, sinceAt: string | undefined, pages: number, signal: AbortSignal): Promise<Runs> {
  const rows: PlaybookRun[] = []
  let cursor: string | undefined
  for (let page = 1; ; page++) {
    const answer = await call(listPlaybookRuns, { ...query, limit: perPage, cursor }, { signal })
    const young = sinceAt === undefined ? answer.runs : answer.runs.filter(({ created_at: at }) => at >= sinceAt)
    rows.push(...young)
    const isEnd = answer.next_cursor === null || young.length < answer.runs.length
    if (isEnd || page === pages)
      return { rows, total: sinceAt === undefined ? answer.total : rows.length, isWhole: isEnd }
    cursor = answer.next_cursor ?? undefined
  }
}
