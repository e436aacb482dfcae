import { and, eq, gt, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefacts } from '@carapace/shared/graph/artefacts/artefacts.table'
import { assessments } from '@carapace/shared/lifecycle/rating/assessments.table'
import type { Feasibility, ImpactLevel } from '@carapace/shared/lifecycle/methods/method'
import { type Evidence, fieldDays } from '@carapace/shared/lifecycle/sightings/contradiction'
import { sightings } from '@carapace/shared/lifecycle/sightings/sightings.table'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import type { Database } from '../../core/db.ts'
import { anyOf } from '../../graph/artefacts/artefacts.queries.ts'

/** The evidence of the field for a scenario, with its rating of today. */
export interface FieldEvidence extends Evidence {
  readonly threatUuid: string
  readonly impact: ImpactLevel | null
  readonly feasibility: Feasibility | null
}

/**
 * The sightings of a program's scenarios since a user last answered what they propose (rules SIGHTING-8, SIGHTING-10).
 * A scenario without any is left out.
 *
 * @param threats limits the result to these; undefined: all of the program
 */
export async function evidenceByThreat(
  db: Database,
  org: Org,
  programUuid: string,
  threats: readonly string[] | undefined,
): Promise<FieldEvidence[]> {
  const after = sql`coalesce((${artefacts.fields} -> 'field_answer' ->> 'at')::timestamptz, '-infinity')`
  const closed = (resolution: string) =>
    sql`(${alerts.resolution} = ${resolution} AND coalesce(${alerts.closedAt}, ${sightings.at}) > ${after})`
  const [isConfirmed, isBlocked] = [closed('TRUE_POSITIVE_WITH_IMPACT'), closed('TRUE_POSITIVE_WITHOUT_IMPACT')]
  const counts = sql`(${sightings.at} > ${after} OR ${isConfirmed} OR ${isBlocked})`
  const isNoBlock = sql`${alerts.resolution} IS DISTINCT FROM 'TRUE_POSITIVE_WITHOUT_IMPACT'`
  const impact = sql<ImpactLevel | null>`${assessments.result} ->> 'overall'`
  const feasibility = sql<Feasibility | null>`${assessments.result} #>> '{scenarios,today,feasibility}'`
  return db
    .select({
      threatUuid: sightings.threatUuid,
      impact,
      feasibility,
      alerts: sql<number>`count(*) FILTER (WHERE ${counts})::int`,
      vehicles: sql<number>`(count(DISTINCT ${sightings.vehicleUuid}) FILTER (WHERE ${counts} AND ${isNoBlock}))::int`,
      confirmed: sql<number>`count(*) FILTER (WHERE ${isConfirmed})::int`,
      blocked: sql<number>`count(*) FILTER (WHERE ${isBlocked})::int`,
    })
    .from(sightings)
    .innerJoin(alerts, eq(alerts.uuid, sightings.alertUuid))
    .innerJoin(artefacts, eq(artefacts.uuid, sightings.threatUuid))
    .leftJoin(
      assessments,
      and(eq(assessments.threatUuid, sightings.threatUuid), eq(assessments.orgUuid, sightings.orgUuid)),
    )
    .where(
      ownedBy(
        org,
        sightings,
        eq(sightings.programUuid, programUuid),
        gt(sightings.at, sql`now() - make_interval(days => ${fieldDays})`),
        threats && anyOf(sightings.threatUuid, threats),
      ),
    )
    .groupBy(sightings.threatUuid, impact, feasibility)
}
