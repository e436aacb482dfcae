import type { FastifyInstance } from 'fastify'
import {
  assignVariant,
  exportVehicleSoftware,
  getConfigurationOverview,
  getVehicleConfiguration,
  importVehicleSoftware,
  listCarriedReleases,
  listCarryingVehicles,
} from '@carapace/shared/component-configuration/vehicle-configuration.contract'
import type { Database } from '../core/db.ts'
import { csvText } from '../core/documents/csv.ts'
import { serve } from '../core/http/serve.ts'
import type { Jobs } from '../core/jobs/jobs.ts'
import { withFile } from '../core/spool.ts'
import { assign } from './assignments.ts'
import { readSoftwareFile, softwareColumns } from './software-file.ts'
import { exportedSoftware } from './software-import.queries.ts'
import { lookThrough, softwareImportKind } from './software-import.ts'
import { carriedReleases, configurationOf, overviewOf, vehiclesPage } from './vehicles.queries.ts'

const mostRefusedShown = 100

/**
 * Which vehicles have which variant and software, over HTTP (rules VARIANT-10 to VARIANT-14 of
 * packages/shared/src/component-configuration/SPEC.md).
 */
export async function vehicleConfigurationRoutes(
  app: FastifyInstance,
  { db, jobs }: { db: Database; jobs: Jobs },
): Promise<void> {
  const success = true as const
  serve(app, getConfigurationOverview).with(async ({ caller }) => ({ success, ...(await overviewOf(db, caller.org)) }))
  serve(app, listCarriedReleases).with(async ({ input, caller }) => ({
    success,
    releases: await carriedReleases(db, caller.org, input),
  }))
  serve(app, listCarryingVehicles).with(async ({ input, caller }) => ({
    success,
    ...(await vehiclesPage(db, caller.org, input)),
  }))
  serve(app, getVehicleConfiguration).with(async ({ input: { vehicle }, caller }) => ({
    success,
    configuration: await configurationOf(db, caller.org, vehicle),
  }))
  serve(app, assignVariant).with(async ({ input, caller }) => {
    const result = await assign(db, jobs, caller, input)
    if (result.job !== null) jobs.wake(caller.org)
    return { success, ...result }
  })

  serve(app, importVehicleSoftware).with(async ({ input: { form, dry_run: dryRun }, caller, body }) => {
    const { org } = caller
    const { rows, refused } = await withFile(body, (path) => readSoftwareFile(path, form))
    const { refused: unknown, ...counts } = await lookThrough(db, org, rows)
    const all = [...refused, ...unknown].sort((a, b) => a.row - b.row)
    const result = {
      success,
      rows: rows.length + refused.length,
      ...counts,
      refused: all.slice(0, mostRefusedShown),
      refused_total: all.length,
    }
    if (dryRun || counts.made + counts.changed === 0) return { ...result, job: null }
    const title = `Declare the software of ${rows.length.toLocaleString('en')} control units`
    const job = await db.transaction((tx) =>
      jobs.add(tx, caller, { kind: softwareImportKind, title, total: rows.length, input: { rows } }),
    )
    jobs.wake(org)
    return { ...result, job }
  })

  serve(app, exportVehicleSoftware).streams(async ({ input: { basis }, caller }) => ({
    fileName: `carapace-${basis}-software.csv`,
    content: csvText(softwareColumns, exportedSoftware(db, caller.org, basis)),
  }))
}
