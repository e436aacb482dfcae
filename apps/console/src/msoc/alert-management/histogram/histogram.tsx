import { getAlertHistogram } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useEffect, useState } from 'react'
import { exhaustMap, merge, Observable, Subject } from 'rxjs'
import type { z } from 'zod'
import { call, messageOf } from '../../../core/call/call.ts'
import { SeverityBars, type SeverityBucket } from '../../../core/chart/severity-bars.tsx'
import { useTimeRange, useTimeWindow } from '../../../core/time/conductor.ts'
import { useDesk } from '../desk.tsx'
import { whenToCount } from './histogram-refresh.ts'
import { askedFilter, overSpan } from '../search.ts'

/** As many bars as are told apart at the usual width. */
const bars = 120

/** When the alerts of the list were last seen, by severity. A drag over it is the window of the whole page. */
export function Histogram() {
  const { zoomTo } = useTimeRange()
  const { from, to } = useTimeWindow()
  const { told, problem, again } = useHistogram()

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
      {told === undefined ? (
        <div className="am-histogram-bars" role="status" aria-label="Loading">
          {Array.from({ length: 60 }, (_, bar) => (
            <span key={bar} style={{ height: `${20 + ((bar * 37) % 50)}%` }} />
          ))}
        </div>
      ) : (
        <SeverityBars
          buckets={told.buckets}
          stepMs={told.stepMs}
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

interface Told {
  readonly buckets: readonly SeverityBucket[]
  readonly stepMs: number
}

interface State {
  readonly told: Told | undefined
  readonly problem: string | undefined
}

const nothing: State = { told: undefined, problem: undefined }

function useHistogram(): State & { readonly again: () => void } {
  const { queue, search } = useDesk()
  const { range } = useTimeRange()
  const [state, setState] = useState(nothing)
  const [asked] = useState(() => new Subject<void>())
  const key = JSON.stringify([askedFilter(search), range])

  useEffect(() => {
    const [filter, window] = JSON.parse(key) as [ReturnType<typeof askedFilter>, typeof range]
    const ask = () => counted({ ...overSpan(filter, window, Date.now()), buckets: bars })
    const reading = merge(asked, whenToCount(queue.changes, window.mode === 'live'))
      .pipe(exhaustMap(ask))
      .subscribe((now) => setState((before) => ({ told: now.told ?? before.told, problem: now.problem })))
    return () => reading.unsubscribe()
  }, [key, queue, asked])

  return { ...state, again: () => asked.next() }
}

function counted(input: z.input<typeof getAlertHistogram.input>): Observable<State> {
  return new Observable((subscriber) => {
    const aborted = new AbortController()
    call(getAlertHistogram, input, aborted).then(
      (answer) => {
        subscriber.next({ told: toldBy(answer), problem: undefined })
        subscriber.complete()
      },
      (thrown: unknown) => {
        if (!aborted.signal.aborted) subscriber.next({ told: undefined, problem: messageOf(thrown) })
        subscriber.complete()
      },
    )
    return () => aborted.abort()
  })
}

function toldBy({ buckets, step_ms: stepMs }: z.output<typeof getAlertHistogram.output>): Told {
  return { buckets: buckets.map((bucket) => ({ ...bucket, at: Date.parse(bucket.at) })), stepMs }
}
