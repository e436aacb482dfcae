import { eq, exists, inArray, or } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { cases } from '@carapace/shared/msoc/alerts/alerts.table'
import { caseMembers } from '@carapace/shared/msoc/cases/cases.table'
import { rolesWith } from '@carapace/shared/permissions'
import type { Tx } from '../../core/db.ts'
import type { NewNotification } from '../../core/notifications.ts'

/** Those of these members who may approve now, with their roles. */
export async function approversAmong(tx: Tx, org: Org, uuids: readonly string[]) {
  if (uuids.length === 0) return []
  return tx
    .select({ uuid: users.uuid, role: users.role })
    .from(users)
    .where(
      ownedBy(
        org,
        users,
        inArray(users.uuid, [...uuids]),
        eq(users.active, true),
        inArray(users.role, [...rolesWith('playbooks.approve')]),
      ),
    )
}

/** Whether a case is need-to-know. */
export async function isNeedToKnow(tx: Tx, org: Org, uuid: string): Promise<boolean> {
  const [row] = await tx
    .select({ needToKnow: cases.needToKnow })
    .from(cases)
    .where(ownedBy(org, cases, eq(cases.uuid, uuid)))
  return row?.needToKnow === true
}

/** The members whom a notification names; with a need-to-know case only those who see it (rule CASE-9). */
export async function membersNamed(
  tx: Tx,
  org: Org,
  to: NewNotification['to'],
  hiddenCase: string | undefined,
): Promise<string[]> {
  const named = 'users' in to ? inArray(users.uuid, [...to.users]) : inArray(users.role, [...rolesWith(to.permission)])
  // the owner of a case is always a member of it
  const worksOn = (uuid: string) =>
    tx
      .select({ uuid: caseMembers.userUuid })
      .from(caseMembers)
      .where(ownedBy(org, caseMembers, eq(caseMembers.caseUuid, uuid), eq(caseMembers.userUuid, users.uuid)))
  const seeing = hiddenCase === undefined ? undefined : or(eq(users.role, 'ADMIN'), exists(worksOn(hiddenCase)))
  const rows = await tx
    .select({ uuid: users.uuid })
    .from(users)
    .where(ownedBy(org, users, named, eq(users.active, true), seeing))
  return rows.map(({ uuid }) => uuid)
}
