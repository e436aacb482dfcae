import type { Org } from '@carapace/shared/core/owned'
import { audit } from '../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../core/db.ts'
import { jobKind } from '../core/jobs/jobs.ts'
import type { RowRefused, SoftwareRow } from './software-file.ts'
import { declaredNow, declareRows, type VehicleRow } from './software-import.queries.ts'

export const softwareImportKind = 'component-configuration.import-software'
const rowsAtOnce = 5_000

type Planned = VehicleRow & { readonly action: 'make' | 'change' | 'same' }

/** What rows would change now, and those of vehicles that are not registered. */
async function plan(
  db: Database | Tx,
  org: Org,
  rows: readonly SoftwareRow[],
): Promise<{ planned: Planned[]; refused: RowRefused[] }> {
  const known = await declaredNow(db, org, rows)
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
