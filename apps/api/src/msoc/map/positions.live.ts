import { type MapCluster, positionsChannel, positionsPart } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { inSlices } from '@carapace/shared/core/in-slices'
import { liveChannel } from '../../core/live/live.ts'
import { clusteredBelow, type Clusters } from './clusters.ts'
import { hasPosition, type MapEntry, movingText, wholeVehicle } from './fleet-cells.ts'
import type { FleetView } from './fleet-view.ts'
import type { FleetViews } from './fleet-views.ts'
import type { Bbox, Cell } from './grid.ts'

/** Vehicles that are checked without a break when a window is opened: about two milliseconds. */
const vehiclesPerSlice = 5_000

/** Number of parts of a large snapshot that are sent per turn. */
const partsATurn = 2

/** The live map: the cost per viewer depends on its window, not on the fleet (rules MAP-5 to MAP-9). */
export const positionsLive = (views: FleetViews) =>
  liveChannel(positionsChannel, async ({ caller, params, outlet }) => {
    const { fleet, clustersAt, release } = await views.hold(caller.org)
    const zoom = Math.floor(params.zoom)
    const clustered = params.clusters && zoom < clusteredBelow
    const window = createWindow(fleet, params.bbox, clustered ? () => clustersAt(zoom) : undefined)
    const whole = await inSlices(window.whole())
    const { vehicles, clusters, turn } = inParts(whole, window.changes, fleet)
    outlet.snapshot(
      fleet.epoch,
      whole.version,
      `{"vehicles":[${vehicles
        .map((entry) => JSON.stringify(wholeVehicle(entry)))
        .join(',')}],"clusters":${JSON.stringify(clusters)}}`,
    )
    return { turn, close: release }
  })

/** Everything in a window, as of a version of the fleet. */
interface Whole {
  readonly version: number
  readonly vehicles: MapEntry[]
  readonly clusters: MapCluster[]
}

type Changes = () => { seq: number; data: string[] } | undefined

/**
 * The first part of a window, and its turns: while more parts of the window remain, they are sent before changes (rule
 * MAP-9).
 */
export function inParts({ vehicles, clusters }: Whole, changes: Changes, fleet: FleetView, part = positionsPart) {
  const first = vehicles.splice(0, part)
  const turn = () =>
    vehicles.length > 0
      ? { seq: fleet.version(), data: vehicles.splice(0, partsATurn * part).map(enteringText) }
      : changes()
  return { vehicles: first, clusters, turn }
}

/** A vehicle as a change for a viewer that does not know it. */
function enteringText(entry: MapEntry): string {
  return `{"vehicle":${JSON.stringify(wholeVehicle(entry))}}`
}

/** One viewer's window on the fleet: stores what that viewer was sent, and nothing else. */
export function createWindow(fleet: FleetView, bbox: Bbox, clusters: (() => Clusters) | undefined) {
  const inWindow = contains(bbox)
  const inView = (entry: MapEntry) => hasPosition(entry) && inWindow(entry.lat, entry.lon)
  const sent = new Map<VehicleId, MapEntry>()
  const sentClusters = new Map<string, string>()
  let sentVersion = 0
  let clusterVersion = 0

  /** The finest grid in which the window has few enough cells; undefined: every vehicle is checked. */
  const grid = fleet.grids.find(({ cellsIn }) => cellsIn(bbox))
  let cells: readonly Cell<MapEntry>[] = []
  let layoutThen: number | undefined

  /** Looks the window's cells up again where the grid has other ones now; true if it has. */
  function updateCells(): boolean {
    if (!grid || grid.layout() === layoutThen) return false
    cells = grid.cellsIn(bbox)!
    layoutThen = grid.layout()
    return true
  }

  function* looked(since: number): Generator<MapEntry> {
    if (!grid) {
      for (const entry of fleet.entries.values()) if (entry.version > since) yield entry
      return
    }
    for (const { newest } of cells)
      for (let spot = newest; spot && spot.entry.version > since; spot = spot.older) yield spot.entry
  }

  const isShown = (entry: MapEntry, now: Clusters | undefined) => inView(entry) && !now?.holds(entry)

  function shownClusters(now: Clusters): MapCluster[] {
    return [...now.bySquare.values()].filter(({ lat, lon }) => inWindow(lat, lon))
  }

  /**
   * Everything in the window, for the start of a subscription; it yields between slices of the fleet. Vehicles that
   * change meanwhile are among the next changes.
   */
  function* whole(): Generator<void, Whole> {
    const now = clusters?.()
    sentVersion = fleet.version()
    clusterVersion = now?.version ?? 0
    updateCells()
    const all = [...looked(0)]
    const vehicles: MapEntry[] = []
    for (let at = 0; at < all.length; at += vehiclesPerSlice) {
      if (at > 0) yield
      for (const entry of all.slice(at, at + vehiclesPerSlice)) {
        if (!isShown(entry, now)) continue
        vehicles.push(entry)
        sent.set(entry.id, entry)
      }
    }
    const shown = now ? shownClusters(now) : []
    for (const cluster of shown) sentClusters.set(cluster.id, JSON.stringify(cluster))
    return { version: sentVersion, vehicles, clusters: shown }
  }

  /** Changes since the last call: vehicles that moved, entered or left, and updated clusters. */
  function changes(): { seq: number; data: string[] } | undefined {
    const now = clusters?.()
    const regrouped = (now?.version ?? 0) !== clusterVersion
    if (fleet.version() === sentVersion && !regrouped) return undefined
    const data: string[] = []
    const since = sentVersion
    sentVersion = fleet.version()
    clusterVersion = now?.version ?? 0
    const haveCellsChanged = updateCells()
    // new clusters may show vehicles that have not moved: then every vehicle in the window is checked
    for (const entry of looked(regrouped ? 0 : since)) {
      if (!isShown(entry, now)) hide(entry, data)
      else if (sent.has(entry.id)) {
        if (entry.version > since) data.push(movingText(entry))
      } else {
        sent.set(entry.id, entry)
        data.push(enteringText(entry))
      }
    }
    // a vehicle that left all of the window's cells was not found in them; a cell that it left empty is gone
    if (haveCellsChanged || cells.some(({ leftAt }) => leftAt > since))
      for (const entry of sent.values()) if (!inView(entry)) hide(entry, data)
    if (now && regrouped) regroup(now, data)
    return { seq: sentVersion, data }
  }

  function hide(entry: MapEntry, data: string[]): void {
    if (sent.delete(entry.id)) data.push(`{"gone":${JSON.stringify(entry.vin)}}`)
  }

  function regroup(now: Clusters, data: string[]): void {
    const shown = new Map(shownClusters(now).map((cluster) => [cluster.id, JSON.stringify(cluster)]))
    for (const [id, text] of shown) if (sentClusters.get(id) !== text) data.push(`{"cluster":${text}}`)
    for (const id of sentClusters.keys()) if (!shown.has(id)) data.push(`{"gone":${JSON.stringify(id)}}`)
    sentClusters.clear()
    for (const [id, text] of shown) sentClusters.set(id, text)
  }

  return { whole, changes }
}

/** Whether a place is in the window; west > east crosses the antimeridian. */
function contains([west, south, east, north]: Bbox): (lat: number, lon: number) => boolean {
  if (west <= east) return (lat, lon) => lat >= south && lat <= north && lon >= west && lon <= east
  return (lat, lon) => lat >= south && lat <= north && (lon >= west || lon <= east)
}
