import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'

/** Silence that may be chance, ms: the list is asked for every 10 s, and vehicles pause. */
const minStaleAfterMs = 30_000

/** How one kind of event reaches us from a vehicle. */
export interface Link {
  readonly kind: keyof Vehicle['links']
  readonly title: string
  /** Since it last spoke, ms; undefined: never. */
  readonly silentMs: number | undefined
  /** It speaks at a steady pace and has not for too long. */
  readonly stale: boolean
}

const titles: Readonly<Record<Link['kind'], string>> = {
  position: 'Position',
  telemetry: 'Telemetry',
  can: 'CAN',
  ids: 'IDS',
  syslog: 'Syslog',
}
export const linkKinds = ['position', 'telemetry', 'can', 'ids', 'syslog'] as const

/** These speak only when something happens: their silence says nothing. */
const eventful: ReadonlySet<Link['kind']> = new Set(['ids', 'syslog'])

/**
 * How long a vehicle may be silent: three of its own reports, and never less than chance explains (rule FLEET-UI-7).
 */
function staleAfter({ reports_every_seconds: seconds }: Vehicle): number {
  return Math.max(minStaleAfterMs, 3_000 * (seconds ?? 0))
}

/** A vehicle's five links as they were at a moment, epoch ms (rule FLEET-UI-7). */
export function linksAt(vehicle: Vehicle, at: number): Link[] {
  const limitMs = staleAfter(vehicle)
  return linkKinds.map((kind) => {
    const last = vehicle.links[kind]
    const silentMs = last === null ? undefined : Math.max(0, at - Date.parse(last))
    return {
      kind,
      title: titles[kind],
      silentMs,
      stale: silentMs !== undefined && !eventful.has(kind) && silentMs > limitMs,
    }
  })
}

/** Since anything came from a vehicle, ms; undefined: never. */
export function silenceAt({ last_seen: last }: Vehicle, at: number): number | undefined {
  return last === null ? undefined : Math.max(0, at - Date.parse(last))
}

export function isStaleAt(vehicle: Vehicle, at: number): boolean {
  const silent = silenceAt(vehicle, at)
  return silent !== undefined && silent > staleAfter(vehicle)
}
