import { getDashboard } from '@carapace/shared/msoc/dashboard/dashboard.contract'
import { getRollups } from '@carapace/shared/msoc/history/history.contract'
import { call } from '../../../core/call/call.ts'
import { type Polled, startPolling } from '../data/polling.ts'
import { missingFrom, type RollupBook, taken } from '../data/rollups.ts'
import { sharedFeed } from '../data/shared-feed.ts'
import { windowOf } from '../data/span.ts'
import type { DashboardAnswer } from '../data/use-dashboard.ts'

const minuteMs = 60_000
const day = { lastMs: 24 * 60 * minuteMs }

function polled<T>(request: (signal: AbortSignal) => Promise<T>): () => Polled<T> {
  return sharedFeed<Polled<T>>({ data: undefined, problem: undefined, at: undefined }, (update) => {
    const polling = startPolling({
      request,
      everyMs: minuteMs,
      onAnswer: (data) => update(() => ({ data, problem: undefined, at: Date.now() })),
      failed: (problem) => update((before) => ({ ...before, problem })),
    })
    return polling.stop
  })
}

/** The figures that no channel sends, of the last 24 hours: one request per minute for all panels of the wall. */
export const useDayDashboard: () => Polled<DashboardAnswer> = polled((signal) => call(getDashboard, {}, { signal }))

let book: RollupBook | undefined

/** The counts of the last 24 hours; requested once, and afterwards only for the last minutes (rule DASHBOARD-UI-6). */
export const useDayRollups: () => Polled<RollupBook> = polled(async (signal) => {
  const window = windowOf(day)
  const known = missingFrom(book, minuteMs, window)
  const from = Math.floor((known ?? window.from) / minuteMs) * minuteMs
  const answer = await call(
    getRollups,
    { step: 'minute', from: new Date(from).toISOString(), to: new Date(window.to).toISOString() },
    { signal },
  )
  book = taken(known === undefined ? undefined : book, answer, { rowMs: minuteMs, from, window })
  return book
})
