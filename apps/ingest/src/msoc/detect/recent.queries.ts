import { type AnyColumn, between, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { canFrames, idsEvents, positions, signals, syslogEvents } from '@carapace/shared/msoc/events/events.series'
import type { IdsEvent, SyslogEvent } from '@carapace/shared/msoc/events/events'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/database.ts'
import { sqlArray } from '../../core/sql-array.ts'

/** The requested time window of a vehicle, epoch ms. */
export interface TimeWindow {
  readonly id: VehicleId
  readonly since: number
  readonly until: number
}

interface Recent {
  readonly vehicle_id: VehicleId
  /** Epoch ms, like all times here, with microseconds as fraction. */
  readonly ts: number
}

export interface RecentPosition extends Recent {
  readonly device_ts: number | null
  readonly lat: number
  readonly lon: number
  readonly speed_kph: number | null
  readonly heading_deg: number | null
  readonly altitude_m: number | null
  readonly hdop: number | null
}

export interface RecentLine extends Recent {
  readonly device_ts: number | null
  readonly facility: number
  readonly severity: number
  readonly hostname: string | null
  readonly app_name: string | null
  readonly proc_id: string | null
  readonly msg_id: string | null
  readonly structured_data: SyslogEvent['structuredData']
  readonly message: string
}

export interface RecentFrame extends Recent {
  readonly received_ms: number
  readonly device_ts: number | null
  readonly bus: string
  readonly arbitration_id: number
  readonly flags: number
  readonly hex: string
}

/** A column of times as epoch ms. */
const ms = (column: AnyColumn) => sql`extract(epoch FROM ${column})::float8 * 1000`

type Series = typeof positions | typeof syslogEvents | typeof canFrames | typeof idsEvents | typeof signals

/**
 * The newest rows of each vehicle in its window, at most `most` of each. The condition also names the span of all
 * windows: with it the planner excludes chunks.
 */
function newest(table: Series, columns: SQL, windows: readonly TimeWindow[], condition: SQL, most: number): SQL {
  const arrays = [
    sqlArray(
      windows.map(({ id }) => id),
      'int4',
    ),
    sqlArray(
      windows.map(({ since }) => since),
      'float8',
    ),
    sqlArray(
      windows.map(({ until }) => until),
      'float8',
    ),
  ]
  const since = windows.reduce((earliest, window) => Math.min(earliest, window.since), Infinity)
  const until = windows.reduce((latest, window) => Math.max(latest, window.until), -Infinity)
  return sql`
    SELECT v.id AS vehicle_id, r.* FROM unnest(${sql.join(arrays, sql`, `)}) AS v(id, since, until) CROSS JOIN LATERAL (
     
    SELECT ${columns}
    FROM ${table}
    WHERE ${table.vehicleId} = v.id
    AND ${condition}
    AND ${between(table.ts, new Date(since), new Date(Math.ceil(until)))}
        AND ${table.ts} BETWEEN to_timestamp(v.since / 1000) AND to_timestamp(v.until / 1000)
      ORDER BY ${table.ts} DESC LIMIT ${most}) r`
}

/** The latest positions of the vehicles. */
export function recentPositions(
  db: Database,
  org: Org,
  windows: readonly TimeWindow[],
  most: number,
): Promise<RecentPosition[]> {
  const { ts, deviceTs, lat, lon, speedKph, headingDeg, altitudeM, hdop } = positions
  const columns = sql`${ms(ts)} AS ts, ${ms(deviceTs)} AS device_ts, ${lat} AS lat, ${lon} AS lon,
    ${speedKph}::float8 AS speed_kph, ${headingDeg}::float8 AS heading_deg, ${altitudeM}::float8 AS altitude_m,
    ${hdop}::float8 AS hdop`
  return rowsOf(db, newest(positions, columns, windows, ownedBy(org, positions), most))
}

/** The latest authentication failures in the vehicles' logs. */
export function recentFailures(
  db: Database,
  org: Org,
  windows: readonly TimeWindow[],
  most: number,
): Promise<RecentLine[]> {
  return linesOf(db, org, windows, most, eq(syslogEvents.authFailure, true))
}

/** The latest log lines of the vehicles. */
export function recentLines(
  db: Database,
  org: Org,
  windows: readonly TimeWindow[],
  most: number,
): Promise<RecentLine[]> {
  return linesOf(db, org, windows, most)
}

function linesOf(
  db: Database,
  org: Org,
  windows: readonly TimeWindow[],
  most: number,
  only?: SQL,
): Promise<RecentLine[]> {
  const { ts, deviceTs, facility, severity, hostname, appName, procId, msgId, structuredData, message } = syslogEvents
  const columns = sql`${ms(ts)} AS ts, ${ms(deviceTs)} AS device_ts, ${facility} AS facility, ${severity} AS severity,
    ${hostname} AS hostname, ${appName} AS app_name, ${procId} AS proc_id, ${msgId} AS msg_id,
    ${structuredData} AS structured_data, ${message} AS message`
  return rowsOf(db, newest(syslogEvents, columns, windows, ownedBy(org, syslogEvents, only), most))
}

export interface RecentIds extends Recent {
  readonly kind: IdsEvent['kind']
  readonly event_id: number
  readonly idsm_instance: number
  readonly sensor_instance: number
  readonly count: number
  /** Hexadecimal. */
  readonly context: string | null
  readonly detail: IdsEvent['detail']
}

/** The latest events of the vehicles' own intrusion detection. */
export function recentIds(db: Database, org: Org, windows: readonly TimeWindow[], most: number): Promise<RecentIds[]> {
  const { ts, kind, eventId, idsmInstance, sensorInstance, count, context, detail } = idsEvents
  const columns = sql`${ms(ts)} AS ts, ${kind} AS kind, ${eventId} AS event_id, ${idsmInstance} AS idsm_instance,
    ${sensorInstance} AS sensor_instance, ${count} AS count, encode(${context}, 'hex') AS context,
    ${detail} AS detail`
  return rowsOf(db, newest(idsEvents, columns, windows, ownedBy(org, idsEvents), most))
}

export interface RecentSignal extends Recent {
  readonly path: string
  readonly value: number | null
  readonly text: string | null
}

/** The latest telemetry values of the vehicles. */
export function recentSignals(
  db: Database,
  org: Org,
  windows: readonly TimeWindow[],
  most: number,
): Promise<RecentSignal[]> {
  const { ts, signalId, value, text } = signals
  const columns = sql`${ms(ts)} AS ts, (SELECT path FROM signal_names n WHERE n.id = ${signalId}) AS path,
    ${value} AS value, ${text} AS text`
  return rowsOf(db, newest(signals, columns, windows, ownedBy(org, signals), most))
}

/** The latest CAN frames of the vehicles. */
export function recentFrames(
  db: Database,
  org: Org,
  windows: readonly TimeWindow[],
  most: number,
  ids: ReadonlySet<number> | 'all' = 'all',
): Promise<RecentFrame[]> {
  const { ts, receivedAt, deviceTs, bus, arbitrationId, flags, data } = canFrames
  const columns = sql`${ms(ts)} AS ts, ${ms(receivedAt)} AS received_ms, ${ms(deviceTs)} AS device_ts, ${bus} AS bus,
    ${arbitrationId} AS arbitration_id, ${flags} AS flags, encode(${data}, 'hex') AS hex`
  const only = ids === 'all' ? undefined : inArray(arbitrationId, [...ids])
  return rowsOf(db, newest(canFrames, columns, windows, ownedBy(org, canFrames, only), most))
}
