import type { FleetEvent } from '../fleet/events.ts'

/** The IDS events that are injected, each of which is one alert a vehicle. */
export const idsKinds = [
  { type: 'ids.can', event_id: 0x8001 },
  { type: 'ids.eth', event_id: 0x8018 },
  { type: 'ids.host', event_id: 0x8022 },
] as const

/** What was sent, exactly: the tables must hold this, no less and no more. */
export interface Ledger {
  readonly rows: { positions: number; can_frames: number; ids_events: number }
  /** Injected IDS events by `vin kind event_id`. */
  readonly injected: Map<string, number>
  /** Requests that were answered with anything but "all accepted". */
  readonly faults: string[]
  retries: number
  repeats: number
  enter(events: readonly FleetEvent[]): void
}

export function openLedger(): Ledger {
  const rows = { positions: 0, can_frames: 0, ids_events: 0 }
  const injected = new Map<string, number>()
  return {
    rows,
    injected,
    faults: [],
    retries: 0,
    repeats: 0,
    enter(events) {
      for (const event of events) {
        if (event.type === 'position') rows.positions += 1
        else if (event.type === 'can') rows.can_frames += event.frames.length
        else if (event.type !== 'telemetry') {
          rows.ids_events += 1
          const name = `${event.vehicle} ${event.type} ${event.event_id}`
          injected.set(name, (injected.get(name) ?? 0) + 1)
        }
      }
    },
  }
}
