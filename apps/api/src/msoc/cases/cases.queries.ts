import { and, asc, count, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { changeCounters, users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alerts, caseChanges, cases } from '@carapace/shared/msoc/alerts/alerts.table'
import { caseStatuses, caseTemplates } from '@carapace/shared/msoc/cases/case-settings.table'
import { caseTimers } from '@carapace/shared/msoc/cases/case-timers'
import type { BoardColumn, Case } from '@carapace/shared/msoc/cases/cases.contract'
import type { Database, Tx } from '../../core/db.ts'
import { type CasesFilter, isOpenTo, passing } from './filter.queries.ts'
import { seenBy, type Viewer } from './seen.queries.ts'

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
const whole = alias(cases, 'whole')

type People = { uuid: string; name: string }[]
type Tasks = { total: number; done: number; overdue: number }

/** Counts for each case; whatever belongs to a case belongs to its organisation. */
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
  members: sql<People>`(SELECT
      coalesce(json_agg(json_build_object('uuid', u.uuid, 'name', u.name) ORDER BY m.added_at), '[]')
    FROM case_members m JOIN users u ON u.uuid = m.user_uuid
    WHERE m.case_uuid = ${cases.uuid})`,
  tasks: sql<Tasks>`(SELECT json_build_object(
      'total', count(*) FILTER (WHERE t.state <> 'CANCELLED'),
      'done', count(*) FILTER (WHERE t.state = 'DONE'),
      'overdue', count(*) FILTER (WHERE t.state IN ('OPEN', 'IN_PROGRESS') AND t.due_at < now()))
    FROM case_tasks t WHERE t.case_uuid = ${cases.uuid})`,
}

function selectRows(db: Database | Tx, where: SQL, limit: number) {
  return db
    .select({
      row: cases,
      owner: { uuid: owner.uuid, name: owner.name },
      creator: { uuid: creator.uuid, name: creator.name },
      status: {
        uuid: caseStatuses.uuid,
        name: caseStatuses.name,
        stage: caseStatuses.stage,
        colour: caseStatuses.colour,
      },
      template: { uuid: caseTemplates.uuid, name: caseTemplates.name },
      whole: { uuid: whole.uuid, number: whole.number, title: whole.title, needToKnow: whole.needToKnow },
      ...beside,
    })
    .from(cases)
    .leftJoin(owner, eq(owner.uuid, cases.ownerUuid))
    .leftJoin(creator, eq(creator.uuid, cases.createdBy))
    .leftJoin(caseStatuses, eq(caseStatuses.uuid, cases.statusUuid))
    .leftJoin(caseTemplates, eq(caseTemplates.uuid, cases.templateUuid))
    .leftJoin(whole, eq(whole.uuid, cases.mergedInto))
    .where(where)
    .orderBy(desc(cases.number))
    .limit(limit)
}

type Row = Awaited<ReturnType<typeof selectRows>>[number]

async function selectCases(db: Database | Tx, where: SQL, limit: number): Promise<Case[]> {
  const now = new Date()
  return (await selectRows(db, where, limit)).map((row) => wire(row, now))
}

function wire({ row, updatedAt, creator: createdBy, whole: into, ...rest }: Row, now: Date): Case {
  return {
    uuid: row.uuid,
    number: row.number,
    title: row.title,
    stage: row.stage,
    severity: row.severity,
    ...rest,
    resolution: row.resolution,
    tlp: row.tlp,
    pap: row.pap,
    tags: row.tags,
    need_to_know: row.needToKnow,
    timers: caseTimers(row, now),
    merged_into: into && { uuid: into.uuid, number: into.number, title: into.needToKnow ? hiddenTitle : into.title },
    created_by: createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: (updatedAt ?? row.createdAt).toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
    revision: row.revision,
  }
}

/**
 * The title of a need-to-know case where it is only named: not everybody who reads it may see that case (rule CASE-9).
 */
const hiddenTitle = 'Need to know'

interface Page {
  readonly cursor?: string | undefined
  readonly limit: number
}

/** Latest first. A case's number never changes, so a page begins below the last number of the previous page. */
export async function casesPage(
  db: Database,
  org: Org,
  { cursor, limit, ...filter }: CasesFilter & Page,
  viewer: Viewer,
): Promise<{ cases: Case[]; next_cursor: string | null; total: number }> {
  const where = passing(org, filter, viewer)
  const before = /^\d{1,15}$/.test(cursor ?? '') ? lt(cases.number, Number(cursor)) : undefined
  const [rows, [counted]] = await Promise.all([
    selectCases(db, and(where, before)!, limit + 1),
    db.select({ total: count() }).from(cases).where(where),
  ])
  return {
    cases: rows.slice(0, limit),
    next_cursor: rows.length > limit ? String(rows[limit - 1]!.number) : null,
    total: counted!.total,
  }
}

const stagesInOrder = ['NEW', 'IN_PROGRESS', 'CLOSED'] as const

/** A column for each stage and each of the organisation's statuses under it, with its latest cases. */
export async function boardOf(db: Database, org: Org, filter: CasesFilter, viewer: Viewer, limit: number) {
  const where = passing(org, filter, viewer)
  const statuses = await db
    .select({
      uuid: caseStatuses.uuid,
      name: caseStatuses.name,
      stage: caseStatuses.stage,
      colour: caseStatuses.colour,
    })
    .from(caseStatuses)
    .where(ownedBy(org, caseStatuses))
    .orderBy(asc(caseStatuses.order), asc(caseStatuses.name))
  const counts = await db
    .select({ stage: cases.stage, status: cases.statusUuid, total: count() })
    .from(cases)
    .where(where)
    .groupBy(cases.stage, cases.statusUuid)
  const columns = stagesInOrder.flatMap((stage) => [
    { stage, status: null },
    ...statuses.filter((status) => status.stage === stage).map((status) => ({ stage, status })),
  ])
  return Promise.all(
    columns.map(async ({ stage, status }): Promise<BoardColumn> => {
      const isHere = (one: { stage: string; status: string | null }) =>
        one.stage === stage && one.status === (status?.uuid ?? null)
      const total = counts.find(isHere)?.total ?? 0
      const here = status === null ? isNull(cases.statusUuid) : eq(cases.statusUuid, status.uuid)
      const some = total === 0 ? [] : await selectCases(db, and(where, eq(cases.stage, stage), here)!, limit)
      return { stage, status, total, cases: some }
    }),
  )
}

/** The cases among these that a member may see. */
export async function casesByUuid(
  db: Database | Tx,
  org: Org,
  uuids: readonly string[],
  viewer: Viewer,
): Promise<Map<string, Case>> {
  if (uuids.length === 0) return new Map()
  const where = ownedBy(org, cases, seenBy(viewer), inArray(cases.uuid, [...uuids]))
  return new Map((await selectCases(db, where, uuids.length)).map((one) => [one.uuid, one]))
}

/** How many open cases a member may see. */
export async function countOpenCases(db: Database, org: Org, viewer: Viewer): Promise<number> {
  return db.$count(cases, ownedBy(org, cases, isOpenTo(viewer)))
}

export async function caseChangesAfter(db: Database, org: Org, seq: number, limit: number) {
  return db
    .select({ seq: caseChanges.seq, kind: caseChanges.kind, uuid: caseChanges.caseUuid })
    .from(caseChanges)
    .where(ownedBy(org, caseChanges, gt(caseChanges.seq, seq)))
    .orderBy(asc(caseChanges.seq))
    .limit(limit)
}

/** These rows without the names of cases that a member may not see (rule CASE-9). */
export async function withoutHidden<T extends { readonly case: { readonly uuid: string } | null }>(
  db: Database | Tx,
  org: Org,
  viewer: Viewer,
  rows: readonly T[],
): Promise<T[]> {
  const uuids = [...new Set(rows.flatMap((row) => row.case?.uuid ?? []))]
  const seen = uuids.length === 0 ? [] : await seenAmong(db, org, viewer, uuids)
  return rows.map((row) => (row.case === null || seen.includes(row.case.uuid) ? row : { ...row, case: null }))
}

/** Which of these cases a member may see. */
async function seenAmong(db: Database | Tx, org: Org, viewer: Viewer, uuids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ uuid: cases.uuid })
    .from(cases)
    .where(ownedBy(org, cases, seenBy(viewer), inArray(cases.uuid, [...uuids])))
  return rows.map(({ uuid }) => uuid)
}
