import { sql } from 'drizzle-orm'
import { identityOf } from '@carapace/shared/msoc/alerts/alerts'
import { heldBackFindings } from '@carapace/shared/msoc/sensitivity/sensitivity.table'
import type { Transaction } from '../../core/database.ts'
import type { Raise } from '../detect/detect.ts'
import { dedupKey } from './alerts.sink.ts'

const rowsAtOnce = 1_000

/**
 * Counts what the organisations' settings did not raise (rule SENSITIVITY-4). Rows are written in one order, so that
 * two processes never wait for each other.
 */
export async function storeHeldBack({ db }: Pick<Transaction, 'db'>, held: readonly Raise[], now: number) {
  const rows = held.flatMap((raise) => rowOf(raise, now)).sort(byKey)
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await db
      .insert(heldBackFindings)
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflictDoUpdate({
        target: [heldBackFindings.orgUuid, heldBackFindings.day, heldBackFindings.dedupKey, heldBackFindings.severity],
        set: {
          count: sql`${heldBackFindings.count} + excluded.count`,
          firstSeen: sql`least(${heldBackFindings.firstSeen}, excluded.first_seen)`,
          lastSeen: sql`greatest(${heldBackFindings.lastSeen}, excluded.last_seen)`,
          falseAlerts: sql`least(${heldBackFindings.falseAlerts}, excluded.false_alerts)`,
        },
      })
}

type Row = typeof heldBackFindings.$inferInsert

function rowOf(raise: Raise, now: number): Row[] {
  const { org, vehicle, finding, falseAlerts, count, firstTs, lastTs } = raise
  if (vehicle === undefined || typeof falseAlerts !== 'number') return []
  return [
    {
      orgUuid: org.uuid,
      vehicleId: vehicle.id,
      dedupKey: dedupKey(raise),
      severity: finding.severity,
      day: new Date(now).toISOString().slice(0, 10),
      rule: finding.rule,
      title: finding.title,
      bus: finding.bus ?? null,
      count,
      firstSeen: new Date(firstTs),
      lastSeen: new Date(lastTs),
      falseAlerts,
    },
  ]
}

const textOf = (row: Row) => `${row.orgUuid} ${identityOf(row)}`

function byKey(a: Row, b: Row): number {
  return textOf(a) < textOf(b) ? -1 : 1
}
