import type { Batch } from './batch.ts'
import type { Clock } from '../clock.ts'
import type { Post, Reply } from './post.ts'

/** Counts of what happened to the events so far. */
export interface Tally {
  accepted: number
  rejected: number
  /** Events of requests that ingest refused completely (a wrong key, a body too large). */
  refused: number
  retries: number
  /** Events dropped because ingest was too slow, and their number of ticks. */
  dropped: number
  droppedTicks: number
  /** A description of the last problem. */
  trouble?: string
}

export function newTally(): Tally {
  return { accepted: 0, rejected: 0, refused: 0, retries: 0, dropped: 0, droppedTicks: 0 }
}

export interface Delivery {
  post: Post
  clock: Clock
  tally: Tally
  signal?: AbortSignal
}

const FIRST_BACKOFF_MS = 250
const LONGEST_BACKOFF_MS = 10_000

/**
 * Delivers a batch, however long that takes: after 503, 429 or a broken connection it waits (for the time in
 * Retry-After) and sends the same body with the same key, so that a request which was stored before the connection
 * broke is not stored twice. Returns false if it was stopped before ingest accepted the batch.
 */
export async function deliver({ post, clock, tally, signal }: Delivery, batch: Batch, key: string): Promise<boolean> {
  for (let attempt = 0; !signal?.aborted; attempt++) {
    const reply = await post(batch.body, key).catch((cause: Error): Reply => ({
      status: 0,
      accepted: 0,
      rejected: 0,
      reason: describe(cause),
    }))
    if (!isPassing(reply.status)) {
      settle(tally, batch, reply)
      return true
    }
    tally.retries++
    tally.trouble = `${reply.status || 'no answer'}: ${reply.reason ?? ''}`
    await clock.sleep(reply.retryAfterMs ?? Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt), signal)
  }
  return false
}

/** Whether a retry can help: no connection, too many requests, or a server error. */
function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}

function settle(tally: Tally, batch: Batch, reply: Reply): void {
  if (reply.status === 200) {
    tally.accepted += reply.accepted
    tally.rejected += reply.rejected
    return
  }
  tally.refused += batch.events
  tally.trouble = `${reply.status}: ${reply.reason ?? 'refused'}`
}

function describe(cause: Error & { code?: string }): string {
  return cause.message || (cause.code ?? 'connection failed')
}
