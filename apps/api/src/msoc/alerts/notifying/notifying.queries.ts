import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm'
import { changeCounters } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { alertChanges, alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import {
  handlingKinds,
  type NoticedAlert,
  type NoticedChange,
  noticedKinds,
} from '@carapace/shared/msoc/alerts/notifying/alert-notices'
import { alertNoticePositions } from '@carapace/shared/msoc/alerts/notifying/notifying.table'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../../core/db.ts'

/**
 * The organisations whose alerts have changed since their members were last notified. Across organisations: one process
 * serves all of them.
 */
export async function orgsToNotify(db: Database): Promise<Org[]> {
  return rowsOf<Org>(
    db,
    sql`
    SELECT o.uuid, o.id
    FROM change_counters c
    JOIN organisations o ON o.uuid = c.org_uuid
    LEFT JOIN alert_notice_positions p ON p.org_uuid = c.org_uuid
    WHERE c.seq > 0 AND (p.org_uuid IS NULL OR p.epoch <> c.epoch::text OR p.seq < c.seq)
    ORDER BY o.id`,
  )
}

interface Position {
  readonly seq: number
  readonly now: { readonly epoch: string; readonly seq: number }
}

/**
 * Locks an organisation's position until the transaction ends; undefined: another process has it. An organisation
 * without one begins with its first change.
 */
export async function takePosition(tx: Tx, org: Org): Promise<Position | undefined> {
  await tx.insert(alertNoticePositions).values({ orgUuid: org.uuid, epoch: '', seq: 0 }).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(alertNoticePositions)
    .where(ownedBy(org, alertNoticePositions))
    .for('update', { skipLocked: true })
  if (!row) return undefined
  const [now] = await tx
    .select({ epoch: changeCounters.epoch, seq: changeCounters.seq })
    .from(changeCounters)
    .where(ownedBy(org, changeCounters))
  const isKnown = row.epoch === '' || row.epoch === now!.epoch
  // in another epoch the old numbers mean nothing
  return { seq: isKnown ? row.seq : now!.seq, now: now! }
}

export async function savePosition(tx: Tx, org: Org, epoch: string, seq: number): Promise<void> {
  await tx.update(alertNoticePositions).set({ epoch, seq }).where(ownedBy(org, alertNoticePositions))
}

/** The changes after one position and up to another of which people may have to know, and the seq of the last. */
export async function noticedChanges(tx: Tx, org: Org, { seq, now }: Position, most: number) {
  const rows = await tx
    .select({
      seq: alertChanges.seq,
      alertUuid: alertChanges.alertUuid,
      kind: alertChanges.kind,
      actorUuid: alertChanges.actorUuid,
      detail: alertChanges.detail,
    })
    .from(alertChanges)
    .where(
      ownedBy(
        org,
        alertChanges,
        and(gt(alertChanges.seq, seq), lte(alertChanges.seq, now.seq), inArray(alertChanges.kind, [...noticedKinds])),
      ),
    )
    .orderBy(asc(alertChanges.seq))
    .limit(most)
  const changes: readonly NoticedChange[] = rows
  return { changes, seq: rows.length < most ? now.seq : rows.at(-1)!.seq }
}

/** The current states of alerts, by their uuid. */
export async function noticedAlerts(tx: Tx, org: Org, uuids: readonly string[]): Promise<Map<string, NoticedAlert>> {
  if (uuids.length === 0) return new Map()
  const rows = await tx
    .select({
      uuid: alerts.uuid,
      number: alerts.number,
      title: alerts.title,
      severity: alerts.severity,
      rule: alerts.rule,
      status: alerts.status,
      ownerUuid: alerts.ownerUuid,
      acknowledgedAt: alerts.acknowledgedAt,
      suppressedBy: alerts.suppressedBy,
      foldedInto: alerts.foldedInto,
      raisedAt: alerts.raisedAt,
      vehicle: sql<string | null>`coalesce(nullif(${vehicles.name}, ''), ${vehicles.vin})`,
    })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(ownedBy(org, alerts, inArray(alerts.uuid, [...uuids])))
  return new Map(rows.map((row) => [row.uuid, row]))
}

/** Which of these rules have a critical alert raised after a time that people see and that nobody handles. */
export async function unattendedRules(
  tx: Tx,
  org: Org,
  rules: readonly string[],
  after: Date,
): Promise<ReadonlySet<string>> {
  if (rules.length === 0) return new Set()
  const handling = tx
    .select({ seq: alertChanges.seq })
    .from(alertChanges)
    .where(
      ownedBy(
        org,
        alertChanges,
        eq(alertChanges.alertUuid, alerts.uuid),
        isNotNull(alertChanges.actorUuid),
        // an acknowledgement may have been taken back: whether there is one, the alert itself has
        inArray(
          alertChanges.kind,
          handlingKinds.filter((kind) => kind !== 'acknowledge'),
        ),
      ),
    )
  const rows = await tx
    .selectDistinct({ rule: alerts.rule })
    .from(alerts)
    .where(
      ownedBy(
        org,
        alerts,
        inArray(alerts.rule, [...rules]),
        eq(alerts.severity, 'critical'),
        inArray(alerts.status, [...openStatuses]),
        gt(alerts.raisedAt, after),
        isNull(alerts.acknowledgedAt),
        isNull(alerts.suppressedBy),
        isNull(alerts.foldedInto),
        notExists(handling),
      ),
    )
  return new Set(rows.map(({ rule }) => rule))
}
