import { eq, gt, inArray, sql } from 'drizzle-orm'
import { organisations } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { detectors } from '@carapace/shared/msoc/detect/all'
import { boxOf } from '@carapace/shared/msoc/detect/geo'
import { canProfiles } from '@carapace/shared/msoc/can/can.table'
import type { EventCatalogueEntry } from '@carapace/shared/msoc/ingest/ingest.contract'
import { eventCatalogue } from '@carapace/shared/msoc/ingest/ingest.table'
import { detectionSettings } from '@carapace/shared/msoc/sensitivity/sensitivity.table'
import { observableSettings } from '@carapace/shared/msoc/observables/observables.table'
import { ruleSettings } from '@carapace/shared/msoc/rules/rules.table'
import { geofences, type VehicleId, vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/database.ts'
import { sqlArray } from '../../core/sql-array.ts'
import type { AllRules } from '../rules/org-rules.ts'
import { busOf, factsOf, type Fleet, type FleetArea, type Vehicle } from './fleet-facts.ts'

/** Maximum age of settings, geofences and catalogues, ms. */
export const freshMs = 5_000
/** Maximum vehicles of an organisation that ingest registers. */
export const vehiclesRegistered = 200_000

/** What reads an organisation's watchlists again if their revision changed. */
export interface Watchlists {
  refresh(org: Org, revision: number): Promise<void>
}

/** Reads the settings of a fleet, and which of its vehicles changed. */
export async function refresh(
  db: Database,
  fleet: Fleet,
  rules: AllRules | undefined,
  watchlists: Watchlists | undefined,
): Promise<void> {
  const { org } = fleet
  const since = new Date(fleet.readAt - freshMs)
  const [settings, fences, entries, active, changed] = await Promise.all([
    db
      .select({
        unknown: organisations.unknownVehicles,
        rules: ruleSettings.revision,
        falseAlertsAtMost: detectionSettings.falseAlertsAtMost,
        watch: observableSettings.watchRevision,
      })
      .from(organisations)
      .leftJoin(ruleSettings, eq(ruleSettings.orgUuid, organisations.uuid))
      .leftJoin(observableSettings, eq(observableSettings.orgUuid, organisations.uuid))
      .leftJoin(detectionSettings, eq(detectionSettings.orgUuid, organisations.uuid))
      .where(eq(organisations.uuid, org.uuid)),
    db
      .select()
      .from(geofences)
      .where(ownedBy(org, geofences, eq(geofences.active, true))),
    db.select().from(eventCatalogue).where(ownedBy(org, eventCatalogue)),
    db
      .select({
        uuid: canProfiles.uuid,
        model: canProfiles.model,
        bus: canProfiles.bus,
        revision: canProfiles.revision,
      })
      .from(canProfiles)
      .where(ownedBy(org, canProfiles, eq(canProfiles.state, 'ACTIVE'))),
    fleet.readAt === 0
      ? []
      : db
          .select()
          .from(vehicles)
          .where(ownedBy(org, vehicles, gt(vehicles.updatedAt, since), gt(vehicles.revision, 1))),
  ])
  const profiles = await readProfiles(db, fleet, active)
  await rules?.refresh(org, settings[0]?.rules ?? 0)
  await watchlists?.refresh(org, settings[0]?.watch ?? 0)
  // no await from here on: a batch sees consistent settings
  fleet.registers = settings[0]?.unknown === 'register'
  fleet.falseAlertsAtMost = settings[0]?.falseAlertsAtMost ?? null
  fleet.areas = fences.map(fleetAreaOf)
  fleet.catalogues = new Map()
  for (const { platform, eventId, name, severity, description, tactics } of entries) {
    const catalogue = fleet.catalogues.get(platform) ?? new Map<number, EventCatalogueEntry>()
    fleet.catalogues.set(platform, catalogue.set(eventId, { event_id: eventId, name, severity, description, tactics }))
  }
  fleet.profiles = profiles
  for (const { id } of changed) fleet.stale.add(id)
  fleet.unknownHosts.clear()
  fleet.count = undefined
  fleet.readAt = Date.now()
}

function fleetAreaOf({
  uuid,
  name,
  severity,
  polygon,
  circle,
  alertOn,
  vins,
  models,
}: typeof geofences.$inferSelect): FleetArea {
  const scope = { vins: new Set(vins), models: new Set(models) }
  return { uuid, name, severity, polygon, circle, alertOn, box: boxOf(polygon), ...scope }
}

/** The active profiles; known ones stay the same objects, so that detectors can keep what they derived from them. */
async function readProfiles(
  db: Database,
  fleet: Fleet,
  active: readonly { uuid: string; model: string; bus: string; revision: number }[],
): Promise<Fleet['profiles']> {
  const held = new Map([...fleet.profiles.values()].map((one) => [`${one.uuid} ${one.revision}`, one]))
  const missing = active.filter(({ uuid, revision }) => !held.has(`${uuid} ${revision}`)).map(({ uuid }) => uuid)
  const rows =
    missing.length === 0
      ? []
      : await db
          .select({ uuid: canProfiles.uuid, revision: canProfiles.revision, profile: canProfiles.profile })
          .from(canProfiles)
          .where(ownedBy(fleet.org, canProfiles, inArray(canProfiles.uuid, missing)))
  const read = new Map(rows.map((row) => [row.uuid, row]))
  return new Map(
    active.flatMap(({ uuid, model, bus, revision }) => {
      const one = read.get(uuid) ?? held.get(`${uuid} ${revision}`)
      return one ? [[busOf(model, bus), one] as const] : []
    }),
  )
}

/** Loads these vehicles, and registers unknown ones if the organisation enables that. */
export async function bringIn(db: Database, fleet: Fleet, names: string[]): Promise<void> {
  hold(fleet, await readVehicles(db, fleet, names))
  const unknown = names.filter((name) => !fleet.byName.has(name))
  if (unknown.length === 0 || !fleet.registers) return
  await insertVehicles(db, fleet, unknown)
  const others = unknown.filter((name) => !fleet.byName.has(name))
  if (others.length > 0) hold(fleet, await readVehicles(db, fleet, others))
}

/** Registers vehicles that are unknown, up to the maximum of the organisation. */
export async function insertVehicles(db: Database, fleet: Fleet, vins: readonly string[]): Promise<void> {
  if (vins.length === 0) return
  fleet.count ??= await db.$count(vehicles, ownedBy(fleet.org, vehicles))
  if (fleet.count + vins.length > vehiclesRegistered) return
  const rows = await rowsOf<{ id: VehicleId; vin: string; canGeneration: number }>(
    db,
    sql`
    INSERT INTO vehicles (org_uuid, org_id, vin)
    SELECT ${fleet.org.uuid}::uuid, ${fleet.org.id}::int, v FROM unnest(${sqlArray(vins, 'text')}) AS v
    ON CONFLICT DO NOTHING RETURNING id, vin, can_generation AS "canGeneration"`,
  )
  fleet.count += rows.length
  hold(
    fleet,
    rows.map(({ id, vin, canGeneration }) => ({ ...justRegistered, id, vin, can_generation: canGeneration })),
  )
  // nothing is stored of them that their detectors could be warmed up with
  for (const { vin } of rows) fleet.byName.get(vin)!.isCold = false
}

const justRegistered = {
  device_id: null,
  platform: '',
  model: '',
  lat: null,
  lon: null,
  position_ms: null,
  saved: null,
}

interface KnownVehicle {
  id: VehicleId
  vin: string
  device_id: string | null
  platform: string
  model: string
  can_generation: number
  lat: number | null
  lon: number | null
  position_ms: number | null
  saved: Record<string, unknown> | null
}

/** The vehicles with these VINs or device ids. */
export async function readVehicles(db: Database, fleet: Fleet, names: string[]): Promise<KnownVehicle[]> {
  const list = sqlArray(names, 'text')
  const named = sql`(${vehicles.vin} = ANY(${list}) OR ${vehicles.deviceId} = ANY(${list}))`
  return rowsOf<KnownVehicle>(
    db,
    sql`
   
      SELECT ${vehicles.id} AS id, vin, device_id, platform, model, can_generation, s.lat, s.lon, extract(epoch
      FROM s.position_ts)::float8 * 1000 AS position_ms,
      (SELECT jsonb_object_agg(m.detector, m.memory)
      FROM detector_memory m
      WHERE m.vehicle_id = ${vehicles.id}) AS saved
    FROM ${vehicles} LEFT JOIN vehicle_state s ON s.vehicle_id = ${vehicles.id}
    WHERE ${ownedBy(fleet.org, vehicles, named)}`,
  )
}

/** Takes vehicles that were read into the memory of their fleet. */
export function hold(fleet: Fleet, rows: KnownVehicle[]): void {
  for (const {
    id,
    vin,
    device_id: deviceId,
    platform,
    model,
    can_generation: canGeneration,
    lat,
    lon,
    position_ms: ts,
    saved,
  } of rows) {
    const held = fleet.byName.get(vin) ?? (deviceId === null ? undefined : fleet.byName.get(deviceId))
    const vehicle: Vehicle = held ?? {
      id,
      vin,
      deviceId,
      platform,
      model,
      canGeneration,
      facts: undefined!,
      memory: new Array<unknown>(detectors.length),
      saved: saved ?? {},
      isCold: true,
    }
    vehicle.platform = platform
    vehicle.model = model
    vehicle.canGeneration = canGeneration
    vehicle.facts ??= factsOf(fleet, vehicle, lat === null || lon === null || ts === null ? null : { lat, lon, ts })
    fleet.byName.set(vin, vehicle)
    if (deviceId !== null) fleet.byName.set(deviceId, vehicle)
  }
}
