import type { MapCluster } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { MapEntry } from './fleet-cells.ts'
import type { FleetView } from './fleet-view.ts'

/** Vehicles in one square of this size, in pixels, form a cluster if there are at least `fewest` of them. */
const squarePx = 72
const fewest = 8
/** Minimum interval between counts of the clusters of one zoom, ms. */
const freshMs = 1_000
/** From this zoom on vehicles are always drawn individually. */
export const clusteredBelow = 13

const tilePx = 512

/** The number of the Web Mercator map square that contains a place, at an integer zoom. */
export function squareOf(lat: number, lon: number, zoom: number): number {
  const squares = (2 ** zoom * tilePx) / squarePx
  const x = Math.floor(((lon + 180) / 360) * squares)
  const sin = Math.sin((Math.max(-85, Math.min(85, lat)) * Math.PI) / 180)
  const y = Math.floor((0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * squares)
  return y * 2_097_152 + x
}

export interface Clusters {
  readonly version: number
  readonly bySquare: ReadonlyMap<number, MapCluster>
  /** Whether the vehicle is drawn as part of a cluster; compromised vehicles never are. */
  holds(entry: MapEntry): boolean
}

/** The clusters of each zoom in use, shared by all viewers of that zoom. */
export function createClusters(fleet: FleetView, now: () => number = Date.now) {
  const zooms = new Map<number, { clusters: Clusters; at: number; fleetVersion: number }>()
  return (zoom: number): Clusters => {
    const known = zooms.get(zoom)
    if (known && (now() - known.at < freshMs || known.fleetVersion === fleet.version())) return known.clusters
    const clusters = count(fleet, zoom, (known?.clusters.version ?? 0) + 1)
    zooms.set(zoom, { clusters, at: now(), fleetVersion: fleet.version() })
    return clusters
  }
}

interface Sums {
  lat: number
  lon: number
  count: number
  compromised: number
  degraded: number
  offline: number
}

function count(fleet: FleetView, zoom: number, version: number): Clusters {
  const squares = new Map<number, Sums>()
  for (const entry of fleet.entries.values()) {
    if (entry.health === 'compromised' || entry.receivedAt === 0) continue
    const square = squareOf(entry.lat, entry.lon, zoom)
    let sums = squares.get(square)
    if (!sums) squares.set(square, (sums = { lat: 0, lon: 0, count: 0, compromised: 0, degraded: 0, offline: 0 }))
    sums.lat += entry.lat
    sums.lon += entry.lon
    sums.count += 1
    if (entry.health === 'degraded') sums.degraded += 1
    if (entry.health === 'offline') sums.offline += 1
  }
  const bySquare = new Map<number, MapCluster>()
  for (const [square, { lat, lon, ...sums }] of squares) {
    if (sums.count < fewest) continue
    bySquare.set(square, {
      id: `${zoom}/${square}`,
      lat: round(lat / sums.count),
      lon: round(lon / sums.count),
      ...sums,
    })
  }
  return {
    version,
    bySquare,
    holds: (entry) => entry.health !== 'compromised' && bySquare.has(squareOf(entry.lat, entry.lon, zoom)),
  }
}

function round(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4
}
