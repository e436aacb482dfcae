import { type SQL, sql } from 'drizzle-orm'
import { variants } from '@carapace/shared/component-configuration/configuration.table'
import { unitState } from '@carapace/shared/component-configuration/configuration'
import type {
  CarriedRelease,
  CarryingVehicle,
  getConfigurationOverview,
  listCarriedReleases,
  listCarryingVehicles,
  VehicleConfiguration,
  VehicleUnit,
} from '@carapace/shared/component-configuration/vehicle-configuration.contract'
import type { OutputOf } from '@carapace/shared/core/endpoint'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import {
  softwareCountChanges,
  softwareCounts,
  vehicleSoftware,
} from '@carapace/shared/msoc/vehicles/vehicle-software.table'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../core/db.ts'
import { escaped } from './configuration.queries.ts'
import type { Read } from './read.ts'

const releasesShown = 500
const differencesShown = 20

/** The numbers of the overview. */
export async function overviewOf(
  db: Database,
  org: Org,
): Promise<Omit<OutputOf<typeof getConfigurationOverview>, 'success'>> {
  const [counts, differences] = await Promise.all([
    rowsOf<Omit<OutputOf<typeof getConfigurationOverview>, 'success' | 'differences'>>(
      db,
      sql`SELECT
        (SELECT count(*)::int FROM variants WHERE ${ownedBy(org, variants)}) AS variants,
        (SELECT count(DISTINCT variant_uuid)::int FROM approved_combinations
          WHERE org_uuid = ${org.uuid} AND state = 'APPROVED') AS approved_variants,
        (SELECT count(*)::int FROM approved_combinations
          WHERE org_uuid = ${org.uuid} AND state = 'PROPOSED') AS proposed,
        (SELECT count(*)::int FROM hardware_parts WHERE org_uuid = ${org.uuid}) AS parts,
        (SELECT count(*)::int FROM vehicles WHERE ${ownedBy(org, vehicles)}) AS vehicles,
        (SELECT count(*)::int FROM vehicle_variants WHERE org_uuid = ${org.uuid}) AS vehicles_with_variant,
        (SELECT count(*)::int FROM vehicles WHERE ${ownedBy(org, vehicles, has('declared'))}) AS vehicles_declared,
        (SELECT count(*)::int FROM vehicles WHERE ${ownedBy(org, vehicles, has('reported'))}) AS vehicles_reported,
        (SELECT count(DISTINCT vehicle_uuid)::int FROM vehicle_software
          WHERE ${ownedBy(org, vehicleSoftware)} AND differs) AS vehicles_different`,
    ),
    rowsOf<{ ecu: string; declared: string; reported: string; vehicles: number }>(
      db,
      sql`SELECT r.ecu, d.software || ' ' || d.version AS declared, r.software || ' ' || r.version AS reported,
          count(*)::int AS vehicles
        FROM vehicle_software r
        JOIN vehicle_software d ON d.vehicle_uuid = r.vehicle_uuid AND d.ecu = r.ecu AND d.basis = 'declared'
        WHERE r.org_uuid = ${org.uuid} AND r.differs
        GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3 LIMIT ${differencesShown}`,
    ),
  ])
  return { ...counts[0]!, differences }
}

/** The vehicle has a row of this basis. The index begins with the vehicle: one row is looked at. */
function has(basis: 'declared' | 'reported'): SQL {
  return sql`EXISTS (SELECT FROM vehicle_software s WHERE s.vehicle_uuid = vehicles.uuid AND s.basis = ${basis})`
}

/** The versions that vehicles report, the most frequent first, with the releases that they are. */
export async function carriedReleases(
  db: Database,
  org: Org,
  { q, ecu }: Read<typeof listCarriedReleases>,
): Promise<CarriedRelease[]> {
  const isWanted = (table: typeof softwareCounts | typeof softwareCountChanges) =>
    ownedBy(
      org,
      table,
      q === undefined || q === '' ? undefined : sql`lower(software) LIKE ${`%${escaped(q.toLowerCase())}%`}`,
      ecu === undefined ? undefined : sql`lower(ecu) = ${ecu.toLowerCase()}`,
    )
  return rowsOf<CarriedRelease>(
    db,
    sql`
    WITH counted AS (
      SELECT ecu, software, version, vehicles FROM software_counts WHERE ${isWanted(softwareCounts)}
      UNION ALL
      SELECT ecu, software, version, vehicles FROM software_count_changes WHERE ${isWanted(softwareCountChanges)}),
    carried AS (
      SELECT ecu, software, version, sum(vehicles)::int AS vehicles FROM counted GROUP BY 1, 2, 3
      HAVING sum(vehicles) > 0 ORDER BY 4 DESC, 2, 3, 1 LIMIT ${releasesShown})
    SELECT c.ecu, c.software, c.version, c.vehicles, r.uuid AS release_uuid,
      CASE WHEN r.uuid IS NOT NULL THEN w.name END AS release_name
    FROM carried c
    LEFT JOIN software w ON w.org_uuid = ${org.uuid} AND lower(w.reported_as) = lower(c.software)
      AND w.reported_as <> ''
    LEFT JOIN releases r ON r.software_uuid = w.uuid AND r.version = c.version
    ORDER BY c.vehicles DESC, c.software, c.version, c.ecu`,
  )
}

interface VehicleLine extends Omit<CarryingVehicle, 'variant' | 'last_reported'> {
  variant_uuid: string | null
  variant_name: string | null
  last_reported: Date | string | null
}

/** A page of the vehicles by VIN, with the numbers of their control units. The cursor is the last VIN. */
export async function vehiclesPage(
  db: Database,
  org: Org,
  { cursor, limit, ...filter }: Read<typeof listCarryingVehicles>,
): Promise<{ vehicles: CarryingVehicle[]; total: number | null; next_cursor: string | null }> {
  const isWanted = ownedBy(org, vehicles, ...filtersOf(org, filter))
  const [counts, rows] = await Promise.all([
    cursor === undefined
      ? rowsOf<{ total: number }>(db, sql`SELECT count(*)::int AS total FROM vehicles WHERE ${isWanted}`)
      : [],
    rowsOf<VehicleLine>(
      db,
      sql`
      WITH page AS (
        SELECT uuid, vin, name, model FROM vehicles
        WHERE ${isWanted} ${cursor === undefined ? sql`` : sql`AND vehicles.vin > ${cursor}`}
        ORDER BY vin LIMIT ${limit + 1})
      SELECT page.*, a.variant_uuid, w.name AS variant_name, n.*
      FROM page
      LEFT JOIN vehicle_variants a ON a.vehicle_uuid = page.uuid
      LEFT JOIN variants w ON w.uuid = a.variant_uuid
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE basis = 'declared')::int AS declared,
          count(*) FILTER (WHERE basis = 'reported')::int AS reported,
          count(*) FILTER (WHERE differs)::int AS different,
          max(last_seen) FILTER (WHERE basis = 'reported') AS last_reported
        FROM vehicle_software s WHERE s.vehicle_uuid = page.uuid) n
      ORDER BY page.vin`,
    ),
  ])
  const shown = rows.slice(0, limit)
  return {
    vehicles: shown.map(({ variant_uuid: uuid, variant_name: name, last_reported: last, ...row }) => ({
      ...row,
      variant: uuid === null ? null : { uuid, name: name ?? '' },
      last_reported: last === null ? null : new Date(last).toISOString(),
    })),
    total: counts[0]?.total ?? null,
    next_cursor: rows.length > limit ? shown.at(-1)!.vin : null,
  }
}

type Filter = Omit<Read<typeof listCarryingVehicles>, 'cursor' | 'limit'>

function filtersOf(org: Org, { q, model, variant_uuid: variant, ecu, software, version, different }: Filter): SQL[] {
  const filters: SQL[] = []
  if (q) filters.push(sql`upper(vehicles.vin) LIKE ${`${escaped(q.toUpperCase())}%`}`)
  if (model) filters.push(sql`vehicles.model = ${model}`)
  if (variant)
    filters.push(sql`vehicles.uuid IN (SELECT vehicle_uuid FROM vehicle_variants
      WHERE org_uuid = ${org.uuid} AND variant_uuid = ${variant})`)
  if (ecu || software || version) {
    const reported = ownedBy(
      org,
      vehicleSoftware,
      sql`basis = 'reported'`,
      ecu ? sql`ecu = ${ecu}` : undefined,
      software ? sql`lower(software) = ${software.toLowerCase()}` : undefined,
      version ? sql`version = ${version}` : undefined,
      different ? sql`differs` : undefined,
    )
    filters.push(sql`vehicles.uuid IN (SELECT vehicle_uuid FROM vehicle_software WHERE ${reported})`)
  } else if (different)
    filters.push(sql`vehicles.uuid IN (SELECT vehicle_uuid FROM vehicle_software
      WHERE ${ownedBy(org, vehicleSoftware)} AND differs)`)
  return filters
}

interface UnitRow {
  ecu: string
  basis: 'declared' | 'reported' | 'designed'
  software: string
  version: string
  hardware_part: string
  rxswin: string
  since: Date | string
  last_seen: Date | string
  release_uuid: string | null
}

/**
 * A vehicle's control units as designed by its variant, as declared and as reported, by name.
 *
 * @throws {Failure} NOT_FOUND
 */
export async function configurationOf(db: Database, org: Org, name: string): Promise<VehicleConfiguration> {
  const isNamed = sql`(vehicles.uuid::text = ${name} OR vehicles.vin = ${name} OR vehicles.device_id = ${name})`
  const [vehicle] = await rowsOf<
    VehicleConfiguration['vehicle'] & { variant_uuid: string | null; variant_name: string | null }
  >(
    db,
    sql`SELECT vehicles.uuid, vehicles.vin, vehicles.name, vehicles.model, a.variant_uuid, w.name AS variant_name
      FROM vehicles LEFT JOIN vehicle_variants a ON a.vehicle_uuid = vehicles.uuid
      LEFT JOIN variants w ON w.uuid = a.variant_uuid
      WHERE ${ownedBy(org, vehicles, isNamed)} LIMIT 1`,
  )
  if (!vehicle) throw new Failure('NOT_FOUND')
  const { variant_uuid: variantUuid, variant_name: variantName, ...known } = vehicle
  const rows = await unitRows(db, org, known.uuid, variantUuid)
  return {
    vehicle: known,
    variant: variantUuid === null ? null : { uuid: variantUuid, name: variantName ?? '' },
    units: [...Map.groupBy(rows, ({ ecu }) => ecu)].map(([ecu, sides]) => unitOf(ecu, sides)),
  }
}

async function unitRows(db: Database, org: Org, vehicleUuid: string, variantUuid: string | null): Promise<UnitRow[]> {
  return rowsOf<UnitRow>(
    db,
    sql`
    SELECT s.ecu, s.basis, s.software, s.version, s.hardware_part, s.rxswin, s.since, s.last_seen,
      r.uuid AS release_uuid
    FROM vehicle_software s
    LEFT JOIN software w ON w.org_uuid = s.org_uuid AND lower(w.reported_as) = lower(s.software) AND w.reported_as <> ''
    LEFT JOIN releases r ON r.software_uuid = w.uuid AND r.version = s.version
    WHERE s.org_uuid = ${org.uuid} AND s.vehicle_uuid = ${vehicleUuid}
    UNION ALL
    SELECT u.ecu, 'designed', coalesce(nullif(w.reported_as, ''), w.name, ''), coalesce(r.version, ''),
      coalesce(p.part_number, ''), coalesce(r.rxswin, ''), now(), now(), r.uuid
    FROM variant_units u
    LEFT JOIN hardware_parts p ON p.uuid = u.part_uuid
    LEFT JOIN releases r ON r.uuid = u.release_uuid
    LEFT JOIN software w ON w.uuid = r.software_uuid
    WHERE u.org_uuid = ${org.uuid} AND u.variant_uuid = ${variantUuid}::uuid
    ORDER BY 1`,
  )
}

function unitOf(ecu: string, sides: readonly UnitRow[]): VehicleUnit {
  const side = (basis: UnitRow['basis']) => sides.find((one) => one.basis === basis)
  const designed = side('designed')
  const declared = dated(side('declared'))
  const reported = dated(side('reported'))
  return {
    ecu,
    designed: designed === undefined ? null : textsOf(designed),
    declared: declared ?? null,
    reported: reported ?? null,
    state: unitState(declared, reported),
    release_uuid: side('reported')?.release_uuid ?? null,
  }
}

function textsOf({ software, version, hardware_part: part, rxswin }: UnitRow) {
  return { software, version, hardware_part: part, rxswin }
}

function dated(row: UnitRow | undefined) {
  return (
    row && {
      ...textsOf(row),
      since: new Date(row.since).toISOString(),
      last_seen: new Date(row.last_seen).toISOString(),
    }
  )
}
