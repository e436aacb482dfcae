import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import { findingCounts } from '@carapace/api/src/vulnerability/findings/counts.queries.ts'
import {
  countFindings,
  type FindingFilter,
  findingsPage,
} from '@carapace/api/src/vulnerability/findings/findings.queries.ts'
import type { Org } from '@carapace/shared/core/owned'

/** Makes findings until there are so many, of all statuses, decisions and scores. */
export async function storeFindings(sql: Sql, { uuid: org }: Org, count: number): Promise<void> {
  await sql`
    INSERT INTO findings (org_uuid, component_id, group_id, sure, match)
    SELECT ${org}, c.id, g.id, 'yes', '{"by": []}' FROM vulnerability_groups g CROSS JOIN LATERAL (
      SELECT id FROM component_versions WHERE org_uuid = ${org} ORDER BY id LIMIT 10000) c
    WHERE g.id IN (SELECT id FROM vulnerability_groups ORDER BY id LIMIT 12)
    LIMIT greatest(0, ${count}::int - (SELECT count(*) FROM findings)::int) ON CONFLICT DO NOTHING`
  await sql`
    UPDATE findings SET priority = random() * 10, score = random() * 10, epss = random(),
      status = (ARRAY['OPEN', 'OPEN', 'OPEN', 'IN-PROCESS', 'CLOSED'])[1 + floor(random() * 5)],
      decision = (ARRAY['immediate', 'out-of-cycle', 'scheduled', 'defer'])[1 + floor(random() * 4)],
      is_exploited = random() < 0.02,
      due_at = CASE WHEN random() < 0.5 THEN now() + (random() * 60 - 20) * interval '1 day' END`
  await sql`UPDATE findings SET closed_at = now() WHERE status = 'CLOSED'`
  await sql`VACUUM ANALYZE findings`
}

const filters: readonly (readonly [string, FindingFilter])[] = [
  ['nothing left out', {}],
  ['by status', { status: ['OPEN'] }],
  ['by decision', { decision: ['immediate'] }],
  ['by score', { score_from: 9 }],
  ['exploited', { exploited: true }],
  ['overdue', { overdue: true }],
  ['by words', { q: 'package-77' }],
]

/** How long the queue takes: its first page with the count and the facets, and a page of each filter and order; ms. */
export async function measureQueue(db: PostgresJsDatabase, org: Org, report: (what: string, ms: number) => void) {
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    report(what, performance.now() - start)
  }
  const page = (filter: FindingFilter, sort: 'priority' | 'due' | 'newest' | 'score' | 'epss') =>
    Promise.all([findingsPage(db, org, filter, { sort, limit: 100 }), countFindings(db, org, filter)])
  await timed('opened', () => Promise.all([page({}, 'priority'), findingCounts(db, org, {})]))
  for (const [what, filter] of filters) await timed(`${what}: page`, () => page(filter, 'priority'))
  for (const sort of ['due', 'newest', 'score', 'epss'] as const) await timed(`by ${sort}: page`, () => page({}, sort))
  await timed('facets of a filter', () => findingCounts(db, org, { score_from: 9 }))
}
