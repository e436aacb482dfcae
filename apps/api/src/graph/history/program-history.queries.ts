import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import { auditLog } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { projects } from '@carapace/shared/graph/programs/programs.table'
import type { Database } from '../../core/db.ts'

interface HistoryQuery {
  readonly programUuid: string
  readonly projectUuid?: string | undefined
  /** The id of the last entry of the previous page. */
  readonly before?: number | undefined
  readonly limit: number
}

/**
 * The audit log entries of a program, or of one of its projects, the latest first (rule PROJECT-8). Entries about the
 * content of a program name the program in their state before or after.
 */
export async function programHistory(
  db: Database,
  org: Org,
  { programUuid, projectUuid, before, limit }: HistoryQuery,
) {
  const isIn = or(
    sql`${auditLog.after}->>'program_uuid' = ${programUuid}`,
    sql`${auditLog.before}->>'program_uuid' = ${programUuid}`,
  )
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      by: auditLog.actor,
      action: auditLog.action,
      subject: auditLog.subject,
      project: projects.name,
      before: auditLog.before,
      after: auditLog.after,
    })
    .from(auditLog)
    .leftJoin(
      projects,
      and(eq(auditLog.subject, 'project'), ownedBy(org, projects, eq(projects.uuid, auditLog.subjectUuid))),
    )
    .where(
      ownedBy(
        org,
        auditLog,
        before === undefined ? undefined : lt(auditLog.id, before),
        projectUuid === undefined
          ? or(eq(auditLog.subjectUuid, programUuid), isIn)
          : eq(auditLog.subjectUuid, projectUuid),
        projectUuid === undefined ? undefined : isIn,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit)
}
