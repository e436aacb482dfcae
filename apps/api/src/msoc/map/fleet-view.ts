import type { Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { type Health, severities, type Severity } from '@carapace/shared/msoc/severity'
import { type HealthNews, type SeenNews, topics } from '@carapace/shared/msoc/topics'
import type { MapVehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'
import { fleetState, healthAt, vehicleRisk, vehiclesById } from '../vehicles/vehicles.queries.ts'

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

/** One organisation's fleet in memory, from the tables and then from the bus (rules MAP-1 to MAP-4). */
export interface FleetView {
  readonly epoch: string
  readonly entries: ReadonlyMap<VehicleId, MapEntry>
  readonly cells: ReadonlyMap<number, Cell>
  version(): number
  close(): void
}

/**
 * How often vehicles are checked for being offline, and how soon news of alerts is verified in the tables,
 * ms.
 */
const offlineCheckMs = 5_000
const lookUpMs = 1_000
/** For more vehicles than this, the whole fleet is read. */
const lookedUpAtOnce = 1_000

type Row = Awaited<ReturnType<typeof fleetState>>[number]

export async function openFleetView(
  db: Database,
  bus: Subscriber,
  org: Org,
  onGap: (listen: () => void) => () => void,
  onError: (error: unknown) => void,
): Promise<FleetView> {
  const entries = new Map<VehicleId, MapEntry>()
  const cells = new Map<number, Cell>()
  const nowhere: Cell = { key: -1, newest: undefined, leftAt: 0 }
  let version = 0
  let unmet: SeenNews[] = []
  /** What must be read from the tables: the whole fleet, or only the vehicles in `doubtful`. */
  let isStale = true
  const doubtful = new Set<VehicleId>()
  let reading: Promise<void> | undefined

  function touch(entry: MapEntry): void {
    entry.version = ++version
    entry.text = undefined
    takeOut(entry)
    putFirst(entry)
  }

  /** Moves the entry to its current cell; the following `touch` puts it first there. */
  function putDown(entry: MapEntry): void {
    const key = cellKey(entry.lat, entry.lon)
    if (entry.cell.key === key) return
    takeOut(entry)
    // viewers of the cell that it left must get this change, too
    entry.cell.leftAt = version + 1
    let cell = cells.get(key)
    if (!cell) cells.set(key, (cell = { key, newest: undefined, leftAt: 0 }))
    entry.cell = cell
  }

  function seen(news: readonly SeenNews[]): void {
    for (const one of news) {
      const [id, lastSeen, position] = one
      const entry = entries.get(id)
      if (!entry) {
        if (position) unmet.push(one)
        continue
      }
      entry.lastSeen = Math.max(entry.lastSeen, lastSeen)
      if (!position || position[4] < entry.ts) {
        if (entry.health === 'offline') judge(entry, Date.now())
        continue
      }
      ;[entry.lat, entry.lon, entry.speedKph, entry.headingDeg, entry.ts, entry.receivedAt] = position
      entry.health = healthAt(Date.now(), new Date(entry.lastSeen), entry.worst)
      putDown(entry)
      touch(entry)
    }
    if (unmet.length > 0) meet().catch(onError)
  }

  /**
   * Reads the names of vehicles that the view does not know. Only one read at a time: news in the meantime wait for the
   * next one.
   */
  let meeting: Promise<void> | undefined
  function meet(): Promise<void> {
    meeting ??= (async () => {
      while (unmet.length > 0) {
        const news = unmet
        unmet = []
        const known = new Map(
          (await vehiclesById(db, org, [...new Set(news.map(([id]) => id))])).map((row) => [row.id, row]),
        )
        for (const [id] of news) {
          const row = known.get(id)
          if (row && !entries.has(id)) add({ ...row, lastSeen: 0, openAlerts: 0, worst: null })
        }
        seen(news.filter(([id]) => entries.has(id)))
      }
    })().finally(() => (meeting = undefined))
    return meeting
  }

  type Met = Pick<MapEntry, 'id' | 'uuid' | 'vin' | 'model' | 'lastSeen' | 'openAlerts' | 'worst'>
  function add(met: Met): MapEntry {
    const entry: MapEntry = {
      ...met,
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
    entries.set(met.id, entry)
    return entry
  }

  function judge(entry: MapEntry, now: number): void {
    const health = healthAt(now, new Date(entry.lastSeen), entry.worst)
    if (health === entry.health) return
    entry.health = health
    touch(entry)
  }

  /** Applies health news at once, and verifies it in the tables soon: news of two processes can be out of order. */
  function applyHealth(news: readonly HealthNews[]): void {
    for (const [id, openAlerts, worst] of news) {
      doubtful.add(id)
      const entry = entries.get(id)
      if (!entry) continue
      entry.openAlerts = openAlerts
      entry.worst = worst === null ? null : severities[worst]!
      entry.health = healthAt(Date.now(), new Date(entry.lastSeen), entry.worst)
      touch(entry)
    }
  }

  /** Takes over a vehicle's data from the tables, where it is newer. */
  function take(row: Row): void {
    const entry = entries.get(row.id) ?? add({ ...row, lastSeen: row.lastSeen.getTime() })
    const { openAlerts, worst, health } = entry
    // news received while the tables were read may be newer than the row, and is verified next
    if (!doubtful.has(row.id)) Object.assign(entry, { openAlerts: row.openAlerts, worst: row.worst })
    entry.lastSeen = Math.max(entry.lastSeen, row.lastSeen.getTime())
    const moved = move(entry, row)
    if (entry.cell === nowhere) return
    entry.health = healthAt(Date.now(), new Date(entry.lastSeen), entry.worst)
    if (moved || entry.openAlerts !== openAlerts || entry.worst !== worst || entry.health !== health) touch(entry)
  }

  function move(entry: MapEntry, { lat, lon, speedKph, headingDeg, positionTs, positionAt }: Row): boolean {
    if (lat === null || lon === null || !positionTs || !positionAt || positionTs.getTime() < entry.ts) return false
    const place = { lat, lon, speedKph, headingDeg, ts: positionTs.getTime(), receivedAt: positionAt.getTime() }
    const differs = Object.entries(place).some(([name, value]) => entry[name as keyof typeof place] !== value)
    Object.assign(entry, place)
    if (differs) putDown(entry)
    return differs
  }

  /**
   * Reads the tables: the whole fleet after a gap, else the vehicles with news. What failed is read
   * next time.
   */
  async function read(): Promise<void> {
    const ids = [...doubtful]
    const all = isStale || ids.length > lookedUpAtOnce
    isStale = false
    doubtful.clear()
    try {
      for (const row of await fleetState(db, org, all ? undefined : ids)) take(row)
    } catch (error) {
      isStale ||= all
      for (const id of ids) doubtful.add(id)
      throw error
    }
  }

  /** Starts a read; never two at a time, since the first to begin could be the last to end. */
  function look(): void {
    if (reading || (!isStale && doubtful.size === 0)) return
    reading = read()
      .catch(onError)
      .finally(() => (reading = undefined))
  }

  function lookOver(): void {
    const now = Date.now()
    for (const entry of entries.values()) if (entry.cell !== nowhere) judge(entry, now)
  }

  // listen first, then read: data committed in between is in both, and the newer time wins
  const timers = [setInterval(lookOver, offlineCheckMs).unref(), setInterval(look, lookUpMs).unref()]
  const stops = [
    bus.subscribe(topics.seen(org.uuid), (items) => seen(items as SeenNews[])),
    bus.subscribe(topics.health(org.uuid), (items) => applyHealth(items as HealthNews[])),
    onGap(() => {
      isStale = true
      look()
    }),
  ]
  const close = () => {
    for (const timer of timers) clearInterval(timer)
    for (const stop of stops) stop()
  }
  try {
    await bus.ready()
    while (reading) await reading
    isStale = true
    await (reading = read()).finally(() => (reading = undefined))
  } catch (error) {
    close()
    throw error
  }

  return { epoch: crypto.randomUUID(), entries, cells, version: () => version, close }
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
