import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { importVehicles } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { Database } from '../../core/db.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import { serve } from '../../core/http/serve.ts'
import { readVehicleCsv } from './csv.ts'
import { lookThrough, vehicleImportKind } from './import.ts'
import { countVehicles } from './import.queries.ts'

/** The same maximum number of vehicles as for registration by ingest. */
const vehiclesAtMost = 200_000
const mostErrorsShown = 100

/** Importing vehicles from CSV: the preview is immediate, the import itself is a job. */
export async function vehicleImportRoutes(
  app: FastifyInstance,
  { db, jobs }: { db: Database; jobs: Jobs },
): Promise<void> {
  serve(app, importVehicles).with(async ({ input: { csv, dry_run: dryRun }, caller }) => {
    const { org } = caller
    const { rows, errors } = await readVehicleCsv(csv)
    const { errors: conflicts, ...counts } = await lookThrough(db, org, rows)
    const wrong = [...errors, ...conflicts].sort((a, b) => a.line - b.line).slice(0, mostErrorsShown)
    const result = { success: true as const, rows: rows.length + errors.length, ...counts, errors: wrong }
    if ((await countVehicles(db, org)) + counts.added > vehiclesAtMost)
      throw new Failure('RULE_REFUSED', {
        message: `An organisation has at most ${vehiclesAtMost.toLocaleString('en')} vehicles.`,
      })
    if (dryRun || wrong.length > 0 || counts.added + counts.changed === 0) return { ...result, job: null }
    const title = `Import ${rows.length.toLocaleString('en')} ${rows.length === 1 ? 'vehicle' : 'vehicles'}`
    const job = await db.transaction((tx) =>
      jobs.add(tx, caller, { kind: vehicleImportKind, title, total: rows.length, input: { rows } }),
    )
    jobs.wake(org)
    return { ...result, job }
  })
}
