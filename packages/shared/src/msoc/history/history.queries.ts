import { and, eq, gt, gte, ilike, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Org, ownedBy } from '../../core/owned.ts'
import { type AnyDatabase, rowsOf } from '../../core/time-series/time-series.queries.ts'
import type { CanFrameRow, PositionRow, SyslogRow } from './history.contract.ts'
import type { z } from 'zod'
import { canFrames, idsEvents, positions, signals, syslogEvents } from '../events/events.series.ts'
import { frameFlags } from '../events/events.ts'
import { signalNames } from '../ingest/ingest.table.ts'
import { namedFor, signalIdsOf } from './signal-names.queries.ts'
import { type Severity, severities } from '../severity.ts'
import type { VehicleId } from '../vehicles/vehicles.table.ts'

/** A page of one vehicle's past: rows from `from` on, without the first `skip` of those at exactly `from`. */
export interface Window {
  readonly from: Date
  readonly to: Date
  readonly limit: number
  readonly cursor?: Cursor | undefined
  /** The end at which the page begins; by default the oldest. */
  readonly order?: 'oldest' | 'newest' | undefined
}

/** Start of the next page: a time to the microsecond, and the number of rows at exactly that time already returned. */
export interface Cursor {
  readonly ts: string
  readonly skip: number
}

export interface Page<Row> {
  readonly rows: Row[]
  readonly next: Cursor | null
}

/** RFC 3339 with microseconds, which a JavaScript date cannot hold. */
const text = (column: PgColumn): SQL<string> =>
  sql<string>`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Returns the part of the window after the cursor: the time of the last returned row is still included. */
function between(ts: PgColumn, { from, to, cursor, order }: Window): SQL {
  const cursorTs = cursor && sql`${cursor.ts}::timestamptz`
  return and(
    gte(ts, sql`${from.toISOString()}::timestamptz`),
    lt(ts, sql`${to.toISOString()}::timestamptz`),
    cursorTs && (order === 'newest' ? lte(ts, cursorTs) : gte(ts, cursorTs)),
  )!
}

/**
 * Rows with the same time stay in the order of their arrival in both directions: rows that arrive for it later are
 * after the cursor.
 */
const fromItsEnd = (ts: PgColumn, { order }: Window): SQL => (order === 'newest' ? sql`${ts} DESC` : sql`${ts}`)

/**
 * Cuts rows into a page; rows with the same time keep their order because every query sorts by more than the time.
 */
function page<Row extends { ts: string }>(window: Window, rows: Row[]): Page<Row> {
  if (rows.length <= window.limit) return { rows, next: null }
  const shown = rows.slice(0, window.limit)
  const ts = shown.at(-1)!.ts
  const atSameTime = shown.filter((row) => row.ts === ts).length
  return { rows: shown, next: { ts, skip: atSameTime + (ts === window.cursor?.ts ? window.cursor.skip : 0) } }
}

const paged = (window: Window): SQL => sql`LIMIT ${window.limit + 1} OFFSET ${window.cursor?.skip ?? 0}`

export type PositionPage = Page<z.infer<typeof PositionRow>>

export async function positionsOf(
  db: AnyDatabase,
  org: Org,
  vehicle: VehicleId,
  window: Window,
): Promise<PositionPage> {
  const rows = await rowsOf<z.infer<typeof PositionRow>>(
    db,
    sql`
    SELECT ${text(positions.ts)} AS ts, ${text(positions.receivedAt)} AS received_at, lat, lon,
      speed_kph::float8 AS speed_kph, heading_deg::float8 AS heading_deg, altitude_m::float8 AS altitude_m,
      hdop::float8 AS hdop,
      device_ts IS NOT NULL AS clock_suspect, ${text(positions.deviceTs)} AS device_ts
    FROM ${positions} WHERE ${ownedBy(org, positions, eq(positions.vehicleId, vehicle), between(positions.ts, window))}
    ORDER BY ${positions.ts}, ${positions.receivedAt}, lat, lon ${paged(window)}`,
  )
  return page(window, rows)
}

interface FrameColumns {
  ts: string
  bus: string
  id: number
  flags: number
  data: string
}

export async function canFramesOf(
  db: AnyDatabase,
  org: Org,
  vehicle: VehicleId,
  window: Window,
  only: { bus?: string | undefined; id?: number | undefined } = {},
): Promise<Page<CanFrameRow>> {
  const mine = ownedBy(
    org,
    canFrames,
    eq(canFrames.vehicleId, vehicle),
    between(canFrames.ts, window),
    only.bus === undefined ? undefined : eq(canFrames.bus, only.bus),
    only.id === undefined ? undefined : eq(canFrames.arbitrationId, only.id),
  )
  const rows = await rowsOf<FrameColumns>(
    db,
    sql`
    SELECT ${text(canFrames.ts)} AS ts, bus, arbitration_id AS id, flags, upper(encode(data, 'hex')) AS data
    FROM ${canFrames} WHERE ${mine} ORDER BY ${canFrames.ts}, bus, arbitration_id, data ${paged(window)}`,
  )
  const { rows: shown, next } = page(window, rows)
  return { next, rows: shown.map(frameOf) }
}

function frameOf({ ts, bus, id, flags, data }: FrameColumns): CanFrameRow {
  return {
    ts,
    bus,
    id,
    ext: (flags & frameFlags.ext) !== 0,
    fd: (flags & frameFlags.fd) !== 0,
    rtr: (flags & frameFlags.rtr) !== 0,
    data,
  }
}

export async function syslogOf(
  db: AnyDatabase,
  org: Org,
  vehicle: VehicleId | undefined,
  window: Window,
  only: { words?: string | undefined; severity?: number | undefined } = {},
): Promise<Page<SyslogRow>> {
  const mine = ownedBy(
    org,
    syslogEvents,
    between(syslogEvents.ts, window),
    vehicle === undefined ? undefined : eq(syslogEvents.vehicleId, vehicle),
    only.words ? ilike(syslogEvents.message, `%${likeText(only.words)}%`) : undefined,
    only.severity === undefined ? undefined : lte(syslogEvents.severity, only.severity),
  )
  const rows = await rowsOf<SyslogRow>(
    db,
    sql`
   
      SELECT ${text(syslogEvents.ts)} AS ts, v.vin, facility, severity, hostname, app_name, proc_id, msg_id,
        structured_data, message
    FROM ${syslogEvents} LEFT JOIN vehicles v ON v.id = ${syslogEvents.vehicleId}
   
      WHERE ${mine}
      ORDER BY ${fromItsEnd(syslogEvents.ts, window)}, ${syslogEvents.receivedAt}, hostname, message ${paged(window)}`,
  )
  return page(window, rows)
}

/** Returns the text escaped for LIKE. */
export function likeText(words: string): string {
  return words.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}

/** An IDS event as stored; the caller looks up the meaning of its id. */
export interface StoredIdsEvent {
  ts: string
  vin: string | null
  /** Names the catalogue that defines the meaning of the id. */
  platform: string | null
  kind: 'ids.can' | 'ids.eth' | 'ids.host'
  event_id: number
  severity: Severity
  idsm_instance: number
  sensor_instance: number
  count: number
  context: string | null
  detail: Record<string, unknown> | null
}

export async function idsEventsOf(
  db: AnyDatabase,
  org: Org,
  vehicle: VehicleId | undefined,
  window: Window,
  kind?: StoredIdsEvent['kind'],
): Promise<Page<StoredIdsEvent>> {
  const mine = ownedBy(
    org,
    idsEvents,
    between(idsEvents.ts, window),
    vehicle === undefined ? undefined : eq(idsEvents.vehicleId, vehicle),
    kind === undefined ? undefined : eq(idsEvents.kind, kind),
  )
  const rows = await rowsOf<Omit<StoredIdsEvent, 'severity'> & { severity: number }>(
    db,
    sql`
   
      SELECT ${text(idsEvents.ts)} AS ts, v.vin, v.platform, kind, event_id, severity, idsm_instance, sensor_instance,
        count, encode(context, 'hex') AS context, detail
    FROM ${idsEvents} LEFT JOIN vehicles v ON v.id = ${idsEvents.vehicleId}
   
      WHERE ${mine}
      ORDER BY ${fromItsEnd(idsEvents.ts, window)}, ${idsEvents.receivedAt}, event_id, sensor_instance, count
        ${paged(window)}`,
  )
  return page(
    window,
    rows.map((row) => ({ ...row, severity: severities[row.severity]! })),
  )
}

export async function signalOf(
  db: AnyDatabase,
  org: Org,
  vehicle: VehicleId,
  path: string,
  window: Window,
): Promise<Page<{ ts: string; value: number | string | null }>> {
  const mine = ownedBy(org, signals, eq(signals.vehicleId, vehicle), between(signals.ts, window))
  const rows = await rowsOf<{ ts: string; value: number | null; text: string | null }>(
    db,
    sql`
    SELECT ${text(signals.ts)} AS ts, value, text FROM ${signals}
    WHERE ${mine} AND signal_id = ANY(ARRAY(
      SELECT id FROM ${signalNames} WHERE ${and(namedFor(org), eq(signalNames.path, path))}))
    ORDER BY ${signals.ts}, ${signals.receivedAt}, value, text ${paged(window)}`,
  )
  const { rows: shown, next } = page(window, rows)
  return { next, rows: shown.map((row) => ({ ts: row.ts, value: row.value ?? row.text })) }
}

/** Maximum signals of a vehicle that are listed with their newest value. */
const latestListed = 500

/** Each signal's newest value within the last day: one index step a signal of the vehicle, never a scan. */
export async function latestSignals(db: AnyDatabase, org: Org, vehicle: VehicleId, now: Date) {
  const from = new Date(now.getTime() - 86_400_000)
  const since = sql`${from.toISOString()}::timestamptz`
  // a vehicle's clock may run ahead (rule EVENT-4)
  const to = new Date(now.getTime() + 86_400_000)
  const ids = await signalIdsOf(db, org, vehicle, { from, to }, latestListed)
  const rows = await rowsOf<{ path: string; ts: string; value: number | null; text: string | null }>(
    db,
    sql`
    SELECT n.path, latest.ts, latest.value, latest.text
    FROM unnest(${`{${ids.join(',')}}`}::int4[]) AS mine(id) JOIN signal_names n ON n.id = mine.id
    CROSS JOIN LATERAL (
      SELECT ${text(signals.ts)} AS ts, value, text FROM ${signals}
      WHERE ${ownedBy(org, signals, eq(signals.vehicleId, vehicle), gt(signals.ts, since))} AND signal_id = mine.id
      ORDER BY ${signals.ts} DESC LIMIT 1) latest
    ORDER BY n.path`,
  )
  return rows.map((row) => ({ path: row.path, ts: row.ts, value: row.value ?? row.text }))
}
