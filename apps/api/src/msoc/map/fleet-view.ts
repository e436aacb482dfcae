import type { Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { severities } from '@carapace/shared/msoc/severity'
import { type HealthNews, type SeenNews, topics } from '@carapace/shared/msoc/topics'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'
import { fleetIds, fleetState, vehiclesById } from '../vehicles/vehicles.queries.ts'
import { createFleetCells, type FleetCells, hasPosition, type MapEntry } from './fleet-cells.ts'
import type { Grid } from './grid.ts'

/** One organisation's fleet in memory, from the tables and then from the bus (rules MAP-1 to MAP-4). */
export interface FleetView {
  readonly epoch: string
  readonly entries: ReadonlyMap<VehicleId, MapEntry>
  readonly grids: readonly Grid<MapEntry>[]
  readonly version: () => number
  readonly close: () => void
}

/**
 * How often vehicles are checked for being offline, and how soon news of alerts is verified in the tables,
 * ms.
 */
const offlineCheckMs = 5_000
const lookUpMs = 1_000
/** For more vehicles than this, the whole fleet is read. */
const lookedUpAtOnce = 1_000
/** Vehicles that are read with one query: other work of the process comes in between. */
const readAtOnce = 1_000

type Row = Awaited<ReturnType<typeof fleetState>>[number]

export async function openFleetView(
  db: Database,
  bus: Subscriber,
  org: Org,
  onGap: (listen: () => void) => () => void,
  onError: (error: unknown) => void,
): Promise<FleetView> {
  const fleet = createFleetCells()
  const tables = fleetTables(db, org, fleet, onError)

  // listen first, then read: data committed in between is in both, and the newer time wins
  const timers = [
    setInterval(() => updateHealths(fleet), offlineCheckMs).unref(),
    setInterval(tables.look, lookUpMs).unref(),
  ]
  const stops = [
    bus.subscribe(topics.seen(org.uuid), (items) => applySeen(fleet, tables, items as SeenNews[])),
    bus.subscribe(topics.health(org.uuid), (items) => applyHealth(fleet, tables, items as HealthNews[])),
    onGap(() => {
      tables.markStale()
      tables.look()
    }),
  ]
  const close = () => {
    for (const timer of timers) clearInterval(timer)
    for (const stop of stops) stop()
  }
  try {
    await bus.ready()
    await tables.readAll()
  } catch (error) {
    close()
    throw error
  }
  const { entries, grids, version } = fleet
  return { epoch: crypto.randomUUID(), entries, grids, version, close }
}

/** Vehicles turn offline by time alone. */
function updateHealths({ entries, updateHealth, touch }: FleetCells): void {
  const now = Date.now()
  for (const entry of entries.values()) if (hasPosition(entry) && updateHealth(entry, now)) touch(entry)
}

function applySeen(fleet: FleetCells, tables: FleetTables, news: readonly SeenNews[]): void {
  for (const one of news) {
    const [id, lastSeen, position] = one
    const entry = fleet.entries.get(id)
    if (entry) applyPosition(fleet, entry, lastSeen, position)
    else if (position) tables.addUnknown(one)
  }
}

function applyPosition(fleet: FleetCells, entry: MapEntry, lastSeen: number, position: SeenNews[2]): void {
  entry.lastSeen = Math.max(entry.lastSeen, lastSeen)
  if (!position || position[4] < entry.ts) {
    if (entry.health === 'offline' && fleet.updateHealth(entry, Date.now())) fleet.touch(entry)
    return
  }
  ;[entry.lat, entry.lon, entry.speedKph, entry.headingDeg, entry.ts, entry.receivedAt] = position
  fleet.updateHealth(entry, Date.now())
  fleet.updateCell(entry)
  fleet.touch(entry)
}

/** Applies health news at once, and verifies it in the tables soon: news of two processes can be out of order. */
function applyHealth(fleet: FleetCells, tables: FleetTables, news: readonly HealthNews[]): void {
  for (const [id, openAlerts, worst] of news) {
    tables.doubt(id)
    const entry = fleet.entries.get(id)
    if (!entry) continue
    entry.openAlerts = openAlerts
    entry.worst = worst === null ? null : severities[worst]!
    fleet.updateHealth(entry, Date.now())
    fleet.touch(entry)
  }
}

/** Brings the tables' data into the view: the whole fleet, vehicles with doubtful news, and vehicles not known yet. */
interface FleetTables {
  /** The vehicle's news must be verified in the tables. */
  readonly doubt: (id: VehicleId) => void
  /** News was lost: the whole fleet must be read. */
  readonly markStale: () => void
  /** Starts a read of what is doubtful. */
  readonly look: () => void
  /** Reads the whole fleet. */
  readonly readAll: () => Promise<void>
  /** Adds a vehicle that the view does not know, and applies its news. */
  readonly addUnknown: (news: SeenNews) => void
}

function fleetTables(db: Database, org: Org, fleet: FleetCells, onError: (error: unknown) => void): FleetTables {
  /** What must be read from the tables: the whole fleet, or only the vehicles in `doubtful`. */
  let isStale = true
  const doubtful = new Set<VehicleId>()
  let reading: Promise<void> | undefined
  let unknown: SeenNews[] = []
  let adding: Promise<void> | undefined

  /** What failed is read next time. */
  async function read(): Promise<void> {
    const ids = [...doubtful]
    const all = isStale || ids.length > lookedUpAtOnce
    isStale = false
    doubtful.clear()
    try {
      const read = all ? await fleetIds(db, org) : ids
      for (let at = 0; at < read.length; at += readAtOnce)
        // news received while the tables are read may be newer than the row, and is verified next
        for (const row of await fleetState(db, org, read.slice(at, at + readAtOnce)))
          takeRow(fleet, row, doubtful.has(row.id))
    } catch (error) {
      isStale ||= all
      for (const id of ids) doubtful.add(id)
      throw error
    }
  }

  /** Only one read at a time: news in the meantime waits for the next one. */
  async function addAll(): Promise<void> {
    while (unknown.length > 0) {
      const news = unknown
      unknown = []
      for (const row of await vehiclesById(db, org, [...new Set(news.map(([id]) => id))]))
        if (!fleet.entries.has(row.id)) fleet.add({ ...row, lastSeen: 0, openAlerts: 0, worst: null })
      applySeen(
        fleet,
        tables,
        news.filter(([id]) => fleet.entries.has(id)),
      )
    }
  }

  const tables: FleetTables = {
    doubt: (id) => void doubtful.add(id),
    markStale: () => void (isStale = true),
    look() {
      // never two at a time, since the first to begin could be the last to end
      if (reading || (!isStale && doubtful.size === 0)) return
      reading = read()
        .catch(onError)
        .finally(() => (reading = undefined))
    },
    async readAll() {
      while (reading) await reading
      isStale = true
      await (reading = read()).finally(() => (reading = undefined))
    },
    addUnknown(news) {
      unknown.push(news)
      adding ??= addAll()
        .catch(onError)
        .finally(() => (adding = undefined))
    },
  }
  return tables
}

/** Takes over a row where it is newer than the view; `isDoubtful`: its alerts may be older than the view's. */
function takeRow(fleet: FleetCells, row: Row, isDoubtful: boolean): void {
  const entry = fleet.entries.get(row.id) ?? fleet.add({ ...row, lastSeen: row.lastSeen.getTime() })
  const { openAlerts, worst } = entry
  if (!isDoubtful) Object.assign(entry, { openAlerts: row.openAlerts, worst: row.worst })
  entry.lastSeen = Math.max(entry.lastSeen, row.lastSeen.getTime())
  const moved = move(fleet, entry, row)
  if (!hasPosition(entry)) return
  const changed = fleet.updateHealth(entry, Date.now())
  if (moved || changed || entry.openAlerts !== openAlerts || entry.worst !== worst) fleet.touch(entry)
}

/** Applies the row's position if it is newer; true if anything about it differs. */
function move(
  { updateCell }: FleetCells,
  entry: MapEntry,
  { lat, lon, speedKph, headingDeg, positionTs, positionAt }: Row,
): boolean {
  if (lat === null || lon === null || !positionTs || !positionAt || positionTs.getTime() < entry.ts) return false
  const place = { lat, lon, speedKph, headingDeg, ts: positionTs.getTime(), receivedAt: positionAt.getTime() }
  const differs = Object.entries(place).some(([name, value]) => entry[name as keyof typeof place] !== value)
  Object.assign(entry, place)
  if (differs) updateCell(entry)
  return differs
}
