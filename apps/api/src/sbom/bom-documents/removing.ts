import { inRounds, type Rounds } from '@carapace/shared/core/rounds'
import type { Database } from '../../core/db.ts'
import type { Services } from '../../module.ts'
import { dropEdges, dropOccurrences, dropRest, dropUnused, lockComponents, takeRemoved } from './removing.queries.ts'

/** How often removed documents are looked for if nobody wakes, ms: a process that died leaves some. */
const pollMs = 10_000
/** What a transaction deletes at most: it takes a fraction of a second. */
const componentsAtOnce = 2_000
const edgesAtOnce = 20_000

interface Deps {
  readonly db: Database
  readonly services: Partial<Services>
  readonly onError: (error: unknown) => void
}

/** Deletes what removed documents hold, in small steps (rule SBOM-8). Any number of processes may run it. */
export function createRemovals({ db, services, onError }: Deps): Rounds {
  const work = async (stopping: AbortSignal) => {
    while (!stopping.aborted) if (!(await removeSome(db, services))) return
  }
  return inRounds(pollMs, work, onError)
}

/**
 * Deletes a part of a removed document; false: there is none. Component versions that no document has are deleted,
 * unless somebody keeps them for the history of their findings.
 */
export async function removeSome(db: Database, { componentsLeft }: Partial<Services>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const removed = await takeRemoved(tx)
    if (!removed) return false
    const { uuid, org } = removed
    await lockComponents(tx, org, 'remove')
    const components = await dropOccurrences(tx, org, uuid, componentsAtOnce)
    if (components.length > 0) await dropUnused(tx, org, components, await componentsLeft?.(tx, org, components))
    else if ((await dropEdges(tx, org, uuid, edgesAtOnce)) === 0) await dropRest(tx, org, uuid)
    return true
  })
}
