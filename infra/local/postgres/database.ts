import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { createTimeSeries } from '@carapace/shared/core/time-series/time-series.queries'
import { allTimeSeries } from '@carapace/shared/msoc/events/events.series'

/** An arbitrary number for the lock with which only one process at a time migrates a database. */
const migrationLock = 7_262_002

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

/**
 * Migrates a database to this version: first the relational tables, then the time series, as hypertables if the server
 * has TimescaleDB and as native partitions otherwise. Safe to repeat; a second process waits until the first is done.
 * `tell` receives hints for the operator.
 */
export async function prepareDatabase(
  url: string,
  notify: (sentence: string) => void = () => undefined,
): Promise<{ timescale: boolean }> {
  const client = postgres(url, {
    max: 1,
    onnotice: () => undefined,
    connection: { application_name: 'carapace migrate' },
  })
  try {
    const db = drizzle(client)
    // the lock belongs to the connection and is released with it
    await db.execute(sql`SELECT pg_advisory_lock(${sql.raw(String(migrationLock))})`)
    await migrate(db, { migrationsFolder })
    const { timescale, canMove } = await createTimeSeries(db, allTimeSeries)
    if (canMove)
      notify(
        'The server has TimescaleDB, but the time series are native partitions and stay so. `npm run admin -- ' +
          'time-series move` makes hypertables of them.',
      )
    return { timescale }
  } finally {
    await client.end()
  }
}
