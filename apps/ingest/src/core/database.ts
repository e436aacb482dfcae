import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { rowsOf } from '@carapace/shared/core/time-series.queries'
import type { Log } from './log.ts'

export type Database = NodePgDatabase

/** A transaction's two faces: Drizzle for statements, the raw client for COPY. */
export interface Transaction {
  readonly db: Database
  readonly client: pg.ClientBase
}

/** The connections of ingest: one that writes batches, in order, and a few for everything else. */
export interface Connections {
  readonly db: Database
  /**
   * Runs `work` in a transaction on the writing connection. When the connection dies during the commit, asks PostgreSQL
   * what became of it (pg_xact_status), so that a batch is never stored twice nor believed lost.
   */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function connect(databaseUrl: string, log: Log): Connections {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, application_name: 'carapace ingest' })
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  let writer: pg.Client | undefined

  async function writing(): Promise<pg.Client> {
    if (writer) return writer
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'carapace ingest writer' })
    client.on('error', (error) => {
      log.warn({ err: error }, 'the writing database connection was lost')
      if (writer === client) writer = undefined
    })
    await client.connect()
    writer = client
    return client
  }

  async function abandon(client: pg.Client): Promise<void> {
    if (writer === client) writer = undefined
    await client.end().catch(() => undefined) // it is being thrown away; the error that led here is the one to tell
  }

  return {
    db: drizzle(pool),
    async write(work) {
      const client = await writing().catch((error: unknown) => {
        throw new NotCommitted('the database does not answer', { cause: error })
      })
      let committing: { xid: string; result: Awaited<ReturnType<typeof work>> } | undefined
      try {
        await client.query('BEGIN')
        const result = await work({ db: drizzle(client), client })
        const { rows } = await client.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid')
        committing = { xid: rows[0]!.xid, result }
        await client.query('COMMIT')
        return result
      } catch (error) {
        if (isAlive(error)) {
          await client.query('ROLLBACK').catch(() => abandon(client))
          throw error
        }
        await abandon(client)
        if (committing && (await wasCommitted(drizzle(pool), committing.xid))) return committing.result
        throw new NotCommitted('the database went away before the commit', { cause: error })
      }
    },
    async close() {
      await Promise.all([writer?.end(), pool.end()])
    },
  }
}

/** The transaction surely left nothing behind: it may be tried again. */
export class NotCommitted extends Error {}

/** Whether the error is PostgreSQL's answer (the connection lives on) and not the loss of the connection. */
export function isAlive(error: unknown): boolean {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  return code !== undefined && !code.startsWith('57P') && !code.startsWith('08')
}

/** Asks until the server answers again, or for as long as a sender would wait. */
async function wasCommitted(db: Database, xid: string): Promise<boolean> {
  const giveUp = Date.now() + 15_000
  for (;;) {
    try {
      const [row] = await rowsOf<{ status: string | null }>(db, sql`SELECT pg_xact_status(${xid}::xid8) AS status`)
      return row?.status === 'committed'
    } catch (error) {
      if (isAlive(error) || Date.now() > giveUp) throw error
      await setTimeout(200)
    }
  }
}
