import type { CaseDetails } from '@carapace/shared/msoc/cases/cases.contract'
import { dueOf } from '../list/due.ts'
import { span } from '../facts.ts'

/** One clock in the head of a case. */
export interface Clock {
  readonly name: string
  /** What the letters stand for. */
  readonly title: string
  readonly text: string
  /** Whether it still runs. */
  readonly isRunning: boolean
}

type Clocked = Pick<CaseDetails, 'timers' | 'created_at' | 'closed_at'>

/**
 * The clocks of a case: to detect, to acknowledge, to resolve (rule CASE-UI-35 of ../SPEC.md). What has not happened
 * yet runs, without the pauses; `now` and `readAt`, when the answer of the server arrived, in epoch ms.
 */
export function clocksOf({ timers, created_at, closed_at }: Clocked, now: number, readAt: number): Clock[] {
  const since = Math.max(0, now - Date.parse(created_at))
  const isPaused = timers.paused_since !== null
  const worked = timers.worked_ms + (isPaused || closed_at !== null ? 0 : Math.max(0, now - readAt))
  return [
    {
      name: 'TTD',
      title: 'Time to detect: from the first sight of its first alert to the case',
      text: timers.ttd_ms === null ? '–' : span(timers.ttd_ms),
      isRunning: false,
    },
    {
      name: 'TTA',
      title: 'Time to acknowledge: until somebody took it up',
      text: span(timers.tta_ms ?? since),
      isRunning: timers.tta_ms === null,
    },
    {
      name: 'TTR',
      title: 'Time to resolve: until it was closed, without pauses',
      text: span(timers.ttr_ms ?? worked),
      isRunning: timers.ttr_ms === null && !isPaused,
    },
  ]
}

/** The time limit as a sentence: "Resolve in 2 h 10 min"; undefined without one. */
export function limitText(timers: CaseDetails['timers'], now: number): string | undefined {
  const { state, text, limit } = dueOf(timers, now)
  if (text === '' || limit === undefined || state === 'paused') return undefined
  if (text === 'kept' || text === 'missed') return `Time limit ${text}`
  return `${limit === 'acknowledge' ? 'Acknowledge' : 'Resolve'} ${text}`
}
