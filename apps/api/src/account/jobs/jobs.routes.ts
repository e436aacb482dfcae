import type { FastifyInstance } from 'fastify'
import { unfinished } from '@carapace/shared/account/jobs'
import { cancelJob, listJobs, retryJob } from '@carapace/shared/account/jobs.contract'
import { Failure } from '@carapace/shared/core/failure'
import type { Database } from '../../core/db.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import { serve } from '../../core/http/serve.ts'
import { jobNamed, jobsPage, lockJob, markCancelled, markQueued } from './jobs.queries.ts'
import { audit, byCaller } from '../sign-in/sessions.queries.ts'

/** Jobs over HTTP: list them, cancel a job, restart a failed job. */
export async function jobRoutes(app: FastifyInstance, { db, jobs }: { db: Database; jobs: Jobs }): Promise<void> {
  serve(app, listJobs).with(async ({ input, caller }) => jobsPage(db, caller, input))

  serve(app, cancelJob).with(async ({ input, caller }) => {
    const { org } = caller
    const job = await db.transaction(async (tx) => {
      const before = await lockJob(tx, caller, input.uuid)
      if (!before) throw new Failure('NOT_FOUND')
      if (!(unfinished as readonly string[]).includes(before.status))
        throw new Failure('RULE_REFUSED', { message: 'This job is over already.' })
      await markCancelled(tx, org, input.uuid)
      await audit(tx, org, byCaller(caller), {
        action: 'cancel job',
        subject: 'job',
        subjectUuid: input.uuid,
        before: { status: before.status, done: before.done },
        after: { kind: before.kind, title: before.title },
      })
      return (await jobNamed(tx, org, input.uuid))!
    })
    jobs.wake(org)
    return { success: true, job }
  })

  serve(app, retryJob).with(async ({ input, caller }) => {
    const { org } = caller
    const job = await db.transaction(async (tx) => {
      await jobs.refuseMany(tx, org)
      const before = await lockJob(tx, caller, input.uuid)
      if (!before) throw new Failure('NOT_FOUND')
      jobs.admitTo(caller, before.kind)
      if (before.status !== 'FAILED')
        throw new Failure('RULE_REFUSED', { message: 'Only a failed job can be started again.' })
      await markQueued(tx, org, input.uuid)
      await audit(tx, org, byCaller(caller), {
        action: 'retry job',
        subject: 'job',
        subjectUuid: input.uuid,
        before: { error: before.error, done: before.done },
        after: { kind: before.kind, title: before.title },
      })
      return (await jobNamed(tx, org, input.uuid))!
    })
    jobs.wake(org)
    return { success: true, job }
  })
}
