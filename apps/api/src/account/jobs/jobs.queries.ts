import { and, count, eq, inArray, lt, or, type SQL } from 'drizzle-orm'
import type { Job } from '@carapace/shared/account/jobs.contract'
import type { JobStatus } from '@carapace/shared/account/jobs'
import { jobs } from '@carapace/shared/account/workspace.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../../core/db.ts'
import { isUnfinished, jobsOf } from '../../core/jobs/jobs.queries.ts'
import { isCursorTime } from '../../core/http/storable.ts'

interface JobsQuery {
  readonly status?: readonly JobStatus[] | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export async function jobsPage(db: Database, org: Org, { status, cursor, limit }: JobsQuery) {
  const where = ownedBy(org, jobs, status && inArray(jobs.status, [...status]))
  const found = await jobsOf(db, and(where, before(cursor))!, limit + 1)
  const [counted] = await db.select({ total: count() }).from(jobs).where(where)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    jobs: page,
    next_cursor: found.length > limit && last ? `${last.created_at}|${last.uuid}` : null,
    total: counted!.total,
  }
}

function before(cursor: string | undefined): SQL | undefined {
  const [at = '', uuid = ''] = cursor?.split('|') ?? []
  if (!isCursorTime(at) || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) return undefined
  const time = new Date(at)
  return or(lt(jobs.createdAt, time), and(eq(jobs.createdAt, time), lt(jobs.uuid, uuid)))
}

/** The job, locked: its worker waits between two parts. */
export async function lockJob(tx: Tx, org: Org, uuid: string): Promise<Job | undefined> {
  await tx
    .select({ uuid: jobs.uuid })
    .from(jobs)
    .where(ownedBy(org, jobs, eq(jobs.uuid, uuid)))
    .for('update')
  return jobNamed(tx, org, uuid)
}

export async function jobNamed(tx: Tx, org: Org, uuid: string): Promise<Job | undefined> {
  return (await jobsOf(tx, ownedBy(org, jobs, eq(jobs.uuid, uuid)), 1))[0]
}

export async function markCancelled(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx
    .update(jobs)
    .set({ status: 'CANCELLED', finishedAt: new Date(), input: {} })
    .where(ownedBy(org, jobs, eq(jobs.uuid, uuid), isUnfinished))
}

export async function markQueued(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx
    .update(jobs)
    .set({ status: 'QUEUED', finishedAt: null, error: null })
    .where(ownedBy(org, jobs, eq(jobs.uuid, uuid), eq(jobs.status, 'FAILED')))
}
