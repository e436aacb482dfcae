import { sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { audit } from '../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../core/db.ts'
import { jobKind } from '../core/jobs/jobs.ts'
import { compareReported } from './differences.ts'
import type { RowRefused, SoftwareRow } from './software-file.ts'

export const softwareImportKind = 'component-configuration.import-software'
const rowsAtOnce = 5_000

type Planned = SoftwareRow & { readonly vehicle: string; readonly action: 'make' | 'change' | 'same' }

/** What rows would change now, and those of vehicles that are not registered. */
async function plan(
  db: Database | Tx,
  org: Org,
  rows: readonly SoftwareRow[],
): Promise<{ planned: Planned[]; refused: RowRefused[] }> {
  const known = await rowsOf<{ n: number; vehicle: string | null; is_there: boolean; is_same: boolean }>(
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
  const planned: Planned[] = []
  const refused: RowRefused[] = []
  for (const { n, vehicle, is_there: isThere, is_same: isSame } of known) {
    const row = rows[n]!
    if (vehicle === null) refused.push({ row: row.row, reason: `No vehicle has the VIN ${row.vin}.` })
    else planned.push({ ...row, vehicle, action: isSame ? 'same' : isThere ? 'change' : 'make' })
  }
  return { planned, refused }
}

/** What an import would change now. */
export async function lookThrough(db: Database, org: Org, rows: readonly SoftwareRow[]) {
  const counts = { make: 0, change: 0, same: 0 }
  const refused: RowRefused[] = []
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const found = await plan(db, org, rows.slice(at, at + rowsAtOnce))
    for (const { action } of found.planned) counts[action] += 1
    refused.push(...found.refused)
  }
  return { made: counts.make, changed: counts.change, same: counts.same, refused }
}

/** Declares the software of vehicles, in the order of the file (rule VARIANT-13). */
export const softwareImports = jobKind<{ readonly rows: readonly SoftwareRow[] }, { readonly next: number }>({
  kind: softwareImportKind,
  licence: 'LIFECYCLE_SBOM',
  async doPart({ tx, org, actor, input: { rows }, checkpoint }) {
    const from = checkpoint?.next ?? 0
    const some = rows.slice(from, from + rowsAtOnce)
    const { planned, refused } = await plan(tx, org, some)
    const writing = planned.filter(({ action }) => action !== 'same')
    await declareRows(tx, org, writing)
    const count = (action: Planned['action']) => planned.filter((one) => one.action === action).length
    const outcome = {
      added: count('make'),
      changed: count('change'),
      unchanged: count('same'),
      refused: refused.length,
    }
    if (writing.length > 0)
      await audit(
        tx,
        org,
        { ...actor, address: null },
        { action: 'declare software by import', subject: 'vehicle software', after: outcome },
      )
    return {
      checkpoint: { next: from + some.length },
      finished: from + some.length >= rows.length,
      done: some.length,
      messages: refused.map(({ row, reason }) => `Row ${row}: ${reason}`),
      outcome,
    }
  },
})

async function declareRows(tx: Tx, org: Org, rows: readonly Planned[]): Promise<void> {
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
      rxswin = excluded.rxswin, variant_uuid = NULL, last_seen = excluded.last_seen`)
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
