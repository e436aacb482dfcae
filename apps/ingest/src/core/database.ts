import { setTimeout } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
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
   * what became of it, so that a batch is never stored twice nor believed lost.
   */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A process that was paused in a transaction, or whose network is gone, holds its locks no longer than this. */
const idleMs = 30_000
/** A host that died in the middle of a COPY holds its locks until the server asks whether it is there. */
const deadHosts = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'
/** How long the database may take to answer at the start. */
const startForMs = 30_000

export function connect(databaseUrl: string, log: Log): Connections {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, application_name: 'carapace ingest' })
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  // one that is in use tells its loss to its query, and once more to nobody: without a listener that would end the
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
    await client.end().catch(() => undefined) // it is being thrown away; the error that led here is the one to tell
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
        // our own mistake, not the connection's: nothing was committed, and trying again would not help
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

/** Does at the start what a database that is just coming up cannot do yet. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const giveUp = Date.now() + startForMs; ; await setTimeout(500)) {
    try {
      return await work()
    } catch (error) {
      if (isRefusal(error) || Date.now() > giveUp) throw error
    }
  }
}

/** The transaction surely left nothing behind: it may be tried again. */
export class NotCommitted extends Error {}

/** Nobody could be asked whether the transaction was committed: only a sender with a key may try again. */
export class Unsure extends Error {}

function unsure(cause: unknown): never {
  throw new Unsure('the database did not come back to say whether it committed', { cause })
}

/** Whether the error is PostgreSQL's answer (the connection lives on) and not the loss of the connection. */
function isAlive(error: unknown): boolean {
  const code = codeOf(error)
  return code !== undefined && !code.startsWith('57P') && !code.startsWith('08')
}

/**
 * Classes of PostgreSQL's errors (its manual, appendix A) that say nothing about the data: connections, transaction
 * states, deadlocks, resources (a full disk), locks, an operator, the system. The same batch may go in a little later.
 */
const passing = ['08', '25', '40', '53', '55', '57', '58']

/** Whether PostgreSQL will never take what it was given. To call a full disk that would lose what waits behind it. */
export function isRefusal(error: unknown): boolean {
  const code = codeOf(error)
  return code !== undefined && !passing.includes(code.slice(0, 2))
}

/** PostgreSQL's code; Drizzle wraps the error that carries it. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code
  return error instanceof Error && error.cause !== undefined ? codeOf(error.cause) : undefined
}

/**
 * The row in which a process notes, last of all in each transaction, which of its batches that is. pg_xact_status would
 * not do: a crash forgets transaction numbers that were not on the disk yet and gives them to others, whose commit
 * would be taken for ours.
 */
const noteBatch = `INSERT INTO ingest_replies AS noted (key_uuid, idempotency_key, reply, at) VALUES ($1, 'last batch', to_jsonb($2::int), now())
  ON CONFLICT (key_uuid, idempotency_key) DO UPDATE`

/**
 * The last batch that was committed, or 0. Waits for a transaction that is still under way (it holds the row), and for
 * the server for as long as a sender would wait.
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
