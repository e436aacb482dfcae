import { eq, gt, sql } from 'drizzle-orm'
import type { CombinationRow } from '@carapace/shared/component-configuration/configuration'
import { vehicleVariants } from '@carapace/shared/component-configuration/configuration.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Tx } from '../core/db.ts'

/** The next vehicles that are built as the variant, by uuid; with `since`: those that were assigned since then. */
export async function nextVehicles(
  tx: Tx,
  org: Org,
  variantUuid: string,
  { after, since, most }: { after: string | null; since?: string | undefined; most: number },
): Promise<string[]> {
  const v = vehicleVariants
  const rows = await tx
    .select({ uuid: v.vehicleUuid })
    .from(v)
    .where(
      ownedBy(
        org,
        v,
        eq(v.variantUuid, variantUuid),
        after === null ? undefined : gt(v.vehicleUuid, after),
        since === undefined ? undefined : sql`${v.assignedAt} >= ${since}::timestamptz`,
      ),
    )
    .orderBy(v.vehicleUuid)
    .limit(most)
  return rows.map(({ uuid }) => uuid)
}

/** What is declared for which vehicles. */
interface Declared {
  readonly variantUuid: string
  readonly vehicles: readonly string[]
  readonly units: readonly CombinationRow[]
}

/**
 * Declares the approved units for these vehicles, and removes what variants declared for other control units. What an
 * import declared for a control unit that the combination does not have stays.
 */
export async function declareUnits(
  tx: Tx,
  org: Org,
  { variantUuid, vehicles: of, units }: Declared,
): Promise<{ declared: number; removed: number }> {
  const uuids = sql`${`{${of.join(',')}}`}::uuid[]`
  const removed = await tx.execute(sql`DELETE FROM vehicle_software s
    WHERE s.org_uuid = ${org.uuid} AND s.vehicle_uuid = ANY(${uuids}) AND s.basis = 'declared'
      AND s.variant_uuid IS NOT NULL
      AND NOT s.ecu = ANY(SELECT u.ecu FROM jsonb_to_recordset(${JSON.stringify(units)}::jsonb) AS u(ecu text))`)
  const declared = await tx.execute(sql`
    INSERT INTO vehicle_software AS s (vehicle_uuid, org_uuid, ecu, basis, software, version, hardware_part, rxswin,
      variant_uuid, since, last_seen)
    SELECT v, ${org.uuid}::uuid, u.ecu, 'declared', u.software, u.version, u.part_number, u.rxswin,
      ${variantUuid}::uuid, now(), now()
    FROM unnest(${uuids}) AS v, jsonb_to_recordset(${JSON.stringify(units)}::jsonb)
      AS u(ecu text, software text, version text, part_number text, rxswin text)
    ORDER BY v, u.ecu
    ON CONFLICT (vehicle_uuid, ecu, basis) DO UPDATE SET
      since = CASE WHEN s.software = excluded.software AND s.version = excluded.version THEN s.since
        ELSE excluded.since END,
      software = excluded.software, version = excluded.version, hardware_part = excluded.hardware_part,
      rxswin = excluded.rxswin, variant_uuid = excluded.variant_uuid, last_seen = excluded.last_seen
    WHERE (s.software, s.version, s.hardware_part, s.rxswin, s.variant_uuid)
      IS DISTINCT FROM (excluded.software, excluded.version, excluded.hardware_part, excluded.rxswin,
        excluded.variant_uuid)`)
  return { declared: declared.count, removed: removed.count }
}

/** The next vehicles that have no variant, by uuid. */
export async function vehiclesWithout(
  tx: Tx,
  org: Org,
  { after, most }: { after: string | null; most: number },
): Promise<string[]> {
  const rows = await rowsOf<{ uuid: string }>(
    tx,
    sql`SELECT uuid FROM vehicles
      WHERE ${ownedBy(org, vehicles, after === null ? undefined : gt(vehicles.uuid, after))}
        AND NOT EXISTS (SELECT FROM vehicle_variants a WHERE a.vehicle_uuid = vehicles.uuid)
      ORDER BY uuid LIMIT ${most}`,
  )
  return rows.map(({ uuid }) => uuid)
}

/** Removes what former variants declared for those of these vehicles without one; returns the vehicle of each row. */
export async function deleteFormer(tx: Tx, org: Org, of: readonly string[]): Promise<string[]> {
  if (of.length === 0) return []
  const rows = await rowsOf<{ uuid: string }>(
    tx,
    sql`DELETE FROM vehicle_software s
      WHERE s.org_uuid = ${org.uuid} AND s.vehicle_uuid = ANY(${`{${of.join(',')}}`}::uuid[])
        AND s.basis = 'declared' AND s.variant_uuid IS NOT NULL
        AND NOT EXISTS (SELECT FROM vehicle_variants a WHERE a.vehicle_uuid = s.vehicle_uuid)
      RETURNING s.vehicle_uuid AS uuid`,
  )
  return rows.map(({ uuid }) => uuid)
}
