import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import {
  attachStatements,
  createStatements,
  intervalMs,
  type Partition,
  partitionNamed,
  partitionOf,
  type TimeSeries,
} from './time-series.ts'

/**
 * The database or transaction of either driver: postgres.js in the api, pg in ingest (COPY needs it). Their result
 * types differ.
 */
export type AnyDatabase = PgDatabase<PgQueryResultHKT>

/** The rows of a raw query, with either driver. */
export async function rowsOf<Row>(db: AnyDatabase, query: SQL): Promise<Row[]> {
  const result: unknown = await db.execute(query)
  return (Array.isArray(result) ? result : (result as { rows: Row[] }).rows) as Row[]
}

/** An arbitrary number: it names the lock for making partitions, so that no two processes make the same one. */
const partitionLock = 7_262_001

/** Locks making and moving of partitions for other processes until the transaction ends. */
export async function lockPartitions(tx: AnyDatabase): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(String(partitionLock))})`)
}

/**
 * How a table of that name is stored: natively partitioned, as a hypertable, or undefined: it does not exist. Tables
 * can differ, since a move handles one after the other.
 */
export async function keptAs(db: AnyDatabase, name: string): Promise<'native' | 'hypertable' | undefined> {
  const [row] = await rowsOf<{ relkind: string }>(
    db,
    sql`SELECT relkind FROM pg_class WHERE oid = to_regclass(${`"${name}"`})`,
  )
  return row && (row.relkind === 'p' ? 'native' : 'hypertable')
}

/** Whether the server can make hypertables: TimescaleDB is installed and preloaded. */
export async function offersTimescale(db: AnyDatabase): Promise<boolean> {
  const [row] = await rowsOf<{ offered: boolean }>(
    db,
    sql`
   
      SELECT current_setting('shared_preload_libraries') LIKE '%timescaledb%'
      AND EXISTS (SELECT 1
      FROM pg_available_extensions
      WHERE name = 'timescaledb') AS offered`,
  )
  return row!.offered
}

interface Created {
  /** Whether all of them are hypertables. */
  readonly timescale: boolean
  /** Whether some are natively partitioned on a server that could make them hypertables (rule TIMESERIES-6). */
  readonly canMove: boolean
}

/**
 * Creates the missing ones of these time series, as hypertables if the server has TimescaleDB. A natively partitioned
 * table stays native, as do tables that a later version adds to it: the operator decides when to move (rules
 * TIMESERIES-2, TIMESERIES-6). Safe to repeat.
 */
export async function createTimeSeries(db: AnyDatabase, all: readonly TimeSeries[]): Promise<Created> {
  const kept = new Map<TimeSeries, 'native' | 'hypertable' | undefined>()
  for (const series of all) kept.set(series, await keptAs(db, series.name))
  const offered = await offersTimescale(db)
  const isNative = [...kept.values()].includes('native')
  const timescale = offered && !isNative
  if (timescale) await db.execute(sql`CREATE EXTENSION IF NOT EXISTS timescaledb`)
  for (const [series, as] of kept) {
    for (const statement of createStatements(series, as === 'hypertable' || timescale)) await db.execute(statement)
  }
  return { timescale, canMove: offered && isNative }
}

/**
 * Makes the given native partitions, in one transaction that excludes other processes. A hypertable makes its chunks by
 * itself.
 */
export async function createPartitions(
  db: AnyDatabase,
  series: TimeSeries,
  partitions: readonly Partition[],
): Promise<void> {
  if (partitions.length === 0) return
  await db.transaction(async (tx) => {
    await lockPartitions(tx)
    if ((await keptAs(tx, series.name)) !== 'native') return
    for (const partition of partitions) {
      const there = await rowsOf(tx, sql`SELECT 1 FROM pg_class WHERE relname = ${partition.name}`)
      if (there.length > 0) continue
      for (const statement of attachStatements(series, partition)) await tx.execute(statement)
    }
  })
}

/** The names of a table's native partitions, oldest first. */
export async function partitionsOf(db: AnyDatabase, table: string): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`SELECT c.relname AS name
      FROM pg_inherits i
      JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = to_regclass(${`"${table}"`})
      ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** The partitions that contain the times from `from` to `to`, in epoch ms. */
export function partitionsBetween(series: TimeSeries, from: number, to: number): Partition[] {
  const found: Partition[] = []
  for (let at = from; partitionOf(series, at).from <= to; at += intervalMs(series.chunk))
    found.push(partitionOf(series, at))
  return found
}

/**
 * Drops whole chunks or partitions that ended before `now - keep`; returns the names of the dropped ones. Never deletes
 * single rows.
 */
export async function dropOld(db: AnyDatabase, series: TimeSeries, now: number): Promise<string[]> {
  const before = now - intervalMs(series.keep)
  if ((await keptAs(db, series.name)) === 'hypertable') {
    const dropped = await rowsOf<{ name: string }>(
      db,
      sql`SELECT drop_chunks(${series.name}, older_than => ${new Date(before).toISOString()}::timestamptz) AS name`,
    )
    return dropped.map((row) => row.name)
  }
  const old = (await partitionsOf(db, series.name)).filter(
    (name) => (partitionNamed(series, name)?.to ?? Infinity) <= before,
  )
  for (const name of old) await db.execute(sql`DROP TABLE ${sql.identifier(name)}`)
  return old
}
