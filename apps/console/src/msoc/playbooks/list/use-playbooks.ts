import { listPlaybooks, type Playbook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { useMemo } from 'react'
import { call } from '../../../core/call/call.ts'
import { queryClient } from '../../../core/call/query.ts'
import { usePolled } from '../../../core/call/use-polled.ts'
import type { PlaybooksSearch } from '../search.ts'

const listKey = 'all-playbooks'
const perPage = 200
/** Interval at which the list is read again, ms. */
const everyMs = 10_000

/** The playbooks that match, by name. An organisation has at most 500: all are read (rule PLAYBOOK-UI-2). */
export function usePlaybooks({ q, enabled, trigger }: PlaybooksSearch) {
  const { data, problem, retry } = usePolled(
    [listKey, q],
    (signal) => readAll({ ...(q !== undefined && { q }) }, signal),
    { everyMs },
  )
  const rows = useMemo(
    () =>
      data?.filter(
        (row) =>
          (enabled === undefined || (row.enabled_version !== null) === (enabled === 'yes')) &&
          (trigger === undefined || row.trigger.kind === trigger),
      ),
    [data, enabled, trigger],
  )
  return { rows, problem, retry }
}

/** Reads the shown list again, after a change elsewhere on the page. */
export const readAgain = () => void queryClient.invalidateQueries({ queryKey: [listKey] })

/** Reads all pages of a list of playbooks. */
async function readAll(query: { readonly q?: string }, signal: AbortSignal): Promise<Playbook[]> {
  const rows: Playbook[] = []
  for (let cursor: string | undefined; ;) {
    const answer = await call(listPlaybooks, { ...query, limit: perPage, cursor }, { signal })
    rows.push(...answer.playbooks)
    if (answer.next_cursor === null) return rows
    cursor = answer.next_cursor
  }
}
