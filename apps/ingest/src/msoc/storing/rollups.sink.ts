import { sql } from 'drizzle-orm'
import type { OrgId } from '@carapace/shared/core/owned'
import { weightOf } from '@carapace/shared/msoc/events/event-kinds'
import { offlineAfterMs, rankOf } from '@carapace/shared/msoc/severity'
import type { Transaction } from '../../core/database.ts'
import type { Item } from '../item.ts'
import type { Upserted } from './alerts.sink.ts'

const minuteMs = 60_000

/** Adds the batch to the event counts, by minute and by hour. Rows are locked in the order of their keys. */
export async function storeEventCounts({ db }: Transaction, items: readonly Item[]): Promise<void> {
  const events = JSON.stringify(eventCounts(items))
  await db.execute(sql`
    INSERT INTO event_rollups AS r (org_id, step, bucket, kind, events)
    SELECT o, step, date_trunc(step, to_timestamp(b * 60), 'UTC'), k, sum(n)
   
    FROM jsonb_to_recordset(${events}::jsonb) AS e(o int, b bigint, k text, n bigint),
      (VALUES ('hour'), ('minute')) AS s(step)
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (org_id, step, bucket, kind) DO UPDATE SET events = r.events + excluded.events`)
}

/** Adds the raised alerts to the counts of the time when they began. */
export async function storeAlertCounts({ db }: Transaction, upserted: readonly Upserted[]): Promise<void> {
  const raised = upserted.flatMap(({ org, alerts }) =>
    alerts
      .filter(({ isNew }) => isNew)
      .map(({ severity, firstTs }) => ({ o: org.id, s: rankOf(severity), b: Math.floor(firstTs / minuteMs) })),
  )
  if (raised.length === 0) return
  await db.execute(sql`
    INSERT INTO alert_rollups AS r (org_id, step, bucket, severity, alerts)
    SELECT o, step, date_trunc(step, to_timestamp(b * 60), 'UTC'), s, count(*)
   
    FROM jsonb_to_recordset(${JSON.stringify(raised)}::jsonb) AS e(o int, s smallint, b bigint),
      (VALUES ('hour'), ('minute')) AS t(step)
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (org_id, step, bucket, severity) DO UPDATE SET alerts = r.alerts + excluded.alerts`)
}

interface EventCount {
  readonly o: OrgId
  readonly b: number
  readonly k: string
  n: number
}

/** Events by organisation, minute and kind; a packed CAN event counts its frames. */
function eventCounts(items: readonly Item[]): EventCount[] {
  const counts = new Map<string, EventCount>()
  // an event is mostly counted with the one before it: then no key is made
  let last: EventCount | undefined
  for (const { org, event } of items) {
    const minute = Math.floor(event.ts / minuteMs)
    if (last?.o !== org.id || last.b !== minute || last.k !== event.kind) {
      const key = `${org.id} ${minute} ${event.kind}`
      last = counts.get(key) ?? { o: org.id, b: minute, k: event.kind, n: 0 }
      counts.set(key, last)
    }
    last.n += weightOf(event)
  }
  return [...counts.values()]
}

/**
 * Stores how many vehicles are in each health state when a bucket begins; the first batch of a minute inserts the row,
 * later ones leave it unchanged.
 */
export async function storeHealth({ db }: Transaction, orgs: Iterable<OrgId>, now: number): Promise<void> {
  const seen = new Date(now - offlineAfterMs)
  for (const org of orgs) {
    await db.execute(sql`
      INSERT INTO health_rollups (org_id, step, bucket, healthy, degraded, compromised, offline)
      SELECT v.org_id, step, date_trunc(step, to_timestamp(${now / 1000}::float8), 'UTC'),
        count(*) FILTER (WHERE s.last_seen >= ${seen.toISOString()}::timestamptz
      AND coalesce(s.worst_severity, 0) < ${rankOf('medium')}),
        count(*) FILTER (WHERE s.last_seen >= ${seen.toISOString()}::timestamptz
      AND s.worst_severity IN (${rankOf('medium')}, ${rankOf('high')})),
        count(*) FILTER (WHERE s.last_seen >= ${seen.toISOString()}::timestamptz
      AND s.worst_severity = ${rankOf('critical')}),
        count(*) FILTER (WHERE s.last_seen < ${seen.toISOString()}::timestamptz)
      FROM vehicles v JOIN vehicle_state s ON s.vehicle_id = v.id, (VALUES ('hour'), ('minute')) AS t(step)
      WHERE v.org_id = ${org} GROUP BY v.org_id, step
      ON CONFLICT (org_id, step, bucket) DO NOTHING`)
  }
}
