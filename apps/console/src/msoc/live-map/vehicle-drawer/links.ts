import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { staleAfterMs } from '../vehicles/vehicle-store.ts'

/** How one kind of event reaches us from a vehicle. */
export interface Link {
  readonly title: string
  /** Since it last spoke, ms. */
  readonly silentMs: number
  /** It speaks at a steady pace and has not for too long. */
  readonly stale: boolean
  /** From the vehicle to us, ms, where both times are known. */
  readonly delayMs: number | undefined
}

const titles = { position: 'Position', telemetry: 'Telemetry', can: 'CAN', ids: 'IDS', syslog: 'Syslog' } as const
const kinds = ['position', 'telemetry', 'can', 'ids', 'syslog'] as const

/** These speak only when something happens: their silence says nothing. */
const eventful: ReadonlySet<string> = new Set(['ids'])

/** A vehicle's links, each with its age; those it never used are left out (rule MAP-UI-33). */
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
      delayMs: kind === 'position' ? delayOf(vehicle) : undefined,
    }
  })
}

function delayOf({ position }: Vehicle): number | undefined {
  return position ? Math.max(0, Date.parse(position.received_at) - Date.parse(position.ts)) : undefined
}
