import { and, asc, count, desc, eq, gt, ilike, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { changeCounters, users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alerts, caseChanges, cases } from '@carapace/shared/msoc/alerts/alerts.table'
import type { Case, CaseChange, listCases } from '@carapace/shared/msoc/cases/cases.contract'
import type { CasePlan } from '@carapace/shared/msoc/cases/cases'
import { likeText } from '@carapace/shared/msoc/history/history.queries'
import type { Severity } from '@carapace/shared/msoc/severity'
import type { Database, Tx } from '../../core/db.ts'

/** The current position of the organisation's change history. */
export async function positionOf(db: Database, org: Org): Promise<{ epoch: string; seq: number }> {
  const [row] = await db
    .select({ epoch: changeCounters.epoch, seq: changeCounters.seq })
    .from(changeCounters)
    .where(ownedBy(org, changeCounters))
  return row!
}

const owner = alias(users, 'owner')
const creator = alias(users, 'creator')

/** Counts for each case; an alert or a change of a case always belongs to the case's organisation. */
const beside = {
  alerts: sql<number>`(SELECT count(*)::int FROM ${alerts} WHERE ${alerts.caseUuid} = ${cases.uuid})`,
  vehicles: sql<number>`(SELECT count(DISTINCT ${alerts.vehicleId})::int
    FROM ${alerts}
    WHERE ${alerts.caseUuid} = ${cases.uuid})`,
  comments: sql<number>`(SELECT count(*)::int
    FROM ${caseChanges}
    WHERE ${caseChanges.caseUuid} = ${cases.uuid}
    AND ${caseChanges.kind} = 'comment')`,
  updatedAt: sql<Date | null>`(SELECT max(${caseChanges.at})
      FROM ${caseChanges}
      WHERE ${caseChanges.caseUuid} = ${cases.uuid})`.mapWith(caseChanges.at),
}

async function selectCases(db: Database | Tx, where: SQL, limit: number): Promise<Case[]> {
  const rows = await db
    .select({
      row: cases,
      owner: { uuid: owner.uuid, name: owner.name },
      creator: { uuid: creator.uuid, name: creator.name },
      ...beside,
    })
    .from(cases)
    .leftJoin(owner, eq(owner.uuid, cases.ownerUuid))
    .leftJoin(creator, eq(creator.uuid, cases.createdBy))
    .where(where)
    .orderBy(desc(cases.number))
    .limit(limit)
  return rows.map(({ row, updatedAt, creator: createdBy, ...rest }) => ({
    uuid: row.uuid,
    number: row.number,
    title: row.title,
    stage: row.stage,
    severity: row.severity,
    ...rest,
    created_by: createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: (updatedAt ?? row.createdAt).toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
    revision: row.revision,
  }))
}

type CasesQuery = Partial<z.output<typeof listCases.input>> & { readonly limit: number }

function passing(org: Org, { stage, severity, owner: held, q }: CasesQuery, me: string): SQL {
  return ownedBy(
    org,
    cases,
    stage && inArray(cases.stage, stage),
    severity && inArray(cases.severity, severity),
    held === undefined
      ? undefined
      : held === 'none'
        ? isNull(cases.ownerUuid)
        : eq(cases.ownerUuid, held === 'me' ? me : held),
    q ? or(ilike(cases.title, `%${likeText(q)}%`), numberIs(q)) : undefined,
  )
}

function numberIs(words: string): SQL | undefined {
  const number = /^(?:CASE?-)?(\d{1,15})$/i.exec(words)?.[1]
  return number === undefined ? undefined : eq(cases.number, Number(number))
}

/** Latest first. A case's number never changes, so a page begins below the last number of the previous page. */
export async function casesPage(
  db: Database,
  org: Org,
  query: CasesQuery,
  me: string,
): Promise<{ cases: Case[]; next_cursor: string | null; total: number }> {
  const { cursor, limit } = query
  const where = passing(org, query, me)
  const before = /^\d{1,15}$/.test(cursor ?? '') ? lt(cases.number, Number(cursor)) : undefined
  const rows = await selectCases(db, and(where, before)!, limit + 1)
  const [counted] = await db.select({ total: count() }).from(cases).where(where)
  return {
    cases: rows.slice(0, limit),
    next_cursor: rows.length > limit ? String(rows[limit - 1]!.number) : null,
    total: counted!.total,
  }
}

export async function casesByUuid(db: Database | Tx, org: Org, uuids: readonly string[]): Promise<Map<string, Case>> {
  if (uuids.length === 0) return new Map()
  return new Map(
    (await selectCases(db, ownedBy(org, cases, inArray(cases.uuid, [...uuids])), uuids.length)).map((one) => [
      one.uuid,
      one,
    ]),
  )
}

export async function caseChangesAfter(db: Database, org: Org, seq: number, limit: number) {
  return db
    .select({ seq: caseChanges.seq, kind: caseChanges.kind, uuid: caseChanges.caseUuid })
    .from(caseChanges)
    .where(ownedBy(org, caseChanges, gt(caseChanges.seq, seq)))
    .orderBy(asc(caseChanges.seq))
    .limit(limit)
}

/** The changes of a case, latest first. */
export async function timelineOf(db: Database, org: Org, uuid: string, limit: number): Promise<CaseChange[]> {
  const rows = await db
    .select()
    .from(caseChanges)
    .where(ownedBy(org, caseChanges, eq(caseChanges.caseUuid, uuid)))
    .orderBy(desc(caseChanges.seq))
    .limit(limit)
  return rows.map(({ seq, at, kind, actor, detail }) => ({ seq, at: at.toISOString(), kind, actor, detail }))
}

export async function insertCase(
  tx: Tx,
  org: Org,
  fields: { title: string; severity: Severity; userUuid: string },
): Promise<string> {
  const { title, severity, userUuid } = fields
  const [row] = await tx
    .insert(cases)
    .values({ orgUuid: org.uuid, title, severity, ownerUuid: userUuid, createdBy: userUuid })
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
export async function lockCase(tx: Tx, org: Org, uuid: string): Promise<typeof cases.$inferSelect | undefined> {
  const [row] = await tx
    .select()
    .from(cases)
    .where(ownedBy(org, cases, eq(cases.uuid, uuid)))
    .for('update')
  return row
}

/** Writes a locked case, and increments its revision. */
export async function saveCase(tx: Tx, org: Org, uuid: string, set: CasePlan['set']): Promise<void> {
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
