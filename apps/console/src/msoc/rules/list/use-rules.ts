import { listRules, type RuleRow } from '@carapace/shared/msoc/rules/rules.contract'
import { useCallback, useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { usePolled } from '../../../core/call/use-polled.ts'
import type { RulesSearch } from '../search.ts'

const perPage = 500
/** Interval at which the counts of hits and alerts are read again, ms (rule RULE-UI-2). */
const everyMs = 5_000

interface Rules {
  readonly rows: readonly RuleRow[]
  readonly total: number
  readonly fourEyes: boolean
}

/** The rules that match, the latest changed first: one page more each time the end is visible (rule RULE-UI-2). */
export function useRules({ q, state, severity, service, tag, pack }: RulesSearch) {
  const query = { q, state, severity, service, tag, pack }
  const filter = JSON.stringify(query)
  const [wanted, setWanted] = useState({ filter, pages: 1 })
  const pages = wanted.filter === filter ? wanted.pages : 1
  const { data, problem, retry } = usePolled<Rules>(
    [listRules.path, query, pages],
    (signal) => readPages(query, pages, signal),
    { everyMs },
  )
  const isWhole = data === undefined || data.rows.length >= data.total || data.rows.length < pages * perPage
  const more = useCallback(() => {
    if (!isWhole) setWanted({ filter, pages: pages + 1 })
  }, [isWhole, filter, pages])
  return { ...data, problem, more, retry }
}

type Query = Omit<Parameters<typeof call<typeof listRules.input, typeof listRules.output>>[1], 'cursor' | 'limit'>

async function readPages(query: Query, pages: number, signal: AbortSignal): Promise<Rules> {
  const rows: RuleRow[] = []
  let cursor: string | undefined
  for (let page = 1; ; page++) {
    const answer = await call(listRules, { ...query, limit: perPage, cursor }, { signal })
    rows.push(...answer.rules)
    if (answer.next_cursor === null || page === pages) return { rows, total: answer.total, fourEyes: answer.four_eyes }
    cursor = answer.next_cursor
  }
}
