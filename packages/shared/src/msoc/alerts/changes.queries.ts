import { sql } from 'drizzle-orm'
import type { Org } from '../../core/owned.ts'
import { type AnyDatabase, rowsOf } from '../../core/time-series/time-series.queries.ts'
import { alertChanges, caseChanges } from './alerts.table.ts'
import type { ChangeKind } from './alerts.ts'
import type { CaseChangeKind } from '../cases/cases.ts'
import type { HealthNews } from '../topics.ts'
import type { Actor } from '../../core/actor.ts'
import type { VehicleId } from '../vehicles/vehicles.table.ts'

export interface NewAlertChange {
  readonly alertUuid: string
  readonly kind: ChangeKind
  readonly actor: Actor
  readonly detail: Record<string, unknown>
}

/**
 * Writes changes of alerts in the given order, numbers them and returns the last seq. Call it last in the transaction:
 * from here to the commit it holds the lock on the organisation's counter, and this is what makes seq order equal to
 * commit order (rule CHANGE-1).
 */
export async function recordAlertChanges(
  tx: AnyDatabase,
  org: Org,
  changes: readonly NewAlertChange[],
): Promise<number | undefined> {
  if (changes.length === 0) return undefined
  await lockInOrder(tx, org, changes)
  const last = await advance(tx, org, changes.length)
  const first = last - changes.length + 1
  const rows = changes.map((change, i) => ({
    orgUuid: org.uuid,
    seq: first + i,
    alertUuid: change.alertUuid,
    kind: change.kind,
    actorUuid: change.actor.uuid,
    actor: change.actor.name,
    detail: change.detail,
  }))
  for (const part of parts(rows, 2_000)) await tx.insert(alertChanges).values(part)
  await stampAlerts(tx, org, rows)
  return last
}

/**
 * Locks alerts in the order of their keys. Every writer locks its alerts before the counter, and in this order.
 * Otherwise a caller could wait for an alert while it holds the counter, and the holder of that alert could wait for
 * the counter.
 */
async function lockInOrder(tx: AnyDatabase, org: Org, changes: readonly NewAlertChange[]): Promise<void> {
  const uuids = JSON.stringify([...new Set(changes.map(({ alertUuid }) => alertUuid))])
  await tx.execute(sql`
   
    SELECT 1
    FROM alerts
    WHERE org_uuid = ${org.uuid}
    AND uuid IN (SELECT value::uuid
    FROM jsonb_array_elements_text(${uuids}::jsonb))
    ORDER BY dedup_key, severity, uuid FOR NO KEY UPDATE`)
}

/**
 * Gives each alert the seq of its latest change. A new alert also gets its number and a reference to the closed alert
 * that it repeats.
 */
async function stampAlerts(
  tx: AnyDatabase,
  org: Org,
  rows: readonly { seq: number; alertUuid: string; kind: ChangeKind }[],
): Promise<void> {
  const stamps = JSON.stringify(
    rows.map(({ seq, alertUuid, kind }) => ({ seq, uuid: alertUuid, raised: kind === 'raise' })),
  )
  await tx.execute(sql`
    UPDATE alerts a SET
      seq = s.seq,
      number = CASE WHEN s.raised THEN s.seq ELSE a.number END,
      previous_uuid = CASE WHEN s.raised THEN (
        SELECT p.uuid FROM alerts p
       
    WHERE p.org_uuid = a.org_uuid
    AND p.dedup_key = a.dedup_key
    AND p.severity = a.severity
    AND p.uuid <> a.uuid
    ORDER BY p.first_seen DESC
    LIMIT 1
      ) ELSE a.previous_uuid END
    FROM (SELECT uuid, max(seq) AS seq, bool_or(raised) AS raised
          FROM jsonb_to_recordset(${stamps}::jsonb) AS r(uuid uuid, seq bigint, raised boolean) GROUP BY uuid) s
    WHERE a.uuid = s.uuid AND a.org_uuid = ${org.uuid}`)
}

export interface Relation {
  /** The older alert. */
  readonly alert_uuid: string
  readonly related: {
    readonly uuid: string
    readonly number: number
    readonly title: string
    readonly severity: number
  }
}

/**
 * Returns the open alerts to which one of `raised` is related: raised before it, with the same key and another severity
 * (rule ALERT-9).
 */
export async function relationsOf(tx: AnyDatabase, org: Org, raised: readonly string[]): Promise<Relation[]> {
  return rowsOf<Relation>(
    tx,
    sql`
    SELECT o.uuid AS alert_uuid,
      json_build_object('uuid', n.uuid, 'number', n.number, 'title', n.title, 'severity', n.severity) AS related
    FROM alerts n
    JOIN alerts o ON o.org_uuid = n.org_uuid AND o.dedup_key = n.dedup_key AND o.severity <> n.severity
      AND o.number < n.number AND o.status NOT IN ('CLOSED', 'MERGED')
    WHERE n.org_uuid = ${org.uuid}
      AND n.uuid IN (SELECT value::uuid FROM jsonb_array_elements_text(${JSON.stringify(raised)}::jsonb))
    ORDER BY n.number, o.number`,
  )
}

/**
 * Writes one change of a case and returns its seq. Call it after `recordAlertChanges` where both are written. The
 * detail names the run of the playbook that made it: names of actors are what members call themselves.
 */
export async function recordCaseChange(
  tx: AnyDatabase,
  org: Org,
  change: { caseUuid: string; kind: CaseChangeKind; actor: Actor; detail: Record<string, unknown> },
): Promise<number> {
  const seq = await advance(tx, org, 1)
  await tx
    .insert(caseChanges)
    .values({
      orgUuid: org.uuid,
      seq,
      caseUuid: change.caseUuid,
      kind: change.kind,
      actorUuid: change.actor.uuid,
      actor: change.actor.name,
      detail: { ...change.detail, ...(change.actor.playbookRun && { playbook_run: change.actor.playbookRun }) },
    })
  return seq
}

/** Returns the number of the organisation's next case. Call it after `recordCaseChange`, which locks the counter. */
export async function nextCaseNumber(tx: AnyDatabase, org: Org): Promise<number> {
  const [counter] = await rowsOf<{ cases: number }>(
    tx,
    sql`UPDATE change_counters SET cases = cases + 1 WHERE org_uuid = ${org.uuid} RETURNING cases`,
  )
  if (!counter) throw new Error(`organisation ${org.uuid} has no change counter`)
  return counter.cases
}

async function advance(tx: AnyDatabase, org: Org, by: number): Promise<number> {
  const [counter] = await rowsOf<{ seq: string | number }>(
    tx,
    sql`UPDATE change_counters SET seq = seq + ${by}::int WHERE org_uuid = ${org.uuid} RETURNING seq`,
  )
  if (!counter) throw new Error(`organisation ${org.uuid} has no change counter`)
  return Number(counter.seq)
}

/**
 * Recounts the open alerts of these vehicles into their state and returns what the live map must be sent. Vehicles are
 * locked in the order of their ids, as every writer does, so that two transactions never wait for each other.
 */
export async function refreshHealth(tx: AnyDatabase, org: Org, vehicles: readonly VehicleId[]): Promise<HealthNews[]> {
  if (vehicles.length === 0) return []
  const ids = JSON.stringify([...new Set(vehicles)].sort((a, b) => a - b))
  const named = sql`(SELECT value::int AS id FROM jsonb_array_elements_text(${ids}::jsonb))`
  // a statement sees only what was committed before it began: one that also waited for the lock would not count the
  // changes of the transaction it waited for
  await tx.execute(
    sql`SELECT 1
      FROM vehicle_state v
      JOIN ${named} n ON n.id = v.vehicle_id
      WHERE v.org_uuid = ${org.uuid}
      ORDER BY v.vehicle_id FOR UPDATE OF v`,
  )
  const rows = await rowsOf<{ vehicle_id: VehicleId; open_alerts: number; worst_severity: number | null }>(
    tx,
    sql`
    UPDATE vehicle_state v SET open_alerts = c.open_alerts, worst_severity = c.worst
    FROM (
      SELECT n.id, count(a.uuid)::int AS open_alerts, max(a.severity) AS worst
     
      FROM ${named} n
      LEFT
      JOIN alerts a ON a.vehicle_id = n.id
      AND a.org_uuid = ${org.uuid}
      AND a.status NOT IN ('CLOSED', 'MERGED')
      AND a.cleared_at IS NULL
      AND a.suppressed_by IS NULL
      AND a.folded_into IS NULL
      GROUP BY n.id) c
    WHERE v.vehicle_id = c.id AND v.org_uuid = ${org.uuid}
    RETURNING v.vehicle_id, v.open_alerts, v.worst_severity`,
  )
  return rows.map((row) => [row.vehicle_id, row.open_alerts, row.worst_severity])
}

function* parts<T>(rows: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
