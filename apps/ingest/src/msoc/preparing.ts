import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import { type Connections, isRefusal, NotCommitted } from '../core/database.ts'
import type { Log } from '../core/log.ts'
import { enrich, type Unnamed } from './batch.ts'
import type { Chunk } from './chunk.ts'
import type { Fleets } from './detect/fleet.ts'
import { coldOf, warmUp } from './detect/warm-up.ts'
import type { Item } from './item.ts'
import type { AllRules } from './rules/org-rules.ts'
import { recallForRules } from './rules/recall.ts'
import type { Partitions } from './storing/partitions.ts'
import { encodeRows, type Rows } from './storing/rows.ts'
import type { createSignalIds } from './storing/signal-ids.ts'

/** A batch whose vehicles are known and whose rows are encoded: the rest happens in its transaction. */
export interface Prepared {
  readonly chunks: readonly Chunk[]
  readonly itemsOf: ReadonlyMap<Chunk, readonly Item[]>
  /** The rows of all chunks. */
  readonly rows: Rows
  /** The version of the vehicles' memory that the items refer to. */
  readonly version: number
}

export interface Preparation {
  /**
   * Prepares a batch at its turn. Vehicles, detector memory, signal names and partitions that it lacks are created or
   * read first, outside the transaction: none of them is wrong if the batch fails.
   */
  prepare(chunks: readonly Chunk[]): Promise<Prepared>
  /**
   * Prepares a batch while the one before it commits; undefined if something would have to be read or created. What the
   * tables say of a vehicle now may lack the events of the other batch (rule BATCH-2).
   */
  prepareAhead(chunks: readonly Chunk[]): Prepared | undefined
  /** Whether no vehicle was forgotten since the batch was prepared. */
  isCurrent(prepared: Prepared): boolean
  /** The rows of these items alone. */
  encode(items: readonly Item[]): Rows
}

interface Deps {
  readonly connections: Connections
  readonly fleets: Fleets
  readonly rules: AllRules
  readonly signalIds: ReturnType<typeof createSignalIds>
  readonly partitions: Partitions
  readonly log: Log
}

export function createPreparation({ connections, fleets, rules, signalIds, partitions, log }: Deps): Preparation {
  const encode = (items: readonly Item[]) => encodeRows(items, signalIds)

  /** Reads and creates what the batch lacks; returns the signal names for which there is no room. */
  async function load(chunks: readonly Chunk[]): Promise<Unnamed> {
    const unnamed = new Map<string, ReadonlySet<string>>()
    fleets.makeRoom()
    for (const mine of byOrganisation(chunks)) {
      const { org } = mine[0]!
      const events = mine.flatMap(({ events: some }) => some)
      const names = new Set(events.map(({ vehicle }) => vehicle))
      await fleets.prepare(org, names)
      const cold = coldOf(fleets, org, names, events)
      await recallForRules(connections.db, log, rules.of(org), cold)
      await warmUp(connections.db, log, org, cold)
      unnamed.set(org.uuid, await signalIds.prepare(org, pathsIn(events)))
    }
    await partitions.prepare(chunks.flatMap(({ events }) => events))
    return unnamed
  }

  /** Whether `load` would read nothing and create nothing. */
  function isLoaded(chunks: readonly Chunk[]): boolean {
    fleets.makeRoom()
    return byOrganisation(chunks).every((mine) => {
      const { org } = mine[0]!
      return (
        fleets.isReady(org, mine) &&
        mine.every(({ events }) => !partitions.isMissing(events) && signalIds.hasAll(org, pathsIn(events)))
      )
    })
  }

  function arrange(chunks: readonly Chunk[], unnamed: Unnamed): Prepared {
    const itemsOf = new Map(chunks.map((chunk) => [chunk, enrich(chunk, fleets, unnamed)]))
    return { chunks, itemsOf, rows: encode([...itemsOf.values()].flat()), version: fleets.version }
  }

  return {
    async prepare(chunks) {
      const unnamed = await load(chunks).catch((error: unknown) => {
        throw isRefusal(error) ? error : new NotCommitted('the database does not answer', { cause: error })
      })
      return arrange(chunks, unnamed)
    },
    prepareAhead: (chunks) => (isLoaded(chunks) ? arrange(chunks, new Map()) : undefined),
    isCurrent: ({ version }) => version === fleets.version,
    encode,
  }
}

function byOrganisation(chunks: readonly Chunk[]): Chunk[][] {
  const filled = chunks.filter(({ events }) => events.length > 0)
  return [...Map.groupBy(filled, ({ org }) => org.uuid).values()]
}

function pathsIn(events: readonly VehicleEvent[]): Set<string> {
  const paths = new Set<string>()
  for (const event of events) {
    if (event.kind !== 'telemetry') continue
    for (const [path] of event.signals) paths.add(path)
  }
  return paths
}
