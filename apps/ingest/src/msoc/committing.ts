import { setTimeout } from 'node:timers/promises'
import { Failure } from '@carapace/shared/core/failure'
import { rejectTextLength, textOfEvent } from '@carapace/shared/msoc/events/event-text'
import type { Batch } from '../core/batcher.ts'
import { isMissingPartition, isRefusal, NotCommitted, Unsure } from '../core/database.ts'
import type { Log } from '../core/log.ts'
import { type Chunk, type Reply, replyTo } from './chunk.ts'
import { withoutTwins } from './claims.ts'
import type { Fleets } from './detect/fleet.ts'
import type { Prepared } from './preparing.ts'
import type { Stored } from './storing-batch.ts'
import type { Partitions } from './storing/partitions.ts'

/** How long a batch is retried while the database is unavailable, before its senders get the answer BUSY. */
const retryTimeoutMs = 8_000

/** A record's position was moved before: another process stored it, or we did without getting the result. */
export class Fenced extends Error {}

interface Deps<Result> {
  /** Prepares the batch, unless it is prepared, and stores it in one transaction. */
  readonly attempt: (chunks: readonly Chunk[], prepared: Prepared | undefined, meanwhile: () => void) => Promise<Result>
  /** Runs after each commit. */
  readonly settle: (stored: Result) => void
  readonly fleets: Pick<Fleets, 'forgetThese'>
  readonly partitions: Pick<Partitions, 'forget'>
  readonly log: Log
}

/**
 * Returns the function that commits a batch, whatever fails: it is retried while the database is unavailable; refused
 * data becomes rejects, and does not affect the other chunks.
 */
export function createCommit<Result extends Stored>({ attempt, settle, fleets, partitions, log }: Deps<Result>) {
  /** Retries while the database is unavailable and the attempt certainly stored nothing. */
  async function persist(chunks: readonly Chunk[], { prepared, meanwhile }: Omit<Batch<Chunk, Prepared>, 'chunks'>) {
    const giveUp = Date.now() + retryTimeoutMs
    for (let ahead = prepared; ; ahead = undefined) {
      try {
        return await attempt(chunks, ahead, meanwhile)
      } catch (error) {
        // their memory may be ahead of the tables, and nobody else's is
        for (const { org, events } of chunks) fleets.forgetThese(org, new Set(events.map(({ vehicle }) => vehicle)))
        if (!isRefusal(error) || isMissingPartition(error)) partitions.forget()
        if (!(error instanceof NotCommitted) || Date.now() > giveUp) throw error
        await setTimeout(250)
      }
    }
  }

  async function commit({ chunks, ...stage }: Batch<Chunk, Prepared>): Promise<(Reply | Error)[]> {
    const { unique, twins } = withoutTwins(chunks)
    try {
      const stored = await persist(unique, stage)
      settle(stored)
      return chunks.map((chunk) => answerOf(stored, twins.get(chunk) ?? chunk))
    } catch (error) {
      if (error instanceof NotCommitted || error instanceof Unsure) {
        log.error({ err: error }, 'a batch could not be stored; its senders get the answer BUSY')
        return chunks.map(busy)
      }
      if (unique.length > 1) return commitHalves(chunks)
      const reply = await refuseAll(unique[0]!, error as Error)
      return chunks.map(() => reply)
    }
  }

  const commitAlone = (chunks: readonly Chunk[]) => commit({ chunks, prepared: undefined, meanwhile: () => undefined })

  /**
   * One chunk's bad data must not affect the others: after a batch was refused, each half is committed separately, in
   * order, down to the one at fault.
   */
  async function commitHalves(chunks: readonly Chunk[]): Promise<(Reply | Error)[]> {
    const half = chunks.length >> 1
    return [...(await commitAlone(chunks.slice(0, half))), ...(await commitAlone(chunks.slice(half)))]
  }

  /** Converts events that cannot be stored to rejects with the reason, which are stored like any others. */
  async function refuseAll(chunk: Chunk, error: Error): Promise<Reply | Error> {
    log.error({ err: error, source: chunk.source }, 'a chunk could not be stored')
    if (chunk.events.length === 0) return refuseRejects(chunk)
    rejectEvents(chunk, error)
    return (await commitAlone([chunk]))[0]!
  }

  /**
   * Handles a chunk that is refused again, now without events: then its rejects cannot be stored, and the only copy is
   * that of the sender or the broker.
   */
  async function refuseRejects(chunk: Chunk): Promise<Reply | Error> {
    const reply = replyTo(chunk)
    if (!chunk.recordOf || chunk.rejects.length === 0) return reply
    log.error({ record: chunk.recordOf }, 'not even the rejects of this record can be stored: it is skipped')
    chunk.rejects.length = 0
    return (await commitAlone([chunk]))[0]!
  }

  return commit
}

function answerOf({ fenced, earlierReplies }: Stored, chunk: Chunk): Reply | Error {
  if (fenced.has(chunk)) return new Fenced('the position of this record was moved before')
  return earlierReplies.get(chunk) ?? replyTo(chunk)
}

function busy(): Failure {
  return new Failure('BUSY', {
    message: 'The database is not available. Send this again, with the same Idempotency-Key, after Retry-After.',
    retryAfter: 2,
  })
}

function rejectEvents({ events, lines, rejects }: Chunk, error: Error): void {
  const reason = isRefusal(error)
    ? `the database refused it: ${wordsOf(error)}`
    : 'it could not be processed; this has been recorded'
  for (const [i, event] of events.entries()) {
    const text = textOfEvent(event).slice(0, rejectTextLength)
    rejects.push({ line: lines[i]!, reason, text, vehicle: event.vehicle })
  }
  events.length = 0
  lines.length = 0
}

/** PostgreSQL's own message; Drizzle's message is the whole statement with its values. */
function wordsOf(error: Error): string {
  return error.cause instanceof Error ? wordsOf(error.cause) : error.message
}
