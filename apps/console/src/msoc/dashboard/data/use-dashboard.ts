import { casesChannel } from '@carapace/shared/msoc/cases/cases.contract'
import { getDashboard } from '@carapace/shared/msoc/dashboard/dashboard.contract'
import { useCallback, useEffect } from 'react'
import type { z } from 'zod'
import { call } from '../../../core/call/call.ts'
import { live } from '../../../core/live/live.ts'
import type { Span } from './span.ts'
import { windowOf } from './span.ts'
import { type Polled, usePolled } from './use-polled.ts'

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
  const request = useCallback(
    (signal: AbortSignal) => {
      const { from, to } = windowOf(span)
      return call(getDashboard, { from: new Date(from).toISOString(), to: new Date(to).toISOString() }, { signal })
    },
    [span],
  )
  const state = usePolled(request, everyMs)
  useCaseChanges(state.retry)
  return state
}

/** Calls back once no further changes of cases arrive. */
function useCaseChanges(changed: () => void): void {
  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined
    const feed = live(casesChannel, {}).subscribe((message) => {
      if (message.op !== 'changes') return
      resting ??= setTimeout(() => {
        resting = undefined
        changed()
      }, caseRestMs)
    })
    return () => {
      clearTimeout(resting)
      feed.unsubscribe()
    }
  }, [changed])
}
