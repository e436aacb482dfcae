import { getAlertHistogram } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import { call } from '../../../core/call/call.ts'
import { queryClient, useRequest } from '../../../core/call/query.ts'
import { useStableKey } from '../../../core/call/use-stable-key.ts'
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

/** The counts over the window of the page, requested again when alerts change and as a live window moves. */
function useHistogram() {
  const { search } = useAlertPage()
  const { range } = useTimeRange()
  const filter = alertFilterOf(search)
  const key = useStableKey([getAlertHistogram.path, filter, range])
  const turns = useCountTurns(key, range.mode === 'live')
  const { data, problem, refetch } = useRequest(
    key,
    (signal) => call(getAlertHistogram, { ...overSpan(filter, range, Date.now()), buckets: bars }, { signal }),
    { enabled: turns > 0 },
  )
  useEffect(() => {
    // a count that takes long is awaited: under load, changes would abort each count before its answer
    if (turns > 1 && queryClient.isFetching({ queryKey: key, exact: true }) === 0) refetch()
  }, [turns, key, refetch])

  const counts = useMemo(() => data && countsFrom(data), [data])
  return { counts, problem, again: refetch }
}

/** How often the counts of a key were due so far (rule QUEUE-64). */
function useCountTurns(key: readonly unknown[], moves: boolean): number {
  const { queue } = useAlertPage()
  const [turns, setTurns] = useState({ key, count: 0 })
  useEffect(() => {
    const due = whenToCount(queue.changes, moves).subscribe(() =>
      setTurns((before) => ({ key, count: before.key === key ? before.count + 1 : 1 })),
    )
    return () => due.unsubscribe()
  }, [key, moves, queue])
  return turns.key === key ? turns.count : 0
}

function countsFrom({ buckets, step_ms: stepMs }: z.output<typeof getAlertHistogram.output>): HistogramCounts {
  return { buckets: buckets.map((bucket) => ({ ...bucket, at: Date.parse(bucket.at) })), stepMs }
}
