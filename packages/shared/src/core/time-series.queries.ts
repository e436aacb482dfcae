import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import {
  attachStatements, createStatements, intervalMs, type Partition, partitionEnd, partitionOf, type TimeSeries,
} from './time-series.ts'

/** Either driver's database or transaction: postgres.js in the api, pg in ingest (COPY needs it). Their result types differ. */
export type AnyDatabase = PgDatabase<PgQueryResultHKT>

/** The rows of a raw query, whichever driver ran it. */
export async function rowsOf<Row>(db: AnyDatabase, query: SQL): Promise<Row[]> {
  const result: unknown = await db.execute(query)
  return (Array.isArray(result) ? result : (result as { rows: Row[] }).rows) as Row[]
}

/** Any number: it names the lock under which partitions are made, so that two processes never race for one. */
const partitionLock = 7_262_001

export async function hasTimescale(db: AnyDatabase): Promise<boolean> {
  return (await rowsOf(db, sql`SELECT 1 FROM pg_extension WHERE extname = 'timescaledb'`)).length > 0
}

/** Creates what is missing of these time series; switches TimescaleDB on where the server has it. Safe to repeat. */
export async function createTimeSeries(db: AnyDatabase, all: readonly TimeSeries[]): Promise<{ timescale: boolean }> {
  const offered = await rowsOf(db, sql`SELECT 1 FROM pg_available_extensions WHERE name = 'timescaledb'`)
  const preloaded = await rowsOf<{ libs: string }>(db, sql`SELECT current_setting('shared_preload_libraries') AS libs`)
  if (offered.length > 0 && preloaded[0]!.libs.includes('timescaledb')) await db.execute(sql`CREATE EXTENSION IF NOT EXISTS timescaledb`)
  const timescale = await hasTimescale(db)
  for (const series of all) {
    for (const statement of createStatements(series, timescale)) await db.execute(statement)
  }
  return { timescale }
}

/** Makes the native partitions named, in one transaction that no other process shares. */
export async function createPartitions(db: AnyDatabase, series: TimeSeries, partitions: readonly Partition[]): Promise<void> {
  if (partitions.length === 0) return
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(String(partitionLock))})`)
    for (const partition of partitions) {
      const there = await rowsOf(tx, sql`SELECT 1 FROM pg_class WHERE relname = ${partition.name}`)
      if (there.length > 0) continue
      for (const statement of attachStatements(series, partition)) await tx.execute(statement)
    }
  })
}

/** The partitions that hold the moments from `from` to `to`, in epoch ms. */
export function partitionsBetween(series: TimeSeries, from: number, to: number): Partition[] {
  const found: Partition[] = []
  for (let at = from; partitionOf(series, at).from <= to; at += intervalMs(series.chunk)) found.push(partitionOf(series, at))
  return found
}

/** Drops whole chunks or partitions that ended before `now - keep`; answers the names of those dropped. Never touches rows. */
export async function dropOld(db: AnyDatabase, series: TimeSeries, now: number, timescale: boolean): Promise<string[]> {
  const before = now - intervalMs(series.keep)
  if (timescale) {
    const dropped = await rowsOf<{ name: string }>(
      db, sql`SELECT drop_chunks(${series.name}, older_than => ${new Date(before).toISOString()}::timestamptz) AS name`,
    )
    return dropped.map((row) => row.name)
  }
  const partitions = await rowsOf<{ name: string }>(
    db, sql`SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = ${series.name}::regclass`,
  )
  const old = partitions.map((row) => row.name).filter((name) => (partitionEnd(series, name) ?? Infinity) <= before)
  for (const name of old) await db.execute(sql`DROP TABLE ${sql.identifier(name)}`)
  return old
}
