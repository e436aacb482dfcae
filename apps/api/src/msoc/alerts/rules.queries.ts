import { countDistinct, desc, eq, sql } from 'drizzle-orm'
import type { Org } from '@carapace/shared/core/owned'
import type { AlertFilter } from '@carapace/shared/msoc/alerts/alerts.contract'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { ruleName } from '@carapace/shared/msoc/alerts/rules'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'
import { passing } from './filter.queries.ts'

/** The alerts that match, counted by rule (rule ALERT-LIST-6). */
export async function rulesOf(db: Database, org: Org, filter: AlertFilter, me: string, limit: number) {
  const found = sql<number>`count(*)::int`
  const worst = sql<number>`max(${alerts.severity})`.mapWith(alerts.severity)
  const rows = await db
    .select({
      rule: alerts.rule,
      title: sql<string>`min(${alerts.title})`,
      severity: worst,
      alerts: found,
      unacknowledged: sql<number>`count(*) FILTER (WHERE ${alerts.acknowledgedAt} IS NULL)::int`,
      vehicles: countDistinct(alerts.vehicleId),
      lastSeen: sql<Date>`max(${alerts.lastSeen})`.mapWith(alerts.lastSeen),
      total: sql<number>`count(*) OVER ()::int`,
    })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(passing(org, filter, me))
    .groupBy(alerts.rule)
    .orderBy(desc(worst), desc(found), alerts.rule)
    .limit(limit)
  return {
    rules: rows.map(({ lastSeen, title, total: _total, ...row }) => ({
      ...row,
      title: ruleName(row.rule, title),
      last_seen: lastSeen.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  }
}
