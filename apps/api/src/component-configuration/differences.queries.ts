import { sql } from 'drizzle-orm'
import type { Org } from '@carapace/shared/core/owned'
import type { Tx } from '../core/db.ts'

/**
 * Compares what these vehicles report with what is declared for them, after a change of what is declared (rule
 * VARIANT-12). Ingest compares with each report, and locks rows in the same order.
 */
export async function compareReported(tx: Tx, org: Org, vehicleUuids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    UPDATE vehicle_software r SET differs = c.differs
    FROM (
      SELECT s.vehicle_uuid, s.ecu, coalesce(d.software <> s.software OR d.version <> s.version, false) AS differs
      FROM vehicle_software s
      LEFT JOIN vehicle_software d ON d.vehicle_uuid = s.vehicle_uuid AND d.ecu = s.ecu AND d.basis = 'declared'
      WHERE s.org_uuid = ${org.uuid} AND s.vehicle_uuid = ANY(${`{${vehicleUuids.join(',')}}`}::uuid[])
        AND s.basis = 'reported'
        AND s.differs <> coalesce(d.software <> s.software OR d.version <> s.version, false)
      ORDER BY s.vehicle_uuid, s.ecu FOR UPDATE OF s) AS c
    WHERE r.vehicle_uuid = c.vehicle_uuid AND r.ecu = c.ecu AND r.basis = 'reported'`)
}
