import { listIdsEvents } from '@carapace/shared/msoc/history.contract'
import { useCallback, useMemo } from 'react'
import { call } from '../../../core/call.ts'
import type { TimeWindow } from '../../../core/time/conductor.ts'
import type { IdsKind } from '../search.ts'
import { usePages } from '../use-pages.ts'
import { named } from './ids-events.ts'

/** A page of events; a histogram needs many at once. */
const pageSize = 1_000

/** What a vehicle's own intrusion detection said in a window, newest first. */
export function useIdsEvents(vehicle: string, kind: IdsKind | undefined, { from, to }: TimeWindow) {
  const ask = useCallback(
    async (cursor: string | undefined, signal: AbortSignal) => {
      const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      const answer = await call(listIdsEvents, { vehicle, ...window, order: 'newest', limit: pageSize, ...(kind && { kind }), ...(cursor !== undefined && { cursor }) }, { signal })
      return { rows: answer.events, next: answer.next_cursor }
    },
    [vehicle, kind, from, to],
  )
  const pages = usePages(ask)
  return useMemo(() => ({ ...pages, rows: pages.rows && named(pages.rows) }), [pages])
}
