import { getAlertHistogram } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useEffect, useState } from 'react'
import { exhaustMap, merge, Observable, Subject } from 'rxjs'
import type { z } from 'zod'
import { call, messageOf } from '../../../core/call/call.ts'
import { SeverityBars, type SeverityBucket } from '../../../core/chart/severity-bars.tsx'
import { useTimeRange, useTimeWindow } from '../../../core/time/conductor.ts'
import { useAlertPage } from '../page-context.tsx'
import { whenToCount } from './histogram-refresh.ts'
import { alertFilterOf, overSpan } from '../search.ts'

/** Number of bars that are distinguishable at the usual width. */
const bars = 120

/**
 * Histogram of the last-seen times of the listed alerts, by severity. Dragging over it sets the time window of the
 * whole page.
 */
export function Histogram() {
  const { zoomTo } = useTimeRange()
  const { from, to } = useTimeWindow()
  const { counts, problem, again } = useHistogram()

  if (problem !== undefined) {
    return (
      <div className="am-histogram am-histogram-failed">
        The counts over time did not load. {problem}{' '}
        <button type="button" onClick={again}>
          Try again
        </button>
      </div>
    )
  }
  return (
    <div className="am-histogram">
      {counts === undefined ? (
        <div className="am-histogram-bars" role="status" aria-label="Loading">
          {Array.from({ length: 60 }, (_, bar) => (
            <span key={bar} style={{ height: `${20 + ((bar * 37) % 50)}%` }} />
          ))}
        </div>
      ) : (
        <SeverityBars
          buckets={counts.buckets}
          stepMs={counts.stepMs}
          from={from}
          to={to}
          axis={false}
          label="Alerts over time, by severity; drag to zoom"
          onZoom={zoomTo}
        />
      )}
    </div>
  )
}

interface HistogramCounts {
  readonly buckets: readonly SeverityBucket[]
  readonly stepMs: number
}

interface State {
  readonly counts: HistogramCounts | undefined
  readonly problem: string | undefined
}

const nothing: State = { counts: undefined, problem: undefined }

function useHistogram(): State & { readonly again: () => void } {
  const { queue, search } = useAlertPage()
  const { range } = useTimeRange()
  const [state, setState] = useState(nothing)
  const [reloads] = useState(() => new Subject<void>())
  const key = JSON.stringify([alertFilterOf(search), range])

  useEffect(() => {
    const [filter, window] = JSON.parse(key) as [ReturnType<typeof alertFilterOf>, typeof range]
    const fetchCounts = () => counted({ ...overSpan(filter, window, Date.now()), buckets: bars })
    const reading = merge(reloads, whenToCount(queue.changes, window.mode === 'live'))
      .pipe(exhaustMap(fetchCounts))
      .subscribe((now) => setState((before) => ({ counts: now.counts ?? before.counts, problem: now.problem })))
    return () => reading.unsubscribe()
  }, [key, queue, reloads])

  return { ...state, again: () => reloads.next() }
}

function counted(input: z.input<typeof getAlertHistogram.input>): Observable<State> {
  return new Observable((subscriber) => {
    const aborted = new AbortController()
    call(getAlertHistogram, input, aborted).then(
      (answer) => {
        subscriber.next({ counts: countsFrom(answer), problem: undefined })
        subscriber.complete()
      },
      (thrown: unknown) => {
        if (!aborted.signal.aborted) subscriber.next({ counts: undefined, problem: messageOf(thrown) })
        subscriber.complete()
      },
    )
    return () => aborted.abort()
  })
}

function countsFrom({ buckets, step_ms: stepMs }: z.output<typeof getAlertHistogram.output>): HistogramCounts {
  return { buckets: buckets.map((bucket) => ({ ...bucket, at: Date.parse(bucket.at) })), stepMs }
}
