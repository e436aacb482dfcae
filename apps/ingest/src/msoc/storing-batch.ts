import type { Org } from '@carapace/shared/core/owned'
import { type RejectMemory, stepRejects } from '@carapace/shared/msoc/detect/reject-storm'
import type { Transaction } from '../core/database.ts'
import type { Log } from '../core/log.ts'
import type { Metrics } from '../core/metrics.ts'
import { storeWork } from './batch.ts'
import type { Chunk } from './chunk.ts'
import { claim, type Claims } from './claims.ts'
import { add, detect, type Raise } from './detect/detect.ts'
import type { Fleets } from './detect/fleet.ts'
import { storeInventories } from './inventory/inventory.sink.ts'
import type { Item } from './item.ts'
import type { Preparation, Prepared } from './preparing.ts'
import type { AllWatchlists } from './observables/watchlists.ts'
import type { AllRules } from './rules/org-rules.ts'
import { type Rows, storeRows } from './storing/rows.ts'

/** What batches leave for the next one, besides the vehicles' memory: it changes only after a commit. */
export interface Standing {
  rejectMemory: RejectMemory
  /** By organisation, the minute for which its health was stored. */
  readonly healthAt: Map<string, number>
}

/** What a transaction stored. */
export interface Stored extends Claims, Awaited<ReturnType<typeof storeWork>> {
  readonly items: readonly Item[]
  readonly firstOfMinute: readonly Org[]
  readonly rejectsCounted: RejectMemory
  readonly now: number
}

interface Deps {
  readonly standing: Readonly<Standing>
  readonly preparation: Pick<Preparation, 'encode'>
  readonly fleets: Fleets
  readonly rules: AllRules
  readonly watchlists: AllWatchlists
  readonly metrics: Metrics
  readonly log: Log
}

/**
 * Stores a prepared batch in one transaction: claim, copy the rows, detect, store what follows. While PostgreSQL
 * copies, the detectors run, and then `meanwhile`.
 */
export async function storeBatch(
  tx: Transaction,
  prepared: Prepared,
  meanwhile: () => void,
  { standing, preparation, fleets, rules, watchlists, metrics, log }: Deps,
): Promise<Stored> {
  const now = Date.now()
  const claims = await claim(tx, prepared.chunks, new Date(now))
  const items = claims.fresh.flatMap((chunk) => prepared.itemsOf.get(chunk)!)
  let found: ReturnType<typeof detect> | undefined
  let watched: ReturnType<AllWatchlists['look']> | undefined
  await storeRows(tx, rowsOf(prepared, items, preparation), () => {
    const timer = metrics.detectSeconds.startTimer()
    found = detect(items, log, now, { rules, fleets })
    watched = watchlists.look(items)
    timer()
    meanwhile()
  })
  const rejecting = claims.fresh.filter(({ rejects, retryOf }) => rejects.length > 0 && !retryOf)
  // rejects of a batch that is not committed must not count
  const rejectsCounted = rejecting.length > 0 ? new Map(standing.rejectMemory) : standing.rejectMemory
  const storms = stormsOf(rejectsCounted, rejecting, now)
  const minute = Math.floor(now / 60_000)
  const firstOfMinute = orgsOf(items).filter(({ uuid }) => (standing.healthAt.get(uuid) ?? 0) < minute)
  const { raises, held, memories } = found!
  const work = {
    items,
    raises: [...raises, ...storms, ...(await watched!(tx.db)), ...(await storeInventories(tx, items))],
    held,
    memories,
    rejecting,
    now,
    firstOfMinute,
  }
  return { ...claims, ...(await storeWork(tx, work)), items, firstOfMinute, rejectsCounted, now }
}

/** The prepared rows, or those of the chunks that did not leave the batch. */
function rowsOf({ itemsOf, rows }: Prepared, items: readonly Item[], { encode }: Pick<Preparation, 'encode'>): Rows {
  let prepared = 0
  for (const some of itemsOf.values()) prepared += some.length
  return items.length === prepared ? rows : encode(items)
}

function orgsOf(items: readonly Item[]): Org[] {
  const orgs = new Map<string, Org>()
  for (const { org } of items) orgs.set(org.uuid, org)
  return [...orgs.values()]
}

function stormsOf(memory: RejectMemory, rejecting: readonly Chunk[], now: number): Raise[] {
  const raises = new Map<string, Raise>()
  for (const { org, source, rejects } of rejecting) {
    const storm = stepRejects(memory, org.id, source, rejects.length, rejects.at(-1)!.reason, now)
    if (storm) add(raises, org, undefined, storm)
  }
  return [...raises.values()]
}
