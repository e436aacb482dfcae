import { targets } from '@carapace/shared/msoc/dashboard/dashboard.contract'
import type { ReactNode } from 'react'
import { age, compact, delay, number, useNow } from '../../../core/format/format.ts'
import { useLiveStatus } from '../../../core/live/live.ts'
import { targetText, timerText } from '../../../core/format/timer.ts'
import { totalRate, totalVehicles, useCounters } from '../data/use-counters.ts'
import { useStaleMs } from '../data/use-stale.ts'
import { useDayDashboard } from './day.ts'

interface KpiProps {
  readonly title: string
  readonly value: string | undefined
  readonly unit?: string
  /** The colour if the figure needs attention. */
  readonly tone?: 'critical' | 'high' | undefined
  readonly children: ReactNode
}

function Kpi({ title, value, unit, tone, children }: KpiProps) {
  const stale = useStaleMs() !== undefined
  const state = stale ? ' wp-old' : tone === undefined ? '' : ` wp-${tone}`
  return (
    <div className="wp-kpi">
      <span className="wp-kpi-title">{title}</span>
      <span className={`wp-kpi-value num${state}`}>
        {value ?? '–'}
        {unit !== undefined && value !== undefined && <small>{unit}</small>}
      </span>
      <span className="wp-kpi-note num">{children}</span>
    </div>
  )
}

/** The six figures that must be readable from across the room (rule DASHBOARD-UI-15). */
export function WallKpis() {
  return (
    <section className="wp-kpis" aria-label="Key figures">
      <Critical />
      <High />
      <Compromised />
      <Online />
      <Events />
      <Acknowledge />
    </section>
  )
}

const toned = (count: number | undefined, tone: 'critical' | 'high') => (count ? tone : undefined)

function Critical() {
  const critical = useCounters().latest?.alerts.critical
  const unassigned = useDayDashboard().data?.unassigned
  const now = useNow(1_000)
  const oldest = unassigned?.oldest_critical
  return (
    <Kpi
      title="Critical open"
      value={critical === undefined ? undefined : number(critical)}
      tone={toned(critical, 'critical')}
    >
      {unassigned &&
        `${number(unassigned.critical)} unassigned${oldest == null ? '' : `, oldest ${age(now - Date.parse(oldest))}`}`}
    </Kpi>
  )
}

function High() {
  const high = useCounters().latest?.alerts.high
  const raised = useDayDashboard().data?.raised_last_hour.high
  return (
    <Kpi title="High open" value={high === undefined ? undefined : number(high)} tone={toned(high, 'high')}>
      {raised !== undefined && `+${number(raised)} in 1 h`}
    </Kpi>
  )
}

function Compromised() {
  const vehicles = useCounters().latest?.vehicles
  return (
    <Kpi
      title="Compromised"
      value={vehicles && number(vehicles.compromised)}
      unit={vehicles?.compromised === 1 ? ' vehicle' : ' vehicles'}
      tone={toned(vehicles?.compromised, 'critical')}
    >
      {vehicles && `${number(vehicles.degraded)} degraded`}
    </Kpi>
  )
}

function Online() {
  const { latest } = useCounters()
  const total = latest && totalVehicles(latest)
  return (
    <Kpi title="Online" value={latest && total !== undefined ? number(total - latest.vehicles.offline) : undefined}>
      {latest && total !== undefined && `of ${number(total)}, ${number(latest.vehicles.offline)} offline`}
    </Kpi>
  )
}

function Events() {
  const { latest } = useCounters()
  const dropped = useLiveStatus((status) => status.dropped)
  return (
    <Kpi title="Events" value={latest && compact(totalRate(latest))} unit=" /s">
      {latest && `lag ${latest.lag_ms === null ? '–' : delay(latest.lag_ms)}, `}
      <span className={dropped > 0 ? 'wp-bad' : ''}>dropped {number(dropped)}</span>
    </Kpi>
  )
}

function Acknowledge() {
  const timer = useDayDashboard().data?.acknowledge
  const text = timer && timerText(timer.p50_ms)
  const missed = (timer?.p50_ms ?? 0) > targets.acknowledgeMs
  return (
    <Kpi title="Acknowledge, p50" value={text?.value} {...(text && { unit: ` ${text.unit}` })}>
      <span className={missed ? 'wp-bad' : ''}>target {targetText(targets.acknowledgeMs)}</span>
    </Kpi>
  )
}
