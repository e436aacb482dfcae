import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { createTimeSeries } from '@carapace/shared/core/time-series.queries'
import { allTimeSeries } from '@carapace/shared/msoc/events.series'

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

/**
 * Brings a database to this version: migrations for the relational tables, then the time series, as hypertables where the
 * server has TimescaleDB and as native partitions elsewhere. Safe to repeat.
 */
export async function prepareDatabase(url: string): Promise<{ timescale: boolean }> {
  const client = postgres(url, { max: 1, onnotice: () => undefined, connection: { application_name: 'carapace migrate' } })
  try {
    const db = drizzle(client)
    await migrate(db, { migrationsFolder })
    return await createTimeSeries(db, allTimeSeries)
  } finally {
    await client.end()
  }
}
