import { type MapChange, type MapCluster, positionsChannel } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { Subscription } from 'rxjs'
import type { z } from 'zod'
import { type ColumnBatch, liveColumns, type LiveMessageOf } from '../../../core/live/live.ts'
import { type Bbox, type Camera, covers, paddedBbox } from '../../../core/map/viewport.ts'
import { paced } from './pace.ts'
import { vehicleColumns, vehiclePlan } from './vehicle-columns.ts'
import type { VehicleStore } from './vehicle-store.ts'

/** How much more than the screen is requested, as a fraction of it (rule MAP-UI-1). */
const padding = 0.25
/** Interval for drawing moves: the server does not send them more often (rule MAP-UI-37). */
const everyMs = 200

interface FeedTarget {
  readonly store: VehicleStore
  readonly clusters: Map<string, MapCluster>
  /** false: every vehicle individually, however many there are. */
  readonly clustered: () => boolean
  /** A vehicle moved: updates trails. */
  readonly onMoved: (slot: number) => void
  /** Something on the map changed: draw it in the next frame. */
  readonly onChange: () => void
  readonly onDropped: (count: number) => void
  readonly onProblem: (message: string | undefined) => void
}

interface PositionsQuery {
  readonly bbox: Bbox
  readonly zoom: number
  readonly clusters: boolean
}

/**
 * Keeps the store filled with the vehicles of the map view. `look` is called each time the map stops moving; the
 * current content stays until the new response arrives (rule MAP-UI-3).
 */
export function positionsFeed(target: FeedTarget): { look: (camera: Camera) => void; close: () => void } {
  let query: PositionsQuery | undefined
  let shown: Subscription | undefined
  let coming: Subscription | undefined
  const changed = paced(everyMs, target.onChange)

  function look(camera: Camera): void {
    const zoom = Math.max(0, Math.min(24, Math.log2(camera.worldSize / 512)))
    const clusters = target.clustered()
    if (
      query?.clusters === clusters &&
      covers(query.bbox, paddedBbox(camera, 0)) &&
      stepOf(query.zoom) === stepOf(zoom)
    )
      return
    query = { bbox: paddedBbox(camera, padding), zoom: Math.round(zoom * 100) / 100, clusters }
    coming?.unsubscribe()
    coming = subscribe(query)
  }

  function subscribe({ bbox, zoom, clusters }: PositionsQuery): Subscription {
    const subscription = new Subscription()
    let take = vehicleColumns(target.store, target.onMoved)
    subscription.add(
      liveColumns(positionsChannel, { bbox: [...bbox], zoom, clusters }, vehiclePlan).subscribe((message) => {
        if (message.op === 'snapshot') take = vehicleColumns(target.store, target.onMoved)
        receive(message, subscription, take)
      }),
    )
    return subscription
  }

  function receive(
    message: LiveMessageOf<typeof positionsChannel> | ColumnBatch,
    from: Subscription,
    take: (batch: ColumnBatch) => void,
  ): void {
    switch (message.op) {
      case 'gap':
        return target.onDropped(message.dropped)
      case 'error':
        return target.onProblem(message.message)
      case 'snapshot':
        if (from === coming) turnTo(coming)
        target.onProblem(undefined)
        return begin(target, message.data)
      case 'columns':
        take(message)
        return changed.schedule()
      case 'changes':
        for (const change of message.data) apply(target, change)
        changed.schedule()
    }
  }

  /** Switches to the new subscription when its data arrives, and closes the previous one. */
  function turnTo(next: Subscription): void {
    shown?.unsubscribe()
    shown = next
    coming = undefined
  }

  return {
    look,
    close() {
      changed.stop()
      coming?.unsubscribe()
      shown?.unsubscribe()
    },
  }
}

type Snapshot = z.output<typeof positionsChannel.snapshot>

/** The zoom step of the clusters: a difference of half a step is visible. */
function stepOf(zoom: number): number {
  return Math.round(zoom * 2)
}

/** Applies a snapshot's bubbles; they are few and complete here. The vehicles follow as columns. */
function begin({ store, clusters }: FeedTarget, { clusters: given }: Snapshot): void {
  store.begin()
  clusters.clear()
  for (const cluster of given) clusters.set(cluster.id, cluster)
}

/** Applies a change of a bubble; vehicles arrive as columns. */
function apply({ clusters }: FeedTarget, change: MapChange): void {
  if ('cluster' in change) clusters.set(change.cluster.id, change.cluster)
  else if ('gone' in change) clusters.delete(change.gone)
}
