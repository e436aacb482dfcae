import type { Health } from '@carapace/shared/msoc/severity'
import { Link } from '@tanstack/react-router'
import { compact, number } from '../../../core/format/format.ts'
import { HealthDot } from '../../../core/ui/health-dot.tsx'
import { totalVehicles, useCounters } from '../data/use-counters.ts'
import { useStaleMs } from '../data/use-stale.ts'
import { FleetMap } from '../fleet/fleet-map.tsx'
import { mapWhere } from '../links.ts'
import { Panel } from './panel.tsx'

const order = ['compromised', 'degraded', 'healthy', 'offline'] as const satisfies readonly Health[]

/** The positions and the health of the fleet. */
export function FleetPanel() {
  const { latest } = useCounters()
  return (
    <Panel title="Fleet" area="fleet" link={mapWhere()} headExtra={<Counts />}>
      <FleetMap vehicles={latest && totalVehicles(latest)} />
    </Panel>
  )
}

function Counts() {
  const { latest } = useCounters()
  const stale = useStaleMs() !== undefined
  if (latest === undefined) return null
  return order.map((health) => (
    <Link
      key={health}
      {...mapWhere(health)}
      className={stale ? 'db-health db-old num' : 'db-health num'}
      title={`${number(latest.vehicles[health])} ${health}`}
    >
      <HealthDot health={health} label={health} />
      {latest.vehicles[health] < 100_000 ? number(latest.vehicles[health]) : compact(latest.vehicles[health])}
    </Link>
  ))
}
