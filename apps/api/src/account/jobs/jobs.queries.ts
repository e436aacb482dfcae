import { and, count, eq, exists, inArray, isNull, lt, notExists, or, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Job } from '@carapace/shared/account/jobs.contract'
import type { JobStatus } from '@carapace/shared/account/jobs'
import { jobs } from '@carapace/shared/account/workspace.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { maySeeProgram } from '@carapace/shared/graph/members/membership'
import { programMembers, programs } from '@carapace/shared/graph/programs/programs.table'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { isUnfinished, jobsOf } from '../../core/jobs/jobs.queries.ts'
import { isCursorTime } from '../../core/http/storable.ts'

interface JobsQuery {
  readonly status?: readonly JobStatus[] | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export async function jobsPage(db: Database, caller: Caller, { status, cursor, limit }: JobsQuery) {
  const where = ownedBy(caller.org, jobs, seenBy(caller), status && inArray(jobs.status, [...status]))
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

const wholeProgram = and(eq(programs.uuid, jobs.programUuid), isNull(programs.importUuid))

/**
 * The jobs that the caller sees: those of the organisation, and of programs those that are shown to them. A program
 * that is not there yet, or not any more, has no members: its jobs are shown to who asked for them (rule JOB-5).
 */
function seenBy({ org, user }: Caller): SQL | undefined {
  if (maySeeProgram({ role: user.role, programRole: null })) return undefined
  const query = new QueryBuilder()
  const isMember = query
    .select({ uuid: programMembers.programUuid })
    .from(programMembers)
    .where(
      ownedBy(
        org,
        programMembers,
        eq(programMembers.programUuid, jobs.programUuid),
        eq(programMembers.userUuid, user.uuid),
      ),
    )
  const program = query
    .select({ uuid: programs.uuid })
    .from(programs)
    .where(ownedBy(org, programs, wholeProgram))
  return or(isNull(jobs.programUuid), exists(isMember), and(eq(jobs.createdByUuid, user.uuid), notExists(program)))
}

/** The members of programs, by program; one that is not there, or not whole, is left out. */
export async function membersOf(
  db: Database,
  org: Org,
  programUuids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (programUuids.length === 0) return new Map()
  const rows = await db
    .select({ program: programs.uuid, user: programMembers.userUuid })
    .from(programs)
    .leftJoin(programMembers, eq(programMembers.programUuid, programs.uuid))
    .where(ownedBy(org, programs, inArray(programs.uuid, [...programUuids]), isNull(programs.importUuid)))
  const members = Map.groupBy(rows, ({ program }) => program)
  return new Map([...members].map(([program, some]) => [program, new Set(some.map(({ user }) => user ?? ''))]))
}

/** The job, locked: its worker is between two parts. */
export async function lockJob(tx: Tx, caller: Caller, uuid: string): Promise<Job | undefined> {
  const [row] = await tx
    .select({ uuid: jobs.uuid })
    .from(jobs)
    .where(ownedBy(caller.org, jobs, seenBy(caller), eq(jobs.uuid, uuid)))
    .for('update')
  return row && jobNamed(tx, caller.org, uuid)
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
