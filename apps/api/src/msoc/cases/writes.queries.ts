import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alertChanges, alerts, cases } from '@carapace/shared/msoc/alerts/alerts.table'
import { caseMembers } from '@carapace/shared/msoc/cases/cases.table'
import type { Tx } from '../../core/db.ts'
import { seenBy, type Viewer } from './seen.queries.ts'

export type CaseRow = typeof cases.$inferSelect

export async function insertCase(
  tx: Tx,
  org: Org,
  fields: Omit<typeof cases.$inferInsert, 'orgUuid'>,
): Promise<string> {
  const [row] = await tx
    .insert(cases)
    .values({ ...fields, orgUuid: org.uuid })
    .returning({ uuid: cases.uuid })
  return row!.uuid
}

export async function numberCase(tx: Tx, org: Org, uuid: string, number: number): Promise<void> {
  await tx
    .update(cases)
    .set({ number })
    .where(ownedBy(org, cases, eq(cases.uuid, uuid)))
}

/** Locks a case; if its alerts are locked too, they must be locked first. */
export async function lockCase(tx: Tx, org: Org, uuid: string): Promise<CaseRow | undefined> {
  const [row] = await tx
    .select()
    .from(cases)
    .where(ownedBy(org, cases, eq(cases.uuid, uuid)))
    .for('update')
  return row
}

/** Locks those of the cases that a member may see, in the order of their uuids, as every writer of several does. */
export async function lockSeenCases(tx: Tx, org: Org, viewer: Viewer, uuids: readonly string[]): Promise<CaseRow[]> {
  return tx
    .select()
    .from(cases)
    .where(ownedBy(org, cases, seenBy(viewer), inArray(cases.uuid, [...uuids])))
    .orderBy(cases.uuid)
    .for('update')
}

/** Writes a locked case, and increments its revision. */
export async function saveCase(tx: Tx, org: Org, uuid: string, set: Partial<typeof cases.$inferInsert>): Promise<void> {
  await tx
    .update(cases)
    .set({ ...set, revision: sql`${cases.revision} + 1` })
    .where(ownedBy(org, cases, eq(cases.uuid, uuid)))
}

/** Which of these cases are not closed. */
export async function openCasesAmong(tx: Tx, org: Org, uuids: readonly string[]): Promise<Set<string>> {
  if (uuids.length === 0) return new Set()
  const rows = await tx
    .select({ uuid: cases.uuid })
    .from(cases)
    .where(ownedBy(org, cases, inArray(cases.uuid, [...uuids]), ne(cases.stage, 'CLOSED')))
  return new Set(rows.map((row) => row.uuid))
}

/** Sets when these cases were detected: when the earliest of their alerts was first seen. */
export async function stampDetected(tx: Tx, org: Org, uuids: readonly string[]): Promise<void> {
  await tx
    .update(cases)
    .set({ detectedAt: sql`(SELECT min(a.first_seen) FROM ${alerts} a WHERE a.case_uuid = "cases"."uuid")` })
    .where(ownedBy(org, cases, inArray(cases.uuid, [...uuids])))
}

/**
 * Removes the case's title from the activity of alerts that are or were its own, which everybody reads (rule CASE-9).
 * Old entries do not name their case: they lose their title where the alert is in this case now.
 */
export async function hideTitle(tx: Tx, org: Org, uuid: string): Promise<void> {
  const ofCase = tx
    .select({ uuid: alerts.uuid })
    .from(alerts)
    .where(ownedBy(org, alerts, eq(alerts.caseUuid, uuid)))
  const named = sql`${alertChanges.detail} ->> 'case_uuid'`
  await tx
    .update(alertChanges)
    .set({ detail: sql`${alertChanges.detail} - 'case' - 'case_uuid'` })
    .where(
      ownedBy(
        org,
        alertChanges,
        // written out for the index over escalations
        sql`${alertChanges.kind} = 'escalate'`,
        or(eq(named, uuid), and(isNull(named), inArray(alertChanges.alertUuid, ofCase))),
      ),
    )
}

/** The active members of the organisation among these users. */
export async function activeUsers(tx: Tx, org: Org, uuids: readonly string[]) {
  if (uuids.length === 0) return []
  return tx
    .select({ uuid: users.uuid, name: users.name, role: users.role })
    .from(users)
    .where(ownedBy(org, users, inArray(users.uuid, [...uuids]), eq(users.active, true)))
}

/** Who sees a need-to-know case: administrators, its owner and its members (rule CASE-9). */
export async function usersSeeing(tx: Tx, org: Org, caseUuid: string): Promise<string[]> {
  const owner = tx
    .select({ uuid: cases.ownerUuid })
    .from(cases)
    .where(ownedBy(org, cases, eq(cases.uuid, caseUuid)))
  const members = tx
    .select({ uuid: caseMembers.userUuid })
    .from(caseMembers)
    .where(ownedBy(org, caseMembers, eq(caseMembers.caseUuid, caseUuid)))
  const rows = await tx
    .select({ uuid: users.uuid })
    .from(users)
    .where(ownedBy(org, users, or(eq(users.role, 'ADMIN'), inArray(users.uuid, owner), inArray(users.uuid, members))))
  return rows.map(({ uuid }) => uuid)
}

export async function membersOf(tx: Tx, org: Org, caseUuid: string): Promise<string[]> {
  const rows = await tx
    .select({ uuid: caseMembers.userUuid })
    .from(caseMembers)
    .where(ownedBy(org, caseMembers, eq(caseMembers.caseUuid, caseUuid)))
  return rows.map(({ uuid }) => uuid)
}

export async function addMembers(tx: Tx, org: Org, caseUuid: string, users: readonly string[]): Promise<void> {
  if (users.length === 0) return
  await tx
    .insert(caseMembers)
    .values(users.map((userUuid) => ({ orgUuid: org.uuid, caseUuid, userUuid })))
    .onConflictDoNothing()
}

export async function dropMembers(tx: Tx, org: Org, caseUuid: string, users: readonly string[]): Promise<void> {
  await tx
    .delete(caseMembers)
    .where(
      and(ownedBy(org, caseMembers, eq(caseMembers.caseUuid, caseUuid), inArray(caseMembers.userUuid, [...users]))),
    )
}
