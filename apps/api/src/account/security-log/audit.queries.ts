import { and, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import { auditLog } from '@carapace/shared/account/account.table'
import type { AuditEntry } from '@carapace/shared/account/security.contract'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { likeText } from '@carapace/shared/msoc/history/history.queries'
import type { Database } from '../../core/db.ts'

interface AuditQuery {
  readonly q?: string | undefined
  readonly actor?: string | undefined
  /** The id of the last entry of the previous page. */
  readonly after?: number | undefined
  readonly limit: number
}

/** A page of the organisation's audit log, the latest entries first. */
export async function auditPage(
  db: Database,
  org: Org,
  { q, actor, after, limit }: AuditQuery,
): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const words = q ? `%${likeText(q)}%` : undefined
  const rows = await db
    .select()
    .from(auditLog)
    .where(
      ownedBy(
        org,
        auditLog,
        actor ? eq(auditLog.actorUuid, actor) : undefined,
        words ? or(ilike(auditLog.action, words), ilike(auditLog.actor, words)) : undefined,
        behind(org, after),
      ),
    )
    // by time first, because the index is by time; entries of the same time by id
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  return { entries: page.map(entryOf), next: rows.length > limit ? page.at(-1)!.id : null }
}

function behind(org: Org, id: number | undefined): SQL | undefined {
  return id === undefined
    ? undefined
    : sql`(${auditLog.at}, ${auditLog.id}) < (SELECT last.at, last.id
      FROM audit_log last
      WHERE ${and(sql`last.org_uuid = ${org.uuid}`, sql`last.id = ${id}`)})`
}

function entryOf({
  id,
  at,
  actor,
  address,
  action,
  subject,
  subjectUuid,
  before,
  after,
}: typeof auditLog.$inferSelect): AuditEntry {
  return { id, at: at.toISOString(), actor, address, action, subject, subject_uuid: subjectUuid, before, after }
}
