import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { afterAll } from 'vitest'

import { prepareDatabase } from '../../local/postgres/database.ts'

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
 * `before` is called with it while it is empty.
 */
export async function testDatabase(
  before: (db: PostgresJsDatabase) => Promise<void> = async () => undefined,
): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL names no PostgreSQL server: `npm test` starts one.')
  const name = `carapace_test_${randomBytes(6).toString('hex')}`
  await onServer(server, (sql) => sql`CREATE DATABASE ${sql(name)}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const [sql, client] = [4, 2].map((max) =>
    postgres(url.href, { max, onnotice: () => undefined, connection: { application_name: 'carapace test' } }),
  ) as [postgres.Sql, postgres.Sql]
  afterAll(async () => {
    // anything that a test left running or connected is ended with the database
    await Promise.all([sql.end({ timeout: 5 }), client.end({ timeout: 5 })])
    await onServer(server, (admin) => admin`DROP DATABASE IF EXISTS ${admin(name)} WITH (FORCE)`)
  })
  const db = drizzle(client)
  await before(db)
  return { url: url.href, sql, db, ...(await prepareDatabase(url.href)) }
}

async function onServer(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}
