import { inArray, sql } from 'drizzle-orm'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import type { Org } from '@carapace/shared/core/owned'
import { rejectTextLength, textOfEvent } from '@carapace/shared/msoc/events/event-text'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import { ingestRejects, ingestReplies } from '@carapace/shared/msoc/ingest/ingest.table'
import type { Transaction } from '../core/database.ts'
import { sqlArray } from '../core/sql-array.ts'
import { type AlertNews, recordAlerts, upsertAlerts } from './storing/alerts.sink.ts'
import type { Memory, Raise } from './detect/detect.ts'
import type { Item } from './item.ts'
import type { Fleets } from './detect/fleet.ts'
import { keptRejects, type Chunk, type Reply, replyTo } from './chunk.ts'
import { storeAlertCounts, storeEventCounts, storeHealth } from './storing/rollups.sink.ts'
import { type Rows, storeRows } from './storing/rows.ts'
import { namesHeld } from './storing/signal-ids.ts'
import { latestOf, storeMemories, storeStates } from './storing/state.sink.ts'

/** The signal names of each organisation for which it has no room, by its uuid. */
export type Unnamed = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Finds each event's vehicle. Events of vehicles that are not accepted become rejects of their chunk, and so do signals
 * whose names are not; the other signals of their event are stored.
 */
export function enrich(chunk: Chunk, fleets: Fleets, unnamed: Unnamed): Item[] {
  const items: Item[] = []
  const { org, events, lines, rejects, receivedAt } = chunk
  const refused = unnamed.get(org.uuid)
  let kept = 0
  for (let i = 0; i < events.length; i++) {
    const event = events[i]!
    const vehicle = fleets.find(org, event.vehicle)
    const { rest, reason } =
      typeof vehicle === 'string' ? { rest: undefined, reason: vehicle } : withoutUnnamed(event, refused)
    if (reason !== undefined) {
      const text = textOfEvent(event).slice(0, rejectTextLength)
      rejects.push({ line: lines[i]!, reason, text, vehicle: event.vehicle })
    }
    if (rest === undefined || typeof vehicle === 'string') continue
    events[kept] = rest
    lines[kept++] = lines[i]!
    items.push({ org, vehicle, event: rest, receivedAt })
  }
  events.length = kept
  lines.length = kept
  return items
}

/** The event without the signals whose names are refused, undefined if none is left, and the reason if any is. */
function withoutUnnamed(
  event: VehicleEvent,
  refused: ReadonlySet<string> | undefined,
): { rest: VehicleEvent | undefined; reason?: string } {
  if (!refused?.size || event.kind !== 'telemetry') return { rest: event }
  const signals = event.signals.filter(([path]) => !refused.has(path))
  const count = event.signals.length - signals.length
  if (count === 0) return { rest: event }
  const first = event.signals.find(([path]) => refused.has(path))![0]
  const names = count === 1 ? `${first} is new` : `${first} and ${count - 1} more are new`
  const reason = `signals: ${names}, and the organisation has its limit of ${namesHeld} signal names`
  return signals.length === 0 ? { rest: undefined, reason } : { rest: { ...event, signals }, reason }
}

/**
 * Claims the idempotency keys of a batch with their replies. Returns the earlier replies by chunk: these chunks are
 * stored already and leave the batch.
 */
export async function claimKeys({ db }: Transaction, chunks: readonly Chunk[], now: Date): Promise<Map<Chunk, Reply>> {
  const keyed = new Map(
    chunks.flatMap((chunk) => (chunk.idempotency ? [[nameOf(chunk.idempotency), chunk] as const] : [])),
  )
  if (keyed.size === 0) return new Map()
  const sorted = [...keyed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, chunk]) => chunk)
  const claimed = await rowsOf<{ key: string; keyUuid: string }>(
    db,
    sql`
    INSERT INTO ingest_replies (key_uuid, idempotency_key, reply, at)
    SELECT k, i, r, ${now.toISOString()}::timestamptz
    FROM unnest(
      ${sqlArray(
        sorted.map(({ idempotency }) => idempotency!.keyUuid),
        'uuid',
      )}, ${sqlArray(
        sorted.map(({ idempotency }) => idempotency!.key),
        'text',
      )},
      ${sqlArray(
        sorted.map((chunk) => JSON.stringify(replyTo(chunk))),
        'jsonb',
      )}
    ) AS p(k, i, r)
    ON CONFLICT DO NOTHING RETURNING idempotency_key AS key, key_uuid AS "keyUuid"`,
  )
  if (claimed.length === sorted.length) return new Map()
  const ours = new Set(claimed.map(nameOf))
  const theirs = sorted.filter(({ idempotency }) => !ours.has(nameOf(idempotency!)))
  const rows = await db
    .select()
    .from(ingestReplies)
    .where(
      inArray(
        ingestReplies.idempotencyKey,
        theirs.map(({ idempotency }) => idempotency!.key),
      ),
    )
  const replies = new Map(
    rows.map((row) => [nameOf({ key: row.idempotencyKey, keyUuid: row.keyUuid }), row.reply as Reply]),
  )
  return new Map(theirs.map((chunk) => [chunk, replies.get(nameOf(chunk.idempotency!))!]))
}

export function nameOf({ keyUuid, key }: { keyUuid: string; key: string }): string {
  return `${keyUuid} ${key}`
}

/** Everything that a batch stores, prepared before its transaction's writes. */
export interface Work {
  readonly items: readonly Item[]
  readonly rows: Rows
  readonly raises: readonly Raise[]
  readonly memories: readonly Memory[]
  readonly rejecting: readonly Chunk[]
  readonly now: number
  /** Organisations for which this batch is the first of a minute. */
  readonly firstOfMinute: readonly Org[]
}

/** Stores a batch. The counters come last: they are locked from then until the commit (rule CHANGE-1). */
export async function storeWork(
  tx: Transaction,
  work: Work,
): Promise<{ news: AlertNews[]; states: ReturnType<typeof latestOf> }> {
  const { items, rows, raises, memories, rejecting, now } = work
  await storeRows(tx, rows)
  await storeRejects(tx, rejecting, now)
  const upserted = await upsertAlerts(tx, raises)
  const states = latestOf(items)
  await storeStates(tx, states)
  await storeMemories(tx, memories)
  if (work.firstOfMinute.length > 0)
    await storeHealth(
      tx,
      work.firstOfMinute.map((org) => org.id).sort((a, b) => a - b),
      now,
    )
  if (items.length > 0) await storeEventCounts(tx, items)
  await storeAlertCounts(tx, upserted)
  const news = await recordAlerts(tx, upserted)
  return { news, states }
}

async function storeRejects({ db }: Transaction, chunks: readonly Chunk[], now: number): Promise<void> {
  const rows = chunks.flatMap(({ org, source, rejects }) =>
    keptRejects(rejects).map((reject) => ({
      orgUuid: org.uuid,
      at: new Date(now),
      source,
      vehicle: storable(reject.vehicle),
      line: reject.line,
      reason: storable(reject.reason)!,
      event: storable(reject.text)!.slice(0, rejectTextLength),
    })),
  )
  for (let at = 0; at < rows.length; at += 5_000) await db.insert(ingestRejects).values(rows.slice(at, at + 5_000))
}

/** Replaces NUL, which PostgreSQL cannot store. */
function storable(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\0', '␀')
}
