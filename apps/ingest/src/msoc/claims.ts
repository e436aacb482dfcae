import type { Transaction } from '../core/database.ts'
import { settleReplays } from './capture/replays.sink.ts'
import type { Chunk, Reply } from './chunk.ts'
import { movePositions } from './kafka/positions.sink.ts'
import { settleRetries } from './sources/retries.sink.ts'
import { claimParts } from './storing/parts.sink.ts'
import { claimKeys, nameOf } from './storing/replies.sink.ts'

/** What a transaction found about its chunks when it claimed them. */
export interface Claims {
  /** Replies to requests that are stored already, by chunk. */
  readonly earlierReplies: ReadonlyMap<Chunk, Reply>
  /** Records whose position was moved before: another process stored them, or an attempt with unknown result. */
  readonly fenced: ReadonlySet<Chunk>
  /** The chunks that this transaction stores. */
  readonly fresh: readonly Chunk[]
}

/**
 * Claims the chunks of a batch for this transaction: their idempotency keys, positions, parts, retries and replays.
 * Chunks that are stored already leave the batch.
 */
export async function claim(tx: Transaction, chunks: readonly Chunk[], now: Date): Promise<Claims> {
  const earlierReplies = await claimKeys(tx, chunks, now)
  const fenced = await movePositions(tx, chunks)
  const repeated = await claimParts(tx, fenced.size > 0 ? chunks.filter((chunk) => !fenced.has(chunk)) : chunks, now)
  const elsewhere = [fenced, repeated, await settleRetries(tx, chunks), await settleReplays(tx, chunks)]
  const isFresh = (chunk: Chunk) =>
    !earlierReplies.has(chunk) && !elsewhere.some((some) => some.has(chunk)) && !isPassage(chunk)
  return { earlierReplies, fenced, fresh: chunks.filter(isFresh) }
}

/** Whether the record is only skipped: its batch moves the position, and nothing is stored or announced. */
function isPassage({ recordOf, events, rejects }: Chunk): boolean {
  return recordOf !== undefined && events.length + rejects.length === 0
}

/** Chunks without those that repeat a request of the same batch; and of each of these the first one. */
export interface Unique {
  readonly unique: readonly Chunk[]
  readonly twins: ReadonlyMap<Chunk, Chunk>
}

/** A request and its early retry can be in one batch: the second gets the reply of the first. */
export function withoutTwins(chunks: readonly Chunk[]): Unique {
  const first = new Map<string, Chunk>()
  const twins = new Map<Chunk, Chunk>()
  const unique = chunks.filter((chunk) => {
    if (!chunk.idempotency) return true
    const name = nameOf(chunk.idempotency)
    const earlier = first.get(name)
    if (earlier) twins.set(chunk, earlier)
    else first.set(name, chunk)
    return !earlier
  })
  return { unique, twins }
}
