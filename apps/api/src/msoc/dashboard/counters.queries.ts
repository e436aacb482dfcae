import { count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { changeCounters } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { isShown } from '@carapace/shared/msoc/alerts/pipeline/shown.queries'
import { offlineAfterMs, type Severity } from '@carapace/shared/msoc/severity'
import { vehicles, vehicleState } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'
import { healthAt } from '../vehicles/vehicles.queries.ts'

/** Open alerts that no step suppresses, and the health of the fleet, counted in the tables. */
export async function currentCounts(db: Database, org: Org, now: number) {
  const seen = sql<boolean>`${vehicleState.lastSeen} >= ${new Date(now - offlineAfterMs).toISOString()}::timestamptz`
  const [bySeverity, byHealth, [unacknowledged], [counter]] = await Promise.all([
    db
      .select({ severity: alerts.severity, alerts: count() })
      .from(alerts)
      .where(ownedBy(org, alerts, inArray(alerts.status, [...openStatuses]), isShown()))
      .groupBy(alerts.severity),
    db
      .select({ seen, worst: vehicleState.worstSeverity, vehicles: count() })
      .from(vehicles)
      .leftJoin(vehicleState, eq(vehicleState.vehicleId, vehicles.id))
      .where(ownedBy(org, vehicles))
      .groupBy(sql`1`, sql`2`),
    db
      .select({ alerts: count() })
      .from(alerts)
      .where(ownedBy(org, alerts, inArray(alerts.status, [...openStatuses]), isNull(alerts.acknowledgedAt), isShown())),
    db.select({ seq: changeCounters.seq }).from(changeCounters).where(ownedBy(org, changeCounters)),
  ])
  const health = { healthy: 0, degraded: 0, compromised: 0, offline: 0 }
  for (const row of byHealth) health[healthAt(now, row.seen ? new Date(now) : null, row.worst)] += row.vehicles
  const severity: Record<Severity, number> = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }
  for (const row of bySeverity) severity[row.severity] = row.alerts
  const open = Object.values(severity).reduce((sum, some) => sum + some, 0)
  return {
    vehicles: health,
    alerts: { open, unacknowledged: unacknowledged!.alerts, ...severity },
    alert_seq: counter!.seq,
  }
}
