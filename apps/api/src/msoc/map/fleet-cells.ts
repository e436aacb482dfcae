import type { Health, Severity } from '@carapace/shared/msoc/severity'
import type { MapVehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { healthAt, vehicleRisk } from '../vehicles/vehicles.queries.ts'
import { createGrid, type Grid, type Spot } from './grid.ts'

/** A vehicle as the live map shows it. `version` is the version of the view at the vehicle's latest change. */
export interface MapEntry {
  readonly id: VehicleId
  readonly uuid: string
  readonly vin: string
  readonly model: string
  lat: number
  lon: number
  speedKph: number | null
  headingDeg: number | null
  ts: number
  receivedAt: number
  lastSeen: number
  openAlerts: number
  worst: Severity | null
  health: Health
  version: number
  /** Its places in the view's grids. */
  spots: readonly Spot<MapEntry>[]
  /** As JSON, built at the first use after a change and shared by all viewers. */
  text: string | undefined
}

/** What is known of a vehicle before its position. */
export type NewEntry = Pick<MapEntry, 'id' | 'uuid' | 'vin' | 'model' | 'lastSeen' | 'openAlerts' | 'worst'>

/** The vehicles of a fleet by id and by cell; each change of a vehicle raises the version. */
export interface FleetCells {
  readonly entries: ReadonlyMap<VehicleId, MapEntry>
  /** From the finest to the coarsest: a window is looked up in the first that has few enough cells for it. */
  readonly grids: readonly Grid<MapEntry>[]
  readonly version: () => number
  /** Adds a vehicle without a position: it is in no cell yet. */
  readonly add: (vehicle: NewEntry) => MapEntry
  /** Moves the entry to the cells of its position; the following `touch` puts it first there. */
  readonly updateCell: (entry: MapEntry) => void
  /** Marks the entry as changed. */
  readonly touch: (entry: MapEntry) => void
  /** Computes the entry's health; true if it differs from before. */
  readonly updateHealth: (entry: MapEntry, now: number) => boolean
}

/** A vehicle that never reported a position is in no cell. */
export const hasPosition = (entry: MapEntry) => entry.receivedAt !== 0

export function createFleetCells(): FleetCells {
  const entries = new Map<VehicleId, MapEntry>()
  // about a kilometre for streets, and ten for a country
  const grids = [createGrid<MapEntry>(100, 1_000), createGrid<MapEntry>(10, 5_000)]
  let version = 0

  return {
    entries,
    grids,
    version: () => version,
    add(vehicle) {
      const entry: MapEntry = { ...vehicle, ...withoutPosition }
      entry.spots = grids.map(() => ({ entry, cell: undefined, newer: undefined, older: undefined }))
      entries.set(vehicle.id, entry)
      return entry
    },
    updateCell({ lat, lon, spots }) {
      for (const [at, grid] of grids.entries()) grid.move(spots[at]!, lat, lon, version + 1)
    },
    touch(entry) {
      entry.version = ++version
      entry.text = undefined
      for (const [at, grid] of grids.entries()) grid.putFirst(entry.spots[at]!)
    },
    updateHealth(entry, now) {
      const { health } = entry
      entry.health = healthAt(now, new Date(entry.lastSeen), entry.worst)
      return entry.health !== health
    },
  }
}

const withoutPosition: Omit<MapEntry, keyof NewEntry> = {
  lat: 0,
  lon: 0,
  speedKph: null,
  headingDeg: null,
  ts: -Infinity,
  receivedAt: 0,
  health: 'offline',
  version: 0,
  spots: [],
  text: undefined,
}

/** A vehicle as it is sent to a viewer that knows it. */
export function movingText(entry: MapEntry): string {
  return (entry.text ??= `{"vehicle":${JSON.stringify(moving(entry))}}`)
}

/** A vehicle as it is first sent to a viewer. */
export function wholeVehicle(entry: MapEntry): MapVehicle {
  return { ...moving(entry), uuid: entry.uuid, model: entry.model }
}

function moving(entry: MapEntry): MapVehicle {
  return {
    vin: entry.vin,
    lat: rounded(entry.lat),
    lon: rounded(entry.lon),
    speed_kph: entry.speedKph,
    heading_deg: entry.headingDeg,
    health: entry.health,
    risk: vehicleRisk(entry.worst, entry.openAlerts),
    open_alerts: entry.openAlerts,
    ts: entry.ts,
    received_at: entry.receivedAt,
  }
}

/** Six decimals of a degree are about a decimetre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
