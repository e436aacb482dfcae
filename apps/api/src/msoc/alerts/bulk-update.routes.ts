import type { FastifyInstance } from 'fastify'
import { bulkUpdateAlerts, undoBulkUpdate } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Database } from '../../core/db.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import { serve } from '../../core/http/serve.ts'
import { addBulkUndo } from './bulk-undo.ts'
import { addBulkUpdate } from './bulk-update.ts'

/** Changes all alerts that match a filter, however many, as a job; and undoes such a job. */
export async function bulkUpdateRoutes(
  app: FastifyInstance,
  { db, jobs }: { db: Database; jobs: Jobs },
): Promise<void> {
  serve(app, bulkUpdateAlerts).with(async ({ input, caller }) => {
    const job = await db.transaction((tx) => addBulkUpdate(tx, jobs, caller, input))
    jobs.wake(caller.org)
    return { success: true, job }
  })

  serve(app, undoBulkUpdate).with(async ({ input, caller }) => {
    const job = await db.transaction((tx) => addBulkUndo(tx, jobs, caller, input))
    jobs.wake(caller.org)
    return { success: true, job }
  })
}
