import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'

export type Database = PostgresJsDatabase
/** A transaction's database. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface Connection {
  readonly db: Database
  close(): Promise<void>
}

export function connect(databaseUrl: string): Connection {
  const client = postgres(databaseUrl, { max: 10, onnotice: () => undefined, connection: { application_name: 'carapace api' } })
  return { db: drizzle(client), close: () => client.end({ timeout: 5 }) }
}
