import type { Health, Severity } from '@carapace/shared/msoc/severity'
import type { MapVehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { healthAt, vehicleRisk } from '../vehicles/vehicles.queries.ts'

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
  cell: Cell
  /** Its neighbours in the cell, in the order of their latest change. */
  newer: MapEntry | undefined
  older: MapEntry | undefined
  /** As JSON, built at the first use after a change and shared by all viewers. */
  text: string | undefined
}

/**
 * A square of the map. Its vehicles are a linked list, the last changed one first, so that a request for the changes
 * since a version reads only these and one more, however many vehicles are in the square.
 */
export interface Cell {
  readonly key: number
  newest: MapEntry | undefined
  /** The version of the view when a vehicle last left the cell. */
  leftAt: number
}

/** Cells per degree: a city has a handful of them. */
const cellsPerDegree = 10

export function cellKey(lat: number, lon: number): number {
  return Math.floor((lat + 90) * cellsPerDegree) * 4_000 + Math.floor((lon + 180) * cellsPerDegree)
}

/** The first and last column or row of cells that a span of degrees overlaps. */
export function cellRange(from: number, to: number, offset: 90 | 180): [first: number, last: number] {
  return [Math.floor((from + offset) * cellsPerDegree), Math.floor((to + offset) * cellsPerDegree)]
}

/** What is known of a vehicle before its position. */
export type NewEntry = Pick<MapEntry, 'id' | 'uuid' | 'vin' | 'model' | 'lastSeen' | 'openAlerts' | 'worst'>

/** The vehicles of a fleet by id and by cell; each change of a vehicle raises the version. */
export interface FleetCells {
  readonly entries: ReadonlyMap<VehicleId, MapEntry>
  readonly cells: ReadonlyMap<number, Cell>
  readonly version: () => number
  /** Adds a vehicle without a position: it is in no cell yet. */
  readonly add: (vehicle: NewEntry) => MapEntry
  /** Moves the entry to the cell of its position; the following `touch` puts it first there. */
  readonly updateCell: (entry: MapEntry) => void
  /** Marks the entry as changed. */
  readonly touch: (entry: MapEntry) => void
  /** Computes the entry's health; true if it differs from before. */
  readonly updateHealth: (entry: MapEntry, now: number) => boolean
}

/** The cell of vehicles without a position. */
const nowhere: Cell = { key: -1, newest: undefined, leftAt: 0 }

export const hasPosition = (entry: MapEntry) => entry.cell !== nowhere

export function createFleetCells(): FleetCells {
  const entries = new Map<VehicleId, MapEntry>()
  const cells = new Map<number, Cell>()
  let version = 0

  function cellAt(key: number): Cell {
    let cell = cells.get(key)
    if (!cell) cells.set(key, (cell = { key, newest: undefined, leftAt: 0 }))
    return cell
  }

  return {
    entries,
    cells,
    version: () => version,
    add(vehicle) {
      const entry = { ...vehicle, ...withoutPosition }
      entries.set(vehicle.id, entry)
      return entry
    },
    updateCell(entry) {
      const key = cellKey(entry.lat, entry.lon)
      if (entry.cell.key === key) return
      takeOut(entry)
      // viewers of the cell that it left must get this change, too
      entry.cell.leftAt = version + 1
      entry.cell = cellAt(key)
    },
    touch(entry) {
      entry.version = ++version
      entry.text = undefined
      takeOut(entry)
      putFirst(entry)
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
  cell: nowhere,
  newer: undefined,
  older: undefined,
  text: undefined,
}

function takeOut(entry: MapEntry): void {
  const { cell, newer, older } = entry
  if (newer) newer.older = older
  else if (cell.newest === entry) cell.newest = older
  if (older) older.newer = newer
  entry.newer = entry.older = undefined
}

function putFirst(entry: MapEntry): void {
  const { cell } = entry
  entry.older = cell.newest
  if (cell.newest) cell.newest.newer = entry
  cell.newest = entry
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
