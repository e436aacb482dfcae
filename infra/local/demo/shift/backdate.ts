import { sql } from 'drizzle-orm'
import type { Org } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import type { Recorded } from './work.ts'

/**
 * The demo's history arrives within seconds. These statements give what happened on it the times at which it would have
 * happened; `began` is when the history began to arrive, and everything that is earlier has its time already.
 */

const detectedMs = 1_200

/** Alerts were raised, their repeats counted and their evidence gathered soon after what they are about. */
export async function backdateAlerts(db: AnyDatabase, { uuid }: Org, began: Date): Promise<void> {
  const since = began.toISOString()
  await db.execute(sql`
    UPDATE alerts SET raised_at = first_seen + make_interval(secs => ${detectedMs / 1000}::float8)
    WHERE org_uuid = ${uuid} AND raised_at >= ${since}::timestamptz AND first_seen < ${since}::timestamptz`)
  await db.execute(sql`
    UPDATE alert_changes c SET at = CASE c.kind WHEN 'count' THEN greatest(a.last_seen, a.raised_at)
      WHEN 'evidence' THEN a.raised_at + interval '2 seconds' ELSE a.raised_at END
    FROM alerts a WHERE a.uuid = c.alert_uuid AND c.org_uuid = ${uuid} AND c.at >= ${since}::timestamptz
      AND a.raised_at < ${since}::timestamptz AND c.actor_uuid IS NULL`)
  await db.execute(sql`
    UPDATE alert_evidence e SET filled_at = a.raised_at + interval '2 seconds'
    FROM alerts a WHERE a.uuid = e.alert_uuid AND e.org_uuid = ${uuid} AND e.filled_at >= ${since}::timestamptz
      AND a.raised_at < ${since}::timestamptz`)
}

/** Sightings of threat scenarios are as old as their alerts. */
export async function backdateSightings(db: AnyDatabase, { uuid }: Org): Promise<void> {
  await db.execute(sql`
    UPDATE sightings s SET at = a.raised_at FROM alerts a
    WHERE a.uuid = s.alert_uuid AND s.org_uuid = ${uuid} AND a.raised_at < s.at`)
}

/** What the vehicles' intrusion detection and computers reported arrived when it happened. */
export async function backdateArrivals(db: AnyDatabase, { id }: Org, began: Date): Promise<void> {
  const since = began.toISOString()
  for (const table of ['ids_events', 'syslog_events'])
    await db.execute(sql`
      UPDATE ${sql.identifier(table)} SET received_at = ts + interval '0.2 seconds'
      WHERE org_id = ${id} AND received_at >= ${since}::timestamptz
        AND ts < ${since}::timestamptz - interval '1 minute'`)
}

/** Gives an action of one of the analysts its time, in the audit log as well. */
export function backdating(db: AnyDatabase, { uuid: org }: Org, began: Date, analysts: readonly string[]): Recorded {
  const since = began.toISOString()
  const names = sql.join(
    analysts.map((name) => sql`${name}`),
    sql`, `,
  )
  return async (time, done) => {
    const at = new Date(time).toISOString()
    await db.execute(sql`UPDATE audit_log SET at = ${at}::timestamptz
      WHERE org_uuid = ${org} AND at >= ${since}::timestamptz AND actor IN (${names})`)
    const moved = (column: string) =>
      sql`${sql.identifier(column)} = CASE WHEN ${sql.identifier(column)} >= ${since}::timestamptz
        THEN ${at}::timestamptz ELSE ${sql.identifier(column)} END`
    if ('case' in done) {
      await db.execute(sql`UPDATE cases SET ${moved('created_at')}, ${moved('closed_at')}
        WHERE org_uuid = ${org} AND uuid = ${done.case}`)
      await db.execute(sql`UPDATE case_changes SET ${moved('at')} WHERE org_uuid = ${org} AND case_uuid = ${done.case}`)
      return
    }
    await db.execute(sql`UPDATE alerts SET ${moved('acknowledged_at')}, ${moved('closed_at')}
      WHERE org_uuid = ${org} AND uuid = ${done.alert}`)
    await db.execute(
      sql`UPDATE alert_changes SET ${moved('at')} WHERE org_uuid = ${org} AND alert_uuid = ${done.alert}`,
    )
  }
}

/** How many vehicles were in which health, by minute and by hour, follows from the alerts of the time. */
export async function fillHealth(db: AnyDatabase, { uuid, id }: Org, from: Date, until: Date): Promise<void> {
  await db.execute(sql`
    INSERT INTO health_rollups (org_id, step, bucket, healthy, degraded, compromised, offline)
    SELECT ${id}, step, bucket, count(*) FILTER (WHERE worst < 2), count(*) FILTER (WHERE worst IN (2, 3)),
      count(*) FILTER (WHERE worst = 4), 0
    FROM (VALUES ('hour'), ('minute')) AS s(step),
      generate_series(date_trunc(step, ${from.toISOString()}::timestamptz, 'UTC'), ${until.toISOString()}::timestamptz,
        ('1 ' || step)::interval) AS bucket,
      vehicles v,
      LATERAL (SELECT coalesce(max(a.severity), 0) AS worst FROM alerts a WHERE a.vehicle_id = v.id
        AND a.raised_at <= bucket AND coalesce(a.closed_at, 'infinity') > bucket
        AND coalesce(a.cleared_at, 'infinity') > bucket) w
    WHERE v.org_uuid = ${uuid} GROUP BY step, bucket
    ON CONFLICT (org_id, step, bucket) DO UPDATE SET
      (healthy, degraded, compromised, offline) =
        (excluded.healthy, excluded.degraded, excluded.compromised, excluded.offline)`)
}
