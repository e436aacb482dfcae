import { listRejects } from '@carapace/shared/msoc/history/history.contract'
import type { z } from 'zod'
import { call } from '../../../core/call/call.ts'
import { useGrowingList } from '../../../core/call/use-growing-list.ts'
import { useTimeWindow } from '../../../core/time/conductor.ts'
import { refreshIntervalMs, type Reject, withLatest } from './reject-list.ts'

export type RejectFilter = Pick<z.input<typeof listRejects.input>, 'state' | 'source' | 'q'>

const perPage = 100

/**
 * The rejected events of the time window that pass a filter: read again at an interval, which is short while some are
 * being retried (rule REJECT-UI-4).
 */
export function useRejects(filter: RejectFilter) {
  const window = useTimeWindow()
  const from = String(Math.floor(window.from))
  const within = window.live ? { from } : { from, to: String(Math.ceil(window.to)) }
  // a live window moves automatically, and its rows with it: only another window selection is another list
  const span = window.live ? { span: window.to - window.from } : within
  const { refetch: again, ...list } = useGrowingList<Reject>([listRejects.path, { ...filter, ...span }], {
    request: async (cursor, signal) => {
      const input = { ...filter, ...within, limit: perPage, cursor }
      const { rejects, next_cursor: next } = await call(listRejects, input, signal ? { signal } : {})
      return { rows: rejects, next }
    },
    idOf: ({ id }) => String(id),
    withTop: withLatest,
    refetchEveryMs: (rows) => refreshIntervalMs(rows?.some(({ state }) => state === 'RETRYING') ?? false),
  })
  return { ...list, again }
}
