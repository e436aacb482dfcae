import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'

export type Database = PostgresJsDatabase
/** The database handle inside a transaction. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface Connection {
  readonly db: Database
  close(): Promise<void>
}

export function connect(databaseUrl: string): Connection {
  const client = postgres(databaseUrl, {
    max: 10,
    onnotice: () => undefined,
    connection: { application_name: 'carapace api', jit: 'off' },
  })
  return { db: drizzle(client), close: () => client.end({ timeout: 5 }) }
}

/**
 * Classes of PostgreSQL errors that do not depend on the data: connections, transaction states, deadlocks,
 * resources, locks, operator intervention, system errors.
 */
const passing = ['08', '25', '40', '53', '55', '57', '58']

/** Whether the same work may succeed a little later: the database is unavailable or could not do it now. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  // the client's own codes are words (CONNECTION_CLOSED, ECONNREFUSED); PostgreSQL's codes have five characters
  if (typeof code === 'string') return code.length !== 5 || passing.includes(code.slice(0, 2))
  return isPassing(error.cause)
}
