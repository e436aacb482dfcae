import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { age, delay, fineAge, useNow } from '../../core/format/format.ts'
import { HealthDot } from '../../core/ui/health-dot.tsx'
import { linksAt } from '../vehicles/freshness.ts'
import { delayOf, positionTimes } from '../vehicles/position-age.ts'
import { Panel } from './panel.tsx'

/** The time of the last event of each kind from the vehicle. */
export function LinksPanel({ vehicle }: { readonly vehicle: Vehicle }) {
  const now = useNow(1_000)
  const times = positionTimes(vehicle.position)
  return (
    <Panel title="Links" tools={times && <span className="num">position took {delay(delayOf(times))}</span>}>
      <ul className="vh-list">
        {linksAt(vehicle, now).map(({ kind, title, silentMs, stale }) => (
          <li key={kind}>
            <HealthDot health={silentMs === undefined ? 'offline' : stale ? 'degraded' : 'healthy'} />
            <span>{title}</span>
            <span className={stale ? 'vh-stale num vh-end' : 'num vh-end'}>
              {silentMs === undefined ? 'never' : stale ? `stale ${age(silentMs)}` : `${fineAge(silentMs)} ago`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
