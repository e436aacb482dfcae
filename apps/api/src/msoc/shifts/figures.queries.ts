import { and, asc, count, countDistinct, desc, eq, gte, inArray, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { alertChanges, alerts, caseChanges, cases } from '@carapace/shared/msoc/alerts/alerts.table'
import { isShown } from '@carapace/shared/msoc/alerts/pipeline/shown.queries'
import { caseTasks } from '@carapace/shared/msoc/cases/cases.table'
import { severities, type Severity } from '@carapace/shared/msoc/severity'
import type { HandoverFigures } from '@carapace/shared/msoc/shifts/handovers.contract'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../core/db.ts'
import type { Span } from '../span.ts'
import { seenBy, type Viewer } from '../cases/seen.queries.ts'
import { watchItemsOf } from './watch.queries.ts'

type Reader = Database | Tx
type Counts = HandoverFigures['raised']

/** Maximum number of alerts and of cases that a hand-over names. */
const named = 20

/** Conditions: it was open at the end of the span. What is open now, and what was closed since, is in an index each. */
const wasOpen = ({ to }: Span, made: PgColumn, closed: PgColumn, isOpenNow: SQL) =>
  and(lt(made, to), or(isOpenNow, gte(closed, to)))!
const alertWasOpen = (span: Span) =>
  and(wasOpen(span, alerts.raisedAt, alerts.closedAt, inArray(alerts.status, [...openStatuses])), isShown())!
const caseWasOpen = (span: Span) => wasOpen(span, cases.createdAt, cases.closedAt, ne(cases.stage, 'CLOSED'))
const taskWasOpen = (span: Span) =>
  wasOpen(span, caseTasks.createdAt, caseTasks.doneAt, inArray(caseTasks.state, ['OPEN', 'IN_PROGRESS']))

/** What changed in a period (rule SHIFT-10). Each figure is one bounded or counted query. */
export async function figuresOf(db: Reader, org: Org, span: Span): Promise<HandoverFigures> {
  const isOpen = alertWasOpen(span)
  const isOverdue = and(isOpen, lt(alerts.overdueAt, span.to))!
  const raised = and(gte(alerts.raisedAt, span.from), lt(alerts.raisedAt, span.to), isShown())!
  // an alert that was merged goes on as another one
  const closed = and(gte(alerts.closedAt, span.from), lt(alerts.closedAt, span.to), ne(alerts.status, 'MERGED'))
  const escalated = and(isOpen, inArray(alerts.uuid, escalatedIn(db, org, span)))!
  return {
    raised: await bySeverity(db, org, raised),
    closed: await bySeverity(db, org, and(closed, isShown())!),
    escalated: await bySeverity(db, org, inArray(alerts.uuid, escalatedIn(db, org, span))),
    open: await bySeverity(db, org, isOpen),
    overdue: sumOf(await bySeverity(db, org, isOverdue)),
    ...(await caseFigures(db, org, span)),
    notable: await alertsWhere(db, org, or(and(raised, isOpen), escalated)!, [
      desc(alerts.severity),
      desc(alerts.raisedAt),
    ]),
    overdue_alerts: await alertsWhere(db, org, isOverdue, [asc(alerts.overdueAt)]),
    cases: await changedCases(db, org, span),
    open_cases: await openCases(db, org, span),
    tasks: await openTasks(db, org, span),
    watch: await watchItemsOf(db, org),
  }
}

/** Figures without the cases that the viewer may not see any more: they became need-to-know (rule CASE-9). */
export async function figuresSeenBy(
  db: Database,
  org: Org,
  viewer: Viewer,
  figures: HandoverFigures,
): Promise<HandoverFigures> {
  const named = [
    ...[...figures.cases, ...figures.open_cases].map(({ uuid }) => uuid),
    ...figures.tasks.map((task) => task.case_uuid),
    ...figures.watch.map((item) => item.subject_uuid),
  ]
  const rows = await db
    .select({ uuid: cases.uuid })
    .from(cases)
    .where(ownedBy(org, cases, inArray(cases.uuid, [...new Set(named)]), seenBy(viewer)))
  const seen = new Set(rows.map(({ uuid }) => uuid))
  return {
    ...figures,
    cases: figures.cases.filter(({ uuid }) => seen.has(uuid)),
    open_cases: figures.open_cases.filter(({ uuid }) => seen.has(uuid)),
    tasks: figures.tasks.filter((task) => seen.has(task.case_uuid)),
    watch: figures.watch.filter((item) => item.kind !== 'case' || seen.has(item.subject_uuid)),
  }
}

function escalatedIn(db: Reader, org: Org, { from, to }: Span) {
  return db
    .select({ uuid: alertChanges.alertUuid })
    .from(alertChanges)
    .where(ownedBy(org, alertChanges, sql`kind = 'escalate'`, gte(alertChanges.at, from), lt(alertChanges.at, to)))
}

async function bySeverity(db: Reader, org: Org, condition: SQL): Promise<Counts> {
  const rows = await db
    .select({ severity: alerts.severity, alerts: count() })
    .from(alerts)
    .where(ownedBy(org, alerts, condition))
    .groupBy(alerts.severity)
  const found = new Map(rows.map((row) => [row.severity, row.alerts]))
  return Object.fromEntries(severities.map((severity) => [severity, found.get(severity) ?? 0])) as Record<
    Severity,
    number
  >
}

function sumOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, some) => sum + some, 0)
}

const owner = alias(users, 'owner')

async function alertsWhere(db: Reader, org: Org, condition: SQL, order: SQL[]) {
  const rows = await db
    .select({
      uuid: alerts.uuid,
      number: alerts.number,
      title: alerts.title,
      severity: alerts.severity,
      status: alerts.status,
      vin: vehicles.vin,
      owner: owner.name,
      raisedAt: alerts.raisedAt,
    })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .leftJoin(owner, eq(owner.uuid, alerts.ownerUuid))
    .where(ownedBy(org, alerts, condition))
    .orderBy(...order, asc(alerts.number))
    .limit(named)
  return rows.map(({ raisedAt, ...row }) => ({ ...row, raised_at: raisedAt.toISOString() }))
}

/** Everybody of the next shift reads a hand-over: it has no need-to-know cases (rule CASE-9). */
const isOpenToAll = not(cases.needToKnow)

async function caseFigures(db: Reader, org: Org, span: Span) {
  const within = (column: typeof cases.createdAt | typeof cases.closedAt) =>
    sql`${column} >= ${span.from.toISOString()}::timestamptz AND ${column} < ${span.to.toISOString()}::timestamptz`
  const counted = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})::int`
  const [[row], [changes]] = await Promise.all([
    db
      .select({
        cases_opened: counted(within(cases.createdAt)),
        cases_closed: counted(within(cases.closedAt)),
        cases_open: counted(caseWasOpen(span)),
      })
      .from(cases)
      .where(ownedBy(org, cases, isOpenToAll)),
    db
      .select({
        cases_changed: countDistinct(caseChanges.caseUuid),
        comments: counted(eq(caseChanges.kind, 'comment')),
      })
      .from(caseChanges)
      .innerJoin(cases, and(eq(cases.uuid, caseChanges.caseUuid), isOpenToAll))
      .where(ownedBy(org, caseChanges, gte(caseChanges.at, span.from), lt(caseChanges.at, span.to))),
  ])
  return { ...row!, ...changes! }
}

/** The cases that changed in the period, the latest changed first. */
async function changedCases(db: Reader, org: Org, { from, to }: Span): Promise<HandoverFigures['cases']> {
  const changed = db
    .select({ caseUuid: caseChanges.caseUuid, seq: sql<number>`max(${caseChanges.seq})`.as('latest') })
    .from(caseChanges)
    .innerJoin(cases, and(eq(cases.uuid, caseChanges.caseUuid), isOpenToAll))
    .where(ownedBy(org, caseChanges, gte(caseChanges.at, from), lt(caseChanges.at, to)))
    .groupBy(caseChanges.caseUuid)
    .orderBy(desc(sql`latest`))
    .limit(named)
    .as('changed')
  const rows = await db
    .select({ row: cases, owner: owner.name })
    .from(changed)
    .innerJoin(cases, eq(cases.uuid, changed.caseUuid))
    .leftJoin(owner, eq(owner.uuid, cases.ownerUuid))
    .where(ownedBy(org, cases))
    .orderBy(desc(changed.seq))
  return rows.map(({ row, owner: name }) => ({
    ...wireCase(row, name),
    what: isWithin(row.closedAt) ? 'closed' : isWithin(row.createdAt) ? 'opened' : 'changed',
  }))

  function isWithin(time: Date | null): boolean {
    return time !== null && time >= from && time < to
  }
}

async function openCases(db: Reader, org: Org, span: Span): Promise<HandoverFigures['open_cases']> {
  const rows = await db
    .select({ row: cases, owner: owner.name })
    .from(cases)
    .leftJoin(owner, eq(owner.uuid, cases.ownerUuid))
    .where(ownedBy(org, cases, isOpenToAll, caseWasOpen(span)))
    .orderBy(desc(cases.severity), desc(cases.number))
    .limit(named)
  return rows.map(({ row, owner: name }) => wireCase(row, name))
}

/** The tasks of open cases that were not done at the end of the span, the earliest due first. */
async function openTasks(db: Reader, org: Org, span: Span): Promise<HandoverFigures['tasks']> {
  const isOpenCase = ownedBy(org, cases, eq(cases.uuid, caseTasks.caseUuid), isOpenToAll, caseWasOpen(span))
  const rows = await db
    .select({
      uuid: caseTasks.uuid,
      title: caseTasks.title,
      case_uuid: cases.uuid,
      case_number: cases.number,
      owner: owner.name,
      dueAt: caseTasks.dueAt,
    })
    .from(caseTasks)
    .innerJoin(cases, isOpenCase)
    .leftJoin(owner, eq(owner.uuid, caseTasks.ownerUuid))
    .where(ownedBy(org, caseTasks, taskWasOpen(span)))
    .orderBy(sql`${caseTasks.dueAt} ASC NULLS LAST`, asc(caseTasks.createdAt))
    .limit(named)
  return rows.map(({ dueAt, ...row }) => ({ ...row, due_at: dueAt?.toISOString() ?? null }))
}

function wireCase({ uuid, number, title, severity, stage }: typeof cases.$inferSelect, name: string | null) {
  return { uuid, number, title, severity, stage, owner: name }
}
