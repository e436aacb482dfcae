import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Org } from '@carapace/shared/core/owned'
import { createHashSet, type GrowingHashSet } from '@carapace/shared/msoc/observables/watch/watch-hash'
import { watchedTypes } from '@carapace/shared/msoc/observables/observables'
import type { Database } from '../../core/database.ts'
import type { Log } from '../../core/log.ts'
import type { Item } from '../item.ts'
import type { Raise } from '../detect/detect.ts'
import { createOrgWatch, type OrgWatch } from './org-watch.ts'
import { createSightings, type Sightings } from './sightings.ts'
import { watchedTypesOf, watchHashes } from './watchlists.queries.ts'

/** The watchlists of all organisations whose events this process stores. */
export interface AllWatchlists {
  /** Reads the organisation's watchlists again if their revision changed (rule OBSERVABLE-15). */
  refresh(org: Org, revision: number): Promise<void>
  /** Looks for values of watchlists in a batch; returns a function that verifies and raises what was found. */
  look(items: readonly Item[]): (db: Database) => Promise<Raise[]>
}

/** A batch waits this long for changed lists; larger lists are read while it goes on with the earlier ones, ms. */
const waitMs = 250

interface Held {
  revision: number
  watch: OrgWatch | undefined
  sightings: Sightings
  reading: Promise<void> | undefined
}

/** Returns the watchlists of no organisation; they are read when their fleets are. */
export function createAllWatchlists(db: Database, log: Log): AllWatchlists {
  const held = new Map<string, Held>()

  async function read(org: Org, one: Held, revision: number): Promise<void> {
    const started = performance.now()
    const watch = await readWatch(db, org)
    // an entry may have been removed, or a list renamed: what was verified is verified again
    Object.assign(one, { revision, watch, sightings: createSightings(org) })
    const ms = Math.round(performance.now() - started)
    if (watch)
      log.info({ organisation: org.uuid, entries: watch.entries, bytes: watch.bytes, ms }, 'watchlists were read')
  }

  return {
    async refresh(org, revision) {
      const known = held.get(org.uuid)
      const one = known ?? { revision: 0, watch: undefined, sightings: createSightings(org), reading: undefined }
      held.set(org.uuid, one)
      if (one.revision === revision || one.reading !== undefined) return
      one.reading = read(org, one, revision)
        .catch((error: unknown) => log.error({ err: error, organisation: org.uuid }, 'watchlists could not be read'))
        .finally(() => (one.reading = undefined))
      // at the start no event passes unwatched
      await (known === undefined
        ? one.reading
        : Promise.race([one.reading, setTimeout(waitMs, undefined, { ref: false })]))
    },
    look(items) {
      const touched = new Set<Held>()
      for (const item of items) {
        const one = held.get(item.org.uuid)
        if (one?.watch === undefined) continue
        touched.add(one)
        try {
          one.watch.look(item.vehicle, item.event, (likely) => one.sightings.add(item, likely))
        } catch (error) {
          // a bug of ours must not stop the storing
          log.error({ err: error, organisation: item.org.uuid }, 'the watchlists of an organisation failed')
        }
      }
      const seen = [...touched].map(({ sightings }) => sightings.take())
      return async (tx) => (await inOrder(seen, (verify) => verify(tx))).flat()
    },
  }
}

async function inOrder<T, R>(some: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const one of some) results.push(await work(one))
  return results
}

/** Reads the entries block by block, so that batches come in between. Undefined: there are none. */
async function readWatch(db: Database, org: Org): Promise<OrgWatch | undefined> {
  const known = new Set<string>(watchedTypes)
  const types = (await watchedTypesOf(db, org)).filter(({ type }) => known.has(type))
  if (types.length === 0) return undefined
  const expected = types.reduce((sum, { entries }) => sum + entries, 0)
  // some are added while they are read, and entries of types that no event has come along
  let hashes = createHashSet(expected + 1_000)
  for await (const block of watchHashes(db, org)) {
    if ((hashes.size + block.length) * 2 > hashes.bytes / 8) hashes = grown(hashes, hashes.size + block.length * 4)
    for (const hash of block) hashes.add(hash)
    await setImmediate()
  }
  return createOrgWatch(new Set(types.map(({ type }) => type)), hashes)
}

function grown(from: GrowingHashSet, size: number): GrowingHashSet {
  const larger = createHashSet(size)
  for (const hash of from.hashes()) larger.add(hash)
  return larger
}
