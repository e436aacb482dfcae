import type { FastifyInstance } from 'fastify'
import { bulkUpdateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Database } from '../../core/db.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import { serve } from '../../core/http/serve.ts'
import { addBulkUpdate } from './bulk-update.ts'

/** Changes all alerts that match a filter, however many, as a job. */
export async function bulkUpdateRoutes(
  app: FastifyInstance,
  { db, jobs }: { db: Database; jobs: Jobs },
): Promise<void> {
  serve(app, bulkUpdateAlerts).with(async ({ input, caller }) => {
    const job = await db.transaction((tx) => addBulkUpdate(tx, jobs, caller, input))
    jobs.wake(caller.org)
    return { success: true, job }
  })
}
