import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { organisations, users } from '@carapace/shared/account/account.table'
import type { Job } from '@carapace/shared/account/jobs.contract'
import { unfinished } from '@carapace/shared/account/jobs'
import { jobs } from '@carapace/shared/account/workspace.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../db.ts'

const { input: _input, ...jobColumns } = getTableColumns(jobs)

/** The jobs that match `where`, without their input: it can be megabytes and only the worker reads it. */
export async function jobsOf(db: Database | Tx, where: SQL, limit: number): Promise<Job[]> {
  return (await jobRows(db, where, limit)).map(wireJob)
}

function jobRows(db: Database | Tx, where: SQL, limit: number) {
  return db
    .select({ job: jobColumns, by: users.name })
    .from(jobs)
    .innerJoin(users, eq(users.uuid, jobs.createdByUuid))
    .where(where)
    .orderBy(desc(jobs.createdAt), desc(jobs.uuid))
    .limit(limit)
}

function wireJob({ job, by }: Awaited<ReturnType<typeof jobRows>>[number]): Job {
  return {
    uuid: job.uuid,
    kind: job.kind,
    title: job.title,
    status: job.status,
    done: job.done,
    total: job.total,
    outcome: job.outcome,
    messages: job.messages,
    error: job.error,
    created_by: by,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
  }
}

export const isUnfinished = inArray(jobs.status, [...unfinished])

/** The number of the organisation's unfinished jobs; no other transaction can add one until this one ends. */
export async function countUnfinished(tx: Tx, org: Org): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`jobs ${org.uuid}`}))`)
  const [row] = await tx
    .select({ jobs: count() })
    .from(jobs)
    .where(ownedBy(org, jobs, isUnfinished))
  return row!.jobs
}

export async function insertJob(
  tx: Tx,
  org: Org,
  fields: Pick<typeof jobs.$inferInsert, 'kind' | 'title' | 'programUuid' | 'total' | 'input' | 'createdByUuid'>,
): Promise<Job> {
  const [row] = await tx
    .insert(jobs)
    .values({ ...fields, orgUuid: org.uuid })
    .returning({ uuid: jobs.uuid })
  return (await jobsOf(tx, ownedBy(org, jobs, eq(jobs.uuid, row!.uuid)), 1))[0]!
}

/** Organisations with a job that has not moved since `before`. Across organisations: workers serve all of them. */
export async function organisationsWaiting(db: Database, before: Date): Promise<Org[]> {
  return db
    .selectDistinct({ uuid: organisations.uuid, id: organisations.id })
    .from(jobs)
    .innerJoin(organisations, eq(organisations.uuid, jobs.orgUuid))
    .where(and(isUnfinished, sql`coalesce(${jobs.beatAt}, ${jobs.createdAt}) < ${before.toISOString()}::timestamptz`))
}

/**
 * Locks the organisation's job that waited longest; undefined if none waits, or other workers process all of them. A
 * job that rests has its next beat in the future (rule JOB-9).
 */
export async function takeJob(tx: Tx, org: Org) {
  const [row] = await tx
    .select({
      uuid: jobs.uuid,
      kind: jobs.kind,
      title: jobs.title,
      startedAt: jobs.startedAt,
      done: jobs.done,
      total: jobs.total,
      outcome: jobs.outcome,
      messages: jobs.messages,
      checkpoint: jobs.checkpoint,
      by: { uuid: users.uuid, name: users.name },
    })
    .from(jobs)
    .innerJoin(users, eq(users.uuid, jobs.createdByUuid))
    .where(ownedBy(org, jobs, isUnfinished, or(isNull(jobs.beatAt), lte(jobs.beatAt, new Date()))))
    .orderBy(asc(sql`coalesce(${jobs.beatAt}, ${jobs.createdAt})`))
    .limit(1)
    .for('update', { of: jobs, skipLocked: true })
  return row
}

export type TakenJob = NonNullable<Awaited<ReturnType<typeof takeJob>>>

export async function inputOf(tx: Tx, org: Org, uuid: string): Promise<unknown> {
  const [row] = await tx
    .select({ input: jobs.input })
    .from(jobs)
    .where(ownedBy(org, jobs, eq(jobs.uuid, uuid)))
  return row!.input
}

export async function writeJob(
  tx: Tx,
  org: Org,
  uuid: string,
  fields: Partial<typeof jobs.$inferInsert>,
): Promise<void> {
  await tx
    .update(jobs)
    .set(fields)
    .where(ownedBy(org, jobs, eq(jobs.uuid, uuid)))
}

/** A job, with what decides on who sees it. */
interface JobInView {
  readonly job: Job
  readonly programUuid: string | null
  readonly createdByUuid: string
}

/** The organisation's jobs that viewers follow: all unfinished ones and the latest fifty finished ones. */
export async function jobsInView(db: Database, org: Org): Promise<JobInView[]> {
  const latest = db
    .select({ uuid: jobs.uuid })
    .from(jobs)
    .where(ownedBy(org, jobs, sql`NOT ${isUnfinished}`))
    .orderBy(desc(jobs.finishedAt))
    .limit(50)
  const rows = await jobRows(db, ownedBy(org, jobs, or(isUnfinished, inArray(jobs.uuid, latest))), 200)
  return rows.map((row) => ({
    job: wireJob(row),
    programUuid: row.job.programUuid,
    createdByUuid: row.job.createdByUuid,
  }))
}
