import { sql } from 'drizzle-orm'
import { type AnyDatabase, keptAs, rowsOf } from './time-series.queries.ts'
import type { Interval, TimeSeries } from './time-series.ts'

/** The chunks or native partitions of a table, with their indexes. */
interface Chunks {
  /** The time span of new chunks; native partitions span what is declared. */
  readonly interval: string
  readonly chunks: number
  readonly compressed: number
  readonly bytes: number
  /** Bytes of the largest uncompressed chunk: the expected size of the newest chunk when it is full. */
  readonly largest: number
}

export async function chunksOf(db: AnyDatabase, series: TimeSeries): Promise<Chunks> {
  const [row] = await rowsOf<Chunks>(
    db,
    (await keptAs(db, series.name)) === 'hypertable' ? inHypertable(series) : inNativeTable(series),
  )
  return row!
}

const inHypertable = (series: TimeSeries) => sql`
 
  SELECT (SELECT time_interval::text
  FROM timescaledb_information.dimensions
  WHERE hypertable_schema = current_schema()
  AND hypertable_name = ${series.name}) AS interval,
    count(*)::int AS chunks, count(*) FILTER (WHERE is_compressed)::int AS compressed,
    coalesce(sum(s.total_bytes), 0)::float8 AS bytes,
    coalesce(max(s.total_bytes) FILTER (WHERE NOT is_compressed), 0)::float8 AS largest
  FROM timescaledb_information.chunks c JOIN chunks_detailed_size(${series.name}) s USING (chunk_schema, chunk_name)
  WHERE c.hypertable_schema = current_schema() AND c.hypertable_name = ${series.name}`

const inNativeTable = (series: TimeSeries) => sql`
  SELECT ${series.chunk} AS interval, count(*)::int AS chunks, 0 AS compressed,
    coalesce(sum(pg_total_relation_size(inhrelid)), 0)::float8 AS bytes,
    coalesce(max(pg_total_relation_size(inhrelid)), 0)::float8 AS largest
  FROM pg_inherits WHERE inhparent = to_regclass(${`"${series.name}"`})`

/**
 * Until when rows of the table may be compressed, in epoch ms; 0: none are. Looking up one compressed row unpacks a
 * thousand.
 */
export async function compressedUntil(db: AnyDatabase, series: TimeSeries): Promise<number> {
  if ((await keptAs(db, series.name)) !== 'hypertable') return 0
  const [row] = await rowsOf<{ until: number }>(
    db,
    sql`
    SELECT coalesce(extract(epoch FROM max(range_end))::float8 * 1000, 0) AS until FROM timescaledb_information.chunks
    WHERE hypertable_schema = current_schema() AND hypertable_name = ${series.name} AND is_compressed`,
  )
  return row!.until
}

/** Sets the time span of future chunks of the hypertable. A migration leaves it unchanged (rule TIMESERIES-8). */
export async function setChunkInterval(db: AnyDatabase, series: TimeSeries, interval: Interval): Promise<void> {
  await db.execute(sql`SELECT set_chunk_time_interval(${series.name}, ${interval}::interval)`)
}
