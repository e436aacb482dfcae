import { desc, eq, gte, lt, ne, or, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { isShown } from '@carapace/shared/msoc/alerts/pipeline/shown.queries'
import { riskRule } from '@carapace/shared/msoc/alerts/pipeline/standing-steps'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'

/** Maximum alerts of a vehicle that are read for its risk over time: the latest ones. */
const alertsRead = 5_000

/** The alerts that can weigh something between two times, also those that were taken back; the latest seen first. */
export async function alertsOfRisk(db: Database, org: Org, vehicle: VehicleId, from: Date, to: Date) {
  const rows = await db
    .select({
      uuid: alerts.uuid,
      number: alerts.number,
      title: alerts.title,
      rule: alerts.rule,
      severity: alerts.severity,
      resolution: alerts.resolution,
      raisedAt: alerts.raisedAt,
      lastSeen: alerts.lastSeen,
    })
    .from(alerts)
    .where(
      ownedBy(
        org,
        alerts,
        eq(alerts.vehicleId, vehicle),
        isShown(),
        ne(alerts.rule, riskRule),
        or(gte(alerts.lastSeen, from), gte(alerts.raisedAt, from)),
        lt(alerts.raisedAt, to),
      ),
    )
    .orderBy(desc(sql`greatest(${alerts.raisedAt}, ${alerts.lastSeen})`))
    .limit(alertsRead)
  return rows.map((row) => ({ ...row, raisedAt: row.raisedAt.getTime(), lastSeen: row.lastSeen.getTime() }))
}
