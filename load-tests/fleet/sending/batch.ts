import type { Line } from './events.ts'

/** The body of one request. */
export interface Batch {
  body: string
  events: number
}

/**
 * Limits of one request. Ingest accepts 8 MiB and 20,000 events; frames of packed batches may count as events there.
 */
const MOST_EVENTS = 2000
const MOST_BYTES = 6 * 1024 * 1024
const MOST_ROWS = 15_000

/**
 * How many of the first lines fit into one request: at least one, so that ingest refuses a line that is too large, and
 * it is not kept for ever.
 */
export function fitting(lines: readonly Line[]): number {
  let [bytes, rows, count] = [0, 0, 0]
  for (const line of lines) {
    bytes += line.text.length + 1
    rows += line.rows
    if (count > 0 && (bytes > MOST_BYTES || rows > MOST_ROWS || count >= MOST_EVENTS)) break
    count++
  }
  return count
}

/** Lines as NDJSON. */
export function batchOf(lines: readonly Line[]): Batch {
  return { body: `${lines.map((line) => line.text).join('\n')}\n`, events: lines.length }
}

/** Splits lines into requests, in order. */
export function batchesOf(lines: readonly Line[]): Batch[] {
  const batches: Batch[] = []
  for (let at = 0; at < lines.length;) {
    const count = fitting(lines.slice(at, at + MOST_EVENTS + 1))
    batches.push(batchOf(lines.slice(at, at + count)))
    at += count
  }
  return batches
}
