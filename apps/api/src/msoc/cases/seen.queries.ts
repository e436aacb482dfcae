import { eq, not, or, type SQL, sql } from 'drizzle-orm'
import type { Role } from '@carapace/shared/modules'
import { cases } from '@carapace/shared/msoc/alerts/alerts.table'

/** Who looks: a caller, or whoever else must not see more than they may. */
export interface Viewer {
  readonly uuid: string
  readonly role: Role
}

/**
 * Condition: this member may see the case (rule CASE-9). Every query of cases on behalf of somebody has it; undefined
 * for administrators, who see all.
 */
export function seenBy({ uuid, role }: Viewer): SQL | undefined {
  if (role === 'ADMIN') return undefined
  return or(
    not(cases.needToKnow),
    eq(cases.ownerUuid, uuid),
    // a column of another table, compared inside a subquery, is named in full
    sql`EXISTS (SELECT 1 FROM case_members m WHERE m.case_uuid = "cases"."uuid" AND m.user_uuid = ${uuid})`,
  )
}

/** The same for a user whose role is looked up. */
export function seenByUser(uuid: string): SQL {
  const isAdmin = sql`EXISTS (SELECT 1 FROM users u WHERE u.uuid = ${uuid} AND u.role = 'ADMIN')`
  return or(seenBy({ uuid, role: 'VIEWER' }), isAdmin)!
}
