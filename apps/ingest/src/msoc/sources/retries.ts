import { type Parsed, parsed, refused } from '@carapace/shared/core/parsed'
import { rejectTextLength } from '@carapace/shared/msoc/events/event-text'
import { decodeEvent } from '@carapace/shared/msoc/events/decode-event'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { Database } from '../../core/database.ts'
import type { Log } from '../../core/log.ts'
import { arrivalOf } from './arrival.ts'
import { every } from '../jobs.ts'
import type { Chunk } from '../chunk.ts'
import type { Pipeline } from '../pipeline.ts'
import { type Due, dueRetries } from './retries.sink.ts'
import { decodeSyslogLine } from './syslog-lines.ts'

interface Deps {
  readonly db: Database
  readonly pipeline: Pipeline
  readonly log: Log
}

const lookMs = 1_000
const retriesAtOnce = 500

/** Starts retrying marked rejects (rules RETRY-1 to RETRY-6 of packages/shared/src/msoc/SPEC.md). */
export function startRetries(parts: Deps): () => Promise<void> {
  return every(lookMs, 'retries', parts, retryDue)
}

/** Sends each retry through the pipeline like any event; its batch stores the result in the reject's row. */
async function retryDue({ db, pipeline }: Deps): Promise<void> {
  const due = await dueRetries(db, retriesAtOnce)
  const chunks = await Promise.all(due.map((reject) => chunkOf(pipeline, reject)))
  const replies = await Promise.allSettled(chunks.map((chunk) => pipeline.submit(chunk)))
  const failed = replies.find((reply) => reply.status === 'rejected')
  if (failed) throw failed.reason
}

async function chunkOf(pipeline: Pipeline, reject: Due): Promise<Chunk> {
  const { id, org, retriedAt } = reject
  const receivedAt = Date.now()
  const event = await decodeRetry(pipeline, reject, receivedAt)
  const chunk = { org, source: 'retry', receivedAt, idempotency: undefined, retryOf: { id, markedAt: retriedAt } }
  if (event.ok) return { ...chunk, events: [event.value], lines: [1], rejects: [] }
  return { ...chunk, events: [], lines: [], rejects: [{ line: 1, reason: event.reason, text: '', vehicle: null }] }
}

const cutReason = 'it was cut at 4 KiB when it was kept: send it again whole'

/** An event of the JSON protocol, or a raw log line of the syslog listeners. */
async function decodeRetry(
  pipeline: Pipeline,
  { org, source, event, retryEvent }: Due,
  receivedAt: number,
): Promise<Parsed<VehicleEvent>> {
  const text = retryEvent ?? event
  const json = jsonIn(text)
  const isLine = source.startsWith('syslog ') && !(json.ok && isEvent(json.value))
  if (retryEvent === null && wasCut(event, isLine)) return refused(cutReason)
  if (isLine)
    return decodeSyslogLine(pipeline, org, Buffer.from(text, 'utf8'), { receivedAt, isMended: retryEvent !== null })
  return json.ok
    ? decodeEvent(json.value, arrivalOf(receivedAt))
    : refused('not JSON: write one event of the JSON protocol')
}

function jsonIn(text: string): Parsed<unknown> {
  try {
    return parsed(JSON.parse(text))
  } catch {
    return refused('not JSON')
  }
}

function isEvent(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** Log lines are truncated by bytes, which may lose part of a character; everything else by characters. */
function wasCut(text: string, isLine: boolean): boolean {
  return isLine ? Buffer.byteLength(text) > rejectTextLength - 4 : text.length >= rejectTextLength
}
