import { asc, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { changeCounters, users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alerts, caseChanges, cases } from '@carapace/shared/msoc/alerts.table'
import type { Case } from '@carapace/shared/msoc/cases.contract'
import type { Severity } from '@carapace/shared/msoc/severity'
import type { Database, Tx } from '../core/db.ts'

/** Where the organisation's history stands. */
export async function positionOf(db: Database, org: Org): Promise<{ epoch: string; seq: number }> {
  const [row] = await db.select({ epoch: changeCounters.epoch, seq: changeCounters.seq }).from(changeCounters).where(ownedBy(org, changeCounters))
  return row!
}

async function selectCases(db: Database | Tx, where: SQL, limit: number): Promise<Case[]> {
  const rows = await db
    .select({
      row: cases,
      owner: { uuid: users.uuid, name: users.name },
      linked: sql<number>`(SELECT count(*)::int FROM ${alerts} WHERE ${alerts.caseUuid} = ${cases.uuid})`,
    })
    .from(cases)
    .leftJoin(users, eq(users.uuid, cases.ownerUuid))
    .where(where)
    .orderBy(desc(cases.number))
    .limit(limit)
  return rows.map(({ row, owner, linked }) => ({
    uuid: row.uuid, number: row.number, title: row.title, stage: row.stage, severity: row.severity, owner, alerts: linked,
    created_at: row.createdAt.toISOString(), revision: row.revision,
  }))
}

export async function casesPage(db: Database, org: Org, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
  const before = /^\d{1,15}$/.test(cursor ?? '') ? lt(cases.number, Number(cursor)) : undefined
  const rows = await selectCases(db, ownedBy(org, cases, before), limit + 1)
  return { cases: rows.slice(0, limit), next_cursor: rows.length > limit ? String(rows[limit - 1]!.number) : null }
}

export async function casesByUuid(db: Database | Tx, org: Org, uuids: readonly string[]): Promise<Map<string, Case>> {
  if (uuids.length === 0) return new Map()
  return new Map((await selectCases(db, ownedBy(org, cases, inArray(cases.uuid, [...uuids])), uuids.length)).map((one) => [one.uuid, one]))
}

export async function caseChangesAfter(db: Database, org: Org, seq: number, limit: number) {
  return db
    .select({ seq: caseChanges.seq, kind: caseChanges.kind, uuid: caseChanges.caseUuid })
    .from(caseChanges)
    .where(ownedBy(org, caseChanges, gt(caseChanges.seq, seq)))
    .orderBy(asc(caseChanges.seq))
    .limit(limit)
}

export async function insertCase(tx: Tx, org: Org, fields: { title: string; severity: Severity; userUuid: string }): Promise<string> {
  const { title, severity, userUuid } = fields
  const [row] = await tx.insert(cases).values({ orgUuid: org.uuid, title, severity, ownerUuid: userUuid, createdBy: userUuid }).returning({ uuid: cases.uuid })
  return row!.uuid
}

export async function numberCase(tx: Tx, org: Org, uuid: string, number: number): Promise<void> {
  await tx.update(cases).set({ number }).where(ownedBy(org, cases, eq(cases.uuid, uuid)))
}

/** The severities of alerts, for the case over them. */
export async function severitiesOf(tx: Tx, org: Org, uuids: readonly string[]): Promise<Severity[]> {
  return (await tx.select({ severity: alerts.severity }).from(alerts).where(ownedBy(org, alerts, inArray(alerts.uuid, [...uuids])))).map((row) => row.severity)
}
