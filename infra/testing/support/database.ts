import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { inject } from 'vitest'

import { prepareDatabase } from '../../local/postgres/database.ts'
import { atEnd } from './at-end.ts'
import { createTestDatabase, dropDatabase } from './test-server.ts'

export interface TestDatabase {
  readonly url: string
  readonly timescale: boolean
  /** For reading the tables, and for changes that the product never makes. */
  readonly sql: postgres.Sql
  /** The same tables for the product's queries. Drizzle changes how its client reads times, hence two clients. */
  readonly db: PostgresJsDatabase
}

/**
 * A migrated database for this test file, on the server in TEST_DATABASE_URL; it is dropped after the file's tests.
 * `before` is called with it while it is empty; without `before` it is a copy of one that is migrated already.
 */
export async function testDatabase(before?: (db: PostgresJsDatabase) => Promise<void>): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL names no PostgreSQL server: `npm test` starts one.')
  const template = before === undefined ? inject('templateDatabase') : undefined
  const { name, url } = await createTestDatabase(server, template)
  const [sql, client] = [4, 2].map((max) =>
    postgres(url, { max, onnotice: () => undefined, connection: { application_name: 'carapace test' } }),
  ) as [postgres.Sql, postgres.Sql]
  atEnd(async () => {
    // anything that a test left running or connected is ended with the database
    await Promise.all([sql.end({ timeout: 5 }), client.end({ timeout: 5 })])
    await dropDatabase(server, name)
  })
  const db = drizzle(client)
  await before?.(db)
  const { timescale } = template === undefined ? await prepareDatabase(url) : { timescale: false }
  return { url, sql, db, timescale }
}
