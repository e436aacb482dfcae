import { type Org } from '@carapace/shared/core/owned'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import { type RejectMemory, stepRejects } from '@carapace/shared/msoc/detect/reject-storm'
import { rejectTextLength, textOfEvent } from '@carapace/shared/msoc/events/event-text'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import { setTimeout } from 'node:timers/promises'
import { createBatcher } from '../core/batcher.ts'
import {
  type Connections,
  isMissingPartition,
  isRefusal,
  NotCommitted,
  type Transaction,
  Unsure,
} from '../core/database.ts'
import type { Log } from '../core/log.ts'
import type { Metrics } from '../core/metrics.ts'
import { createAdmission } from './admission.ts'
import { announce } from './announce.ts'
import { claimKeys, enrich, nameOf, storeWork, type Unnamed } from './batch.ts'
import type { Item } from './item.ts'
import { add, detect, type Raise } from './detect/detect.ts'
import { createFleets, type Fleets } from './detect/fleet.ts'
import { type Chunk, type ChunkReceiver, type Reply, replyTo, rowsOfChunk } from './chunk.ts'
import type { Partitions } from './storing/partitions.ts'
import { claimParts } from './storing/parts.sink.ts'
import { movePositions } from './kafka/positions.sink.ts'
import { settleReplays } from './capture/replays.sink.ts'
import { settleRetries } from './sources/retries.sink.ts'
import { encodeRows } from './storing/rows.ts'
import { createSignalIds } from './storing/signal-ids.ts'
import { coldOf, warmUp } from './detect/warm-up.ts'

/** How long a batch is retried while the database is unavailable, before its senders get the answer BUSY. */
const retryTimeoutMs = 8_000

/** A record's position was moved before: another process stored it, or we did without getting the result. */
export class Fenced extends Error {}

/** A receiver whose replies come after the commit. */
export interface Pipeline extends ChunkReceiver {
  readonly fleets: Fleets
  /**
   * Clears vehicles and detector memory before the next batch: other processes may have stored events of them.
   */
  forget(): void
  drain(): Promise<void>
}

interface Deps {
  readonly connections: Connections
  readonly publisher: Publisher
  readonly partitions: Partitions
  readonly metrics: Metrics
  readonly log: Log
}

/**
 * Stores events of a source and announces them. Read `commit` top to bottom: enrich, claim, detect, store in one
 * transaction, reply, announce. Data flows in one direction only.
 */
export function createPipeline({ connections, publisher, partitions, metrics, log }: Deps): Pipeline {
  const fleets = createFleets(connections.db)
  const signalIds = createSignalIds(connections.db)
  let rejectMemory: RejectMemory = new Map()
  const healthAt = new Map<string, number>()
  let rejectedSinceStart = 0
  let mustForget = false

  /**
   * Creates vehicles, detector memory, signal names and partitions, outside the transaction: none of them is wrong if
   * the batch fails.
   */
  async function prepare(chunks: readonly Chunk[]): Promise<Unnamed> {
    const unnamed = new Map<string, ReadonlySet<string>>()
    fleets.makeRoom()
    for (const [, mine] of Map.groupBy(
      chunks.filter(({ events }) => events.length > 0),
      ({ org }) => org.uuid,
    )) {
      const { org } = mine[0]!
      const events = mine.flatMap(({ events: some }) => some)
      const names = new Set(events.map(({ vehicle }) => vehicle))
      await fleets.prepare(org, names)
      await warmUp(connections.db, log, org, coldOf(fleets, org, names, events))
      unnamed.set(org.uuid, await signalIds.prepare(org, pathsIn(events)))
    }
    await partitions.prepare(chunks.flatMap(({ events }) => events))
    return unnamed
  }

  async function store(tx: Transaction, chunks: readonly Chunk[], unnamed: Unnamed) {
    const enriched = new Map(chunks.map((chunk) => [chunk, enrich(chunk, fleets, unnamed)]))
    const now = Date.now()
    const earlierReplies = await claimKeys(tx, chunks, new Date(now))
    const fenced = await movePositions(tx, chunks)
    const repeated = await claimParts(
      tx,
      chunks.filter((chunk) => !fenced.has(chunk)),
      new Date(now),
    )
    const elsewhere = (await settleRetries(tx, chunks))
      .union(await settleReplays(tx, chunks))
      .union(repeated)
      .union(fenced)
    const fresh = chunks.filter((chunk) => !earlierReplies.has(chunk) && !elsewhere.has(chunk) && !isPassage(chunk))
    const items = fresh.flatMap((chunk) => enriched.get(chunk)!)
    const timer = metrics.detectSeconds.startTimer()
    const { raises, memories } = detect(items, log)
    timer()
    const rejecting = fresh.filter(({ rejects, retryOf }) => rejects.length > 0 && !retryOf)
    // rejects of a batch that is not committed must not count
    const rejectsCounted = rejecting.length > 0 ? new Map(rejectMemory) : rejectMemory
    const storms = stormsOf(rejectsCounted, rejecting, now)
    const firstOfMinute = orgsOf(items).filter(({ uuid }) => (healthAt.get(uuid) ?? 0) < Math.floor(now / 60_000))
    const stored = await storeWork(tx, {
      items,
      rows: encodeRows(items, signalIds),
      raises: [...raises, ...storms],
      memories,
      rejecting,
      now,
      firstOfMinute,
    })
    return { ...stored, earlierReplies, fenced, fresh, items, firstOfMinute, rejectsCounted, now }
  }

  async function attempt(chunks: Chunk[]) {
    if (mustForget) fleets.forget()
    mustForget = false
    const unnamed = await prepare(chunks).catch((error: unknown) => {
      throw isRefusal(error) ? error : new NotCommitted('the database does not answer', { cause: error })
    })
    const stop = metrics.commitSeconds.startTimer()
    const stored = await connections.write((tx) => store(tx, chunks, unnamed))
    return { ...stored, commitMs: stop() * 1_000 }
  }

  /** Retries while the database is unavailable and the attempt certainly stored nothing. */
  async function persist(chunks: Chunk[]) {
    const giveUp = Date.now() + retryTimeoutMs
    for (;;) {
      try {
        return await attempt(chunks)
      } catch (error) {
        forgetThese(chunks)
        if (!isRefusal(error) || isMissingPartition(error)) partitions.forget()
        if (!(error instanceof NotCommitted) || Date.now() > giveUp) throw error
        await setTimeout(250)
      }
    }
  }

  /** After a batch that failed: its vehicles' memory may be ahead of the tables, and nobody else's is. */
  function forgetThese(chunks: readonly Chunk[]): void {
    for (const { org, events } of chunks) fleets.forgetThese(org, new Set(events.map(({ vehicle }) => vehicle)))
  }

  async function commit(chunks: Chunk[]): Promise<(Reply | Error)[]> {
    const { unique, twins } = withoutTwins(chunks)
    try {
      const stored = await persist(unique)
      settle(stored)
      return chunks.map((chunk) => {
        const one = twins.get(chunk) ?? chunk
        return stored.fenced.has(one)
          ? new Fenced('the position of this record was moved before')
          : (stored.earlierReplies.get(one) ?? replyTo(one))
      })
    } catch (error) {
      if (error instanceof NotCommitted || error instanceof Unsure) {
        log.error({ err: error }, 'a batch could not be stored; its senders get the answer BUSY')
        return chunks.map(
          () =>
            new Failure('BUSY', {
              message:
                'The database is not available. Send this again, with the same Idempotency-Key, after Retry-After.',
              retryAfter: 2,
            }),
        )
      }
      if (unique.length > 1) return commitHalves(chunks)
      const reply = await refuseAll(unique[0]!, error as Error)
      return chunks.map(() => reply)
    }
  }

  /** Announces a commit. It may fail without undoing the commit: viewers catch up from the tables. */
  function settle(stored: Awaited<ReturnType<typeof persist>>): void {
    if (stored.fenced.size > 0) mustForget = true
    rejectMemory = stored.rejectsCounted
    try {
      for (const { uuid } of stored.firstOfMinute) healthAt.set(uuid, Math.floor(stored.now / 60_000))
      rejectedSinceStart += count(metrics, stored.fresh, stored.items, stored.news)
      announce(publisher, stored, rejectedSinceStart)
    } catch (error) {
      log.error({ err: error }, 'a batch is stored but was not announced')
    }
  }

  /**
   * One chunk's bad data must not affect the others: after a batch was refused, each half is committed separately, in
   * order, down to the one at fault.
   */
  async function commitHalves(chunks: Chunk[]): Promise<(Reply | Error)[]> {
    const half = chunks.length >> 1
    return [...(await commit(chunks.slice(0, half))), ...(await commit(chunks.slice(half)))]
  }

  /** Converts events that cannot be stored to rejects with the reason, which are stored like any others. */
  async function refuseAll(chunk: Chunk, error: Error): Promise<Reply | Error> {
    log.error({ err: error, source: chunk.source }, 'a chunk could not be stored')
    if (chunk.events.length === 0) return refuseRejects(chunk)
    chunk.rejects.push(
      ...chunk.events.map((event, i) => ({
        line: chunk.lines[i]!,
        reason: isRefusal(error)
          ? `the database refused it: ${wordsOf(error)}`
          : 'it could not be processed; this has been recorded',
        text: textOfEvent(event).slice(0, rejectTextLength),
        vehicle: event.vehicle,
      })),
    )
    chunk.events.length = 0
    chunk.lines.length = 0
    return (await commit([chunk]))[0]!
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
    return (await commit([chunk]))[0]!
  }

  const batcher = createBatcher(commit)
  const admission = createAdmission(fleets, partitions)
  const admitted = new Set<Promise<unknown>>()

  function submit(chunk: Chunk): Promise<Reply> {
    const waiting = admission.admit(chunk)
    if (!waiting) return batcher.submit(chunk, rowsOfChunk(chunk))
    const reply = waiting.then(() => batcher.submit(chunk, rowsOfChunk(chunk)))
    admitted.add(waiting)
    void waiting.then(() => admitted.delete(waiting))
    return reply
  }

  return {
    submit,
    wantsTexts: false,
    fleets,
    forget() {
      mustForget = true
    },
    async drain() {
      await Promise.all(admitted)
      await batcher.drain()
    },
  }
}

function pathsIn(events: readonly VehicleEvent[]): Set<string> {
  return new Set(events.flatMap((event) => (event.kind === 'telemetry' ? event.signals.map(([path]) => path) : [])))
}

/** Whether the record is only skipped: its batch moves the position, and nothing is stored or announced. */
function isPassage({ recordOf, events, rejects }: Chunk): boolean {
  return recordOf !== undefined && events.length + rejects.length === 0
}

/** PostgreSQL's own message; Drizzle's message is the whole statement with its values. */
function wordsOf(error: Error): string {
  return error.cause instanceof Error ? wordsOf(error.cause) : error.message
}

/** A request and its early retry can be in one batch: the second gets the reply of the first. */
function withoutTwins(chunks: readonly Chunk[]): { unique: Chunk[]; twins: Map<Chunk, Chunk> } {
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

function orgsOf(items: readonly Item[]): Org[] {
  return [...new Map(items.map(({ org }) => [org.uuid, org])).values()]
}

function stormsOf(memory: RejectMemory, rejecting: readonly Chunk[], now: number): Raise[] {
  const raises = new Map<string, Raise>()
  for (const { org, source, rejects } of rejecting) {
    const storm = stepRejects(memory, org.id, source, rejects.length, rejects.at(-1)!.reason, now)
    if (storm) add(raises, org, undefined, storm)
  }
  return [...raises.values()]
}

/** Counts a batch in the metrics; returns how many of its events were rejected. */
function count(
  metrics: Metrics,
  fresh: readonly Chunk[],
  items: readonly Item[],
  news: readonly { raised: readonly string[] }[],
): number {
  let rejected = 0
  for (const [source, chunks] of Map.groupBy(fresh, (chunk) => chunk.source)) {
    const refused = chunks.reduce((sum, { rejects }) => sum + rejects.length, 0)
    metrics.accepted.inc(
      { source },
      chunks.reduce((sum, { events }) => sum + events.length, 0),
    )
    metrics.rejected.inc({ source }, refused)
    rejected += refused
  }
  for (const [type, some] of Map.groupBy(items, ({ event }) => event.kind)) metrics.stored.inc({ type }, some.length)
  metrics.suspectClocks.inc(items.reduce((sum, { event }) => sum + Number(event.deviceTs !== null), 0))
  metrics.batchRows.observe(items.length)
  for (const severity of news.flatMap(({ raised }) => raised)) metrics.alerts.inc({ severity })
  return rejected
}
