import { MapIcon, WarningSignIcon } from '@blueprintjs/icons'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { age, number, sentenceCase, useNow } from '../../core/format/format.ts'
import { TimeConductor } from '../../core/time/time-conductor.tsx'
import { HealthDot } from '../../core/ui/health-dot.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { isStaleAt, silenceAt } from '../vehicles/freshness.ts'
import { ClockFact } from './clock-fact.tsx'
import { openAlertsText } from './open-alerts-text.ts'

interface VehicleHeadProps {
  readonly name: string
  /** Absent until it is loaded. */
  readonly vehicle: Vehicle | undefined
  /** Whether the content depends on the time window. */
  readonly timed: boolean
}

/** The vehicle's identity and health, and links to its other views. */
export function VehicleHead({ name, vehicle, timed }: VehicleHeadProps) {
  return (
    <header className="vh-head">
      <h1 className="mono">{vehicle?.vin ?? name}</h1>
      {vehicle && <Facts vehicle={vehicle} />}
      <span className="vh-actions">
        <Go
          icon={<MapIcon />}
          text="Show on map"
          to="/org/msoc/dashboard/live-map"
          search={{ vehicle: vehicle?.vin ?? name }}
        />
        <Go
          icon={<WarningSignIcon />}
          text={vehicle === undefined ? 'Alerts' : openAlertsText(vehicle.open_alerts)}
          to="/org/msoc/dashboard/alert-management"
          search={{ vehicle: vehicle?.vin ?? name, status: openStatuses.join(',') }}
        />
      </span>
      {timed && <TimeConductor />}
    </header>
  )
}

function Facts({ vehicle }: { readonly vehicle: Vehicle }) {
  const facts = [
    vehicle.name,
    vehicle.model,
    vehicle.platform,
    vehicle.software_version && `sw ${vehicle.software_version}`,
  ].filter(Boolean)
  return (
    <>
      <span className={`vh-health vh-health-${vehicle.health}`}>
        <HealthDot health={vehicle.health} />
        {sentenceCase(vehicle.health)}
      </span>
      {vehicle.is_test && <Badge tone="grey">Test vehicle</Badge>}
      <span className="vh-fact" title="Of its open alerts: the most severe, and a little more the more there are">
        risk <strong className="num">{vehicle.risk}</strong>
      </span>
      <span className="vh-fact" title="What its alerts add up to, each losing half of its weight with the half-life">
        risk score <strong className="num">{number(Math.round(vehicle.risk_score))}</strong>
      </span>
      <span className="vh-fact vh-facts" title={facts.join(' · ')}>
        {facts.join(' · ')}
      </span>
      <LastSeen vehicle={vehicle} />
      {vehicle.position !== null && <ClockFact vin={vehicle.vin} ts={vehicle.position.ts} />}
    </>
  )
}

function LastSeen({ vehicle }: { readonly vehicle: Vehicle }) {
  const now = useNow(1_000)
  const silent = silenceAt(vehicle, now)
  if (silent === undefined) return <span className="vh-fact">never seen</span>
  return isStaleAt(vehicle, now) ? (
    <span className="vh-fact vh-stale num">stale {age(silent)}</span>
  ) : (
    <span className="vh-fact num">seen {age(silent)} ago</span>
  )
}

interface GoProps {
  readonly icon: ReactNode
  readonly text: string
  readonly to: string
  readonly search: object
}

function Go({ icon, text, to, search }: GoProps) {
  return (
    <Link className="vh-go" to={to} search={search as never}>
      {icon}
      {text}
    </Link>
  )
}
