import { getTableName, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'

/** A length of time, in a form that PostgreSQL and people read. */
export type Interval = `${number} ${'minutes' | 'hour' | 'hours' | 'day' | 'days'}`

export interface TimeSeriesRules {
  /** How much time one chunk (TimescaleDB) or partition (plain PostgreSQL) spans. */
  readonly chunk: Interval
  /** From this age on a chunk is compressed, if TimescaleDB can. */
  readonly compressAfter: Interval
  /** Rows with the same values in these columns are compressed together. */
  readonly segmentBy: readonly PgColumn[]
  /** From this age on a chunk is dropped as a whole. */
  readonly keep: Interval
  /** The columns by which queries find rows; each list becomes an index that ends with the time. */
  readonly indexes: readonly (readonly PgColumn[])[]
}

/** A table over time: its Drizzle table, and the rules that only the time-series engine needs. */
export interface TimeSeries extends TimeSeriesRules {
  readonly table: PgTable
  readonly name: string
  readonly time: PgColumn
}

const unitMs = { minutes: 60_000, hour: 3_600_000, hours: 3_600_000, day: 86_400_000, days: 86_400_000 } as const

/** Whether a text is a valid length of time for a chunk. */
export function isInterval(text: string): text is Interval {
  return /^[1-9]\d{0,3} (?:minutes|hours?|days?)$/.test(text)
}

export function intervalMs(interval: Interval): number {
  const [count, unit] = interval.split(' ') as [string, keyof typeof unitMs]
  return Number(count) * unitMs[unit]
}

/** Declares the table of `time` as a time series; its DDL, its partitions and its retention are made from this. */
export function timeSeries(time: PgColumn, rules: TimeSeriesRules): TimeSeries {
  return { table: time.table, name: getTableName(time.table), time, ...rules }
}

/**
 * The statements that create the table if it is missing. They are our own, since drizzle-kit knows neither PARTITION BY
 * nor hypertables. Column types, NOT NULL and names come from the Drizzle table.
 */
export function createStatements(series: TimeSeries, timescale: boolean): SQL[] {
  const columns = getTableConfig(series.table).columns.map(
    (c) => `"${c.name}" ${c.getSQLType()}${c.notNull ? ' NOT NULL' : ''}`,
  )
  const partitioning = timescale ? '' : ` PARTITION BY RANGE ("${series.time.name}")`
  const create = `CREATE TABLE IF NOT EXISTS "${series.name}" (${columns.join(', ')})${partitioning}`
  return [
    create,
    ...(timescale ? hypertableStatements(series) : []),
    ...series.indexes.map((by) => indexStatement(series, by)),
  ].map((text) => sql.raw(text))
}

export function indexName(series: TimeSeries, by: readonly PgColumn[]): string {
  return `${series.name}_${by.map((c) => c.name).join('_')}_idx`
}

function indexStatement(series: TimeSeries, by: readonly PgColumn[]): string {
  return (
    `CREATE INDEX IF NOT EXISTS "${indexName(series, by)}" ON "${series.name}" ` +
    `(${[...by, series.time].map((c) => `"${c.name}"`).join(', ')})`
  )
}

function hypertableStatements(series: TimeSeries): string[] {
  const { name, time, chunk, segmentBy, compressAfter } = series
  return [
    `SELECT create_hypertable('"${name}"', by_range('${time.name}', INTERVAL '${chunk}'), ` +
      'if_not_exists => true, create_default_indexes => false)',
    `ALTER TABLE "${name}" SET (timescaledb.compress, timescaledb.compress_segmentby = ` +
      `'${segmentBy.map((c) => c.name).join(', ')}', timescaledb.compress_orderby = '${time.name}')`,
    `SELECT add_compression_policy('"${name}"', INTERVAL '${compressAfter}', if_not_exists => true)`,
  ]
}

/** One native partition: its name and its half-open time span, in epoch ms. */
export interface Partition {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** The partition of a time. Spans are counted from the epoch, so that every process uses the same names. */
export function partitionOf(series: TimeSeries, ms: number): Partition {
  const span = intervalMs(series.chunk)
  const from = Math.floor(ms / span) * span
  const stamp = new Date(from).toISOString().slice(0, 16).replace(/[-:T]/g, '')
  return { name: `${series.name}_p${stamp}`, from, to: from + span }
}

/** The native partition of that name, with the span parsed from it; undefined: the name is not one of ours. */
export function partitionNamed(series: TimeSeries, name: string): Partition | undefined {
  const stamp = /_p(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(name)
  if (!stamp) return undefined
  const [, y, mo, d, h, mi] = stamp.map(Number) as [number, number, number, number, number, number]
  const from = Date.UTC(y, mo - 1, d, h, mi)
  return { name, from, to: from + intervalMs(series.chunk) }
}

/**
 * The statements that make one partition. It is made first and then attached, because CREATE … PARTITION OF would lock
 * out every reader of the whole table, and ATTACH does not.
 */
export function attachStatements(series: TimeSeries, partition: Partition): SQL[] {
  const from = new Date(partition.from).toISOString()
  const to = new Date(partition.to).toISOString()
  return [
    sql.raw(`CREATE TABLE "${partition.name}" (LIKE "${series.name}" INCLUDING ALL)`),
    sql.raw(
      `ALTER TABLE "${series.name}" ATTACH PARTITION "${partition.name}" FOR VALUES FROM ('${from}') TO ('${to}')`,
    ),
  ]
}
