import { and, between, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { intervalMs } from '@carapace/shared/core/time-series/time-series'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { compressedUntil } from '@carapace/shared/core/time-series/chunks.queries'
import { positions, positionsOverTime } from '@carapace/shared/msoc/events/events.series'
import { replayedVehicles } from '@carapace/shared/msoc/history/history.contract'
import { type VehicleId, vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'
import type { Span } from '../span.ts'

type Bbox = readonly [west: number, south: number, east: number, north: number]

interface Mover {
  readonly id: VehicleId
  readonly uuid: string
  readonly vin: string
  readonly model: string
}

const at = (date: Date): SQL => sql`${date.toISOString()}::timestamptz`

function inside([west, south, east, north]: Bbox): SQL {
  const across =
    west <= east
      ? between(positions.lon, west, east)
      : sql`(${positions.lon} >= ${west} OR ${positions.lon} <= ${east})`
  return and(between(positions.lat, south, north), across)!
}

/**
 * The vehicles with a position in the span, and in the box if there is one: one index lookup per vehicle that has such
 * a position.
 */
export async function moversOf(
  db: Database,
  org: Org,
  { from, to }: Span,
  only: { vehicle?: VehicleId | undefined; bbox?: Bbox | undefined },
): Promise<Mover[]> {
  const seen = ownedBy(
    org,
    positions,
    eq(positions.vehicleId, vehicles.id),
    gte(positions.ts, at(from)),
    lt(positions.ts, at(to)),
    only.bbox && inside(only.bbox),
  )
  return rowsOf<Mover>(
    db,
    sql`
    SELECT ${vehicles.id}, ${vehicles.uuid}, ${vehicles.vin}, ${vehicles.model}
    FROM ${vehicles} CROSS JOIN LATERAL (SELECT 1 FROM ${positions} WHERE ${seen} LIMIT 1) seen
   
      WHERE ${ownedBy(org, vehicles, only.vehicle === undefined ? undefined : eq(vehicles.id, only.vehicle))}
      ORDER BY ${vehicles.id}`,
  )
}

interface Track {
  readonly id: VehicleId
  readonly t: number[]
  readonly lat: number[]
  readonly lon: number[]
  readonly speed_kph: (number | null)[]
  readonly heading_deg: (number | null)[]
}

/** Steps from the first up to the end, which is not included. */
export type StepRange = readonly [first: number, end: number]

/** Maximum parts in which steps are looked up, not counting steps that cross a border. */
const mostParts = 16

/**
 * Divides steps into parts that lie in one chunk each, or in a few if the span has many chunks. The planner then sees
 * one chunk; to choose among several at each lookup takes TimescaleDB four times as long as the lookup. A step that
 * crosses a border is a part by itself.
 */
export function lookupParts(fromMs: number, stepMs: number, first: number, end: number): StepRange[] {
  const chunk = intervalMs(positionsOverTime.chunk)
  const unit = chunk * Math.max(1, Math.ceil(((end - first) * stepMs) / chunk / mostParts))
  const parts: StepRange[] = []
  for (let at = first; at < end; at = parts.at(-1)![1]) {
    const begin = fromMs + at * stepMs
    const border = (Math.floor(begin / unit) + 1) * unit
    parts.push([at, Math.min(end, at + Math.max(1, Math.floor((border - begin) / stepMs)))])
  }
  return parts
}

/**
 * Each vehicle's first position of each step. For uncompressed rows that is one index lookup per step: rows in between
 * are not read, however many there are. Compressed rows are read sequentially, since each lookup would decompress a
 * thousand of them.
 */
export async function tracksOf(
  db: Database,
  org: Org,
  movers: readonly Mover[],
  { from, to }: Span,
  stepMs: number,
): Promise<Map<VehicleId, Track>> {
  const ids = JSON.stringify(movers.slice(0, replayedVehicles).map(({ id }) => id))
  const steps = Math.ceil((to.getTime() - from.getTime()) / stepMs)
  const packed = Math.min(
    steps,
    Math.max(0, Math.floor(((await compressedUntil(db, positionsOverTime)) - from.getTime()) / stepMs)),
  )
  const border = new Date(Math.min(to.getTime(), from.getTime() + packed * stepMs))
  const step = sql`${stepMs}::float8 * interval '1 millisecond'`
  const mine = (begin: Date, end: Date, ...more: SQL[]) =>
    ownedBy(
      org,
      positions,
      sql`${positions.vehicleId} = mover.id`,
      gte(positions.ts, at(begin)),
      lt(positions.ts, at(end)),
      ...more,
    )
  const lookup = ([first, end]: StepRange) => sql`
      UNION ALL
      SELECT looked.* FROM generate_series(${first}::int, ${end - 1}::int) s
      CROSS JOIN LATERAL (
        SELECT ts, lat, lon, speed_kph, heading_deg FROM ${positions}
      WHERE ${mine(
        new Date(from.getTime() + first * stepMs),
        new Date(Math.min(to.getTime(), from.getTime() + end * stepMs)),
        sql`${positions.ts} >= ${at(from)} + s * ${step}`,
        sql`${positions.ts} < ${at(from)} + (s + 1) * ${step}`,
      )}
        ORDER BY ${positions.ts} LIMIT 1) looked`
  const rows = await rowsOf<Track>(
    db,
    sql`
   
      SELECT mover.id, json_agg(round(extract(epoch
      FROM p.ts - ${at(from)}) * 1000)::int8
      ORDER BY p.ts) AS t, json_agg(p.lat
      ORDER BY p.ts) AS lat, json_agg(p.lon
      ORDER BY p.ts) AS lon,
      json_agg(p.speed_kph ORDER BY p.ts) AS speed_kph, json_agg(p.heading_deg ORDER BY p.ts) AS heading_deg
    FROM (SELECT value::int AS id FROM jsonb_array_elements_text(${ids}::jsonb)) mover
    CROSS JOIN LATERAL (
      SELECT ts, lat, lon, speed_kph, heading_deg
      FROM (SELECT *, lag(step) OVER (ORDER BY ts) AS before
       
      FROM (SELECT ts, lat, lon, speed_kph, heading_deg, date_bin(${step}, ts, ${at(from)}) AS step
      FROM ${positions}
      WHERE ${mine(from, border)}) every) read
      WHERE step IS DISTINCT FROM before
      ${sql.join(lookupParts(from.getTime(), stepMs, packed, steps).map(lookup), sql` `)}) p
    GROUP BY mover.id`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
