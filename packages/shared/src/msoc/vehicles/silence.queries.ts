import { sql } from 'drizzle-orm'
import { type AnyDatabase, rowsOf } from '../../core/time-series/time-series.queries.ts'
import type { OrgId, OrgUuid } from '../../core/owned.ts'
import type { VehicleId } from './vehicles.table.ts'

export interface SilentVehicle {
  readonly org_uuid: OrgUuid
  readonly org_id: OrgId
  readonly vehicle_id: VehicleId
  readonly vin: string
  readonly last_seen_ms: number
  readonly every_seconds: number
}

/**
 * Across organisations: one job serves all of them. Returns vehicles that are expected to report, sent nothing for
 * three periods and have no open silence alert (rules SILENCE-1, SILENCE-2).
 */
export async function silentVehicles(db: AnyDatabase, now: Date, limit: number): Promise<SilentVehicle[]> {
  return rowsOf<SilentVehicle>(
    db,
    sql`
   
      SELECT v.org_uuid, v.org_id, v.id AS vehicle_id, v.vin, extract(epoch
      FROM s.last_seen)::float8 * 1000 AS last_seen_ms, e.every AS every_seconds
    FROM vehicles v
    JOIN organisations o ON o.uuid = v.org_uuid
    JOIN vehicle_state s ON s.vehicle_id = v.id
    CROSS JOIN LATERAL (SELECT coalesce(v.reports_every_seconds, o.reports_every_seconds, 0) AS every) e
    WHERE e.every > 0 AND s.last_seen < ${now.toISOString()}::timestamptz - make_interval(secs => 3 * e.every)
      AND NOT EXISTS (SELECT 1 FROM alerts a WHERE a.org_uuid = v.org_uuid AND a.dedup_key = v.id || ':silence'
                      AND a.status NOT IN ('CLOSED', 'MERGED') AND a.cleared_at IS NULL)
    ORDER BY v.id LIMIT ${limit}`,
  )
}

export interface ClearedAlert {
  readonly uuid: string
  readonly org_uuid: OrgUuid
  readonly org_id: OrgId
  readonly vehicle_id: VehicleId
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
    FROM vehicles v, vehicle_state s
    WHERE a.uuid IN (
      SELECT b.uuid FROM alerts b JOIN vehicle_state t ON t.vehicle_id = b.vehicle_id
     
      WHERE b.rule = 'silence'
      AND b.status NOT IN ('CLOSED', 'MERGED')
      AND b.cleared_at IS NULL
      AND t.last_seen > b.last_seen
      ORDER BY b.dedup_key LIMIT ${limit} FOR UPDATE OF b)
      AND v.id = a.vehicle_id AND s.vehicle_id = v.id
    RETURNING a.uuid, a.org_uuid, v.org_id, a.vehicle_id`,
  )
}
