import { isUtf8 } from 'node:buffer'
import { textOfEvent } from '@carapace/shared/msoc/events/event-text'
import { decodeEvent } from '@carapace/shared/msoc/events/decode-event'
import { rewritten } from '@carapace/shared/msoc/events/event-fields'
import { eventKinds } from '@carapace/shared/msoc/events/event-kinds'
import type { EventKind, VehicleEvent } from '@carapace/shared/msoc/events/events'
import { type Parsed, parsed, refused } from '@carapace/shared/core/parsed'
import type { Incoming } from '../../core/kafka-group.ts'
import { arrivalOf } from '../sources/arrival.ts'
import { keptRejects, type Chunk, type Reject, rejectsKept } from '../chunk.ts'

/**
 * Format of records in Kafka (rules KAFKA-1 to KAFKA-6 of packages/shared/src/msoc/SPEC.md).
 *
 *   topic    <prefix>.<type>.v1, and <prefix>.rejects.v1
 *   key      <organisation's uuid>/<vehicle as sent>; of rejects only the uuid
 *   headers  org, batch, part, received_at (epoch ms), source; of rejects also reason, line, vehicle
 *   value    events of the JSON protocol, one per line, of one vehicle and one type; of rejects the event as received
 */
export interface Topics {
  readonly of: Readonly<Record<EventKind, string>>
  readonly rejects: string
  readonly all: readonly string[]
}

export function topicsOf(prefix: string): Topics {
  const of = Object.fromEntries(eventKinds.map((kind) => [kind, `${prefix}.${kind.replace('.', '-')}.v1`])) as Record<
    EventKind,
    string
  >
  const rejects = `${prefix}.rejects.v1`
  return { of, rejects, all: [...Object.values(of), rejects] }
}

/** A record before its partition and part number are known. */
export interface Draft {
  readonly topic: string
  readonly key: string
  readonly lines: string[]
  readonly headers: Readonly<Record<string, string>>
  /** Number of characters, without those of the events' times. */
  weight: number
}

/** At this weight another record begins; a single event may be larger. */
const fullWeight = 256 * 1024

/**
 * A chunk's events and rejects as records, each of one vehicle; always in the same order and divided in the same way
 * when the same chunk is sent again.
 */
export function draftsOf({ org, source, receivedAt, events, texts, rejects }: Chunk, topics: Topics): Draft[] {
  const drafts: Draft[] = []
  const headers = { org: org.uuid, source, received_at: String(receivedAt) }
  const open = new Map<string, Map<string, Draft>>()
  for (let i = 0; i < events.length; i++) {
    const event = events[i]!
    const { kind, vehicle } = event
    const text = texts?.[i] ?? textOfEvent(event)
    // a log that is sent again has other times, counted from its arrival: they must not count, or it would be divided
    // differently
    const weight = texts?.[i] === undefined ? text.length - String(event.deviceTs ?? event.ts).length : text.length
    const ofKind = open.get(kind) ?? new Map<string, Draft>()
    open.set(kind, ofKind)
    const draft = ofKind.get(vehicle)
    if (draft && draft.weight + weight <= fullWeight) {
      draft.lines.push(text)
      draft.weight += weight
    } else {
      const next: Draft = { topic: topics.of[kind], key: `${org.uuid}/${vehicle}`, lines: [text], headers, weight }
      ofKind.set(vehicle, next)
      drafts.push(next)
    }
  }
  for (const { line, reason, text, vehicle } of keptRejects(rejects)) {
    drafts.push({
      topic: topics.rejects,
      key: org.uuid,
      lines: [text],
      headers: { ...headers, reason, line: String(line), ...(vehicle !== null && { vehicle }) },
      weight: text.length,
    })
  }
  return drafts
}

/** A record's header as text; if it occurs more than once, the first one. */
export function headerOf({ headers }: Incoming, name: string): string | undefined {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value)?.toString()
}

/** How many lines are decoded in one stretch. */
const stretch = 256

/**
 * The content of a record of one type: its events, and its invalid lines. There may be millions of lines: between
 * stretches of them it waits for `breathe`.
 */
export async function eventsIn(
  value: Buffer | null,
  receivedAt: number,
  breathe: () => Promise<void>,
): Promise<Pick<Chunk, 'events' | 'lines' | 'rejects'>> {
  const found: Pick<Chunk, 'events' | 'lines' | 'rejects'> = { events: [], lines: [], rejects: [] }
  let refusedLines = 0
  const isSound = value === null || isUtf8(value)
  const lines = value === null ? [] : value.toString('utf8').split('\n')
  for (let i = 0; i < lines.length; i++) {
    if (i % stretch === 0) await breathe()
    const line = lines[i]!
    if (line.trim() === '') continue
    const event = isSound || !line.includes('\ufffd') ? eventIn(line, receivedAt) : refused('not valid UTF-8')
    if (event.ok) {
      found.events.push(event.value)
      found.lines.push(i + 1)
    } else if (++refusedLines <= rejectsKept) {
      found.rejects.push({ line: i + 1, reason: event.reason, text: line.slice(0, 4096), vehicle: null })
    }
  }
  return { ...found, rejects: keptRejects(found.rejects, refusedLines) }
}

function eventIn(line: string, receivedAt: number): Parsed<VehicleEvent> {
  try {
    const input = JSON.parse(line) as { type?: unknown; vehicle?: unknown } | null
    // a log line may have no vehicle, which the protocol for senders cannot express
    if (input?.type !== 'syslog' || input.vehicle !== '') return decodeEvent(input, arrivalOf(receivedAt), rewritten)
    const event = decodeEvent({ ...input, vehicle: 'none' }, arrivalOf(receivedAt), rewritten)
    return event.ok ? parsed({ ...event.value, vehicle: '' }) : event
  } catch {
    return refused('not JSON: one event of the JSON protocol a line is needed')
  }
}

/**
 * The source of a record, if the header is valid: others may put anything into headers, and the source is a label of
 * metrics.
 */
export function sourceIn(record: Incoming): string {
  const header = headerOf(record, 'source')
  return header !== undefined && /^[\w .:-]{1,32}$/.test(header) ? header : 'kafka'
}

/** The reject in a record that a gateway wrote to the topic of rejects. */
export function rejectIn(record: Incoming): Reject {
  const line = Number(headerOf(record, 'line'))
  return {
    line: Number.isInteger(line) && Math.abs(line) < 2 ** 31 ? line : 0,
    reason: headerOf(record, 'reason') ?? 'no reason was given',
    text: record.value?.toString('utf8') ?? '',
    vehicle: headerOf(record, 'vehicle')?.slice(0, 64) ?? null,
  }
}
