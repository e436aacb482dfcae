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
import { latestOf, storeMemories, storeStates } from './storing/state.sink.ts'

/** Finds each event's vehicle. Events of vehicles that are not accepted become rejects of their chunk. */
export function enrich(chunk: Chunk, fleets: Fleets, unnamed: ReadonlySet<string>): Item[] {
  const items: Item[] = []
  const { org, events, lines, rejects, receivedAt } = chunk
  let kept = 0
  for (let i = 0; i < events.length; i++) {
    const event = events[i]!
    const vehicle = fleets.find(org, event.vehicle)
    const refused = typeof vehicle === 'string' ? vehicle : refusedSignal(event, unnamed)
    if (refused !== undefined || typeof vehicle === 'string') {
      rejects.push({
        line: lines[i]!,
        reason: refused!,
        text: textOfEvent(event).slice(0, rejectTextLength),
        vehicle: event.vehicle,
      })
      continue
    }
    events[kept] = event
    lines[kept++] = lines[i]!
    items.push({ org, vehicle, event, receivedAt })
  }
  events.length = kept
  lines.length = kept
  return items
}

function refusedSignal(event: VehicleEvent, unnamed: ReadonlySet<string>): string | undefined {
  if (unnamed.size === 0 || event.kind !== 'telemetry') return undefined
  const path = event.signals.find(([name]) => unnamed.has(name))?.[0]
  return path === undefined ? undefined : `signals: ${path} is new, and the installation has its limit of signal names`
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
