import { desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Place } from '@carapace/shared/core/documents/report'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { positions } from '@carapace/shared/msoc/events/events.series'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'
import { moversOf, tracksOf } from '../history/replay.queries.ts'

const alertsPlaced = 50
const vehiclesFollowed = 5
/** Positions of a vehicle's way, evenly spaced over its time. */
const placesOfWay = 400
/** A vehicle's way begins and ends so long before and after its alerts, and is no longer than a day, ms. */
const aroundMs = 15 * 60_000
const longestMs = 24 * 3_600_000

/** An alert with the last position of its vehicle before it was last seen. */
export interface PlacedAlert {
  readonly alert: Alert
  readonly vehicleId: VehicleId
  readonly at: Place
  readonly seenAt: Date
}

/** The alerts whose vehicle sent a position in the ten minutes before, in the order given (rule CASE-61). */
export async function placesOfAlerts(db: Database, org: Org, some: readonly Alert[]): Promise<PlacedAlert[]> {
  const byUuid = new Map(
    some
      .filter(({ vehicle }) => vehicle !== null)
      .slice(0, alertsPlaced)
      .map((alert) => [alert.uuid, alert]),
  )
  if (byUuid.size === 0) return []
  const last = sql`SELECT ${positions.ts} AS ts, ${positions.lat} AS lat, ${positions.lon} AS lon FROM ${positions}
    WHERE ${ownedBy(
      org,
      positions,
      eq(positions.vehicleId, alerts.vehicleId),
      lte(positions.ts, alerts.lastSeen),
      gt(positions.ts, sql`${alerts.lastSeen} - interval '10 minutes'`),
    )} ORDER BY ${desc(positions.ts)} LIMIT 1`
  const rows = await rowsOf<{ uuid: string; vehicle_id: VehicleId; at: number; lat: number; lon: number }>(
    db,
    sql`SELECT ${alerts.uuid}, ${alerts.vehicleId} AS vehicle_id, extract(epoch FROM place.ts)::float8 * 1000 AS at,
        place.lat, place.lon
      FROM ${alerts} CROSS JOIN LATERAL (${last}) AS place
      WHERE ${ownedBy(org, alerts, inArray(alerts.uuid, [...byUuid.keys()]))}`,
  )
  const placed = new Map(rows.map((row) => [row.uuid, row]))
  return [...byUuid.values()].flatMap((alert) => {
    const row = placed.get(alert.uuid)
    if (!row) return []
    return [{ alert, vehicleId: row.vehicle_id, at: [row.lon, row.lat] as const, seenAt: new Date(row.at) }]
  })
}

/** The ways of the first vehicles around their alerts. */
export async function waysOfVehicles(db: Database, org: Org, placed: readonly PlacedAlert[]): Promise<Place[][]> {
  const ways: Place[][] = []
  const byVehicle = [...Map.groupBy(placed, ({ vehicleId }) => vehicleId)].slice(0, vehiclesFollowed)
  for (const [vehicle, ofVehicle] of byVehicle) {
    const times = ofVehicle.flatMap(({ alert }) => [Date.parse(alert.first_seen), Date.parse(alert.last_seen)])
    const end = Math.max(...times) + aroundMs
    const span = { from: new Date(Math.max(Math.min(...times) - aroundMs, end - longestMs)), to: new Date(end) }
    const movers = await moversOf(db, org, span, { vehicle })
    const step = Math.ceil((span.to.getTime() - span.from.getTime()) / placesOfWay)
    const track = (await tracksOf(db, org, movers, span, step)).get(vehicle)
    if (track && track.t.length > 1) ways.push(track.lon.map((lon, i) => [lon, track.lat[i]!] as const))
  }
  return ways
}
