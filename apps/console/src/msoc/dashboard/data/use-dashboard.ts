import { casesChannel } from '@carapace/shared/msoc/cases/cases.contract'
import { getDashboard } from '@carapace/shared/msoc/dashboard/dashboard.contract'
import { useEffect } from 'react'
import { filter, throttleTime } from 'rxjs'
import type { z } from 'zod'
import { call } from '../../../core/call/call.ts'
import { type Polled, usePolled } from '../../../core/call/use-polled.ts'
import { live } from '../../../core/live/live.ts'
import type { Span } from './span.ts'
import { windowOf } from './span.ts'

export type DashboardAnswer = z.output<typeof getDashboard.output>
export type DashboardState = Polled<DashboardAnswer> & { readonly retry: () => void }

const everyMs = 30_000
/**
 * Delay before a request after changes of cases, ms: one change is requested soon, a hundred changes together need only
 * one request (rule DASHBOARD-UI-5).
 */
const caseRestMs = 1_500

/** The dashboard figures that no channel sends, for the selected span. */
export function useDashboard(span: Span): DashboardState {
  const state = usePolled(
    [getDashboard.path, 'span', span],
    (signal) => {
      const { from, to } = windowOf(span)
      return call(getDashboard, { from: new Date(from).toISOString(), to: new Date(to).toISOString() }, { signal })
    },
    { everyMs },
  )
  useCaseChanges(state.retry)
  return state
}

/** Calls back soon after a change of a case, once for all changes until then. */
function useCaseChanges(changed: () => void): void {
  useEffect(() => {
    const feed = live(casesChannel, {})
      .pipe(
        filter(({ op }) => op === 'changes'),
        throttleTime(caseRestMs, undefined, { leading: false, trailing: true }),
      )
      .subscribe(changed)
    return () => feed.unsubscribe()
  }, [changed])
}
