import { eq, sql } from 'drizzle-orm'
import type { Org } from '@carapace/shared/core/owned'
import type { AlertFilter } from '@carapace/shared/msoc/alerts/alerts.contract'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import type { Severity } from '@carapace/shared/msoc/severity'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'
import { passing } from './filter.queries.ts'
import type { Span } from '../span.ts'

/** The alerts that match and were last seen in the span, by step and severity; empty steps are left out. */
export async function histogramOf(
  db: Database,
  org: Org,
  filter: AlertFilter,
  me: string,
  { from, to }: Span,
  stepMs: number,
) {
  const step = sql<number>`floor((extract(epoch
    FROM ${alerts.lastSeen}) * 1000 - ${from.getTime()}::float8) / ${stepMs}::float8)::int`
  const rows = await db
    .select({ step, severity: alerts.severity, alerts: sql<number>`count(*)::int` })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(passing(org, { ...filter, from, to }, me))
    .groupBy(sql`1`, sql`2`)
    .orderBy(sql`1`)
  return [...Map.groupBy(rows, (row) => row.step)].map(([at, some]) => {
    const counts: Record<Severity, number> = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }
    for (const { severity, alerts: found } of some) counts[severity] = found
    return { at: new Date(from.getTime() + at * stepMs).toISOString(), ...counts }
  })
}
