import type { FleetEvent } from '../fleet/sending/events.ts'

export type ChaosEvent = FleetEvent | { type: 'syslog'; vehicle: string; ts: number; message: string }

/** The injected IDS events; each kind gives one alert for each vehicle. */
export const idsKinds = [
  { type: 'ids.can', event_id: 0x8001 },
  { type: 'ids.eth', event_id: 0x8018 },
  { type: 'ids.host', event_id: 0x8022 },
] as const

type LedgerTable = 'positions' | 'signals' | 'can_frames' | 'ids_events' | 'syslog_events' | 'software_reports'

/** The exact record of all sent events: the tables must have these, no less and no more. */
export interface Ledger {
  readonly rows: Record<LedgerTable, number>
  /** Injected IDS events by `vin kind event_id`. */
  readonly injected: Map<string, number>
  /** Requests that got any response other than "all accepted". */
  readonly faults: string[]
  /** Requests, each with its own key, and the number of pairs of a vehicle and a type in them. */
  requests: number
  parts: number
  retries: number
  repeats: number
  /** Records one request's events. */
  enter(events: readonly ChaosEvent[]): void
}

export function openLedger(): Ledger {
  const rows = { positions: 0, signals: 0, can_frames: 0, ids_events: 0, syslog_events: 0, software_reports: 0 }
  const injected = new Map<string, number>()
  return {
    rows,
    injected,
    faults: [],
    requests: 0,
    parts: 0,
    retries: 0,
    repeats: 0,
    enter(events) {
      this.requests += 1
      this.parts += new Set(events.map(({ vehicle, type }) => `${vehicle} ${type}`)).size
      for (const event of events) enterRows(rows, injected, event)
    },
  }
}

function enterRows(rows: Ledger['rows'], injected: Ledger['injected'], event: ChaosEvent): void {
  if (event.type === 'position') rows.positions += 1
  else if (event.type === 'telemetry') rows.signals += Object.keys(event.signals).length
  else if (event.type === 'can') rows.can_frames += event.frames.length
  else if (event.type === 'syslog') rows.syslog_events += 1
  else if (event.type === 'inventory') rows.software_reports += event.ecus.length
  else {
    rows.ids_events += 1
    const name = `${event.vehicle} ${event.type} ${event.event_id}`
    injected.set(name, (injected.get(name) ?? 0) + 1)
  }
}

/** The number of rows in all tables. */
export function rowsMade({ rows }: Ledger): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0)
}
