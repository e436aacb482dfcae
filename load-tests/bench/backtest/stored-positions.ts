import { drizzle } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import { createPartitions, partitionsBetween } from '@carapace/shared/core/time-series/time-series.queries'
import { positionsOverTime } from '@carapace/shared/msoc/events/events.series'

/** A span of stored events, ISO 8601. */
interface Span {
  readonly from: string
  readonly to: string
}

/**
 * Stores positions of the benchmark's vehicles, one a second each, until now: straight into the table, since the rate
 * of ingest is another benchmark.
 */
export async function storePositions(sql: Sql, rows: number): Promise<Span> {
  const [counted] = await sql<{ vehicles: number }[]>`SELECT count(*)::int AS vehicles FROM vehicles`
  const { vehicles } = counted!
  const end = Date.now() - 60_000
  const from = end - Math.ceil(rows / vehicles) * 1_000
  await createPartitions(drizzle(sql), positionsOverTime, partitionsBetween(positionsOverTime, from, end))
  await sql`TRUNCATE positions`
  await sql`
    INSERT INTO positions (ts, org_id, vehicle_id, received_at, lat, lon, speed_kph, heading_deg)
    SELECT to_timestamp(${from / 1_000}::float8 + n / ${vehicles}::int), v.org_id, v.id, now(), 48, 9,
      40 + n % 60, n % 360
    FROM generate_series(0, ${rows}::int - 1) n
    JOIN (SELECT id, org_id, row_number() OVER (ORDER BY id) - 1 AS place FROM vehicles) v
      ON v.place = n % ${vehicles}::int`
  await sql`ANALYZE positions`
  return { from: new Date(from).toISOString(), to: new Date(end).toISOString() }
}

/** The number of stored positions above a speed, km/h. */
export async function hitsAmong(sql: Sql, speed: number): Promise<number> {
  const [row] = await sql<{ hits: number }[]>`SELECT count(*)::int AS hits FROM positions WHERE speed_kph > ${speed}`
  return row!.hits
}
