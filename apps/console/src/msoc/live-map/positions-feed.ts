import { type MapChange, type MapCluster, positionsChannel } from '@carapace/shared/msoc/vehicles.contract'
import { Subscription } from 'rxjs'
import type { z } from 'zod'
import { live, type LiveMessageOf } from '../../core/live.ts'
import { type Bbox, type Camera, covers, paddedBbox } from '../../core/map/viewport.ts'
import type { VehicleStore } from './vehicle-store.ts'

/** How much more than the screen is asked for, as a part of it (rule MP1). */
const padding = 0.25

interface FeedTarget {
  readonly store: VehicleStore
  readonly clusters: Map<string, MapCluster>
  /** A vehicle moved: for trails. */
  readonly onMoved: (slot: number) => void
  /** Something on the map changed: for the next frame. */
  readonly onChange: () => void
  readonly onDropped: (count: number) => void
  readonly onProblem: (message: string | undefined) => void
}

interface Asked {
  readonly bbox: Bbox
  readonly zoom: number
}

/** Keeps the store filled with what the map shows. `look` after each rest of the map; what is shown stays until the new answer is there (rule MP3). */
export function positionsFeed(target: FeedTarget): { look: (camera: Camera) => void; close: () => void } {
  let asked: Asked | undefined
  let shown: Subscription | undefined
  let coming: Subscription | undefined

  function look(camera: Camera): void {
    const zoom = Math.max(0, Math.min(24, Math.log2(camera.worldSize / 512)))
    if (asked && covers(asked.bbox, paddedBbox(camera, 0)) && stepOf(asked.zoom) === stepOf(zoom)) return
    asked = { bbox: paddedBbox(camera, padding), zoom: Math.round(zoom * 100) / 100 }
    coming?.unsubscribe()
    const { bbox } = asked
    const ask = new Subscription()
    ask.add(live(positionsChannel, { bbox: [...bbox], zoom: asked.zoom }, { raw: true }).subscribe((message) => hear(message, ask)))
    coming = ask
  }

  function hear(message: LiveMessageOf<typeof positionsChannel>, from: Subscription): void {
    if (message.op === 'gap') return target.onDropped(message.dropped)
    if (message.op === 'error') return target.onProblem(message.message)
    if (message.op === 'snapshot') {
      if (from === coming) {
        shown?.unsubscribe()
        shown = coming
        coming = undefined
      }
      target.onProblem(undefined)
      replaceAll(target, message.data)
    } else {
      for (const change of message.data) apply(target, change)
    }
    target.onChange()
  }

  return {
    look,
    close() {
      coming?.unsubscribe()
      shown?.unsubscribe()
    },
  }
}

type Snapshot = z.output<typeof positionsChannel.snapshot>

/** Clusters change with the zoom: half a step is what the eye notices. */
function stepOf(zoom: number): number {
  return Math.round(zoom * 2)
}

function replaceAll({ store, clusters, onMoved }: FeedTarget, { vehicles, clusters: given }: Snapshot): void {
  store.replace(vehicles)
  clusters.clear()
  for (const cluster of given) clusters.set(cluster.id, cluster)
  for (const { vin } of vehicles) {
    const slot = store.slotOf(vin)
    if (slot !== undefined) onMoved(slot)
  }
}

function apply({ store, clusters, onMoved }: FeedTarget, change: MapChange): void {
  if ('vehicle' in change) onMoved(store.put(change.vehicle))
  else if ('cluster' in change) clusters.set(change.cluster.id, change.cluster)
  else if (!store.remove(change.gone)) clusters.delete(change.gone)
}
