import { TickCircleIcon } from '@blueprintjs/icons'
import { Link } from '@tanstack/react-router'
import { Sparkline } from '../../../core/chart/sparkline.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { HealthDot } from '../../../core/ui/health-dot.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import type { DashboardAnswer, DashboardState } from '../data/use-dashboard.ts'
import { vehicleAt, vehiclesWhere } from '../links.ts'
import { Panel } from './panel.tsx'
import { Vin } from '../../../core/ui/vin.tsx'

/** The vehicles with the highest risk, and its history. */
export function RiskPanel({ dashboard }: { readonly dashboard: DashboardState }) {
  return (
    <Panel title="Vehicles at risk" area="risk" link={vehiclesWhere()} headExtra="risk, decayed">
      <Loaded
        what="Vehicles at risk"
        {...dashboard}
        onRetry={dashboard.retry}
        skeleton={<SkeletonRows rows={10} rowHeight={28} columns={['8px', '3fr', '1fr', '1fr', '24px']} />}
      >
        {({ vehicles }) => (vehicles.length === 0 ? <Nothing /> : <Vehicles vehicles={vehicles} />)}
      </Loaded>
    </Panel>
  )
}

function Nothing() {
  return (
    <EmptyState icon={<TickCircleIcon size={24} />} title="No vehicle is at risk">
      None has had an alert in this time.
    </EmptyState>
  )
}

function Vehicles({ vehicles }: { readonly vehicles: DashboardAnswer['vehicles'] }) {
  return (
    <ol className="db-rows">
      {vehicles.map(({ uuid, vin, model, health, risk, trend }) => (
        <li key={uuid}>
          <Link {...vehicleAt(vin)} className="db-row db-vehicle" title={`${vin} ${model}`}>
            <HealthDot health={health} label={health} />
            <Vin vin={vin} />
            <span className="db-cut db-faint">{model}</span>
            <Sparkline values={trend} width={48} height={14} />
            <b className="num">{Math.round(risk)}</b>
          </Link>
        </li>
      ))}
    </ol>
  )
}
