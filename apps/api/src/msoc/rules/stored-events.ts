import type { Org } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import {
  type CanEvent,
  frameFlags,
  type IdsEvent,
  type PackedFrame,
  type TelemetryEvent,
  type VehicleEvent,
} from '@carapace/shared/msoc/events/events'
import type { RuleSet } from '@carapace/shared/msoc/rules/rule-set'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import {
  type StoredFrame,
  storedFrames,
  storedIds,
  type StoredIds,
  type StoredLine,
  storedLines,
  type StoredPosition,
  storedPositions,
  type StoredSignal,
  storedSignals,
} from './stored-events.queries.ts'

/** An event as stored; its vehicle has a number. */
export interface StoredEvent {
  readonly vehicleId: VehicleId
  readonly event: VehicleEvent
}

/** Stored events of a span, in the order of their times. */
export interface EventPortion {
  readonly events: readonly StoredEvent[]
  /** Rows that were read; each frame counts. */
  readonly rows: number
  /** Epoch µs: all events before it were read, and none from it on. */
  readonly end: number
}

interface Timed {
  readonly us: number
  readonly vehicleId: VehicleId
  readonly of:
    | { readonly kind: 'frame'; readonly row: StoredFrame }
    | { readonly kind: 'signal'; readonly row: StoredSignal }
    | { readonly kind: 'event'; readonly event: VehicleEvent }
}

/** Rows of one table that are read at once. Rows with one time stay together: then more are read (rule RULE-50). */
const rowsAtOnce = 20_000
const mostRowsAtOnce = rowsAtOnce * 4 ** 3
const shortestUs = 1_000_000
const longestUs = 86_400_000_000
const firstUs = 60_000_000

/**
 * Reads stored events of an organisation in the order of their times, of all vehicles, portion by portion: what the
 * rules need, and no more (rule RULE-50). A portion covers a minute at first, more where there are few events, and less
 * where there are many.
 */
export function createEventReader(db: () => AnyDatabase, org: Org, needs: RuleSet['needs']) {
  let spanUs = firstUs

  /** The events from `from` on, epoch µs, up to `until` at most. */
  return async function next(from: number, until: number): Promise<EventPortion> {
    const to = Math.min(until, from + spanUs)
    for (let limit = rowsAtOnce; ; limit *= 4) {
      const tables = await readTables(db(), org, needs, { from, to, limit })
      // a full table ends the portion before its last time: more rows of that time may follow
      const ends = tables.filter((rows) => rows.length >= limit).map((rows) => rows.at(-1)!.us)
      const end = Math.min(to, ...ends)
      if (end === from && limit < mostRowsAtOnce) continue
      const rows = tables.flatMap((table) => table.filter(({ us }) => us < end || end === from))
      if (end < to) spanUs = Math.max(shortestUs, spanUs / 2)
      else if (rows.length < rowsAtOnce / 4) spanUs = Math.min(longestUs, spanUs * 2)
      rows.sort((a, b) => a.us - b.us || a.vehicleId - b.vehicleId)
      return { events: packed(rows), rows: rows.length, end: end === from ? from + 1 : end }
    }
  }
}

type Reading = Parameters<typeof storedPositions>[2]

/** One table after the other: in a transaction there is one connection. */
async function readTables(
  db: AnyDatabase,
  org: Org,
  { services, canIds }: RuleSet['needs'],
  portion: Reading,
): Promise<Timed[][]> {
  const tables: Timed[][] = []
  if (services.has('position')) tables.push((await storedPositions(db, org, portion)).map(position))
  if (services.has('telemetry')) tables.push((await storedSignals(db, org, portion)).map(signal))
  if (services.has('can')) tables.push((await storedFrames(db, org, portion, canIds)).map(frame))
  const kinds = (['ids.can', 'ids.eth', 'ids.host'] as const).filter((kind) =>
    services.has(kind.replace('.', '-') as 'ids-can'),
  )
  if (kinds.length > 0) tables.push((await storedIds(db, org, portion, kinds)).map(ids))
  if (services.has('syslog')) tables.push((await storedLines(db, org, portion)).map(line))
  return tables
}

const common = ({ us }: { readonly us: number }) => ({ vehicle: '', ts: us / 1000, deviceTs: null })

const timed = (row: { readonly us: number; readonly vehicle_id: VehicleId }, of: Timed['of']): Timed => ({
  us: row.us,
  vehicleId: row.vehicle_id,
  of,
})

const frame = (row: StoredFrame) => timed(row, { kind: 'frame', row })
const signal = (row: StoredSignal) => timed(row, { kind: 'signal', row })

function position(row: StoredPosition): Timed {
  const { lat, lon, speed_kph: speedKph, heading_deg: headingDeg, altitude_m: altitudeM, hdop } = row
  const event = { kind: 'position', ...common(row), lat, lon, speedKph, headingDeg, altitudeM, hdop } as const
  return timed(row, { kind: 'event', event })
}

function ids(row: StoredIds): Timed {
  const event: IdsEvent = {
    kind: row.kind,
    ...common(row),
    eventId: row.event_id,
    idsmInstance: row.idsm_instance,
    sensorInstance: row.sensor_instance,
    count: row.count,
    context: row.context === null ? null : Buffer.from(row.context, 'hex'),
    detail: row.detail,
  }
  return timed(row, { kind: 'event', event })
}

function line(row: StoredLine): Timed {
  const { facility, severity, hostname, message } = row
  const event = {
    kind: 'syslog',
    ...common(row),
    facility,
    severity,
    hostname,
    appName: row.app_name,
    procId: row.proc_id,
    msgId: row.msg_id,
    structuredData: row.structured_data,
    message,
  } as const
  return timed(row, { kind: 'event', event })
}

/**
 * The rows as events: frames of one bus that follow each other are one event, and so are signals of one time. Nothing
 * comes between them, so that the order stays.
 */
function packed(rows: readonly Timed[]): StoredEvent[] {
  const events: StoredEvent[] = []
  for (const { vehicleId, of } of rows) {
    const last = events.at(-1)
    const before = last?.vehicleId === vehicleId ? last.event : undefined
    if (of.kind === 'event') events.push({ vehicleId, event: of.event })
    else if (of.kind === 'frame') addFrame(events, vehicleId, before, of.row)
    else addSignal(events, vehicleId, before, of.row)
  }
  return events
}

function addFrame(events: StoredEvent[], vehicleId: VehicleId, before: VehicleEvent | undefined, row: StoredFrame) {
  // an id above 0x7FF is extended whatever its flags
  const flags = row.id > 0x7ff ? row.flags | frameFlags.ext : row.flags
  if (before?.kind === 'can' && before.bus === row.bus && before.flags === flags) {
    ;(before.frames as PackedFrame[]).push([Math.round(row.us - before.ts * 1000), row.id, row.hex])
    return
  }
  const event: CanEvent = { kind: 'can', ...common(row), bus: row.bus, flags, frames: [[0, row.id, row.hex]] }
  events.push({ vehicleId, event })
}

function addSignal(events: StoredEvent[], vehicleId: VehicleId, before: VehicleEvent | undefined, row: StoredSignal) {
  const { ts } = common(row)
  if (before?.kind === 'telemetry' && before.ts === ts) {
    ;(before.signals as [string, number | string][]).push([row.path, row.value])
    return
  }
  const event: TelemetryEvent = { kind: 'telemetry', ...common(row), signals: [[row.path, row.value]] }
  events.push({ vehicleId, event })
}
