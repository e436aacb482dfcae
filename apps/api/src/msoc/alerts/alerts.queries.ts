import type { Actor } from '@carapace/shared/core/actor'
import { and, asc, count, desc, eq, gt, gte, inArray, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { type AlertOrder, type AlertStatus, identityOf, openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import type { Alert, AlertChange, AlertEvidence, AlertFilter } from '@carapace/shared/msoc/alerts/alerts.contract'
import { alertChanges, alertEvidence, alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { isSuppressing } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import { alertSteps } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.table'
import { canProfiles, dbcs, dbcVersions } from '@carapace/shared/msoc/can/can.table'
import { type NewAlertChange, recordAlertChanges, refreshHealth } from '@carapace/shared/msoc/alerts/changes.queries'
import type { HealthNews } from '@carapace/shared/msoc/topics'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../core/db.ts'
import { behind, passing, placeIn, sortedBy } from './filter.queries.ts'
import { closeParts, partOf, partsAmong, partsShown, reopenParts } from './merge.queries.ts'

const owner = alias(users, 'owner')
const acknowledger = alias(users, 'acknowledger')
const fold = alias(alerts, 'fold')
const whole = alias(alerts, 'whole')
/** A column of another table, compared inside a subquery, is named in full. */
const partsOfAlert = sql<number>`(SELECT count(*)::int FROM alerts part WHERE part.merged_into_uuid = "alerts"."uuid")`

type Row = Awaited<ReturnType<typeof selectAlerts>>[number]

function selectAlerts(db: Database | Tx, where: SQL, order: SQL[], limit: number, place: SQL<string> = sql`''`) {
  return db
    .select({
      alert: alerts,
      vehicle: {
        uuid: vehicles.uuid,
        vin: vehicles.vin,
        name: vehicles.name,
        model: vehicles.model,
        software_version: vehicles.softwareVersion,
      },
      owner: { uuid: owner.uuid, name: owner.name },
      acknowledger: { uuid: acknowledger.uuid, name: acknowledger.name },
      suppressor: {
        uuid: alertSteps.uuid,
        kind: alertSteps.kind,
        author: alertSteps.author,
        reason: alertSteps.reason,
        until: alertSteps.endsAt,
      },
      fold: { uuid: fold.uuid, number: fold.number, title: fold.title },
      // only into an alert of no vehicle others are folded
      folded: sql<number>`CASE WHEN ${alerts.vehicleId} IS NULL THEN
        (SELECT count(*)::int FROM alerts p WHERE p.folded_into = ${alerts.uuid}) ELSE 0 END`,
      whole: { uuid: whole.uuid, number: whole.number, title: whole.title },
      parts: partsOfAlert,
      place,
    })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .leftJoin(owner, eq(owner.uuid, alerts.ownerUuid))
    .leftJoin(acknowledger, eq(acknowledger.uuid, alerts.acknowledgedBy))
    .leftJoin(alertSteps, eq(alertSteps.uuid, alerts.suppressedBy))
    .leftJoin(fold, eq(fold.uuid, alerts.foldedInto))
    .leftJoin(whole, eq(whole.uuid, alerts.mergedIntoUuid))
    .where(where)
    .orderBy(...order)
    .limit(limit)
}

function wire(row: Row): Alert {
  const {
    alert,
    vehicle,
    owner: holder,
    acknowledger: by,
    suppressor,
    fold: foldedInto,
    folded,
    whole: into,
    parts,
  } = row
  return {
    uuid: alert.uuid,
    number: alert.number,
    seq: alert.seq,
    title: alert.title,
    severity: alert.severity,
    source: alert.source,
    rule: alert.rule,
    rule_uuid: alert.ruleUuid,
    vehicle,
    ecu: alert.ecu,
    bus: alert.bus,
    dedup_key: alert.dedupKey,
    count: alert.count,
    first_seen: alert.firstSeen.toISOString(),
    last_seen: alert.lastSeen.toISOString(),
    status: alert.status,
    resolution: alert.resolution,
    acknowledged_by: by,
    acknowledged_at: alert.acknowledgedAt?.toISOString() ?? null,
    cleared_at: alert.clearedAt?.toISOString() ?? null,
    owner: holder,
    tags: alert.tags,
    tactics: alert.tactics,
    observables: alert.observables,
    explanation: alert.explanation,
    risk: alert.risk,
    expected_false_alerts: alert.falseAlerts,
    case_uuid: alert.caseUuid,
    raised_at: alert.raisedAt.toISOString(),
    closed_at: alert.closedAt?.toISOString() ?? null,
    previous_uuid: alert.previousUuid,
    folded_into: foldedInto,
    folded,
    suppressed_by: suppressorOf(suppressor),
    merged_into: into,
    parts,
    overdue_at: alert.overdueAt?.toISOString() ?? null,
    revision: alert.revision,
  }
}

function suppressorOf(suppressor: Row['suppressor']): Alert['suppressed_by'] {
  if (!suppressor || !isSuppressing(suppressor.kind)) return null
  return { ...suppressor, kind: suppressor.kind, until: suppressor.until?.toISOString() ?? null }
}

interface AlertsQuery {
  readonly sort?: AlertOrder | undefined
  readonly cursor?: string | undefined
  readonly skip?: number | undefined
  readonly limit: number
}

export async function alertsPage(db: Database | Tx, org: Org, filter: AlertFilter, me: string, query: AlertsQuery) {
  const [rows, total] = await Promise.all([alertRows(db, org, filter, me, query), countPassing(db, org, filter, me)])
  return { ...rows, total }
}

/** A page of alerts, without the total count. */
export async function alertRows(
  db: Database | Tx,
  org: Org,
  filter: AlertFilter,
  me: string,
  { sort = 'newest', cursor, skip = 0, limit }: AlertsQuery,
) {
  const found = and(passing(org, filter, me), behind(sort, cursor))!
  const where =
    skip === 0 ? found : ownedBy(org, alerts, inArray(alerts.uuid, namesOf(db, found, sort, skip, limit + 1)))
  const rows = await selectAlerts(db, where, sortedBy(sort), limit + 1, placeIn(sort))
  return { alerts: rows.slice(0, limit).map(wire), next_cursor: rows.length > limit ? rows[limit - 1]!.place : null }
}

/** The uuids of a page of alerts: skipped rows are not read in full. */
function namesOf(db: Database | Tx, where: SQL, sort: AlertOrder, skip: number, limit: number) {
  return db
    .select({ uuid: alerts.uuid })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(where)
    .orderBy(...sortedBy(sort))
    .limit(limit)
    .offset(skip)
}

async function countPassing(db: Database | Tx, org: Org, filter: AlertFilter, me: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(passing(org, filter, me))
  return row!.total
}

/** The current state of these alerts, and which of them pass the filter. */
export async function alertsNow(
  db: Database | Tx,
  org: Org,
  filter: AlertFilter,
  me: string,
  uuids: readonly string[],
): Promise<Map<string, Alert>> {
  if (uuids.length === 0) return new Map()
  const rows = await selectAlerts(
    db,
    and(passing(org, filter, me), inArray(alerts.uuid, [...uuids]))!,
    [asc(alerts.uuid)],
    uuids.length,
  )
  return new Map(rows.map((row) => [row.alert.uuid, wire(row)]))
}

export async function alertByUuid(db: Database | Tx, org: Org, uuid: string): Promise<Alert | undefined> {
  const [row] = await selectAlerts(db, ownedBy(org, alerts, eq(alerts.uuid, uuid)), [asc(alerts.uuid)], 1)
  return row && wire(row)
}

/** The alerts that match `where`, those seen last first. */
export async function latestAlerts(db: Database, where: SQL, limit: number): Promise<Alert[]> {
  return (await selectAlerts(db, where, sortedBy('newest'), limit)).map(wire)
}

export async function alertsOfCase(db: Database, org: Org, caseUuid: string, limit: number): Promise<Alert[]> {
  return latestAlerts(db, ownedBy(org, alerts, eq(alerts.caseUuid, caseUuid)), limit)
}

/** The alerts that are merged into one, those seen last first. */
export async function partsOf(db: Database, org: Org, uuid: string): Promise<Alert[]> {
  return latestAlerts(db, partOf(org, uuid), partsShown)
}

/** Maximum number of related alerts that are returned with an alert. */
const mostRelated = 10

/** Alerts of the same key and another severity, open or raised meanwhile, the latest first (rule ALERT-9). */
export async function relatedTo(db: Database, org: Org, alert: Alert): Promise<Alert[]> {
  const isConcurrent = and(
    lte(alerts.firstSeen, new Date(alert.last_seen)),
    gte(alerts.lastSeen, new Date(alert.first_seen)),
  )
  return latestAlerts(
    db,
    ownedBy(
      org,
      alerts,
      eq(alerts.dedupKey, alert.dedup_key),
      ne(alerts.severity, alert.severity),
      or(inArray(alerts.status, [...openStatuses]), isConcurrent),
    ),
    mostRelated,
  )
}

/** The changes after `seq`, in order, at most `limit`. */
export async function changesAfter(db: Database, org: Org, seq: number, limit: number) {
  return db
    .select({ seq: alertChanges.seq, kind: alertChanges.kind, uuid: alertChanges.alertUuid })
    .from(alertChanges)
    .where(ownedBy(org, alertChanges, gt(alertChanges.seq, seq)))
    .orderBy(asc(alertChanges.seq))
    .limit(limit)
}

const mostActionsShown = 200
const mostCountsShown = 20

/** An alert's history, latest first: all actions on it, but of many repeats of a frequent alert only the latest. */
export async function historyOf(db: Database, org: Org, uuid: string): Promise<AlertChange[]> {
  const changesOf = (kind: SQL, limit: number) =>
    db
      .select()
      .from(alertChanges)
      .where(ownedBy(org, alertChanges, eq(alertChanges.alertUuid, uuid), kind))
      .orderBy(desc(alertChanges.seq))
      .limit(limit)
  const rows = (
    await Promise.all([
      changesOf(ne(alertChanges.kind, 'count'), mostActionsShown),
      changesOf(eq(alertChanges.kind, 'count'), mostCountsShown),
    ])
  ).flat()
  return rows
    .sort((a, b) => b.seq - a.seq)
    .map(({ seq, at, kind, actor, detail }) => ({ seq, at: at.toISOString(), kind, actor, detail }))
}

/** An alert's evidence; of many events, those nearest to the time when it fired. */
export async function evidenceOf(db: Database, org: Org, uuid: string, limit: number): Promise<AlertEvidence | null> {
  const [found] = await db
    .select({
      row: alertEvidence,
      dbc: { version_uuid: dbcVersions.uuid, version: dbcVersions.version, file_name: dbcVersions.fileName },
      dbcName: dbcs.name,
      profile: { uuid: canProfiles.uuid, model: canProfiles.model, bus: canProfiles.bus, version: canProfiles.version },
    })
    .from(alertEvidence)
    .leftJoin(dbcVersions, eq(dbcVersions.uuid, alertEvidence.dbcVersionUuid))
    .leftJoin(dbcs, eq(dbcs.uuid, dbcVersions.dbcUuid))
    .leftJoin(canProfiles, eq(canProfiles.uuid, alertEvidence.profileUuid))
    .where(ownedBy(org, alertEvidence, eq(alertEvidence.alertUuid, uuid)))
  if (!found) return null
  const { row, dbc, dbcName, profile } = found
  const events = row.events ?? []
  const at = events.findIndex((event) => Date.parse(String(event.ts)) >= row.around.getTime())
  const from = Math.max(0, Math.min((at < 0 ? events.length : at) - Math.floor(limit / 2), events.length - limit))
  return {
    kind: row.kind,
    bus: row.bus,
    around: row.around.toISOString(),
    filled_at: row.filledAt?.toISOString() ?? null,
    total: row.total,
    events: events.slice(from, from + limit),
    dbc: dbc && dbcName !== null ? { ...dbc, name: dbcName } : null,
    profile,
  }
}

type Named = { uuids: readonly string[] } | { filter: AlertFilter } | { case: string }

/** Maximum number of alerts that one update may change; more must be changed by a job. */
export const updatedAtOnce = 10_000

/** Locks the named alerts, in the same order as every other writer. */
export async function lockAlerts(tx: Tx, org: Org, me: string, named: Named) {
  const found = (filter: AlertFilter) =>
    tx
      .select({ uuid: alerts.uuid })
      .from(alerts)
      .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
      .where(passing(org, filter, me))
  const which =
    'case' in named
      ? eq(alerts.caseUuid, named.case)
      : inArray(alerts.uuid, 'uuids' in named ? [...named.uuids] : found(named.filter))
  // what closes an alert also changes those that are merged into it: they are locked in the same order
  const parts = await partsAmong(tx, org, which)
  if (parts.length === 0) return lockInOrder(tx, org, which)
  const uuids = [...(await uuidsAmong(tx, org, which)), ...parts]
  const locked = await lockInOrder(tx, org, inArray(alerts.uuid, uuids), parts.length)
  return locked.filter(isNamedBy(named, new Set(parts)))
}

async function uuidsAmong(tx: Tx, org: Org, which: SQL): Promise<string[]> {
  const rows = await tx
    .select({ uuid: alerts.uuid })
    .from(alerts)
    .where(ownedBy(org, alerts, which))
    .limit(updatedAtOnce + 1)
  return rows.map(({ uuid }) => uuid)
}

/** Whether an alert that was locked is one of those named, not only merged into one of them. */
function isNamedBy(named: Named, parts: ReadonlySet<string>) {
  const uuids = new Set('uuids' in named ? named.uuids : [])
  return ({ uuid, caseUuid }: LockedAlert): boolean => {
    if ('uuids' in named) return uuids.has(uuid)
    return 'case' in named ? caseUuid === named.case : !parts.has(uuid)
  }
}

/** `parts`: how many of them are locked besides those named. */
async function lockInOrder(tx: Tx, org: Org, which: SQL, parts = 0) {
  return tx
    .select({
      uuid: alerts.uuid,
      number: alerts.number,
      status: alerts.status,
      severity: alerts.severity,
      revision: alerts.revision,
      ownerUuid: alerts.ownerUuid,
      acknowledgedAt: alerts.acknowledgedAt,
      vehicleId: alerts.vehicleId,
      dedupKey: alerts.dedupKey,
      resolution: alerts.resolution,
      tags: alerts.tags,
      caseUuid: alerts.caseUuid,
      suppressedBy: alerts.suppressedBy,
      foldedInto: alerts.foldedInto,
      title: alerts.title,
      mergedIntoUuid: alerts.mergedIntoUuid,
      mergedStatus: alerts.mergedStatus,
      mergeOpen: alerts.mergeOpen,
      closedAt: alerts.closedAt,
    })
    .from(alerts)
    .where(ownedBy(org, alerts, which))
    .orderBy(asc(alerts.dedupKey), asc(alerts.severity), asc(alerts.uuid))
    .limit(updatedAtOnce + 1 + parts)
    .for('update')
}

export type LockedAlert = Awaited<ReturnType<typeof lockInOrder>>[number]

/** An alert's new values, and the changes to record for them. */
export interface Planned {
  readonly alert: LockedAlert
  readonly set: Partial<typeof alerts.$inferInsert>
  readonly changes: readonly Pick<NewAlertChange, 'kind' | 'detail'>[]
}

/** What viewers must be notified of after a write: the health of vehicles, and the seq of the last change. */
export interface AlertNews {
  readonly health: readonly HealthNews[]
  readonly seq: number | undefined
}

/** Writes planned updates and their changes; returns the news for the live map and the queues. */
export async function applyPlans(tx: Tx, org: Org, actor: Actor, plans: readonly Planned[]): Promise<AlertNews> {
  for (const [, alike] of Map.groupBy(plans, ({ set }) => JSON.stringify(set))) {
    const uuids = alike.map(({ alert }) => alert.uuid)
    await tx
      .update(alerts)
      .set({ ...alike[0]!.set, revision: sql`${alerts.revision} + 1` })
      .where(ownedBy(org, alerts, inArray(alerts.uuid, uuids)))
  }
  await closeParts(tx, org, statusSet(plans, 'CLOSED'))
  await reopenParts(tx, org, reopened(plans))
  const health = await refreshHealth(
    tx,
    org,
    plans.flatMap(({ alert }) => (alert.vehicleId === null ? [] : [alert.vehicleId])),
  )
  const seq = await recordAlertChanges(
    tx,
    org,
    plans.flatMap(({ alert, changes }) => changes.map((change) => ({ alertUuid: alert.uuid, actor, ...change }))),
  )
  return { health, seq }
}

function statusSet(plans: readonly Planned[], status: AlertStatus): string[] {
  return plans.filter(({ set }) => set.status === status).map(({ alert }) => alert.uuid)
}

function reopened(plans: readonly Planned[]): string[] {
  const closed = plans.filter(({ alert, set }) => alert.status === 'CLOSED' && set.status !== undefined)
  return closed.filter(({ set }) => set.status !== 'CLOSED').map(({ alert }) => alert.uuid)
}

/** The identities with an open alert: a closed alert of the same identity cannot be reopened (rule ALERT-6). */
export async function openTwins(tx: Tx, org: Org, closed: readonly LockedAlert[]): Promise<Set<string>> {
  if (closed.length === 0) return new Set()
  const rows = await tx
    .select({ dedupKey: alerts.dedupKey, severity: alerts.severity })
    .from(alerts)
    .where(
      ownedBy(
        org,
        alerts,
        inArray(
          alerts.dedupKey,
          closed.map((alert) => alert.dedupKey),
        ),
        or(inArray(alerts.status, [...openStatuses]), alerts.mergeOpen),
        notInArray(
          alerts.uuid,
          closed.map((alert) => alert.uuid),
        ),
      ),
    )
  return new Set(rows.map(identityOf))
}

export async function memberNamed(tx: Tx, org: Org, uuid: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ name: users.name })
    .from(users)
    .where(ownedBy(org, users, eq(users.uuid, uuid), eq(users.active, true)))
  return row?.name
}
