import { and, asc, eq, gte, lt } from 'drizzle-orm'
import { organisations } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alertRollups, eventRollups, healthRollups } from '@carapace/shared/msoc/ingest/ingest.table'
import type { Database } from '../../core/db.ts'

/**
 * The time since when the organisation's events are shown, if that is shorter than the installation's retention (rule
 * ACCOUNT-10 of packages/shared/src/account/SPEC.md).
 */
export async function retentionOf(db: Database, org: Org): Promise<Date | undefined> {
  const [row] = await db
    .select({ days: organisations.retentionDays })
    .from(organisations)
    .where(eq(organisations.uuid, org.uuid))
  return row?.days ? new Date(Date.now() - row.days * 86_400_000) : undefined
}

/** The counts of a span, oldest first. */
export async function rollupsOf(db: Database, org: Org, step: 'minute' | 'hour', from: Date, to: Date) {
  const within = (table: typeof eventRollups | typeof alertRollups | typeof healthRollups) =>
    and(eq(table.step, step), gte(table.bucket, from), lt(table.bucket, to))
  const [events, alerts, health] = await Promise.all([
    db
      .select({ bucket: eventRollups.bucket, kind: eventRollups.kind, events: eventRollups.events })
      .from(eventRollups)
      .where(ownedBy(org, eventRollups, within(eventRollups)))
      .orderBy(asc(eventRollups.bucket)),
    db
      .select({ bucket: alertRollups.bucket, severity: alertRollups.severity, alerts: alertRollups.alerts })
      .from(alertRollups)
      .where(ownedBy(org, alertRollups, within(alertRollups)))
      .orderBy(asc(alertRollups.bucket)),
    db
      .select()
      .from(healthRollups)
      .where(ownedBy(org, healthRollups, within(healthRollups)))
      .orderBy(asc(healthRollups.bucket)),
  ])
  return {
    events: events.map((row) => ({ ...row, bucket: row.bucket.toISOString() })),
    alerts: alerts.map((row) => ({ ...row, bucket: row.bucket.toISOString() })),
    health: health.map(({ bucket, healthy, degraded, compromised, offline }) => ({
      bucket: bucket.toISOString(),
      healthy,
      degraded,
      compromised,
      offline,
    })),
  }
}
