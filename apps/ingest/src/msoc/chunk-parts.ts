import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { Chunk, Reply } from './chunk.ts'

/**
 * Lines of a request that are divided, and of each part. Other numbers would divide a repeated request differently: its
 * events would be stored again.
 */
const linesUndivided = 1_000
const linesPerPart = 250

/**
 * Divides a large request into parts, so that the batches of others come in between (rule SHARE-21). The parts of a
 * request that is repeated are the same ones: they are divided by line, and each has the request's idempotency key and
 * its number. All rejects are in the first part, whose key is the request's.
 */
export function partsOf(chunk: Chunk): Chunk[] {
  const { lines, events, texts, idempotency } = chunk
  const isOneTransaction = chunk.recordOf ?? chunk.replayOf ?? chunk.retryOf
  if (isOneTransaction || (lines.at(-1) ?? 0) <= linesUndivided) return [chunk]
  const parts = new Map<number, { events: VehicleEvent[]; lines: number[]; texts: string[] | undefined }>()
  // even without an event in it: its rejects are the request's
  parts.set(0, { events: [], lines: [], texts: texts && [] })
  for (const [i, line] of lines.entries()) {
    const number = Math.floor((line - 1) / linesPerPart)
    const part = parts.get(number) ?? { events: [], lines: [], texts: texts && [] }
    parts.set(number, part)
    part.events.push(events[i]!)
    part.lines.push(line)
    if (texts) part.texts!.push(texts[i]!)
  }
  return [...parts].map(([number, part]) => ({
    ...chunk,
    ...part,
    // no header has a line break: no sender can choose the key of a part
    idempotency: idempotency && number > 0 ? { ...idempotency, key: `${idempotency.key}\n${number}` } : idempotency,
    rejects: number === 0 ? chunk.rejects : [],
  }))
}

/** The reply to a request, of the replies to its parts. */
export function joined(replies: readonly Reply[]): Reply {
  return {
    accepted: replies.reduce((sum, { accepted }) => sum + accepted, 0),
    rejected: replies.flatMap(({ rejected }) => rejected),
  }
}
