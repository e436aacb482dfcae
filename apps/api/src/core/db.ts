import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { connections, fairClient } from './fair-client.ts'

export type Database = PostgresJsDatabase
/** The database handle inside a transaction. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface Connection {
  readonly db: Database
  close(): Promise<void>
}

/** No statement runs longer, ms: neither a call nor a part of a job needs it (rule USE-2). */
const longestStatementMs = 60_000

export function connect(databaseUrl: string): Connection {
  const client = postgres(databaseUrl, {
    max: connections,
    onnotice: () => undefined,
    connection: { application_name: 'carapace api', jit: 'off', statement_timeout: longestStatementMs },
  })
  return { db: drizzle({ client: fairClient(client) as postgres.Sql }), close: () => client.end({ timeout: 5 }) }
}

/**
 * Classes of PostgreSQL errors that do not depend on the data: connections, transaction states, deadlocks,
 * resources, locks, operator intervention, system errors.
 */
const passing = ['08', '25', '40', '53', '55', '57', '58']

/** Whether PostgreSQL ended the statement: it ran too long, or its caller had gone. */
export function isEndedStatement(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error as { code?: unknown }).code === '57014' || isEndedStatement(error.cause)
}

/** Whether the same work may succeed a little later: the database is unavailable or could not do it now. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  // the client's own codes are words (CONNECTION_CLOSED, ECONNREFUSED); PostgreSQL's codes have five characters
  if (typeof code === 'string') return code.length !== 5 || passing.includes(code.slice(0, 2))
  return isPassing(error.cause)
}
