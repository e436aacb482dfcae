import { and, asc, gt, inArray, lte, sql } from 'drizzle-orm'
import { changeCounters } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import type { ChangeKind } from '@carapace/shared/msoc/alerts/alerts'
import { alertChanges, alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { observablePositions } from '@carapace/shared/msoc/observables/observables.table'
import type { Database, Tx } from '../../core/db.ts'

/**
 * The organisations whose alerts changed since their observables were last read. Across organisations: one process
 * serves all of them.
 */
export async function orgsBehind(db: Database): Promise<Org[]> {
  return rowsOf<Org>(
    db,
    sql`
    SELECT o.uuid, o.id
    FROM change_counters c
    JOIN organisations o ON o.uuid = c.org_uuid
    LEFT JOIN observable_positions p ON p.org_uuid = c.org_uuid
    WHERE c.seq > 0 AND (p.org_uuid IS NULL OR p.epoch <> c.epoch::text OR p.seq < c.seq)
    ORDER BY o.id`,
  )
}

interface Position {
  readonly seq: number
  readonly now: { readonly epoch: string; readonly seq: number }
}

/** Locks an organisation's position until the transaction ends; undefined: another process has it. */
export async function takeObservablePosition(tx: Tx, org: Org): Promise<Position | undefined> {
  await tx.insert(observablePositions).values({ orgUuid: org.uuid, epoch: '', seq: 0 }).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(observablePositions)
    .where(ownedBy(org, observablePositions))
    .for('update', { skipLocked: true })
  if (!row) return undefined
  // read after the lock: another process may have gone on until then, and no position goes back
  const [counter] = await tx
    .select({ epoch: changeCounters.epoch, seq: changeCounters.seq })
    .from(changeCounters)
    .where(ownedBy(org, changeCounters))
  const now = { epoch: counter!.epoch, seq: counter!.seq }
  // in another epoch the old numbers mean nothing: all alerts are read again, and those that are known change nothing
  return { seq: row.epoch === now.epoch ? row.seq : 0, now }
}

export async function saveObservablePosition(tx: Tx, org: Org, { epoch, seq }: Position['now']): Promise<void> {
  await tx.update(observablePositions).set({ epoch, seq }).where(ownedBy(org, observablePositions))
}

/** The changes after which an alert has other observables, or was seen again. */
const relevantKinds: readonly ChangeKind[] = ['raise', 'count', 'recur']

/** The changes of alerts after a position, with the alerts' observables, and the position up to which that is. */
export async function alertsChanged(tx: Tx, org: Org, after: number, until: number, most: number) {
  const changes = await tx
    .select({ seq: alertChanges.seq, uuid: alertChanges.alertUuid, at: alertChanges.at })
    .from(alertChanges)
    .where(
      ownedBy(
        org,
        alertChanges,
        and(gt(alertChanges.seq, after), lte(alertChanges.seq, until), inArray(alertChanges.kind, [...relevantKinds])),
      ),
    )
    .orderBy(asc(alertChanges.seq))
    .limit(most)
  const uuids = [...new Set(changes.map(({ uuid }) => uuid))]
  const rows =
    uuids.length === 0
      ? []
      : await tx
          .select({ uuid: alerts.uuid, observables: alerts.observables })
          .from(alerts)
          .where(ownedBy(org, alerts, inArray(alerts.uuid, uuids)))
  return { changes, alerts: rows, seq: changes.length < most ? until : changes.at(-1)!.seq }
}
export type Changed = Pick<Awaited<ReturnType<typeof alertsChanged>>, 'changes' | 'alerts'>

/** An observable that an alert has, and when the alert last changed on a day. */
interface AlertLink {
  readonly uuid: string
  readonly alert: string
  readonly at: string
}

/**
 * Links alerts with the observables that they have on a day; returns the observables of links that are new, or new on
 * that day: the sightings to count. Call it for earlier days first.
 */
export async function linkAlerts(
  tx: Tx,
  org: Org,
  day: string,
  links: readonly AlertLink[],
): Promise<Pick<AlertLink, 'uuid'>[]> {
  if (links.length === 0) return []
  return rowsOf<Pick<AlertLink, 'uuid'>>(
    tx,
    sql`
    INSERT INTO observable_alerts AS l (org_uuid, observable_uuid, alert_uuid, last_day, last_seen)
    SELECT ${org.uuid}::uuid, r.uuid, r.alert, ${day}::date, r.at
    FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS r(uuid uuid, alert uuid, at timestamptz)
    ORDER BY r.uuid, r.alert
    ON CONFLICT (observable_uuid, alert_uuid) DO UPDATE SET last_day = excluded.last_day, last_seen = excluded.last_seen
      WHERE l.org_uuid = ${org.uuid} AND l.last_day < excluded.last_day
    RETURNING observable_uuid AS uuid`,
  )
}
