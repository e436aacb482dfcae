import { and, asc, count, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { changeCounters, users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { type ChangeKind, openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { alertChanges, alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { followingKinds } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import { endsAfter } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.queries'
import { alertSteps } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.table'
import { alertStepPositions } from '@carapace/shared/msoc/alerts/pipeline/alert-timers.table'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { rolesWith } from '@carapace/shared/permissions'
import type { Database, Tx } from '../../../core/db.ts'

/**
 * The organisations with assignments or escalations whose alerts have changed since these were last applied. Across
 * organisations: one process serves all of them.
 */
export async function orgsToFollow(db: Database): Promise<Org[]> {
  return rowsOf<Org>(
    db,
    sql`
    SELECT o.uuid, o.id
    FROM alert_step_positions p
    JOIN organisations o ON o.uuid = p.org_uuid
    JOIN change_counters c ON c.org_uuid = p.org_uuid
    WHERE p.epoch <> c.epoch::text OR p.seq < c.seq
    ORDER BY o.id`,
  )
}

export interface Position {
  readonly seq: number
  readonly turns: Record<string, string>
  /** The current position of the organisation's changes. */
  readonly now: { readonly epoch: string; readonly seq: number }
}

async function positionNow(tx: Tx, org: Org): Promise<Position['now']> {
  const [row] = await tx
    .select({ epoch: changeCounters.epoch, seq: changeCounters.seq })
    .from(changeCounters)
    .where(ownedBy(org, changeCounters))
  return { epoch: row!.epoch, seq: row!.seq }
}

/** Locks an organisation's position until the transaction ends; undefined: another process has it, or there is none. */
export async function takePosition(tx: Tx, org: Org): Promise<Position | undefined> {
  const [row] = await tx
    .select()
    .from(alertStepPositions)
    .where(ownedBy(org, alertStepPositions))
    .for('update', { skipLocked: true })
  if (!row) return undefined
  const now = await positionNow(tx, org)
  // in another epoch the old numbers mean nothing
  return { seq: row.epoch === now.epoch ? row.seq : now.seq, turns: row.turns, now }
}

export async function savePosition(
  tx: Tx,
  org: Org,
  { epoch, seq }: Position['now'],
  turns: Record<string, string>,
): Promise<void> {
  await tx.update(alertStepPositions).set({ epoch, seq, turns }).where(ownedBy(org, alertStepPositions))
}

/** Begins to follow the organisation's alerts, or goes on: without steps that follow them, from now on. */
export async function beginFollowing(tx: Tx, org: Org, stepUuid: string): Promise<void> {
  const others = await tx.$count(
    alertSteps,
    ownedBy(
      org,
      alertSteps,
      eq(alertSteps.active, true),
      inArray(alertSteps.kind, [...followingKinds]),
      endsAfter(new Date()),
      sql`${alertSteps.uuid} <> ${stepUuid}`,
    ),
  )
  const position = { ...(await positionNow(tx, org)), orgUuid: org.uuid }
  const insert = tx.insert(alertStepPositions).values(position)
  if (others > 0) await insert.onConflictDoNothing()
  else
    await insert.onConflictDoUpdate({
      target: alertStepPositions.orgUuid,
      set: { epoch: position.epoch, seq: position.seq },
    })
}

/** The kinds of changes after which an alert may need an owner or a timer. */
const relevantKinds: readonly ChangeKind[] = ['raise', 'unsilence', 'unfold', 'reopen', 'unmerge', 'acknowledge']

/** Alerts that changed after one position and up to another; `fresh`: those that were raised, or shown again. */
export async function changedAlerts(tx: Tx, org: Org, after: number, until: number, most: number) {
  const rows = await tx
    .select({ seq: alertChanges.seq, uuid: alertChanges.alertUuid, kind: alertChanges.kind })
    .from(alertChanges)
    .where(
      ownedBy(
        org,
        alertChanges,
        gt(alertChanges.seq, after),
        lte(alertChanges.seq, until),
        inArray(alertChanges.kind, [...relevantKinds]),
      ),
    )
    .orderBy(asc(alertChanges.seq))
    .limit(most)
  const isFresh = (kind: ChangeKind) => kind === 'raise' || kind === 'unsilence' || kind === 'unfold'
  return {
    uuids: [...new Set(rows.map(({ uuid }) => uuid))],
    fresh: new Set(rows.filter(({ kind }) => isFresh(kind)).map(({ uuid }) => uuid)),
    seq: rows.length < most ? until : rows.at(-1)!.seq,
  }
}

/** What steps look at, of these alerts, in the order in which they were raised. */
export async function followedAlerts(tx: Tx, org: Org, uuids: readonly string[]) {
  if (uuids.length === 0) return []
  return tx
    .select({
      uuid: alerts.uuid,
      rule: alerts.rule,
      severity: alerts.severity,
      source: alerts.source,
      vin: vehicles.vin,
      model: vehicles.model,
      observables: alerts.observables,
      title: alerts.title,
      raisedAt: alerts.raisedAt,
    })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(ownedBy(org, alerts, inArray(alerts.uuid, [...uuids])))
    .orderBy(asc(alerts.number))
}
export type FollowedAlert = Awaited<ReturnType<typeof followedAlerts>>[number]

/** The names, and the numbers of open alerts, of those of these users who can own alerts. */
export async function ownersAmong(tx: Tx | Database, org: Org, uuids: readonly string[]) {
  if (uuids.length === 0) return []
  const open = await tx
    .select({ owner: alerts.ownerUuid, alerts: count() })
    .from(alerts)
    .where(ownedBy(org, alerts, inArray(alerts.ownerUuid, [...uuids]), inArray(alerts.status, [...openStatuses])))
    .groupBy(alerts.ownerUuid)
  const countOf = new Map(open.map(({ owner, alerts: some }) => [owner, some]))
  const members = await tx
    .select({ uuid: users.uuid, name: users.name })
    .from(users)
    .where(
      ownedBy(
        org,
        users,
        and(
          inArray(users.uuid, [...uuids]),
          eq(users.active, true),
          inArray(users.role, [...rolesWith('alerts.work')]),
        ),
      ),
    )
  return members.map(({ uuid, name }) => ({ uuid, name, open: countOf.get(uuid) ?? 0 }))
}
