import type { Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { rankOf, type Severity } from '@carapace/shared/msoc/severity'
import { type HealthNews, type SeenNews, topics } from '@carapace/shared/msoc/topics'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'
import type { MapEntry } from './fleet-cells.ts'
import { openFleetView } from './fleet-view.ts'

export const org = { uuid: 'org', id: 1 } as Org

/** A vehicle's data in the tables; one without a place has a state, but never reported a position. */
export interface Stored {
  readonly id: VehicleId
  readonly uuid: string
  readonly vin: string
  readonly model: string
  lat: number | null
  lon: number | null
  speedKph: number | null
  headingDeg: number | null
  positionTs: Date | null
  positionAt: Date | null
  lastSeen: Date
  openAlerts: number
  worst: Severity | null
}

export function stored(id: number, fields: Partial<Stored> = {}): Stored {
  return {
    id: id as VehicleId,
    uuid: `uuid-${id}`,
    vin: `VIN${id}`,
    model: 'Model',
    lat: null,
    lon: null,
    speedKph: null,
    headingDeg: null,
    positionTs: null,
    positionAt: null,
    lastSeen: new Date(0),
    openAlerts: 0,
    worst: null,
    ...fields,
  }
}

/** Tables that answer every query with these rows: the view makes only two queries. */
function tables(rows: () => readonly Stored[]): Database {
  const query = { from: () => query, innerJoin: () => query, where: () => Promise.resolve(rows()) }
  return { select: () => query } as unknown as Database
}

/** A fleet view over tables and a bus that the test controls. */
export async function openFleet(rows: Stored[]) {
  const listeners = new Map<string, (items: unknown[]) => void>()
  const bus: Subscriber = {
    subscribe(topic, listen) {
      listeners.set(topic, listen)
      return () => listeners.delete(topic)
    },
    ready: () => Promise.resolve(),
    close: () => undefined,
  }
  let gap = () => undefined as void
  const fail = (error: unknown) => {
    throw error
  }
  const fleet = await openFleetView(
    tables(() => rows),
    bus,
    org,
    (listen) => {
      gap = listen
      return () => undefined
    },
    fail,
  )
  return {
    fleet,
    listeners,
    seen: (...news: SeenNews[]) => listeners.get(topics.seen(org.uuid))!(news),
    applyHealth: (...news: HealthNews[]) => listeners.get(topics.health(org.uuid))!(news),
    gap: () => gap(),
  }
}

interface Place {
  readonly lat?: number
  readonly lon?: number
  readonly speedKph?: number
  readonly health?: MapEntry['health']
  readonly openAlerts?: number
}

const worstOf = { healthy: null, offline: null, degraded: 'high', compromised: 'critical' } as const

/** A fleet that the test drives, of vehicles without a position so far: ids 0 to 99. */
export async function drivenFleet() {
  const opened = await openFleet(Array.from({ length: 100 }, (_, id) => stored(id)))
  let ts = 0

  /** Sets a vehicle's position or state; omitted fields stay unchanged. */
  function put(id: number, { lat, lon, speedKph, health, openAlerts }: Place): MapEntry {
    const entry = opened.fleet.entries.get(id as VehicleId)!
    if (health !== undefined)
      opened.applyHealth([
        entry.id,
        openAlerts ?? (worstOf[health] ? 1 : 0),
        worstOf[health] && rankOf(worstOf[health]),
      ])
    if (lat !== undefined || lon !== undefined || speedKph !== undefined) {
      opened.seen([
        entry.id,
        health === 'offline' ? 0 : Date.now(),
        [lat ?? entry.lat, lon ?? entry.lon, speedKph ?? entry.speedKph, null, ++ts, Date.now()],
      ])
    }
    return entry
  }

  return {
    ...opened,
    put,
    putMany: (from: number, count: number, place: Place) =>
      Array.from({ length: count }, (_, i) => put(from + i, place)),
  }
}
