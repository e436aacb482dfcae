import postgres from 'postgres'
import type { SeenNews } from '@carapace/shared/msoc/topics'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { metresPerLonDegree } from '../../fleet/roads/geo.ts'
import { fixAt } from '../../fleet/vehicles/state.ts'
import { fleetOf } from '../../fleet/vehicles/vehicles.ts'

const seed = 1
const metresPerLatDegree = 111_320
const rowsAtOnce = 5_000

/** A vehicle's health, given by its worst open alert. */
export type Health = 'healthy' | 'degraded' | 'compromised'

/**
 * One vehicle of the measured fleet: it drives away from its place on a straight road and comes back, a minute each
 * way.
 */
export interface Moving {
  readonly vin: string
  readonly model: string
  readonly lat: number
  readonly lon: number
  readonly headingDeg: number
  readonly metresPerSecond: number
  readonly shiftMs: number
  readonly health: Health
}

/** The position of a vehicle at a time, epoch ms. */
export interface Place {
  readonly lat: number
  readonly lon: number
  readonly headingDeg: number
}

/**
 * The fleet of the other load tests, each vehicle at its current position there. From there it moves by a cheap
 * formula: fifty thousand exact drives a second would use the same core that is to be measured.
 */
export function movingFleet(count: number, now = Date.now()): Moving[] {
  return fleetOf(seed, count).map((vehicle) => {
    const { lat, lon, headingDeg } = fixAt(vehicle, now)
    return {
      vin: vehicle.vin,
      model: vehicle.model.name,
      lat,
      lon,
      headingDeg,
      metresPerSecond: 8 + (vehicle.index % 25),
      shiftMs: (vehicle.index * 7_919) % 120_000,
      health: healthOf(vehicle.index),
    }
  })
}

/** Three in a hundred are degraded, and four in a thousand compromised: a bad day. */
function healthOf(index: number): Health {
  if (index % 250 === 7) return 'compromised'
  return index % 33 === 5 ? 'degraded' : 'healthy'
}

export function placeAt({ lat, lon, headingDeg, metresPerSecond, shiftMs }: Moving, ms: number): Place {
  const phase = (ms + shiftMs) % 120_000
  const away = phase < 60_000
  const metres = (metresPerSecond * (away ? phase : 120_000 - phase)) / 1000
  const turn = (headingDeg * Math.PI) / 180
  return {
    lat: lat + (metres * Math.cos(turn)) / metresPerLatDegree,
    lon: lon + (metres * Math.sin(turn)) / metresPerLonDegree(lat),
    headingDeg: away ? headingDeg : (headingDeg + 180) % 360,
  }
}

/** Writes the same rows as ingest would for this fleet; returns the vehicles' ids in the fleet's order. */
export async function insertFleet(databaseUrl: string, fleet: readonly Moving[]): Promise<VehicleId[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const ids: VehicleId[] = []
    for (let at = 0; at < fleet.length; at += rowsAtOnce)
      ids.push(...(await insertPart(sql, fleet.slice(at, at + rowsAtOnce))))
    await sql`ANALYZE vehicles, vehicle_state`
    return ids
  } finally {
    await sql.end()
  }
}

async function insertPart(sql: postgres.Sql, part: readonly Moving[]): Promise<VehicleId[]> {
  const rows = part.map((vehicle, order) => ({
    order,
    vin: vehicle.vin,
    model: vehicle.model,
    ...placeAt(vehicle, Date.now()),
    health: vehicle.health,
  }))
  const stored = await sql<{ id: VehicleId; vin: string }[]>`
    WITH given AS (SELECT *
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS g(
      "order" int, vin text, model text, lat float8, lon float8, "headingDeg" real, health text)),
    org AS (SELECT uuid, id FROM organisations ORDER BY id LIMIT 1),
    entered AS (INSERT INTO vehicles (org_uuid, org_id, vin, model)
    SELECT org.uuid, org.id, given.vin, given.model
    FROM given, org
    RETURNING id, vin, org_uuid),
    placed AS (
      INSERT INTO vehicle_state (vehicle_id, org_uuid, lat, lon, speed_kph, heading_deg, position_ts, position_at,
        last_seen, open_alerts, worst_severity)
      SELECT e.id, e.org_uuid, g.lat, g.lon, 50, g."headingDeg", now(), now(), now(),
        CASE WHEN g.health = 'healthy' THEN 0 ELSE 1 END,
        CASE g.health WHEN 'compromised' THEN 4 WHEN 'degraded' THEN 3 END
      FROM entered e JOIN given g USING (vin))
    SELECT id, vin FROM entered`
  const byVin = new Map(stored.map(({ id, vin }) => [vin, id]))
  return part.map(({ vin }) => byVin.get(vin)!)
}

/** The message that ingest publishes about a vehicle that reported just now. */
export function newsOf(id: VehicleId, vehicle: Moving, now: number): SeenNews {
  const { lat, lon, headingDeg } = placeAt(vehicle, now)
  return [id, now, [lat, lon, Math.round(vehicle.metresPerSecond * 3.6), Math.round(headingDeg), now, now]]
}
