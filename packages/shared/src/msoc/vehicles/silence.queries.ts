import { type SQL, sql } from 'drizzle-orm'
import { type AnyDatabase, rowsOf } from '../../core/time-series/time-series.queries.ts'
import type { OrgId, OrgUuid } from '../../core/owned.ts'
import type { VehicleId } from './vehicles.table.ts'

/** From this many vehicles of an organisation on, and this share, a silence has a common cause (rule SILENCE-5). */
const manyVehicles = 5
const manyShare = 0.25
/** Vehicles that fell silent within this time fell silent together. */
const togetherSeconds = 60

export interface SilentVehicle {
  readonly org_uuid: OrgUuid
  readonly org_id: OrgId
  readonly vehicle_id: VehicleId
  readonly vin: string
  readonly last_seen_ms: number
  readonly every_seconds: number
}

/** Vehicles that should report every `every` seconds: the later of when they were last heard and `since`. */
function expected(since: number): SQL {
  return sql`(
    SELECT v.id, v.org_uuid, v.org_id, v.vin, s.last_seen, e.every,
      greatest(s.last_seen, to_timestamp(${since / 1000}::float8)) AS heard
    FROM vehicles v
    JOIN organisations o ON o.uuid = v.org_uuid
    JOIN vehicle_state s ON s.vehicle_id = v.id
    CROSS JOIN LATERAL (SELECT coalesce(v.reports_every_seconds, o.reports_every_seconds, 0) AS every) e
    WHERE e.every > 0)`
}

const timeOf = (now: number) => sql`to_timestamp(${now / 1000}::float8)`
const isGoingOn = sql`status NOT IN ('CLOSED', 'MERGED') AND cleared_at IS NULL`

/**
 * Across organisations: one job serves all of them. Returns vehicles that are expected to report, sent nothing for
 * three periods since `since`, and have no open silence alert, neither of their own nor of many vehicles (rules
 * SILENCE-1, SILENCE-2, SILENCE-4, SILENCE-5).
 */
export async function silentVehicles(
  db: AnyDatabase,
  now: number,
  since: number,
  limit: number,
): Promise<SilentVehicle[]> {
  return rowsOf<SilentVehicle>(
    db,
    sql`
    SELECT e.org_uuid, e.org_id, e.id AS vehicle_id, e.vin,
      extract(epoch FROM e.last_seen)::float8 * 1000 AS last_seen_ms, e.every AS every_seconds
    FROM ${expected(since)} e
    WHERE e.heard < ${timeOf(now)} - make_interval(secs => 3 * e.every)
      AND NOT EXISTS (SELECT 1 FROM alerts WHERE org_uuid = e.org_uuid
                      AND dedup_key IN (e.id || ':silence', 'fleet-silence') AND ${isGoingOn})
    ORDER BY e.id LIMIT ${limit}`,
  )
}

export interface SilentFleet {
  readonly org_uuid: OrgUuid
  readonly org_id: OrgId
  /** How many of its `vehicles`, those heard lately, fell silent together, and since when the first of them is. */
  readonly silent: number
  readonly vehicles: number
  readonly since_ms: number
}

/**
 * Across organisations: one job serves all of them. Returns those of which many vehicles fall silent together, and
 * whose alert about it is not open (rule SILENCE-5). Vehicles with an alert of their own do not count. After two
 * periods a vehicle is late: when the first one is silent, all of the same cause are late.
 */
export async function silentFleets(db: AnyDatabase, now: number, since: number): Promise<SilentFleet[]> {
  return rowsOf<SilentFleet>(
    db,
    sql`
    SELECT * FROM (
      SELECT e.org_uuid, e.org_id, count(*)::int AS vehicles,
        count(*) FILTER (WHERE CASE WHEN e.heard < ${timeOf(now)} - make_interval(secs => 2 * e.every)
          THEN NOT EXISTS (SELECT 1 FROM alerts WHERE org_uuid = e.org_uuid
                           AND dedup_key = e.id || ':silence' AND ${isGoingOn}) ELSE false END)::int AS silent,
        bool_or(e.heard < ${timeOf(now)} - make_interval(secs => 3 * e.every)) AS begun,
        min(extract(epoch FROM e.last_seen)::float8 * 1000) AS since_ms
      FROM ${expected(since)} e
      WHERE e.heard >= ${timeOf(now)} - make_interval(secs => 3 * e.every + ${togetherSeconds}::int)
      GROUP BY e.org_uuid, e.org_id) f
    WHERE f.begun AND f.silent >= ${manyVehicles}::int AND f.silent >= ${manyShare}::float8 * f.vehicles
      AND NOT EXISTS (SELECT 1 FROM alerts WHERE org_uuid = f.org_uuid
                      AND dedup_key = 'fleet-silence' AND ${isGoingOn})`,
  )
}

export interface ClearedAlert {
  readonly uuid: string
  readonly org_uuid: OrgUuid
  readonly org_id: OrgId
  readonly vehicle_id: VehicleId | null
}

/**
 * Across organisations: one job serves all of them. Clears the open silence alerts of vehicles that report again; an
 * analyst still has to close them (rule SILENCE-3).
 */
export async function clearSilence(tx: AnyDatabase, limit: number): Promise<ClearedAlert[]> {
  return rowsOf<ClearedAlert>(
    tx,
    sql`
    UPDATE alerts a SET cleared_at = now()
    FROM vehicles v
    WHERE a.uuid IN (
      SELECT b.uuid FROM alerts b JOIN vehicle_state t ON t.vehicle_id = b.vehicle_id
      WHERE b.rule = 'silence' AND b.status NOT IN ('CLOSED', 'MERGED') AND b.cleared_at IS NULL
      AND t.last_seen > b.last_seen
      ORDER BY b.dedup_key LIMIT ${limit} FOR UPDATE OF b)
      AND v.id = a.vehicle_id
    RETURNING a.uuid, a.org_uuid, v.org_id, a.vehicle_id`,
  )
}

/**
 * Across organisations: one job serves all of them. Clears the alerts about many silent vehicles where less than half
 * of what raises one is still silent: those that stay silent get alerts of their own (rule SILENCE-5).
 */
export async function clearFleetSilence(tx: AnyDatabase, now: number): Promise<ClearedAlert[]> {
  return rowsOf<ClearedAlert>(
    tx,
    sql`
    UPDATE alerts a SET cleared_at = now()
    FROM organisations o
    WHERE a.rule = 'fleet-silence' AND a.dedup_key = 'fleet-silence' AND o.uuid = a.org_uuid
      AND a.status NOT IN ('CLOSED', 'MERGED') AND a.cleared_at IS NULL
      AND (
        SELECT count(*) FILTER (WHERE e.last_seen < ${timeOf(now)} - make_interval(secs => 2 * e.every))
          < greatest(${manyVehicles / 2}::float8, ${manyShare / 2}::float8 * count(*))
        FROM ${expected(0)} e WHERE e.org_uuid = a.org_uuid AND e.last_seen >= a.first_seen)
    RETURNING a.uuid, a.org_uuid, o.id AS org_id, a.vehicle_id`,
  )
}
