import { gte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { getSyslogLosses } from '@carapace/shared/msoc/ingest/ingest.contract'
import { syslogHosts } from '@carapace/shared/msoc/ingest/ingest.table'
import type { Database } from '../../core/db.ts'

/**
 * What was lost on hosts that lost lines since a time. Across organisations: these lines are nobody's, and only their
 * sums are returned (rule SYSLOG-32).
 */
export async function syslogLosses(db: Database, since: Date): Promise<z.output<typeof getSyslogLosses.output>> {
  const { unassigned, wrongKey, lostAt } = syslogHosts
  const [row] = await db
    .select({
      hosts: sql<number>`count(*) FILTER (WHERE ${unassigned} > 0)::int`,
      lines: sql<number>`coalesce(sum(${unassigned}), 0)::float8`,
      wrongHosts: sql<number>`count(*) FILTER (WHERE ${wrongKey} > 0)::int`,
      wrongLines: sql<number>`coalesce(sum(${wrongKey}), 0)::float8`,
      lastAt: sql<Date | null>`max(${lostAt})`.mapWith(lostAt),
    })
    .from(syslogHosts)
    .where(gte(lostAt, since))
  return {
    unassigned: { hosts: row?.hosts ?? 0, lines: row?.lines ?? 0 },
    wrong_key: { hosts: row?.wrongHosts ?? 0, lines: row?.wrongLines ?? 0 },
    last_at: row?.lastAt?.toISOString() ?? null,
  }
}
