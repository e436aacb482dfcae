import { setTimeout } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from './log.ts'

export type Database = NodePgDatabase

/** A transaction with both of its clients: Drizzle for statements, the raw client for COPY. */
export interface Transaction {
  readonly db: Database
  readonly client: pg.ClientBase
}

/** The connections of ingest: one that writes batches, in order, and a few for everything else. */
export interface Connections {
  readonly db: Database
  /**
   * Runs `work` in a transaction on the writing connection. If the connection is lost during the commit, it queries
   * PostgreSQL for the result, so that a batch is never stored twice and never falsely counted as lost.
   */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A process that was suspended in a transaction, or lost its network, holds its locks at most this long. */
const idleMs = 30_000
/** The locks of a host that died during a COPY are released when the server finds that the host is gone. */
const deadHosts = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'
/** How long the database may take to answer at startup. */
const startForMs = 30_000

export function connect(databaseUrl: string, log: Log): Connections {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, application_name: 'carapace ingest' })
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  // a connection in use reports its loss to its query, and emits a second error: without a listener that would end the
  // process
  pool.on('connect', (client) => client.on('error', () => undefined))
  const writerUuid = crypto.randomUUID()
  let writer: pg.Client | undefined
  let batch = 0

  async function writing(): Promise<pg.Client> {
    if (writer) return writer
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'carapace ingest writer',
      idle_in_transaction_session_timeout: idleMs,
      options: deadHosts,
    })
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
    await client.end().catch(() => undefined) // it is discarded; the original error is the one to report
  }

  return {
    db: drizzle(pool),
    async write(work) {
      const client = await writing().catch((error: unknown) => {
        throw new NotCommitted('the database does not answer', { cause: error })
      })
      const mine = ++batch
      let committing: { result: Awaited<ReturnType<typeof work>> } | undefined
      try {
        await client.query('BEGIN')
        const result = await work({ db: drizzle(client), client })
        await client.query(`${noteBatch} SET reply = excluded.reply`, [writerUuid, mine])
        committing = { result }
        await client.query('COMMIT')
        return result
      } catch (error) {
        if (isAlive(error)) {
          await client.query('ROLLBACK').catch(() => abandon(client))
          throw isRefusal(error) ? error : new NotCommitted('the database could not do it now', { cause: error })
        }
        // our own error, not that of the connection: nothing was committed, and a retry would not help
        if (writer === client && codeOf(error) === undefined && !committing) {
          await client.query('ROLLBACK').catch(() => abandon(client))
          throw error
        }
        await abandon(client)
        if (committing && (await lastBatch(pool, writerUuid).catch(unsure)) === mine) return committing.result
        throw new NotCommitted('the database went away before the commit', { cause: error })
      }
    },
    async close() {
      await Promise.all([writer?.end(), pool.end()])
    },
  }
}

/** Retries work at startup while the database is still starting. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const giveUp = Date.now() + startForMs; ; await setTimeout(500)) {
    try {
      return await work()
    } catch (error) {
      if (isRefusal(error) || Date.now() > giveUp) throw error
    }
  }
}

/** The transaction certainly stored nothing: it may be tried again. */
export class NotCommitted extends Error {}

/** It is unknown whether the transaction was committed: only a sender with an idempotency key may try again. */
export class Unsure extends Error {}

function unsure(cause: unknown): never {
  throw new Unsure('the database did not come back to say whether it committed', { cause })
}

/** Whether PostgreSQL answered with this error (the connection works), as opposed to a lost connection. */
function isAlive(error: unknown): boolean {
  const code = codeOf(error)
  return code !== undefined && !code.startsWith('57P') && !code.startsWith('08')
}

/**
 * Classes of PostgreSQL errors (its manual, appendix A) that do not depend on the data: connections, transaction
 * states, deadlocks, resources (a full disk), locks, operator intervention, system errors. A retry of the same batch
 * may succeed.
 */
const passing = ['08', '25', '40', '53', '55', '57', '58']

/** Whether PostgreSQL will never accept the data. If a full disk counted as that, the waiting data would be lost. */
export function isRefusal(error: unknown): boolean {
  const code = codeOf(error)
  return code !== undefined && !passing.includes(code.slice(0, 2))
}

/** A partition was removed: PostgreSQL reports this as a violated check. */
export function isMissingPartition(error: unknown): boolean {
  return codeOf(error) === '23514'
}

/** PostgreSQL's error code; Drizzle wraps the error that carries it. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code
  return error instanceof Error && error.cause !== undefined ? codeOf(error.cause) : undefined
}

/**
 * The row in which a process records the number of its batch, as the last statement of each transaction.
 * pg_xact_status is not sufficient: after a crash, transaction numbers that were not on the disk yet are given to other
 * transactions, whose commit would be taken for ours.
 */
const noteBatch = `INSERT INTO ingest_replies AS noted (key_uuid, idempotency_key, reply, at)
  VALUES ($1, 'last batch', to_jsonb($2::int), now())
  ON CONFLICT (key_uuid, idempotency_key) DO UPDATE`

/**
 * The number of the last committed batch, or 0. Waits for a transaction that is still in progress (it holds the row),
 * and for the server for as long as a sender would wait.
 */
async function lastBatch(pool: pg.Pool, writerUuid: string): Promise<number> {
  const giveUp = Date.now() + 15_000
  for (;;) {
    try {
      const { rows } = await pool.query<{ reply: number }>(`${noteBatch} SET reply = noted.reply RETURNING reply`, [
        writerUuid,
        0,
      ])
      return rows[0]!.reply
    } catch (error) {
      if (isAlive(error) || Date.now() > giveUp) throw error
      await setTimeout(200)
    }
  }
}
