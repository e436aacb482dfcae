import { sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../core/db.ts'
import { compareReported } from './differences.queries.ts'
import type { SoftwareRow } from './software-file.ts'

/** A row of a file with the uuid of its vehicle. */
export type VehicleRow = SoftwareRow & { readonly vehicle: string }

/** For each row, by its place `n`: its vehicle, and whether its control unit has a declaration, and the same one. */
export async function declaredNow(db: Database | Tx, org: Org, rows: readonly SoftwareRow[]) {
  return rowsOf<{ n: number; vehicle: string | null; is_there: boolean; is_same: boolean }>(
    db,
    sql`SELECT g.n::int AS n, vehicles.uuid AS vehicle, s.vehicle_uuid IS NOT NULL AS is_there,
        coalesce((s.software, s.version, s.hardware_part, s.rxswin) = (g.software, g.version, g.part, g.rxswin)
          AND s.variant_uuid IS NULL, false) AS is_same
      FROM jsonb_to_recordset(${JSON.stringify(rows.map((row, n) => ({ ...row, part: row.hardwarePart, n })))}::jsonb)
        AS g(n int, vin text, ecu text, software text, version text, part text, rxswin text)
      LEFT JOIN vehicles ON vehicles.vin = g.vin AND ${ownedBy(org, vehicles)}
      LEFT JOIN vehicle_software s ON s.vehicle_uuid = vehicles.uuid AND s.ecu = g.ecu AND s.basis = 'declared'
      ORDER BY 1`,
  )
}

/** Declares the software of these rows, and compares it with what their vehicles report. */
export async function declareRows(tx: Tx, org: Org, rows: readonly VehicleRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    INSERT INTO vehicle_software AS s (vehicle_uuid, org_uuid, ecu, basis, software, version, hardware_part, rxswin,
      since, last_seen)
    SELECT g.vehicle, ${org.uuid}::uuid, g.ecu, 'declared', g.software, g.version, g."hardwarePart", g.rxswin,
      now(), now()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS g(vehicle uuid, ecu text, software text, version text, "hardwarePart" text, rxswin text)
    ORDER BY g.vehicle, g.ecu
    ON CONFLICT (vehicle_uuid, ecu, basis) DO UPDATE SET
      since = CASE WHEN s.software = excluded.software AND s.version = excluded.version THEN s.since
        ELSE excluded.since END,
      software = excluded.software, version = excluded.version, hardware_part = excluded.hardware_part,
      rxswin = excluded.rxswin, variant_uuid = NULL, last_seen = excluded.last_seen
      WHERE s.org_uuid = ${org.uuid}`)
  await compareReported(tx, org, [...new Set(rows.map(({ vehicle }) => vehicle))].sort())
}

const exportedAtOnce = 5_000

/** The software of the organisation's vehicles by VIN and control unit, in pages of table rows. */
export async function* exportedSoftware(
  db: Database,
  org: Org,
  basis: 'declared' | 'reported',
): AsyncGenerator<string[][]> {
  let after: readonly [vin: string, ecu: string] = ['', '']
  for (;;) {
    const rows: Record<'vin' | 'ecu' | 'software' | 'version' | 'hardware_part' | 'rxswin', string>[] = await rowsOf(
      db,
      sql`SELECT vehicles.vin, s.ecu, s.software, s.version, s.hardware_part, s.rxswin
        FROM vehicles JOIN vehicle_software s ON s.vehicle_uuid = vehicles.uuid AND s.basis = ${basis}
        WHERE ${ownedBy(org, vehicles)} AND vehicles.vin >= ${after[0]}
          AND (vehicles.vin, s.ecu) > (${after[0]}, ${after[1]})
        ORDER BY vehicles.vin, s.ecu LIMIT ${exportedAtOnce}`,
    )
    if (rows.length === 0) return
    yield rows.map(({ vin, ecu, software, version, hardware_part: part, rxswin }) => [
      vin,
      ecu,
      software,
      version,
      part,
      rxswin,
    ])
    const last = rows.at(-1)!
    after = [last.vin, last.ecu]
  }
}
