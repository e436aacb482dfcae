import { asc, inArray, or, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../core/db.ts'

/** A vehicle's master data, with the field names of the API. */
export interface Described {
  readonly vin: string
  readonly device_id: string | null
  readonly name: string
  readonly model: string
  readonly platform: string
  readonly software_version: string
  readonly reports_every_seconds: number | null
}

export type Known = Described & { readonly registered_by: 'ingest' | 'person' }

/** The vehicles with one of these VINs or device ids. */
export async function vehiclesCalled(
  db: Database | Tx,
  org: Org,
  vins: readonly string[],
  deviceIds: readonly string[],
): Promise<Known[]> {
  return selectKnown(db, org, vins, deviceIds)
}

/** The same vehicles, locked in the order of their VINs until the transaction ends. */
export async function lockVehiclesCalled(
  tx: Tx,
  org: Org,
  vins: readonly string[],
  deviceIds: readonly string[],
): Promise<Known[]> {
  return selectKnown(tx, org, vins, deviceIds).for('update')
}

function selectKnown(db: Database | Tx, org: Org, vins: readonly string[], deviceIds: readonly string[]) {
  return db
    .select({
      vin: vehicles.vin,
      device_id: vehicles.deviceId,
      name: vehicles.name,
      model: vehicles.model,
      platform: vehicles.platform,
      software_version: vehicles.softwareVersion,
      reports_every_seconds: vehicles.reportsEverySeconds,
      registered_by: vehicles.registeredBy,
    })
    .from(vehicles)
    .where(ownedBy(org, vehicles, or(inArray(vehicles.vin, [...vins]), inArray(vehicles.deviceId, [...deviceIds]))))
    .orderBy(asc(vehicles.vin))
}

export async function countVehicles(db: Database, org: Org): Promise<number> {
  return db.$count(vehicles, ownedBy(org, vehicles))
}

/** Registers vehicles; returns the VINs of those that were not registered by anyone else meanwhile. */
export async function insertDescribed(tx: Tx, org: Org, some: readonly Described[]): Promise<Set<string>> {
  if (some.length === 0) return new Set()
  const rows = await tx
    .insert(vehicles)
    .values(
      some.map((one) => ({
        orgUuid: org.uuid,
        orgId: org.id,
        vin: one.vin,
        deviceId: one.device_id,
        name: one.name,
        model: one.model,
        platform: one.platform,
        softwareVersion: one.software_version,
        reportsEverySeconds: one.reports_every_seconds,
        registeredBy: 'person' as const,
      })),
    )
    .onConflictDoNothing()
    .returning({ vin: vehicles.vin })
  return new Set(rows.map(({ vin }) => vin))
}

/** Updates the master data of known vehicles. Ingest finds changes made by people by their time of change. */
export async function updateDescribed(tx: Tx, org: Org, some: readonly Described[]): Promise<void> {
  if (some.length === 0) return
  await tx.execute(sql`
    UPDATE vehicles v SET
      device_id = r.device_id, name = r.name, model = r.model, platform = r.platform,
      software_version = r.software_version, reports_every_seconds = r.reports_every_seconds,
      registered_by = 'person', revision = v.revision + 1, updated_at = clock_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
      AS r(vin text, device_id text, name text, model text, platform text, software_version text,
        reports_every_seconds int)
    WHERE v.org_uuid = ${org.uuid} AND v.vin = r.vin`)
}
