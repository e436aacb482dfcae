import type { Health } from '@carapace/shared/msoc/severity'
import { number, sentenceCase } from '../../../core/format/format.ts'
import { HealthDot } from '../../../core/ui/health-dot.tsx'
import { totalVehicles, useCounters } from '../data/use-counters.ts'
import { useStaleMs } from '../data/use-stale.ts'
import { FleetMap } from '../fleet/fleet-map.tsx'

const order = ['compromised', 'degraded', 'healthy', 'offline'] as const satisfies readonly Health[]

/**
 * The scale of the wall: the layout of a desktop screen of 1920 px, enlarged to the wall's width, and for reading from
 * further away.
 */
const wallScale = () => (innerWidth / 1920) * 1.5

/** The fleet with its legend. */
export function WallMap() {
  const { latest } = useCounters()
  const stale = useStaleMs() !== undefined
  return (
    <section className="wp-map" aria-label="Fleet">
      <FleetMap vehicles={latest && totalVehicles(latest)} scale={wallScale} />
      {latest && (
        <p className={stale ? 'wp-healths wp-old' : 'wp-healths'}>
          {order.map((health) => (
            <span key={health}>
              <HealthDot health={health} /> {sentenceCase(health)}{' '}
              <b className="num">{number(latest.vehicles[health])}</b>
            </span>
          ))}
        </p>
      )}
    </section>
  )
}
