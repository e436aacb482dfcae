import type { Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org, OrgUuid } from '@carapace/shared/core/owned'
import { unaccounted } from '../../core/account-of-work.ts'
import type { Database } from '../../core/db.ts'
import { type Clusters, createClusters } from './clusters.ts'
import { type FleetView, openFleetView } from './fleet-view.ts'

interface Held {
  readonly fleet: FleetView
  readonly clustersAt: (zoom: number) => Clusters
}

export interface FleetViews {
  /** The organisation's view, opened if it is not open yet; call `release` when done. */
  hold(org: Org): Promise<Held & { release: () => void }>
}

/** An unused view is kept for this long, so that a page reload does not read the whole fleet again, ms. */
const graceMs = 60_000

/** Opens one view per organisation, shared by all its viewers. */
export function createFleetViews(
  db: Database,
  bus: Subscriber,
  onGap: (listen: () => void) => () => void,
  onError: (error: unknown) => void,
): FleetViews {
  const open = new Map<OrgUuid, { held: Promise<Held>; holders: number; timer: NodeJS.Timeout | undefined }>()

  async function openView(org: Org): Promise<Held> {
    const fleet = await openFleetView(db, bus, org, onGap, onError)
    return { fleet, clustersAt: createClusters(fleet) }
  }

  return {
    async hold(org) {
      const known = open.get(org.uuid)
      const view = known ?? { held: unaccounted(() => openView(org)), holders: 0, timer: undefined }
      open.set(org.uuid, view)
      view.holders += 1
      clearTimeout(view.timer)
      const release = () => {
        view.holders -= 1
        if (view.holders > 0) return
        view.timer = setTimeout(() => {
          open.delete(org.uuid)
          view.held.then(({ fleet }) => fleet.close(), onError)
        }, graceMs).unref()
      }
      try {
        return { ...(await view.held), release: once(release) }
      } catch (error) {
        if (open.get(org.uuid) === view) open.delete(org.uuid)
        throw error
      }
    },
  }
}

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (!done) work()
    done = true
  }
}
