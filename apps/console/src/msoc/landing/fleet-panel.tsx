import { DriveTimeIcon } from '@blueprintjs/icons'
import type { Counters } from '@carapace/shared/msoc/history/history.contract'
import type { Health } from '@carapace/shared/msoc/severity'
import { Link } from '@tanstack/react-router'
import { number, sentenceCase } from '../../core/format/format.ts'
import { retryNow, useLiveStatus } from '../../core/live/live.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { HealthDot } from '../../core/ui/health-dot.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { vehiclesWhere } from '../dashboard/links.ts'
import { Loaded } from '../../core/ui/loaded.tsx'
import { useCounters } from '../counters/counters.ts'
import { Panel } from '../../core/landing/panel.tsx'

/** The worst first. */
const order = ['compromised', 'degraded', 'healthy', 'offline'] as const satisfies readonly Health[]

/** The health of the vehicles. */
export function FleetPanel() {
  const counters = useLiveCounters()
  const total = counters.data && order.reduce((sum, health) => sum + counters.data!.vehicles[health], 0)
  return (
    <Panel
      title="Fleet"
      link={vehiclesWhere()}
      extra={total !== undefined && `${number(total)} ${total === 1 ? 'vehicle' : 'vehicles'}`}
    >
      <Loaded
        what="The fleet"
        {...counters}
        onRetry={retryNow}
        skeleton={<SkeletonRows rows={2} rowHeight={49} columns={['1fr', '1fr', '1fr', '1fr']} />}
      >
        {({ vehicles }) =>
          total === 0 ? <Nothing /> : <Healths vehicles={vehicles} total={total!} isOld={counters.isOld} />
        }
      </Loaded>
    </Panel>
  )
}

/**
 * The counters that the shell keeps. Without a connection they are stale, and without any counters there is a problem
 * (rule LANDING-6).
 */
export function useLiveCounters() {
  const data = useCounters((latest) => latest)
  const isLost = useLiveStatus(({ state }) => state === 'lost')
  return {
    data,
    problem: isLost ? 'The live connection is lost. It is tried again by itself.' : undefined,
    isOld: isLost,
  }
}

interface HealthsProps {
  readonly vehicles: Counters['vehicles']
  readonly total: number
  readonly isOld: boolean
}

function Healths({ vehicles, total, isOld }: HealthsProps) {
  return (
    <div className={isOld ? 'ld-fleet ld-old' : 'ld-fleet'}>
      <div className="ld-share" aria-hidden>
        {order.map((health) => (
          <i key={health} className={`ld-share-${health}`} style={{ flexGrow: vehicles[health] / total }} />
        ))}
      </div>
      <ul className="ld-cells">
        {order.map((health) => (
          <li key={health}>
            <Link {...vehiclesWhere(health)} className="ld-cell">
              <span className="ld-label">
                <HealthDot health={health} /> {sentenceCase(health)}
              </span>
              <span className="ld-figure num">{number(vehicles[health])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Nothing() {
  return (
    <EmptyState
      icon={<DriveTimeIcon size={24} />}
      title="No vehicles yet"
      action={
        <Link {...vehiclesWhere()} className="bp6-button bp6-outlined">
          Vehicles
        </Link>
      }
    >
      A vehicle is registered by a person, or by its first event.
    </EmptyState>
  )
}
