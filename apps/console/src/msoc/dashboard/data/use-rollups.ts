import { getRollups } from '@carapace/shared/msoc/history/history.contract'
import { call } from '../../../core/call/call.ts'
import { type Polled, usePolled } from '../../../core/call/use-polled.ts'
import { missingFrom, type RollupBook, taken } from './rollups.ts'
import { type Span, windowOf } from './span.ts'

export type RollupState = Polled<RollupBook> & { readonly retry: () => void }

const usualMs = 30_000
const minuteMs = 60_000
const hourMs = 3_600_000
/** For longer spans, minutes are more than a chart can show. */
const mostMinutesMs = 3 * 24 * hourMs

/** The counts over a span: requested once, and afterwards only for its last minutes (rule DASHBOARD-UI-6). */
export function useRollups(span: Span, everyMs = usualMs): RollupState {
  return usePolled<RollupBook>(
    [getRollups.path, 'book', span],
    async (signal, book) => {
      const window = windowOf(span)
      const rowMs = window.to - window.from <= mostMinutesMs ? minuteMs : hourMs
      const known = missingFrom(book, rowMs, window)
      const from = Math.floor((known ?? window.from) / rowMs) * rowMs
      const input = {
        step: rowMs === minuteMs ? 'minute' : 'hour',
        from: new Date(from).toISOString(),
        to: new Date(window.to).toISOString(),
      } as const
      const answer = await call(getRollups, input, { signal })
      return taken(known === undefined ? undefined : book, answer, { rowMs, from, window })
    },
    { everyMs },
  )
}
