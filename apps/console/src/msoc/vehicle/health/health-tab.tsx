import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { healths } from '@carapace/shared/msoc/severity'
import { getVehicleHealth } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { timeTicks, stepOf, tickText } from '../../../core/chart/time-ticks.ts'
import { age, dateTime, sentenceCase } from '../../../core/format/format.ts'
import { useTimeRange, useTimeWindow } from '../../../core/time/conductor.ts'
import { DragZoom } from '../../../core/chart/drag-zoom.tsx'
import { useWidth } from '../../../core/table/use-width.ts'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { HealthDot } from '../../../core/ui/health-dot.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { AlertsPanel } from '../events/alerts-panel.tsx'
import { LinksPanel } from '../links-panel.tsx'
import { Panel } from '../panel.tsx'
import { useEndpoint } from '../../../core/call/query.ts'
import type { TabProps } from '../tab-props.ts'
import { openAlertsText } from '../open-alerts-text.ts'
import { RiskPanel } from './risk-panel.tsx'
import { type Segment, totalsOf } from './totals.ts'

/** How often the bar is requested while it is live, ms: a new alert must not stand beside a bar from before it. */
const movesMs = 15_000

/** The vehicle's health over the window, and its causes. */
export default function HealthTab({ vehicle }: TabProps) {
  const { from, to } = useTimeWindow(movesMs)
  const { data, problem, refetch } = useEndpoint(getVehicleHealth, {
    vehicle: vehicle.vin,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  })
  const alerts = useEndpoint(listAlerts, {
    vehicle: vehicle.vin,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    sort: 'severity',
    limit: 100,
  })
  return (
    <div className="vh-health-grid">
      <Panel title="Health over time" className="vh-wide" tools={data && <Legend segments={data.segments} />}>
        {problem !== undefined && (
          <ErrorState title="The history did not load" onRetry={refetch}>
            {problem}
          </ErrorState>
        )}
        {problem === undefined && data === undefined && <SkeletonRows rows={2} columns={['1fr']} />}
        {data && <Strip segments={data.segments} from={from} to={to} />}
      </Panel>
      <AlertsPanel
        title="Alerts that made it so"
        answer={alerts}
        empty="No alert was seen in this window."
        vin={vehicle.vin}
        status={openStatuses}
      />
      <LinksPanel vehicle={vehicle} />
      <RiskPanel vin={vehicle.vin} from={from} to={to} />
      {data && <SegmentList segments={data.segments} />}
    </div>
  )
}

function Legend({ segments }: { readonly segments: readonly Segment[] }) {
  const totals = useMemo(() => totalsOf(segments), [segments])
  return [...healths]
    .reverse()
    .filter((health) => totals[health] > 0)
    .map((health) => (
      <span key={health} className="vh-legend">
        <HealthDot health={health} />
        {sentenceCase(health)} <b className="num">{age(totals[health])}</b>
      </span>
    ))
}

interface StripProps {
  readonly segments: readonly Segment[]
  readonly from: number
  readonly to: number
}

/** The window as one bar in the colours of the healths; a segment's length is its duration. */
function Strip({ segments, from, to }: StripProps) {
  const { zoomTo } = useTimeRange()
  const [box, width] = useWidth()
  const place = (at: number) => `${Math.max(0, Math.min(100, ((at - from) / (to - from)) * 100))}%`
  const labels = Math.max(2, Math.floor(width / 110))
  const step = stepOf(from, to, labels)
  return (
    <div className="vh-strip-box" ref={box}>
      <div className="vh-strip-zoom">
        <DragZoom timeAt={(x) => from + (x / width) * (to - from)} onZoom={zoomTo}>
          <div
            className="vh-strip"
            role="img"
            aria-label={segments.map(segmentText).join('; ') || 'Nothing is known of this window.'}
          >
            {segments.map((segment) => (
              <span
                key={segment.from}
                className={`vh-segment vh-segment-${segment.health}`}
                style={{
                  left: place(Date.parse(segment.from)),
                  width: `calc(${place(Date.parse(segment.to))} - ${place(Date.parse(segment.from))})`,
                }}
                title={segmentText(segment)}
              />
            ))}
          </div>
        </DragZoom>
      </div>
      <div className="vh-ticks num" aria-hidden>
        {timeTicks(from, to, labels)
          .filter((at) => isInside((at - from) / (to - from), width))
          .map((at) => (
            <span key={at} style={{ left: place(at) }}>
              {tickText(at, step)}
            </span>
          ))}
      </div>
    </div>
  )
}

/** Whether a label fits: a label that would extend beyond an end of the strip is omitted. */
function isInside(part: number, width: number): boolean {
  return Math.min(part, 1 - part) * width >= 30
}

function segmentText({ from, to, health, alerts }: Segment): string {
  const opened = alerts > 0 ? `, ${openAlertsText(alerts)}` : ''
  return `${sentenceCase(health)} from ${dateTime(from)} for ${age(Date.parse(to) - Date.parse(from))}${opened}`
}

/** The segments as text, latest first. */
function SegmentList({ segments }: { readonly segments: readonly Segment[] }) {
  return (
    <Panel title="Changes" className="vh-scroll">
      <ul className="vh-list" tabIndex={0} aria-label="Changes of health">
        {segments
          .toReversed()
          .slice(0, 200)
          .map((segment) => (
            <li key={segment.from}>
              <HealthDot health={segment.health} />
              <span>{sentenceCase(segment.health)}</span>
              <span className="vh-faint num">{age(Date.parse(segment.to) - Date.parse(segment.from))}</span>
              <Link
                className="vh-end num"
                to="."
                search={((search: object) => ({ ...search, time: `${segment.from}~${segment.to}` })) as never}
              >
                {dateTime(segment.from)}
              </Link>
            </li>
          ))}
      </ul>
    </Panel>
  )
}
