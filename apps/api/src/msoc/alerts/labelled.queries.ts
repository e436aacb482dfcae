import { asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alertEvidence, alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { labelledResolutions, labelOf } from '@carapace/shared/msoc/alerts/labels'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'
import type { Cell } from '../../core/documents/csv.ts'
import type { Span } from '../span.ts'

export const labelledColumns = [
  'number',
  'uuid',
  'source',
  'rule',
  'rule_uuid',
  'severity',
  'title',
  'label',
  'resolution',
  'expected_false_alerts',
  'count',
  'vehicle_uuid',
  'bus',
  'first_seen',
  'last_seen',
  'raised_at',
  'closed_at',
  'evidence',
  'evidence_around',
] as const

/**
 * Alerts that were raised in the span and closed with a resolution that labels them, in the order of
 * their uuids (rule LABEL-1): the evidence is found by the alert's uuid. No names of people.
 */
export async function labelledAlerts(
  db: Database,
  org: Org,
  { from, to }: Span,
  after: string | undefined,
  limit: number,
): Promise<{ rows: Cell[][]; next: string | null }> {
  const rows = await db
    .select({ alert: alerts, vehicle: vehicles.uuid, evidence: alertEvidence.kind, around: alertEvidence.around })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .leftJoin(alertEvidence, eq(alertEvidence.alertUuid, alerts.uuid))
    .where(
      ownedBy(
        org,
        alerts,
        gte(alerts.raisedAt, from),
        lt(alerts.raisedAt, to),
        eq(alerts.status, 'CLOSED'),
        inArray(alerts.resolution, [...labelledResolutions]),
        after === undefined ? undefined : sql`${alerts.uuid} > ${after}::uuid`,
      ),
    )
    .orderBy(asc(alerts.uuid))
    .limit(limit)
  return {
    rows: rows.map(({ alert, vehicle, evidence, around }) => [
      `ALR-${alert.number}`,
      alert.uuid,
      alert.source,
      alert.rule,
      alert.ruleUuid,
      alert.severity,
      alert.title,
      labelOf(alert.resolution!) ?? null,
      alert.resolution,
      alert.falseAlerts,
      alert.count,
      vehicle,
      alert.bus,
      alert.firstSeen.toISOString(),
      alert.lastSeen.toISOString(),
      alert.raisedAt.toISOString(),
      alert.closedAt?.toISOString() ?? null,
      evidence,
      around?.toISOString() ?? null,
    ]),
    next: rows.length < limit ? null : rows.at(-1)!.alert.uuid,
  }
}
