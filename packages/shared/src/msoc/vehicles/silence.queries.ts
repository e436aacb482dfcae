import { type SQL, sql } from 'drizzle-orm'
import { type AnyDatabase, rowsOf } from '../../core/time-series/time-series.queries.ts'
import type { Org, OrgId, OrgUuid } from '../../core/owned.ts'
import { shippedSteps } from '../alerts/pipeline/standing-steps.ts'
import { type Severity, severities } from '../severity.ts'
import type { VehicleId } from './vehicles.table.ts'

/** How silences fold where an organisation has changed nothing about it (rule SILENCE-5). */
const { vehicles: manyVehicles, share: manyShare, seconds: togetherSeconds, severity } = shippedSteps.silence.settings

export interface SilentVehicle {
  readonly org_uuid: OrgUuid
  readonly org_id: OrgId
  readonly vehicle_id: VehicleId
  readonly vin: string
  readonly last_seen_ms: number
  readonly every_seconds: number
}

/**
 * Vehicles that should report every `every` seconds: the later of when they were last heard and `since`, and how
 * silences of their organisation fold. `org`: of this one only.
 */
function expected(since: number, org?: Org): SQL {
  return sql`(
    SELECT v.id, v.org_uuid, v.org_id, v.vin, s.last_seen, e.every,
      greatest(s.last_seen, to_timestamp(${since / 1000}::float8)) AS heard,
      coalesce(f.active, true) AS folds,
      coalesce((f.settings->>'vehicles')::int, ${manyVehicles}::int) AS many,
      coalesce((f.settings->>'share')::float8, ${manyShare}::float8) AS share,
      coalesce((f.settings->>'seconds')::int, ${togetherSeconds}::int) AS seconds,
      coalesce(f.settings->>'severity', ${severity}::text) AS severity
    FROM vehicles v
    JOIN organisations o ON o.uuid = v.org_uuid
    JOIN vehicle_state s ON s.vehicle_id = v.id
    LEFT JOIN standing_steps f ON f.org_uuid = v.org_uuid AND f.built_in = 'silence'
    CROSS JOIN LATERAL (SELECT coalesce(v.reports_every_seconds, o.reports_every_seconds, 0) AS every) e
    WHERE e.every > 0 AND ${org ? sql`v.org_uuid = ${org.uuid}` : sql`true`})`
}

/** Condition: vehicle `e` has an open alert about its silence. */
const hasOwnAlert = sql`EXISTS (SELECT 1 FROM alerts WHERE org_uuid = e.org_uuid
  AND dedup_key = e.id || ':silence' AND status NOT IN ('CLOSED', 'MERGED') AND cleared_at IS NULL)`

const timeOf = (now: number) => sql`to_timestamp(${now / 1000}::float8)`
const isGoingOn = sql`status NOT IN ('CLOSED', 'MERGED') AND cleared_at IS NULL`

/**
 * Across organisations: one job serves all of them. Returns vehicles that are expected to report, sent nothing for
 * three periods since `since`, have no open silence alert, and are of no organisation from which nothing at all is
 * received (rules SILENCE-1, SILENCE-2, SILENCE-4, OWN-GAP-3).
 */
export async function silentVehicles(
  db: AnyDatabase,
  now: number,
  since: number,
  limit: number,
  org?: Org,
): Promise<SilentVehicle[]> {
  return rowsOf<SilentVehicle>(
    db,
    sql`
    SELECT e.org_uuid, e.org_id, e.id AS vehicle_id, e.vin,
      extract(epoch FROM e.last_seen)::float8 * 1000 AS last_seen_ms, e.every AS every_seconds
    FROM ${expected(since, org)} e
    WHERE e.heard < ${timeOf(now)} - make_interval(secs => 3 * e.every)
      AND NOT ${hasOwnAlert}
      AND NOT EXISTS (SELECT 1 FROM alerts WHERE org_uuid = e.org_uuid
                      AND dedup_key = 'own-gap:uplink' AND ${isGoingOn})
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
  /** The last time at which one of the silent vehicles was heard. */
  readonly until_ms: number
  readonly severity: Severity
}

/**
 * Across organisations: one job serves all of them. Returns those of which many vehicles fall silent together, and
 * whose alert about it is not open (rule SILENCE-5). Vehicles with an alert of their own do not count. After two
 * periods a vehicle is late: when the first one is silent, all of the same cause are late.
 */
export async function silentFleets(db: AnyDatabase, now: number, since: number, org?: Org): Promise<SilentFleet[]> {
  const lastMs = sql`extract(epoch FROM e.last_seen)::float8 * 1000`
  const rows = await rowsOf<SilentFleet & { severity: string }>(
    db,
    sql`
    SELECT f.org_uuid, f.org_id, f.vehicles, f.silent, f.since_ms, f.until_ms, f.severity FROM (
      SELECT e.org_uuid, e.org_id, e.many, e.share, e.severity, count(*)::int AS vehicles,
        count(*) FILTER (WHERE ${isLate(now)})::int AS silent,
        bool_or(e.heard < ${timeOf(now)} - make_interval(secs => 3 * e.every)) AS begun,
        min(${lastMs}) AS since_ms,
        max(${lastMs}) FILTER (WHERE ${isLate(now)}) AS until_ms
      FROM ${expected(since, org)} e
      WHERE e.folds AND ${isHeardLately(now)}
      GROUP BY e.org_uuid, e.org_id, e.many, e.share, e.severity) f
    WHERE f.begun AND f.silent >= f.many AND f.silent >= f.share * f.vehicles
      AND NOT EXISTS (SELECT 1 FROM alerts WHERE org_uuid = f.org_uuid
                      AND dedup_key IN ('fleet-silence', 'own-gap:uplink') AND ${isGoingOn})`,
  )
  return rows.map((row) => ({ ...row, severity: severities.find((one) => one === row.severity) ?? severity }))
}

/** Condition: vehicle `e` was heard until lately, as its organisation's fleet was. */
const isHeardLately = (now: number) => sql`e.heard >= ${timeOf(now)} - make_interval(secs => 3 * e.every + e.seconds)`
/** Condition: vehicle `e` has missed two reports, and has no alert about it. */
const isLate = (now: number) =>
  sql`CASE WHEN e.heard < ${timeOf(now)} - make_interval(secs => 2 * e.every) THEN NOT ${hasOwnAlert} ELSE false END`

/**
 * The vehicles that `silentFleets` counted as silent. Across organisations: of none but `org`, to which `expected` is
 * limited.
 */
export async function lateVehicles(db: AnyDatabase, org: Org, now: number, since: number): Promise<SilentVehicle[]> {
  return rowsOf<SilentVehicle>(
    db,
    sql`
    SELECT e.org_uuid, e.org_id, e.id AS vehicle_id, e.vin,
      extract(epoch FROM e.last_seen)::float8 * 1000 AS last_seen_ms, e.every AS every_seconds
    FROM ${expected(since, org)} e
    WHERE ${isHeardLately(now)} AND ${isLate(now)}
    ORDER BY e.id`,
  )
}

/** What else was heard, before and after vehicles fell silent. */
export interface OthersHeard {
  /** Number of other vehicles that were heard while these were, and of those heard after these. */
  readonly before: number
  readonly after: number
  /** Whether log lines of no vehicle came after these were heard. */
  readonly lines: boolean
}

/** After the last silent vehicle was heard, this long: what comes later is not the end of the same reports, ms. */
const afterMs = 10_000

/**
 * Across organisations: whether ingest hears others shows whether it hears at all; only counts leave this function
 * (rule OWN-GAP-3).
 */
export async function othersHeard(
  db: AnyDatabase,
  { since_ms: from, until_ms: to }: Pick<SilentFleet, 'since_ms' | 'until_ms'>,
  silent: readonly VehicleId[],
): Promise<OthersHeard> {
  const ids = JSON.stringify(silent)
  const later = timeOf(to + afterMs)
  const [row] = await rowsOf<OthersHeard>(
    db,
    sql`
    SELECT
      count(*) FILTER (WHERE s.last_seen >= ${timeOf(from - 60_000)} AND s.last_seen < ${later})::int AS before,
      count(*) FILTER (WHERE s.last_seen >= ${later})::int AS after,
      EXISTS (SELECT 1 FROM syslog_events WHERE vehicle_id = 0 AND ts >= ${later}) AS lines
    FROM vehicle_state s
    WHERE NOT EXISTS (SELECT 1 FROM jsonb_array_elements_text(${ids}::jsonb) AS mine(id)
      WHERE mine.id::int = s.vehicle_id)`,
  )
  return row!
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

/** Across organisations: one job serves all of them. Returns those with an open alert about many silent vehicles. */
export async function silentOrgs(db: AnyDatabase): Promise<Org[]> {
  return rowsOf<Org>(
    db,
    sql`SELECT DISTINCT o.uuid, o.id FROM alerts a JOIN organisations o ON o.uuid = a.org_uuid
      WHERE a.rule = 'fleet-silence' AND a.dedup_key = 'fleet-silence' AND ${isGoingOn} ORDER BY o.uuid`,
  )
}

/**
 * Returns the open alerts about many silent vehicles where less than half of what raises one is still silent: those
 * that stay silent get alerts of their own (rule SILENCE-5).
 */
export async function endedFleetSilences(tx: AnyDatabase, org: Org, now: number): Promise<string[]> {
  const rows = await rowsOf<{ uuid: string }>(
    tx,
    sql`
    SELECT a.uuid FROM alerts a
    WHERE a.org_uuid = ${org.uuid} AND a.dedup_key = 'fleet-silence' AND ${isGoingOn}
      AND (
        SELECT count(*) FILTER (WHERE e.last_seen < ${timeOf(now)} - make_interval(secs => 2 * e.every))
          < greatest(coalesce(min(e.many), ${manyVehicles}::int) / 2.0,
                     coalesce(min(e.share), ${manyShare}::float8) / 2 * count(*))
        FROM ${expected(0, org)} e WHERE e.last_seen >= a.first_seen)`,
  )
  return rows.map(({ uuid }) => uuid)
}
