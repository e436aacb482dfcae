import { desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Observable } from '@carapace/shared/msoc/alerts/alerts'
import { alerts, cases } from '@carapace/shared/msoc/alerts/alerts.table'
import type { SimilarCase } from '@carapace/shared/msoc/cases/case-links.contract'
import { comparedBy, rankSimilar } from '@carapace/shared/msoc/cases/similar-cases'
import type { Database } from '../../core/db.ts'
import { seenBy, type Viewer } from './seen.queries.ts'

/** Maximum alerts of a case whose observables are compared, the latest ones. */
const alertsCompared = 500
/** Maximum alerts that are looked up for one observable: one that so many have is weak evidence. */
const alertsPerObservable = 300
const sharedShown = 10

/** Cases whose alerts share observables with those of this one, the most similar first (rules CASE-50, CASE-51). */
export async function similarTo(
  db: Database,
  org: Org,
  viewer: Viewer,
  uuid: string,
  limit: number,
): Promise<SimilarCase[]> {
  const ofAlerts = await db
    .select({ observables: alerts.observables })
    .from(alerts)
    .where(ownedBy(org, alerts, eq(alerts.caseUuid, uuid)))
    .orderBy(desc(alerts.lastSeen))
    .limit(alertsCompared)
  const observables = comparedBy(ofAlerts.map((row) => row.observables))
  const ranked = rankSimilar(await holdersOf(db, org, uuid, observables))
  const seen = await seenAmong(
    db,
    org,
    viewer,
    ranked.map((one) => one.uuid),
  )
  return ranked
    .flatMap(({ uuid: other, shared }) => {
      const row = seen.get(other)
      return row ? [{ ...row, shared: shared.slice(0, sharedShown), shares: shared.length }] : []
    })
    .slice(0, limit)
}

/** The cases that have each of the observables, by one index lookup for each. */
async function holdersOf(db: Database, org: Org, uuid: string, observables: readonly Observable[]) {
  if (observables.length === 0) return []
  const wanted = sql`jsonb_array_elements(${JSON.stringify(observables)}::jsonb)
    WITH ORDINALITY AS wanted(observable, place)`
  const holding = ownedBy(
    org,
    alerts,
    sql`${alerts.observables} @> jsonb_build_array(wanted.observable)`,
    sql`${alerts.caseUuid} IS NOT NULL`,
    ne(alerts.caseUuid, uuid),
  )
  const rows = await db
    .select({
      place: sql<number>`wanted.place::int`,
      cases: sql<string[]>`ARRAY(SELECT DISTINCT found.case_uuid
        FROM (SELECT ${alerts.caseUuid} FROM ${alerts} WHERE ${holding} LIMIT ${alertsPerObservable}) found)::text[]`,
    })
    .from(wanted)
  return rows.map(({ place, cases: held }) => ({ observable: observables[place - 1]!, cases: held }))
}

async function seenAmong(db: Database, org: Org, viewer: Viewer, uuids: readonly string[]) {
  if (uuids.length === 0) return new Map<string, Omit<SimilarCase, 'shared' | 'shares'>>()
  const rows = await db
    .select({
      uuid: cases.uuid,
      number: cases.number,
      title: cases.title,
      stage: cases.stage,
      severity: cases.severity,
      createdAt: cases.createdAt,
    })
    .from(cases)
    .where(ownedBy(org, cases, seenBy(viewer), isNull(cases.mergedInto), inArray(cases.uuid, [...uuids])))
  return new Map(rows.map(({ createdAt, ...row }) => [row.uuid, { ...row, opened_at: createdAt.toISOString() }]))
}
