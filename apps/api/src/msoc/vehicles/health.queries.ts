import { and, desc, eq, gt, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { type AnyDatabase, rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { compressedUntil } from '@carapace/shared/core/time-series/chunks.queries'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { isShown } from '@carapace/shared/msoc/alerts/pipeline/shown.queries'
import {
  canFrames,
  idsEvents,
  positions,
  positionsOverTime,
  signals,
  syslogEvents,
} from '@carapace/shared/msoc/events/events.series'
import { signalIdsOf } from '@carapace/shared/msoc/history/signal-names.queries'
import { offlineAfterMs } from '@carapace/shared/msoc/severity'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'
import type { Span } from '../span.ts'

/** Maximum alerts of one vehicle and window that are read; if there are more, the latest ones. */
const alertsRead = 5_000

/** Signals of a vehicle in which a sign of life is looked for. */
const signalsLooked = 100

/** When an alert began: its first event may have arrived late, and the vehicle's clock may be ahead. */
const begunAt = sql<Date>`least(${alerts.firstSeen}, ${alerts.raisedAt})`.mapWith(alerts.firstSeen)

/** When an alert ended: it was closed, or its cause was gone. */
const overAt = sql<Date | null>`least(${alerts.closedAt}, ${alerts.clearedAt})`.mapWith(alerts.closedAt)

/** The alerts of a vehicle that were open and not cleared at some time in the span, without suppressed ones. */
export async function alertsWithin(db: Database, org: Org, vehicle: VehicleId, { from, to }: Span) {
  const stillOpen = (column: typeof alerts.closedAt | typeof alerts.clearedAt): SQL =>
    or(isNull(column), gt(column, from))!
  const rows = await db
    .select({ severity: alerts.severity, begunAt, overAt })
    .from(alerts)
    .where(
      ownedBy(
        org,
        alerts,
        eq(alerts.vehicleId, vehicle),
        isShown(),
        or(lt(alerts.firstSeen, to), lt(alerts.raisedAt, to)),
        and(stillOpen(alerts.closedAt), stillOpen(alerts.clearedAt)),
      ),
    )
    .orderBy(desc(alerts.raisedAt))
    .limit(alertsRead)
  return rows.map((row) => ({ severity: row.severity, from: row.begunAt.getTime(), to: row.overAt?.getTime() ?? null }))
}

/** The bounds of all steps together, by which PostgreSQL excludes chunks without reading them. */
const between = (ts: PgColumn, from: number, to: number): SQL[] => [
  gte(ts, sql`${new Date(from).toISOString()}::timestamptz`),
  lt(ts, sql`${new Date(to).toISOString()}::timestamptz`),
]

/** Maximum number of steps, with one lookup per step and kind of event: a day by the minute, else longer steps. */
const stepsLooked = 1_440
const eventTables = [positions, syslogEvents, idsEvents, canFrames]

/**
 * The steps of the span, and of the five minutes before it, with any event of the vehicle. Compressed positions are
 * read sequentially: a lookup of a single one would decompress a thousand.
 */
export async function eventStepsWithin(
  db: AnyDatabase,
  org: Org,
  vehicle: VehicleId,
  { from, to }: Span,
): Promise<{ from: number; to: number }[]> {
  const begin = from.getTime() - offlineAfterMs
  const stepMs = Math.max(60_000, Math.ceil((to.getTime() - begin) / stepsLooked))
  const edge = (step: SQL): SQL => sql`to_timestamp((${begin}::float8 + (${step}) * ${stepMs}::float8) / 1000)`
  const within = (table: (typeof eventTables)[number] | typeof signals, more?: SQL): SQL =>
    ownedBy(
      org,
      table,
      eq(table.vehicleId, vehicle),
      more,
      ...between(table.ts, begin, to.getTime()),
      sql`${table.ts} >= ${edge(sql`s`)}`,
      sql`${table.ts} < ${edge(sql`s + 1`)}`,
    )
  const packed = ownedBy(
    org,
    positions,
    eq(positions.vehicleId, vehicle),
    ...between(positions.ts, begin, Math.min(to.getTime(), await compressedUntil(db, positionsOverTime))),
  )
  const sent = await signalIdsOf(db, org, vehicle, { from: new Date(begin), to }, signalsLooked)
  const eventSteps = [
    sql`s IN (SELECT floor((extract(epoch
      FROM ${positions.ts})::float8 * 1000 - ${begin}::float8) / ${stepMs}::float8)::int
      FROM ${positions}
      WHERE ${packed})`,
    ...eventTables.map((table) => sql`EXISTS (SELECT 1 FROM ${table} WHERE ${within(table)})`),
    // their index begins with the vehicle and the signal; checked last, because most vehicles that send signals also
    // send positions
    sql`EXISTS (SELECT 1
      FROM unnest(${`{${sent.join(',')}}`}::int4[]) AS mine(id) CROSS
      JOIN LATERAL (SELECT 1
      FROM ${signals}
      WHERE ${within(signals, sql`${signals.signalId} = mine.id`)}
      LIMIT 1) one)`,
  ]
  const rows = await rowsOf<{ s: number }>(
    db,
    sql`
   
      SELECT s
      FROM generate_series(0, ${Math.ceil((to.getTime() - begin) / stepMs) - 1}::int) s
      WHERE ${sql.join(eventSteps, sql` OR `)}
      ORDER BY s`,
  )
  return rows.map(({ s }) => ({ from: begin + s * stepMs, to: begin + (s + 1) * stepMs }))
}
