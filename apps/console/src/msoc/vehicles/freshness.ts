import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'

/** Minimum silence before a vehicle is stale, ms: the list is requested every 10 s, and vehicles pause. */
const minStaleAfterMs = 30_000

/** One kind of event source of a vehicle. */
export interface Link {
  readonly kind: keyof Vehicle['links']
  readonly title: string
  /** Time since its last event, ms; undefined if there was none. */
  readonly silentMs: number | undefined
  /** It reports at a steady rate and has been silent for too long. */
  readonly stale: boolean
}

const titles: Readonly<Record<Link['kind'], string>> = {
  position: 'Position',
  telemetry: 'Telemetry',
  can: 'CAN',
  ids: 'IDS',
  syslog: 'Syslog',
}
/** Abbreviations for a narrow column: words that analysts know, not letters (rule FLEET-UI-12). */
export const shortLinks: Readonly<Record<Link['kind'], string>> = {
  position: 'GPS',
  telemetry: 'Tel',
  can: 'CAN',
  ids: 'IDS',
  syslog: 'Log',
}
export const linkKinds = ['position', 'telemetry', 'can', 'ids', 'syslog'] as const

/** These report only when something happens: their silence means nothing. */
const eventful: ReadonlySet<Link['kind']> = new Set(['ids', 'syslog'])

/** How long a vehicle may be silent: three of its own report intervals, but at least the minimum (rule FLEET-UI-7). */
function staleAfter({ reports_every_seconds: seconds }: Vehicle): number {
  return Math.max(minStaleAfterMs, 3_000 * (seconds ?? 0))
}

/** A vehicle's five links at a time, epoch ms (rule FLEET-UI-7). */
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

/** Time since the last event of any kind from a vehicle, ms; undefined if there was none. */
export function silenceAt({ last_seen: last }: Vehicle, at: number): number | undefined {
  return last === null ? undefined : Math.max(0, at - Date.parse(last))
}

export function isStaleAt(vehicle: Vehicle, at: number): boolean {
  const silent = silenceAt(vehicle, at)
  return silent !== undefined && silent > staleAfter(vehicle)
}
