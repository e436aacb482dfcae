import { and, asc, count, desc, eq, exists, gt, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { cases } from '@carapace/shared/msoc/alerts/alerts.table'
import { bounds, type SubjectKind } from '@carapace/shared/msoc/playbooks/playbook'
import { playbookRuns, playbookSteps } from '@carapace/shared/msoc/playbooks/playbooks.table'
import type { PlaybookRun } from '@carapace/shared/msoc/playbooks/runs.contract'
import { storable } from '@carapace/shared/msoc/playbooks/storable'
import { type RunState, type StepState, unfinishedStates } from '@carapace/shared/msoc/playbooks/run-states'
import type { Database, Tx } from '../../core/db.ts'
import { seenBy, type Viewer } from '../cases/seen.queries.ts'
import type { RunRow, StepRow } from './engine.queries.ts'

export async function insertRun(tx: Tx, org: Org, run: Omit<typeof playbookRuns.$inferInsert, 'orgUuid'>) {
  const [row] = await tx
    .insert(playbookRuns)
    .values({ ...run, data: storable(run.data) as RunRow['data'], orgUuid: org.uuid })
    .returning({ uuid: playbookRuns.uuid })
  return row!.uuid
}

/** Whether a playbook has been started by this before. */
export async function isStarted(tx: Tx, org: Org, playbook: string, key: string): Promise<boolean> {
  const started = await tx.$count(
    playbookRuns,
    ownedBy(org, playbookRuns, eq(playbookRuns.playbookUuid, playbook), eq(playbookRuns.startKey, key)),
  )
  return started > 0
}

export async function runStateOf(tx: Tx, org: Org, uuid: string) {
  const [row] = await tx
    .select({ state: playbookRuns.state, error: playbookRuns.error })
    .from(playbookRuns)
    .where(ownedBy(org, playbookRuns, eq(playbookRuns.uuid, uuid)))
  return row
}

export function wireRun(row: RunRow): PlaybookRun {
  return {
    uuid: row.uuid,
    number: row.number,
    playbook_uuid: row.playbookUuid,
    playbook: row.playbook,
    version: row.version,
    state: row.state,
    started_by_kind: row.startedByKind,
    started_by: row.startedBy,
    subject:
      row.subjectKind === null ? null : { kind: row.subjectKind, uuid: row.subjectUuid!, label: row.subjectLabel! },
    parent_uuid: row.parentUuid,
    needs_people: row.needsPeople,
    steps: row.steps,
    error: row.error,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  }
}

/** Condition: the run is about no case, or about one that the viewer may see (rule CASE-9). Undefined: they see all. */
function seenRuns(db: Database | Tx, org: Org, viewer: Viewer | undefined): SQL | undefined {
  const isSeen = viewer && seenBy(viewer)
  if (isSeen === undefined) return undefined
  const seen = db
    .select({ uuid: cases.uuid })
    .from(cases)
    .where(ownedBy(org, cases, eq(cases.uuid, playbookRuns.subjectUuid), isSeen))
  return or(isNull(playbookRuns.subjectKind), ne(playbookRuns.subjectKind, 'case'), exists(seen))
}

interface Query {
  readonly playbook?: string | undefined
  readonly state?: readonly RunState[] | undefined
  readonly subject_kind?: SubjectKind | undefined
  readonly subject?: string | undefined
  readonly needs_people?: boolean | undefined
  readonly sort: 'failures' | 'latest'
  readonly cursor?: string | undefined
  readonly limit: number
}

/** 0: failed within a week or waiting for people; 1: the others. */
const urgency = sql<number>`CASE WHEN ${playbookRuns.needsPeople} > 0 OR (${playbookRuns.state} = 'FAILED'
  AND ${playbookRuns.createdAt} > now() - interval '7 days') THEN 0 ELSE 1 END`

/** Runs with failures and those that wait for people first, or by number alone. */
export async function runsPage(db: Database, org: Org, viewer: Viewer, query: Query) {
  const { sort, cursor, limit } = query
  const where = and(passing(org, query), seenRuns(db, org, viewer))
  const rank = sort === 'failures' ? urgency : sql<number>`1`
  const rows = await db
    .select({ run: playbookRuns, rank })
    .from(playbookRuns)
    .where(and(where, behind(cursor, rank)))
    .orderBy(asc(rank), desc(playbookRuns.number))
    .limit(limit + 1)
  const [counted] = await db.select({ total: count() }).from(playbookRuns).where(where)
  const last = rows[limit - 1]
  return {
    runs: rows.slice(0, limit).map(({ run }) => wireRun(run)),
    next_cursor: rows.length > limit && last ? `${last.rank}.${last.run.number}` : null,
    total: counted!.total,
  }
}

function passing(org: Org, { playbook, state, subject_kind: kind, subject, needs_people: needs }: Query): SQL {
  return ownedBy(
    org,
    playbookRuns,
    playbook === undefined ? undefined : eq(playbookRuns.playbookUuid, playbook),
    state && inArray(playbookRuns.state, [...state]),
    kind && eq(playbookRuns.subjectKind, kind),
    subject === undefined ? undefined : eq(playbookRuns.subjectUuid, subject),
    needs === undefined ? undefined : needs ? gt(playbookRuns.needsPeople, 0) : eq(playbookRuns.needsPeople, 0),
  )
}

function behind(cursor: string | undefined, rank: SQL): SQL | undefined {
  const [, lastRank, number] = /^([01])\.(\d{1,9})$/.exec(cursor ?? '') ?? []
  if (number === undefined) return undefined
  return or(
    sql`${rank} > ${Number(lastRank)}`,
    and(sql`${rank} = ${Number(lastRank)}`, lt(playbookRuns.number, Number(number))),
  )
}

/** A run that the viewer may see. */
export async function runNamed(db: Database | Tx, org: Org, viewer: Viewer, uuid: string): Promise<RunRow | undefined> {
  const [row] = await db
    .select()
    .from(playbookRuns)
    .where(ownedBy(org, playbookRuns, eq(playbookRuns.uuid, uuid), seenRuns(db, org, viewer)))
  return row
}

/** Those of these runs that the viewer may see; without a viewer all of them. */
export async function runsAmong(
  db: Database,
  org: Org,
  viewer: Viewer | undefined,
  uuids: readonly string[],
): Promise<PlaybookRun[]> {
  if (uuids.length === 0) return []
  const rows = await db
    .select()
    .from(playbookRuns)
    .where(ownedBy(org, playbookRuns, inArray(playbookRuns.uuid, [...uuids]), seenRuns(db, org, viewer)))
  return rows.map(wireRun)
}

/** The latest runs that have not finished. */
export async function latestUnfinished(db: Database, org: Org, viewer: Viewer, most: number): Promise<PlaybookRun[]> {
  const rows = await db
    .select()
    .from(playbookRuns)
    .where(ownedBy(org, playbookRuns, inArray(playbookRuns.state, [...unfinishedStates]), seenRuns(db, org, viewer)))
    .orderBy(desc(playbookRuns.number))
    .limit(most)
  return rows.map(wireRun)
}

/** How many steps of each node are in which state. */
export async function totalsOf(db: Database, org: Org, run: string) {
  const rows = await db
    .select({ node: playbookSteps.node, state: playbookSteps.state, steps: count() })
    .from(playbookSteps)
    .where(ownedBy(org, playbookSteps, eq(playbookSteps.runUuid, run)))
    .groupBy(playbookSteps.node, playbookSteps.state)
  return [...Map.groupBy(rows, ({ node }) => node)].map(([node, some]) => ({
    node,
    counts: Object.fromEntries(some.map(({ state, steps }) => [state, steps])),
  }))
}

/** The steps outside of for-each, and those that wait for a person or failed. */
export async function shownSteps(db: Database, org: Org, run: string): Promise<StepRow[]> {
  const of = (which: SQL, most: number) =>
    db
      .select()
      .from(playbookSteps)
      .where(ownedBy(org, playbookSteps, eq(playbookSteps.runUuid, run), which))
      .orderBy(asc(playbookSteps.seq))
      .limit(most)
  const outer = await of(eq(playbookSteps.path, ''), bounds.nodes)
  const inner = await of(
    sql`${playbookSteps.path} <> '' AND ${playbookSteps.state} IN ('WAITING', 'UNKNOWN', 'FAILED')`,
    200,
  )
  return [...outer, ...inner]
}

interface StepsQuery {
  readonly node?: string | undefined
  readonly state?: readonly StepState[] | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export async function stepsPage(db: Database, org: Org, run: string, { node, state, cursor, limit }: StepsQuery) {
  const rows = await db
    .select()
    .from(playbookSteps)
    .where(
      ownedBy(
        org,
        playbookSteps,
        eq(playbookSteps.runUuid, run),
        node === undefined ? undefined : eq(playbookSteps.node, node),
        state && inArray(playbookSteps.state, [...state]),
        /^\d{1,15}$/.test(cursor ?? '') ? gt(playbookSteps.seq, Number(cursor)) : undefined,
      ),
    )
    .orderBy(asc(playbookSteps.seq))
    .limit(limit + 1)
  return { rows: rows.slice(0, limit), next_cursor: rows.length > limit ? String(rows[limit - 1]!.seq) : null }
}

/** The steps that wait for a person in runs that go on, the earliest first. */
export async function waitingSteps(db: Database, org: Org, most: number) {
  const where = ownedBy(
    org,
    playbookSteps,
    or(
      eq(playbookSteps.state, 'UNKNOWN'),
      and(eq(playbookSteps.state, 'WAITING'), sql`${playbookSteps.waiting} ->> 'kind' IN ('approval', 'form')`),
    ),
    inArray(playbookRuns.state, [...unfinishedStates]),
  )
  return db
    .select({ step: playbookSteps, run: playbookRuns })
    .from(playbookSteps)
    .innerJoin(playbookRuns, eq(playbookRuns.uuid, playbookSteps.runUuid))
    .where(where)
    .orderBy(asc(playbookSteps.seq))
    .limit(most)
}

/** The run of a step. */
export async function runOfStep(tx: Tx | Database, org: Org, step: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ run: playbookSteps.runUuid })
    .from(playbookSteps)
    .where(ownedBy(org, playbookSteps, eq(playbookSteps.uuid, step)))
  return row?.run
}
