import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { age, delay, fineAge, useNow } from '../../../core/format/format.ts'
import { HealthDot } from '../../../core/ui/health-dot.tsx'
import { useLiveMap } from '../live-map-context.ts'
import { linksOf } from './links.ts'

/** The time of the last event of each kind from the vehicle. */
export function VehicleLinks({ vehicle }: { readonly vehicle: Vehicle }) {
  const { scene } = useLiveMap()
  useNow(500)
  const links = linksOf(vehicle, scene?.now() ?? Date.now())
  return (
    <section className="lm-section">
      <header>
        <h3>Links by age</h3>
      </header>
      {links.length === 0 && <p className="lm-none">Nothing has come from this vehicle yet.</p>}
      <ul>
        {links.map(({ title, silentMs, stale, delayMs }) => (
          <li key={title}>
            <HealthDot health={stale ? 'degraded' : 'healthy'} />
            <span>{title}</span>
            <span className={stale ? 'num lm-end lm-bad' : 'num lm-end'}>
              {stale ? `stale ${age(silentMs)}` : fineAge(silentMs)}
            </span>
            <span className="num lm-faint lm-link-delay">{delayMs === undefined ? '' : delay(delayMs)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
