import { and, asc, count, desc, eq, gte, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefactLinks, artefacts } from '@carapace/shared/graph/artefacts/artefacts.table'
import { assessments } from '@carapace/shared/lifecycle/rating/assessments.table'
import { sightings } from '@carapace/shared/lifecycle/sightings/sightings.table'
import type { Feasibility, ImpactLevel } from '@carapace/shared/lifecycle/methods/method'
import { projects } from '@carapace/shared/graph/programs/programs.table'
import { verdictsOf } from '@carapace/shared/lifecycle/compliance/verdicts'
import type { Database } from '../../core/db.ts'
import { anyOf, nodeOf, notRemoved } from '../../graph/artefacts/artefacts.queries.ts'
import { milestoneOf } from '../../graph/programs/projects.queries.ts'

const requirements = alias(artefacts, 'requirements')

/** The period in which sightings are counted, days (rule SUMMARY-11). */
export const sightingDays = 30
const lately = () => gte(sightings.at, sql`now() - make_interval(days => ${sightingDays})`)

/**
 * Threat scenarios by their position in the matrix: the number of scenarios with each impact, feasibilities and risks.
 */
export async function assessedCells(db: Database, org: Org, programUuid: string) {
  const feasibility = (scenario: string) =>
    sql<Feasibility | null>`${assessments.result}->'scenarios'->${sql.raw(`'${scenario}'`)}->>'feasibility'`
  return db
    .select({
      impact: sql<ImpactLevel | null>`${assessments.result}->>'overall'`,
      initialFeasibility: feasibility('initial'),
      targetFeasibility: feasibility('target'),
      initial: assessments.initial,
      today: assessments.today,
      target: assessments.target,
      scenarios: count(),
    })
    .from(assessments)
    .where(ownedBy(org, assessments, eq(assessments.programUuid, programUuid)))
    .groupBy(sql`1, 2, 3, 4, 5, 6`)
}

/** The number of artefacts of each kind and status. */
export async function kindCounts(db: Database, org: Org, programUuid: string) {
  return db
    .select({ kind: artefacts.kind, status: artefacts.status, artefacts: count() })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid)))
    .groupBy(artefacts.kind, artefacts.status)
}

/** The number of verified requirements, by their tests and by the requirements that refine them (rule SUMMARY-10). */
export async function verifiedRequirements(db: Database, org: Org, programUuid: string): Promise<number> {
  return (await verifiedIn(db, org, [programUuid])).get(programUuid) ?? 0
}

/** The same for some programs, by their uuids. */
export async function verifiedIn(
  db: Database,
  org: Org,
  programUuids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { fromUuid, toUuid, kind, programUuid: program } = artefactLinks
  const linked = (name: string) => ownedBy(org, artefactLinks, anyOf(program, programUuids), eq(kind, name), notRemoved)
  const ofKind = (row: typeof artefacts | typeof requirements, uuid: typeof fromUuid | typeof toUuid, name: string) =>
    and(eq(row.uuid, uuid), eq(row.kind, name))
  const [tested, refined] = await Promise.all([
    db
      .select({
        program,
        uuid: fromUuid,
        results: sql<(string | null)[]>`array_agg(DISTINCT ${artefacts.fields}->>'result')`,
      })
      .from(artefactLinks)
      .innerJoin(artefacts, ofKind(artefacts, toUuid, 'test-case'))
      .innerJoin(requirements, ofKind(requirements, fromUuid, 'requirement'))
      .where(linked('verified'))
      .groupBy(program, fromUuid),
    db
      .select({ program, uuid: fromUuid, parts: sql<string[]>`array_agg(${toUuid})` })
      .from(artefactLinks)
      .where(linked('refines'))
      .groupBy(program, fromUuid),
  ])
  const verdicts = verdictsOf(
    new Map(tested.map(({ uuid, results }) => [uuid, results])),
    new Map(refined.map(({ uuid, parts }) => [uuid, parts])),
  )
  const counts = new Map<string, number>()
  for (const [uuid, of] of new Map([...tested, ...refined].map((row) => [row.uuid, row.program])))
    if (verdicts.get(uuid) === 'verified') counts.set(of, (counts.get(of) ?? 0) + 1)
  return counts
}

/** Threat scenarios by treatment, and by whether an event detects them. */
export async function treatedScenarios(
  db: Database,
  org: Org,
  programUuid: string,
): Promise<{ treated: number; noticed: number }> {
  const noticing = sql`EXISTS (SELECT 1
    FROM ${artefactLinks}
    WHERE ${artefactLinks.fromUuid} = ${artefacts.uuid}
    AND ${artefactLinks.kind} = 'detected-by'
    AND ${notRemoved})`
  const [row] = await db
    .select({
      treated: sql<number>`count(*) FILTER (WHERE ${artefacts.fields}->>'treatment' IS NOT NULL)::int`,
      noticed: sql<number>`count(*) FILTER (WHERE ${noticing})::int`,
    })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), eq(artefacts.kind, 'threat-scenario')))
  return row!
}

/** Items of UN R155 Annex 5 with the number of threat scenarios that name them, and how many of these are treated. */
export async function annex5Items(db: Database, org: Org, programUuid: string) {
  const items = db
    .select({
      item: sql<string>`jsonb_array_elements_text(${artefacts.fields}->'annex5')`.as('item'),
      isTreated: sql<boolean>`(${artefacts.fields}->>'treatment') IS NOT NULL`.as('is_treated'),
    })
    .from(artefacts)
    .where(
      ownedBy(
        org,
        artefacts,
        eq(artefacts.programUuid, programUuid),
        eq(artefacts.kind, 'threat-scenario'),
        sql`jsonb_typeof(${artefacts.fields}->'annex5') = 'array'`,
      ),
    )
    .as('items')
  return db
    .select({
      item: items.item,
      scenarios: count(),
      treated: sql<number>`count(*) FILTER (WHERE ${items.isTreated})::int`,
    })
    .from(items)
    .groupBy(items.item)
    .orderBy(asc(items.item))
    .limit(500)
}

/** The work products of a program, by their numbers, with the amount of evidence of each (rule SUMMARY-9). */
export async function workProductRows(db: Database, org: Org, programUuid: string) {
  const linked = sql<number>`(SELECT count(*)::int
    FROM ${artefactLinks}
    WHERE ${artefactLinks.toUuid} = ${artefacts.uuid}
    AND ${artefactLinks.kind} = 'evidences'
    AND ${notRemoved})`
  const written = sql<number>`coalesce(jsonb_array_length(${artefacts.fields}->'evidence'), 0)`
  return db
    .select({
      uuid: artefacts.uuid,
      status: artefacts.status,
      code: sql<string>`coalesce(${artefacts.fields}->>'work_product', '')`,
      evidence: sql<number>`${linked} + ${written}`,
    })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), eq(artefacts.kind, 'work-product')))
    .orderBy(asc(artefacts.number))
    .limit(500)
}

/** The number of alerts in the period that match threat scenarios, and the number of these scenarios. */
export async function sightingTotals(
  db: Database,
  org: Org,
  programUuid: string,
): Promise<{ alerts: number; scenarios: number }> {
  const [row] = await db
    .select({
      alerts: sql<number>`count(DISTINCT ${sightings.alertUuid})::int`,
      scenarios: sql<number>`count(DISTINCT ${sightings.threatUuid})::int`,
    })
    .from(sightings)
    .where(ownedBy(org, sightings, eq(sightings.programUuid, programUuid), lately()))
  return row!
}

/** The scenarios with the most sightings, with counts by day: index 0 is the first day, the last is today (UTC). */
export async function mostSeen(db: Database, org: Org, programUuid: string, most: number) {
  const where = ownedBy(org, sightings, eq(sightings.programUuid, programUuid), lately())
  const rows = await db
    .select({
      row: {
        uuid: artefacts.uuid,
        kind: artefacts.kind,
        number: artefacts.number,
        title: artefacts.title,
        status: artefacts.status,
      },
      risk: assessments.today,
      alerts: count(),
      lastAt: sql<string>`max(${sightings.at})`,
    })
    .from(sightings)
    .innerJoin(artefacts, eq(artefacts.uuid, sightings.threatUuid))
    .leftJoin(assessments, eq(assessments.threatUuid, sightings.threatUuid))
    .where(where)
    .groupBy(artefacts.uuid, assessments.today)
    .orderBy(desc(count()), asc(artefacts.number))
    .limit(most)
  const back = sql<number>`((now() AT TIME ZONE 'UTC')::date - (${sightings.at} AT TIME ZONE 'UTC')::date)`
  const days =
    rows.length === 0
      ? []
      : await db
          .select({ threat: sightings.threatUuid, back, alerts: count() })
          .from(sightings)
          .where(
            and(
              where,
              anyOf(
                sightings.threatUuid,
                rows.map(({ row }) => row.uuid),
              ),
            ),
          )
          .groupBy(sightings.threatUuid, sql`2`)
  return rows.map(({ row, risk, alerts, lastAt }) => ({
    node: nodeOf(row),
    risk,
    alerts,
    last_at: new Date(lastAt).toISOString(),
    days: byDay(days.filter(({ threat }) => threat === row.uuid)),
  }))
}

function byDay(counted: readonly { back: number; alerts: number }[]): number[] {
  const days = Array.from({ length: sightingDays }, () => 0)
  // the period begins some hours before its first whole day: sightings of these hours count to the first day
  for (const { back, alerts } of counted)
    days[Math.max(0, Math.min(sightingDays - 1, sightingDays - 1 - back))]! += alerts
  return days
}

/** The earliest milestone of a program's projects (rule PROJECT-12). */
export async function nextMilestone(db: Database, org: Org, programUuid: string) {
  const [row] = await db
    .select()
    .from(projects)
    .where(ownedBy(org, projects, eq(projects.programUuid, programUuid), isNotNull(projects.milestoneOn)))
    .orderBy(asc(projects.milestoneOn), asc(projects.name), asc(projects.uuid))
    .limit(1)
  const milestone = row && milestoneOf(row)
  return milestone ? { ...milestone, project_uuid: row.uuid, project: row.name } : null
}
