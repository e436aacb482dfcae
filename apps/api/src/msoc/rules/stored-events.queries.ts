import { inArray, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf, type AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import { canFrames, idsEvents, positions, signals, syslogEvents } from '@carapace/shared/msoc/events/events.series'
import type { IdsEvent, SyslogEvent } from '@carapace/shared/msoc/events/events'
import { signalNames } from '@carapace/shared/msoc/ingest/ingest.table'
import { type VehicleId, vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'

/** A span of stored events, epoch µs; the end is not included. At most `limit` rows are read, the oldest first. */
interface Portion {
  readonly from: number
  readonly to: number
  readonly limit: number
}

interface Common {
  /** Epoch µs. */
  readonly us: number
  readonly vehicle_id: VehicleId
}

export interface StoredPosition extends Common {
  readonly lat: number
  readonly lon: number
  readonly speed_kph: number | null
  readonly heading_deg: number | null
  readonly altitude_m: number | null
  readonly hdop: number | null
}

export interface StoredSignal extends Common {
  readonly path: string
  readonly value: number | string
}

export interface StoredFrame extends Common {
  readonly bus: string
  readonly id: number
  readonly flags: number
  readonly hex: string
}

export interface StoredIds extends Common {
  readonly kind: IdsEvent['kind']
  readonly event_id: number
  readonly idsm_instance: number
  readonly sensor_instance: number
  readonly count: number
  readonly context: string | null
  readonly detail: Record<string, unknown> | null
}

export interface StoredLine extends Common {
  readonly facility: number
  readonly severity: number
  readonly hostname: string | null
  readonly app_name: string | null
  readonly proc_id: string | null
  readonly msg_id: string | null
  readonly structured_data: SyslogEvent['structuredData']
  readonly message: string
}

type Events = typeof positions | typeof signals | typeof canFrames | typeof idsEvents | typeof syslogEvents

/** A time as text, to the microsecond: with a constant the planner leaves out the chunks of other times. */
function moment(us: number): SQL {
  const ms = Math.floor(us / 1000)
  const text = new Date(ms).toISOString().replace('Z', `${String(us - ms * 1000).padStart(3, '0')}Z`)
  return sql`${text}::timestamptz`
}

const us = ({ ts }: Events): SQL => sql`(extract(epoch FROM ${ts}) * 1000000)::float8 AS us`

const within = ({ ts }: Events, { from, to }: Portion): SQL => sql`${ts} >= ${moment(from)} AND ${ts} < ${moment(to)}`

/**
 * The rows of all vehicles in a span, the oldest first: one index lookup a vehicle, since the large tables have no
 * index by time alone.
 */
function ofVehicles<Row>(
  db: AnyDatabase,
  org: Org,
  table: Events,
  columns: SQL,
  portion: Portion,
  only?: SQL,
): Promise<Row[]> {
  const mine = ownedBy(org, table, sql`${table.vehicleId} = ${vehicles.id}`, within(table, portion), only)
  return rowsOf<Row>(
    db,
    sql`SELECT found.*
      FROM ${vehicles} CROSS JOIN LATERAL (
        SELECT ${us(table)}, ${table.vehicleId}, ${columns} FROM ${table} WHERE ${mine}
        ORDER BY ${table.ts} LIMIT ${portion.limit}) found
      WHERE ${ownedBy(org, vehicles)}
      ORDER BY found.us, found.vehicle_id LIMIT ${portion.limit}`,
  )
}

export function storedPositions(db: AnyDatabase, org: Org, portion: Portion): Promise<StoredPosition[]> {
  const columns = sql`lat, lon, speed_kph::float8 AS speed_kph, heading_deg::float8 AS heading_deg,
    altitude_m::float8 AS altitude_m, hdop::float8 AS hdop`
  return ofVehicles(db, org, positions, columns, portion)
}

export async function storedSignals(db: AnyDatabase, org: Org, portion: Portion): Promise<StoredSignal[]> {
  const columns = sql`${signals.signalId} AS signal_id, ${signals.value} AS value, ${signals.text} AS text`
  const rows = await ofVehicles<Common & { signal_id: number; value: number | null; text: string | null }>(
    db,
    org,
    signals,
    columns,
    portion,
  )
  const paths = await pathsOf(db, [...new Set(rows.map((row) => row.signal_id))])
  return rows.map(({ us, vehicle_id, signal_id: id, value, text }) => ({
    us,
    vehicle_id,
    path: paths.get(id)!,
    value: value ?? text!,
  }))
}

/** The names of signals. Across organisations: the numbers are those of rows that are the organisation's own. */
async function pathsOf(db: AnyDatabase, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: signalNames.id, path: signalNames.path })
    .from(signalNames)
    .where(inArray(signalNames.id, ids))
  return new Map(rows.map(({ id, path }) => [id, path]))
}

/** Frames, of these arbitration ids only unless all are needed. */
export function storedFrames(
  db: AnyDatabase,
  org: Org,
  portion: Portion,
  ids: ReadonlySet<number> | 'all',
): Promise<StoredFrame[]> {
  const columns = sql`bus, arbitration_id AS id, flags, upper(encode(data, 'hex')) AS hex`
  const only = ids === 'all' ? undefined : inArray(canFrames.arbitrationId, [...ids])
  return ofVehicles(db, org, canFrames, columns, portion, only)
}

export function storedIds(
  db: AnyDatabase,
  org: Org,
  portion: Portion,
  kinds: readonly IdsEvent['kind'][],
): Promise<StoredIds[]> {
  const mine = ownedBy(org, idsEvents, within(idsEvents, portion), inArray(idsEvents.kind, [...kinds]))
  return rowsOf<StoredIds>(
    db,
    sql`SELECT ${us(idsEvents)}, ${idsEvents.vehicleId}, kind, event_id, idsm_instance, sensor_instance, count,
        encode(context, 'hex') AS context, detail
      FROM ${idsEvents} WHERE ${mine}
      ORDER BY ${idsEvents.ts}, ${idsEvents.vehicleId} LIMIT ${portion.limit}`,
  )
}

/** Log lines, also those that belong to no vehicle: their vehicle is 0. */
export function storedLines(db: AnyDatabase, org: Org, portion: Portion): Promise<StoredLine[]> {
  return rowsOf<StoredLine>(
    db,
    sql`SELECT ${us(syslogEvents)}, ${syslogEvents.vehicleId}, facility, severity, hostname, app_name, proc_id, msg_id,
        structured_data, message
      FROM ${syslogEvents} WHERE ${ownedBy(org, syslogEvents, within(syslogEvents, portion))}
      ORDER BY ${syslogEvents.ts}, ${syslogEvents.vehicleId} LIMIT ${portion.limit}`,
  )
}

/** What rules know of vehicles besides their events. */
export async function vehiclesById(db: AnyDatabase, org: Org, ids: readonly VehicleId[]) {
  if (ids.length === 0) return []
  return db
    .select({ id: vehicles.id, vin: vehicles.vin, model: vehicles.model, platform: vehicles.platform })
    .from(vehicles)
    .where(ownedBy(org, vehicles, inArray(vehicles.id, [...ids])))
}

/** What rules know of a vehicle that senders call by this name, its VIN or its device id. */
export async function vehiclesCalled(db: AnyDatabase, org: Org, names: readonly string[]) {
  const called = sql`(${inArray(vehicles.vin, [...names])} OR ${inArray(vehicles.deviceId, [...names])})`
  return db
    .select({ vin: vehicles.vin, deviceId: vehicles.deviceId, model: vehicles.model, platform: vehicles.platform })
    .from(vehicles)
    .where(ownedBy(org, vehicles, called))
}
