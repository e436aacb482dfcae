import { getAlertHistogram } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useMemo } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import type { SeverityBucket } from '../../../core/chart/bucket-steps.ts'
import { DragZoom } from '../../../core/chart/drag-zoom.tsx'
import { stepOf, tickText, timeTicks } from '../../../core/chart/time-ticks.ts'
import { dateTime, number } from '../../../core/format/format.ts'
import { type TimeWindow, useTimeRange, useTimeWindow } from '../../../core/time/conductor.ts'
import { useLiveMapState } from '../live-map-context.ts'
import { barPaths, partOf } from './histogram.ts'
import '../../../core/chart/chart.css'

const size = { width: 1000, height: 28 }

/** The alerts of the window under the map; dragging over them zooms in (rules MAP-UI-34, MAP-UI-35). */
export function AlertStrip() {
  const window = useTimeWindow()
  const { zoomTo } = useTimeRange()
  const { known, problem, again } = useBuckets(window)
  const span = window.to - window.from
  const count = known?.buckets.reduce(
    (sum, bucket) => sum + bucket.critical + bucket.high + bucket.medium + bucket.low + bucket.info,
    0,
  )

  if (problem !== undefined && !known) {
    return (
      <p className="lm-none lm-bars" role="alert">
        The alerts did not load: {problem}{' '}
        <button type="button" className="lm-link" onClick={again}>
          Try again
        </button>
      </p>
    )
  }
  return (
    <div className="lm-bars">
      <DragZoom timeAt={(x) => window.from + (x / Math.max(1, widthOf())) * span} onZoom={zoomTo}>
        <div
          className="lm-strip"
          role="img"
          aria-label={count === undefined ? 'Alerts over time' : `${number(count)} alerts over time`}
        >
          {known ? <Bars known={known} window={window} /> : <span className="c-skeleton-bar lm-strip-waits" />}
          <Cursor window={window} />
        </div>
      </DragZoom>
      <Hours window={window} />
    </div>
  )
}

function widthOf(): number {
  return document.querySelector('.lm-strip')?.clientWidth ?? 0
}

function Bars({ known: { buckets, stepMs }, window }: { readonly known: Known; readonly window: TimeWindow }) {
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden>
      {barPaths(buckets, stepMs, window, size.width, size.height).map(
        ({ severity, path }) => path !== '' && <path key={severity} className={`lm-bar-${severity}`} d={path} />,
      )}
    </svg>
  )
}

/** The map's time in the window: at its end while live, otherwise at the replay's time. */
function Cursor({ window }: { readonly window: TimeWindow }) {
  const at = useLiveMapState(({ replay }) => replay?.at)
  if (at === undefined && !window.live) return null
  return (
    <i
      className="lm-cursor"
      style={{ left: `${Math.max(0, Math.min(1, at === undefined ? 1 : partOf(at, window))) * 100}%` }}
    />
  )
}

function Hours({ window }: { readonly window: TimeWindow }) {
  const step = stepOf(window.from, window.to, 5)
  const ticks = timeTicks(window.from, window.to, 5).filter(
    (at) => partOf(at, window) > 0.38 && partOf(at, window) < 0.8,
  )
  return (
    <div className="lm-hours num" aria-hidden>
      <span>{dateTime(window.from)}</span>
      {ticks.map((at) => (
        <span key={at} className="lm-hour" style={{ left: `${partOf(at, window) * 100}%` }}>
          {tickText(at, step)}
        </span>
      ))}
      <span className="lm-end">{window.live ? 'now' : tickText(window.to, Math.min(step, 60_000))}</span>
    </div>
  )
}

interface Known {
  readonly buckets: readonly SeverityBucket[]
  readonly stepMs: number
}

/** The alert counts of a window, requested again when it moves; the previous counts stay until the response arrives. */
function useBuckets({ from, to }: TimeWindow) {
  const input = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  const { data, problem, refetch: again } = useEndpoint(getAlertHistogram, input)
  const known = useMemo(
    (): Known | undefined =>
      data && {
        stepMs: data.step_ms,
        buckets: data.buckets.map((bucket) => ({ ...bucket, at: Date.parse(bucket.at) })),
      },
    [data],
  )
  return { known, problem, again }
}
