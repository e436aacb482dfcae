import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { delayOf, positionTimes } from '../../vehicles/position-age.ts'
import { staleAfterMs } from '../vehicles/vehicle-store.ts'

/** One kind of event source of a vehicle. */
export interface Link {
  readonly title: string
  /** Time since its last event, ms. */
  readonly silentMs: number
  /** It reports at a steady rate and has been silent for too long. */
  readonly stale: boolean
  /** Delay from the vehicle to the server, ms, if both times are known. */
  readonly delayMs: number | undefined
}

const titles = { position: 'Position', telemetry: 'Telemetry', can: 'CAN', ids: 'IDS', syslog: 'Syslog' } as const
const kinds = ['position', 'telemetry', 'can', 'ids', 'syslog'] as const

/** These report only when something happens: their silence means nothing. */
const eventful: ReadonlySet<string> = new Set(['ids'])

/** A vehicle's links, each with its age; links that it never used are left out (rule MAP-UI-33). */
export function linksOf(vehicle: Vehicle, now: number): Link[] {
  const limitMs = Math.max(staleAfterMs, 3_000 * (vehicle.reports_every_seconds ?? 0))
  return kinds.flatMap((kind) => {
    const last = vehicle.links[kind]
    if (last === null) return []
    const silentMs = Math.max(0, now - Date.parse(last))
    return {
      title: titles[kind],
      silentMs,
      stale: !eventful.has(kind) && silentMs > limitMs,
      delayMs: kind === 'position' ? positionDelay(vehicle) : undefined,
    }
  })
}

function positionDelay({ position }: Vehicle): number | undefined {
  const times = positionTimes(position)
  return times && delayOf(times)
}
