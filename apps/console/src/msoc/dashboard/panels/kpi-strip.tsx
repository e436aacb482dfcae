import { targets } from '@carapace/shared/msoc/dashboard/dashboard.contract'
import { Link, type LinkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Sparkline } from '../../../core/chart/sparkline.tsx'
import { age, number, useNow } from '../../../core/format/format.ts'
import type { TimeRange } from '../../../core/time/conductor.ts'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { type CountersSeen, totalRate, totalVehicles, useCounters } from '../data/use-counters.ts'
import type { DashboardAnswer, DashboardState } from '../data/use-dashboard.ts'
import { useStaleMs } from '../data/use-stale.ts'
import { targetText, timerLine, timerText } from '../../../core/format/timer.ts'
import { changeText } from '../data/change-text.ts'
import { alertsNow, alertsRaised, ingestStatus, vehiclesWhere } from '../links.ts'

interface KpiStripProps {
  readonly dashboard: DashboardState
  /** The length of the window as a label: `24 h`. */
  readonly span: string
  readonly range: TimeRange
}

/** The nine figures at the top. Each is a link to the items that it counts (rule DASHBOARD-UI-2). */
export function KpiStrip({ dashboard: { data }, span, range }: KpiStripProps) {
  const counters = useCounters()
  return (
    <section className="db-kpis" aria-label="Key figures">
      <OpenAlerts counters={counters} range={range} />
      <CriticalUnassigned data={data} range={range} />
      <Online counters={counters} />
      <Compromised counters={counters} data={data} span={span} />
      <EventRate counters={counters} />
      <Timer
        title="Time to detect, p50"
        link={alertsRaised(range)}
        timer={data?.detect}
        note={data && `p95 ${timerLine(data.detect.p95_ms)}`}
      />
      <Timer
        title="Time to acknowledge, p50"
        link={alertsRaised(range, { acknowledged: 'true' })}
        timer={data?.acknowledge}
        note={`target ${targetText(targets.acknowledgeMs)}`}
        missed={(data?.acknowledge.p50_ms ?? 0) > targets.acknowledgeMs}
      />
      <Timer
        title="Time to resolve, p50"
        link={alertsRaised(range, { status: 'CLOSED' })}
        timer={data?.resolve}
        note={`target ${targetText(targets.resolveMs)}`}
        missed={(data?.resolve.p50_ms ?? 0) > targets.resolveMs}
      />
      <IngestLag counters={counters} />
    </section>
  )
}

interface KpiProps {
  readonly title: string
  readonly link: LinkOptions
  /** Undefined if not known yet. */
  readonly value: string | undefined
  readonly unit?: string | undefined
  /** Whether it comes from the live connection, so that it is stale without it. */
  readonly live?: boolean
  readonly children?: ReactNode
}

function Kpi({ title, link, value, unit, live = false, children }: KpiProps) {
  const stale = useStaleMs()
  const old = live && stale !== undefined && value !== undefined
  return (
    <div className="db-kpi">
      <Link {...link} className="db-kpi-link">
        <span className="db-kpi-title">{title}</span>
        {value === undefined ? (
          <Waiting />
        ) : (
          <span className={old ? 'db-kpi-value db-old num' : 'db-kpi-value num'}>
            {value}
            {unit !== undefined && unit !== '' && <small> {unit}</small>}
          </span>
        )}
      </Link>
      <span className="db-kpi-note num">{old ? <span className="db-stale">stale {age(stale)}</span> : children}</span>
    </div>
  )
}

function Waiting() {
  return (
    <span className="db-kpi-value" role="status" aria-label="Loading">
      <span className="c-skeleton-bar db-kpi-bar" />
    </span>
  )
}

function OpenAlerts({ counters: { latest }, range }: { readonly counters: CountersSeen; readonly range: TimeRange }) {
  return (
    <Kpi title="Open alerts" link={alertsNow(range)} value={latest && number(latest.alerts.open)} live>
      {latest &&
        (['critical', 'high', 'medium'] as const).map((severity) => (
          <Link key={severity} {...alertsNow(range, { severity })} className={`db-split c-sev-${severity}`}>
            <SeverityGlyph severity={severity} label={severity} />
            {number(latest.alerts[severity])}
          </Link>
        ))}
    </Kpi>
  )
}

function CriticalUnassigned({
  data,
  range,
}: {
  readonly data: DashboardAnswer | undefined
  readonly range: TimeRange
}) {
  const now = useNow(1_000)
  const oldest = data?.unassigned.oldest_critical
  return (
    <Kpi
      title="Critical, unassigned"
      link={alertsNow(range, { severity: 'critical', owner: 'none' })}
      value={data && number(data.unassigned.critical)}
    >
      {oldest != null && <span className="c-sev-critical">oldest {age(now - Date.parse(oldest))}</span>}
    </Kpi>
  )
}

function Online({ counters: { latest } }: { readonly counters: CountersSeen }) {
  const total = latest && totalVehicles(latest)
  return (
    <Kpi
      title="Vehicles online"
      link={vehiclesWhere('healthy', 'degraded', 'compromised')}
      value={latest && total !== undefined ? number(total - latest.vehicles.offline) : undefined}
      unit={total === undefined ? undefined : `/ ${number(total)}`}
      live
    />
  )
}

function Compromised({
  counters: { latest },
  data,
  span,
}: {
  readonly counters: CountersSeen
  readonly data: DashboardAnswer | undefined
  readonly span: string
}) {
  const change = data?.compromised_change
  return (
    <Kpi
      title="Compromised vehicles"
      link={vehiclesWhere('compromised')}
      value={latest && number(latest.vehicles.compromised)}
      live
    >
      {change !== undefined && changeText(change, span)}
    </Kpi>
  )
}

function EventRate({ counters: { latest, rates } }: { readonly counters: CountersSeen }) {
  return (
    <Kpi title="Events / s" link={ingestStatus} value={latest && number(Math.round(totalRate(latest)))} live>
      <Sparkline values={rates} tone="series-1" width={68} height={18} />
    </Kpi>
  )
}

function IngestLag({ counters: { latest, lags } }: { readonly counters: CountersSeen }) {
  const text = latest && timerText(latest.lag_ms)
  return (
    <Kpi title="Ingest lag" link={ingestStatus} value={text?.value} unit={text?.unit} live>
      <Sparkline values={lags} width={68} height={18} />
    </Kpi>
  )
}

interface TimerProps {
  readonly title: string
  readonly link: LinkOptions
  readonly timer: DashboardAnswer['detect'] | undefined
  readonly note: string | undefined
  /** Whether it took longer than the target. */
  readonly missed?: boolean
}

function Timer({ title, link, timer, note, missed = false }: TimerProps) {
  const text = timer && timerText(timer.p50_ms)
  return (
    <Kpi title={title} link={link} value={text?.value} unit={text?.unit}>
      <span className={missed ? 'db-missed' : ''}>{note}</span>
    </Kpi>
  )
}
