import { and, asc, desc, eq, gte, ilike, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { vehicleOrders } from '@carapace/shared/msoc/vehicles/vehicle-orders'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { likeText } from '@carapace/shared/msoc/history/history.queries'
import { baseRisk, riskOf } from '@carapace/shared/msoc/alerts/alerts'
import { riskScoreOrder, riskScoresOf } from '@carapace/shared/msoc/vehicles/risk-score.queries'
import { type Health, healthOf, offlineAfterMs, severities, type Severity } from '@carapace/shared/msoc/severity'
import type { Geofence, Vehicle, VehicleFilter } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { geofences, type VehicleId, vehicles, vehicleState } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../core/db.ts'

type VehicleOrder = (typeof vehicleOrders)[number]

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}

/** Condition: the vehicle has this uuid, VIN or device id. */
export function isNamed(name: string): SQL {
  return or(isUuid(name) ? eq(vehicles.uuid, name) : undefined, eq(vehicles.vin, name), eq(vehicles.deviceId, name))!
}

/** Of two vehicles that one name means, the one with this VIN is first: a device id may be another vehicle's VIN. */
const byVinFirst = (name: string): SQL => sql`${vehicles.vin} = ${name} DESC`

export async function vehicleIdOf(db: Database, org: Org, name: string): Promise<VehicleId | undefined> {
  const [row] = await db
    .select({ id: vehicles.id })
    .from(vehicles)
    .where(ownedBy(org, vehicles, isNamed(name)))
    .orderBy(byVinFirst(name))
    .limit(1)
  return row?.id
}

function selectVehicles(db: Database | Tx, where: SQL, order: SQL[], limit: number) {
  return db
    .select({ vehicle: vehicles, state: vehicleState })
    .from(vehicles)
    .leftJoin(vehicleState, eq(vehicleState.vehicleId, vehicles.id))
    .where(where)
    .orderBy(...order)
    .limit(limit)
}

type Row = Awaited<ReturnType<typeof selectVehicles>>[number]

/**
 * Offline comes first, since a silent vehicle is no longer known to be healthy; otherwise the worst open alert decides
 * (rules VEHICLE-1 to VEHICLE-3).
 */
export function healthAt(now: number, lastSeen: Date | null, worst: Severity | null): Health {
  return lastSeen === null || now - lastSeen.getTime() > offlineAfterMs ? 'offline' : healthOf(worst)
}

export function vehicleRisk(worst: Severity | null, openAlerts: number): number {
  return worst === null ? 0 : riskOf(worst, openAlerts)
}

const iso = (date: Date | null | undefined) => date?.toISOString() ?? null

function wire({ vehicle, state }: Row, now: number, score = 0): Vehicle {
  const worst = state?.worstSeverity ?? null
  const openAlerts = state?.openAlerts ?? 0
  return {
    uuid: vehicle.uuid,
    vin: vehicle.vin,
    device_id: vehicle.deviceId,
    name: vehicle.name,
    model: vehicle.model,
    platform: vehicle.platform,
    software_version: vehicle.softwareVersion,
    reports_every_seconds: vehicle.reportsEverySeconds,
    registered_by: vehicle.registeredBy,
    is_test: vehicle.isTest,
    created_at: vehicle.createdAt.toISOString(),
    revision: vehicle.revision,
    health: healthAt(now, state?.lastSeen ?? null, worst),
    risk: vehicleRisk(worst, openAlerts),
    risk_score: score,
    open_alerts: openAlerts,
    worst_severity: worst,
    last_seen: iso(state?.lastSeen),
    position:
      state && state.lat !== null && state.lon !== null && state.positionTs && state.positionAt
        ? {
            lat: state.lat,
            lon: state.lon,
            speed_kph: state.speedKph,
            heading_deg: state.headingDeg,
            ts: state.positionTs.toISOString(),
            received_at: state.positionAt.toISOString(),
          }
        : null,
    links: {
      position: iso(state?.positionAt),
      telemetry: iso(state?.telemetryAt),
      can: iso(state?.canAt),
      ids: iso(state?.idsAt),
      syslog: iso(state?.syslogAt),
    },
  }
}

interface VehiclesQuery extends VehicleFilter {
  readonly sort: VehicleOrder
  readonly order?: 'asc' | 'desc' | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** The conditions of a filter, over `vehicles` left-joined with `vehicle_state`. */
export function vehiclesPassing(org: Org, filter: VehicleFilter, now: number): SQL {
  const {
    q,
    health,
    model,
    platform,
    registered_by: by,
    risk,
    seen_since: seenSince,
    silent_since: silentSince,
  } = filter
  const words = q ? `%${likeText(q)}%` : undefined
  return ownedBy(
    org,
    vehicles,
    words === undefined
      ? undefined
      : or(
          ilike(vehicles.vin, words),
          ilike(vehicles.name, words),
          ilike(vehicles.model, words),
          ilike(vehicles.deviceId, words),
        ),
    health && or(...health.map((one) => isOfHealth(one, now))),
    model && inArray(vehicles.model, model),
    platform && inArray(vehicles.platform, platform),
    by && eq(vehicles.registeredBy, by),
    risk === undefined ? undefined : sql`${riskNow} >= ${risk}`,
    seenSince && gte(vehicleState.lastSeen, seenSince),
    silentSince && or(isNull(vehicleState.lastSeen), lt(vehicleState.lastSeen, silentSince)),
  )
}

/** `vehicleRisk` for PostgreSQL: base risks by rank. */
const riskNow = sql`CASE WHEN ${vehicleState.worstSeverity} IS NULL THEN 0 ELSE
  least(100, (${sql.raw(
    `ARRAY[${severities.map((severity) => baseRisk[severity]).join(', ')}]`,
  )})[${vehicleState.worstSeverity} + 1] + least(9, floor(log(2, greatest(1, ${vehicleState.openAlerts}))))) END`

/** Each order's columns, and its default direction: for risk the highest comes first. */
const vehicleOrdering: Record<
  Exclude<VehicleOrder, 'risk_score'>,
  { readonly by: readonly PgColumn[]; readonly usual: 'asc' | 'desc' }
> = {
  risk: { by: [vehicleState.worstSeverity, vehicleState.openAlerts], usual: 'desc' },
  last_seen: { by: [vehicleState.lastSeen], usual: 'desc' },
  open_alerts: { by: [vehicleState.openAlerts], usual: 'desc' },
  vin: { by: [vehicles.vin], usual: 'asc' },
  model: { by: [vehicles.model], usual: 'asc' },
}

/** The ORDER BY terms: a vehicle that was never seen is the smallest in every order; equal ones are sorted by VIN. */
async function vehiclesSorted(db: Database, org: Org, sort: VehicleOrder, order?: 'asc' | 'desc'): Promise<SQL[]> {
  if (sort === 'risk_score')
    return [sql`${await riskScoreOrder(db, org)} ${order === 'asc' ? sql`ASC` : sql`DESC`}`, asc(vehicles.vin)]
  const { by, usual } = vehicleOrdering[sort]
  const way = (order ?? usual) === 'asc' ? sql`ASC NULLS FIRST` : sql`DESC NULLS LAST`
  return [...by.map((column) => sql`${column} ${way}`), asc(vehicles.vin)]
}

/** The cursor is the number of returned rows: precise enough for a list whose order changes while it is read. */
export async function vehiclesPage(db: Database, org: Org, { sort, order, cursor, limit, ...filter }: VehiclesQuery) {
  const now = Date.now()
  const where: SQL = vehiclesPassing(org, filter, now)
  const skip = /^\d{1,6}$/.test(cursor ?? '') ? Number(cursor) : 0
  const sorted = await vehiclesSorted(db, org, sort, order)
  const [rows, total] = await Promise.all([
    selectVehicles(db, where, sorted, limit + 1).offset(skip),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(vehicles)
      .leftJoin(vehicleState, eq(vehicleState.vehicleId, vehicles.id))
      .where(where),
  ])
  const shown = rows.slice(0, limit)
  const scores = await riskScoresOf(
    db,
    org,
    shown.map(({ vehicle }) => vehicle.id),
  )
  return {
    vehicles: shown.map((row) => wire(row, now, scores.get(row.vehicle.id))),
    next_cursor: rows.length > limit ? String(skip + limit) : null,
    total: total[0]!.total,
  }
}

const mostFacetsShown = 200

/** The models and platforms of vehicles, the most frequent first. */
export async function facetsOf(db: Database, org: Org) {
  const by = (column: typeof vehicles.model | typeof vehicles.platform) =>
    db
      .select({ name: column, vehicles: sql<number>`count(*)::int` })
      .from(vehicles)
      .where(ownedBy(org, vehicles, ne(column, '')))
      .groupBy(column)
      .orderBy(desc(sql`2`), asc(column))
      .limit(mostFacetsShown)
  const [models, platforms] = await Promise.all([by(vehicles.model), by(vehicles.platform)])
  return { models, platforms }
}

function isOfHealth(health: Health, now: number): SQL {
  const since = new Date(now - offlineAfterMs)
  const seen = gte(vehicleState.lastSeen, since)
  if (health === 'offline') return or(isNull(vehicleState.lastSeen), lt(vehicleState.lastSeen, since))!
  if (health === 'compromised') return and(seen, eq(vehicleState.worstSeverity, 'critical'))!
  if (health === 'degraded') return and(seen, inArray(vehicleState.worstSeverity, ['medium', 'high']))!
  return and(seen, or(isNull(vehicleState.worstSeverity), inArray(vehicleState.worstSeverity, ['info', 'low'])))!
}

export async function vehicleNamed(
  db: Database | Tx,
  org: Org,
  name: string,
): Promise<(Vehicle & { id: VehicleId }) | undefined> {
  const [row] = await selectVehicles(db, ownedBy(org, vehicles, isNamed(name)), [byVinFirst(name), asc(vehicles.id)], 1)
  if (!row) return undefined
  const { id } = row.vehicle
  return { id, ...wire(row, Date.now(), (await riskScoresOf(db, org, [id])).get(id)) }
}

export async function insertVehicle(
  tx: Tx,
  org: Org,
  fields: Omit<typeof vehicles.$inferInsert, 'orgUuid' | 'orgId'>,
): Promise<string | undefined> {
  const [row] = await tx
    .insert(vehicles)
    .values({ ...fields, orgUuid: org.uuid, orgId: org.id, registeredBy: 'person' })
    .onConflictDoNothing()
    .returning({ uuid: vehicles.uuid })
  return row?.uuid
}

/** The vehicle with this VIN or device id, and whether it is a test vehicle for captures. */
export async function testVehicleOf(
  tx: Tx,
  org: Org,
  name: string,
): Promise<{ id: VehicleId; isTest: boolean } | undefined> {
  const [row] = await tx
    .select({ id: vehicles.id, isTest: vehicles.isTest })
    .from(vehicles)
    .where(ownedBy(org, vehicles, or(eq(vehicles.vin, name), eq(vehicles.deviceId, name))))
    .limit(1)
  return row
}

/** Updates a vehicle; returns false if it is not at this revision any longer. */
export async function updateVehicle(
  tx: Tx,
  org: Org,
  uuid: string,
  revision: number,
  fields: Partial<typeof vehicles.$inferInsert>,
): Promise<boolean> {
  const rows = await tx
    .update(vehicles)
    .set({ ...fields, revision: revision + 1, updatedAt: new Date() })
    .where(ownedBy(org, vehicles, eq(vehicles.uuid, uuid), eq(vehicles.revision, revision)))
    .returning({ uuid: vehicles.uuid })
  return rows.length > 0
}

/** The vehicles that have a state: those that ever reported something. */
export async function fleetIds(db: Database, org: Org): Promise<VehicleId[]> {
  const rows = await db.select({ id: vehicleState.vehicleId }).from(vehicleState).where(ownedBy(org, vehicleState))
  return rows.map(({ id }) => id)
}

/** The state of these vehicles, for the live map. */
export async function fleetState(db: Database, org: Org, ids: readonly VehicleId[]) {
  return db
    .select({
      id: vehicles.id,
      uuid: vehicles.uuid,
      vin: vehicles.vin,
      model: vehicles.model,
      lat: vehicleState.lat,
      lon: vehicleState.lon,
      speedKph: vehicleState.speedKph,
      headingDeg: vehicleState.headingDeg,
      positionTs: vehicleState.positionTs,
      positionAt: vehicleState.positionAt,
      lastSeen: vehicleState.lastSeen,
      openAlerts: vehicleState.openAlerts,
      worst: vehicleState.worstSeverity,
    })
    .from(vehicleState)
    .innerJoin(vehicles, eq(vehicles.id, vehicleState.vehicleId))
    .where(ownedBy(org, vehicleState, inArray(vehicleState.vehicleId, [...ids])))
}

/** The names of vehicles that a running map does not know yet. */
export async function vehiclesById(db: Database, org: Org, ids: readonly VehicleId[]) {
  return db
    .select({ id: vehicles.id, uuid: vehicles.uuid, vin: vehicles.vin, model: vehicles.model })
    .from(vehicles)
    .where(ownedBy(org, vehicles, inArray(vehicles.id, [...ids])))
}

export async function geofencesOf(db: Database | Tx, org: Org): Promise<Geofence[]> {
  const rows = await db
    .select()
    .from(geofences)
    .where(ownedBy(org, geofences))
    .orderBy(asc(geofences.name), desc(geofences.uuid))
    .limit(1_000)
  return rows.map(fenceOf)
}

function fenceOf(row: typeof geofences.$inferSelect): Geofence {
  const { uuid, name, polygon, circle, alertOn, vins, models, severity, active, revision } = row
  return {
    uuid,
    name,
    polygon: polygon.map(([lon, lat]) => [lon, lat]),
    circle,
    alert_on: alertOn,
    vins,
    models,
    severity,
    active,
    revision,
  }
}

export async function geofenceByUuid(tx: Tx, org: Org, uuid: string): Promise<Geofence | undefined> {
  const [row] = await tx
    .select()
    .from(geofences)
    .where(ownedBy(org, geofences, eq(geofences.uuid, uuid)))
  return row && fenceOf(row)
}

export type FenceFields = Omit<Geofence, 'uuid' | 'revision'>

function columnsOf({ alert_on: alertOn, ...fields }: FenceFields) {
  return { ...fields, alertOn }
}

export async function insertGeofence(tx: Tx, org: Org, fields: FenceFields): Promise<Geofence> {
  const [row] = await tx
    .insert(geofences)
    .values({ ...columnsOf(fields), orgUuid: org.uuid })
    .returning()
  return fenceOf(row!)
}

export async function updateGeofence(
  tx: Tx,
  org: Org,
  uuid: string,
  revision: number,
  fields: FenceFields,
): Promise<Geofence | undefined> {
  const [row] = await tx
    .update(geofences)
    .set({ ...columnsOf(fields), revision: revision + 1 })
    .where(ownedBy(org, geofences, eq(geofences.uuid, uuid), eq(geofences.revision, revision)))
    .returning()
  return row && fenceOf(row)
}

export async function removeGeofence(tx: Tx, org: Org, uuid: string): Promise<boolean> {
  return (
    (
      await tx
        .delete(geofences)
        .where(ownedBy(org, geofences, eq(geofences.uuid, uuid)))
        .returning({ uuid: geofences.uuid })
    ).length > 0
  )
}
