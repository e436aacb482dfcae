import type { Publisher } from '@carapace/shared/core/bus/bus'
import { createBatcher } from '../core/batcher.ts'
import type { Connections } from '../core/database.ts'
import type { Log } from '../core/log.ts'
import type { Metrics } from '../core/metrics.ts'
import { createAdmission } from './admission.ts'
import { announce } from './announce.ts'
import { type Chunk, type ChunkReceiver, type Reply, rowsOfChunk } from './chunk.ts'
import { joined, partsOf } from './chunk-parts.ts'
import { withoutTwins } from './claims.ts'
import { createCommit } from './committing.ts'
import { countBatch } from './count-batch.ts'
import { createFleets, type Fleets } from './detect/fleet.ts'
import { createPreparation, type Prepared } from './preparing.ts'
import { type Standing, storeBatch } from './storing-batch.ts'
import { createAllWatchlists } from './observables/watchlists.ts'
import { type AllRules, createAllRules } from './rules/org-rules.ts'
import type { Partitions } from './storing/partitions.ts'
import { partitionName } from './kafka/positions.sink.ts'
import { createSignalIds } from './storing/signal-ids.ts'

/** A receiver whose replies come after the commit. */
export interface Pipeline extends ChunkReceiver {
  readonly fleets: Fleets
  readonly rules: AllRules
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
 * How many rows of known vehicles take as long as a row of a new one, whose state, statistics and announcement are new
 * too: batches with new vehicles are as much smaller (rule SHARE-13).
 */
const newVehicleWeight = 4

/**
 * Stores events of a source and announces them. Read it from below: a chunk is admitted and waits for a batch; a batch
 * is prepared (preparing.ts), if it is full while the one before it commits; it is claimed, detected and stored in one
 * transaction (storing-batch.ts); its senders are answered, whatever failed (committing.ts); it is announced. Data
 * flows in one direction only.
 */
export function createPipeline({ connections, publisher, partitions, metrics, log }: Deps): Pipeline {
  const rules = createAllRules(connections.db, log)
  const watchlists = createAllWatchlists(connections.db, log)
  const fleets = createFleets(connections.db, rules, watchlists)
  const signalIds = createSignalIds(connections.db)
  const preparation = createPreparation({ connections, fleets, rules, signalIds, partitions, log })
  const standing: Standing = { rejectMemory: new Map(), healthAt: new Map() }
  let rejectedSinceStart = 0
  let mustForget = false

  async function attempt(chunks: readonly Chunk[], ahead: Prepared | undefined, meanwhile: () => void) {
    if (mustForget) fleets.forget()
    mustForget = false
    const prepared = ahead && preparation.isCurrent(ahead) ? ahead : await preparation.prepare(chunks)
    const stop = metrics.commitSeconds.startTimer()
    const stored = await connections.write((tx) =>
      storeBatch(tx, prepared, meanwhile, { standing, preparation, fleets, rules, watchlists, metrics, log }),
    )
    return { ...stored, commitMs: stop() * 1_000 }
  }

  /** Announces a commit. It may fail without undoing the commit: viewers catch up from the tables. */
  function settle(stored: Awaited<ReturnType<typeof attempt>>): void {
    rules.commit()
    if (stored.fenced.size > 0) mustForget = true
    standing.rejectMemory = stored.rejectsCounted
    try {
      for (const { uuid } of stored.firstOfMinute) standing.healthAt.set(uuid, Math.floor(stored.now / 60_000))
      rejectedSinceStart += countBatch(metrics, stored)
      announce(publisher, stored, rejectedSinceStart)
    } catch (error) {
      log.error({ err: error }, 'a batch is stored but was not announced')
    }
  }

  const stages = {
    prepare: (chunks: readonly Chunk[]) => preparation.prepareAhead(withoutTwins(chunks).unique),
    commit: createCommit({ attempt, settle, fleets, partitions, log }),
  }
  const batcher = createBatcher<Chunk, Reply, Prepared>(stages, { ownerOf: ({ org }) => org.uuid, laneOf })
  const admission = createAdmission(fleets, partitions)
  const admitted = new Set<Promise<unknown>>()

  /** Resolves once all parts are stored or have failed; what is repeated after a failure stores the missing ones. */
  async function store(chunk: Chunk, rowWeight = 1): Promise<Reply> {
    const replies = await Promise.allSettled(
      partsOf(chunk).map((part) => batcher.submit(part, rowWeight * rowsOfChunk(part))),
    )
    const failed = replies.find((reply) => reply.status === 'rejected')
    if (failed) throw failed.reason
    return joined(replies.map((reply) => (reply as PromiseFulfilledResult<Reply>).value))
  }

  function submit(chunk: Chunk): Promise<Reply> {
    const waiting = admission.admit(chunk)
    if (!waiting) return store(chunk)
    const reply = waiting.then(() => store(chunk, newVehicleWeight))
    admitted.add(waiting)
    void waiting.then(() => admitted.delete(waiting))
    return reply
  }

  return {
    submit,
    wantsTexts: false,
    fleets,
    rules,
    forget() {
      mustForget = true
    },
    async drain() {
      await Promise.all(admitted)
      await batcher.drain()
    },
  }
}

/** Events of an organisation keep their order, and so do the records of a partition, whosever they are. */
function laneOf({ org, recordOf }: Chunk): string {
  return recordOf ? partitionName(recordOf) : org.uuid
}
