import { asc, count, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefactLinks, artefacts } from '@carapace/shared/graph/artefacts/artefacts.table'
import { assessments } from '@carapace/shared/lifecycle/rating/assessments.table'
import { sightings } from '@carapace/shared/lifecycle/sightings/sightings.table'
import type { Database, Tx } from '../../core/db.ts'
import { anyOf, type ArtefactRow, notRemoved } from '../../graph/artefacts/artefacts.queries.ts'
import type { Written } from '../../graph/artefacts/writes.ts'

export type AssessmentRow = typeof assessments.$inferSelect
export type RatedArtefact = Pick<ArtefactRow, 'uuid' | 'kind' | 'fields'>

/** Kinds of links whose source affects the rating of the target: damages, controls and assumptions. */
const bearing = ['leads-to', 'stands-in', 'assumed'] as const

function endsOfLinks(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  kinds: readonly string[],
  side: PgColumn,
  uuids: readonly string[],
) {
  return db
    .select({ kind: artefactLinks.kind, from: artefactLinks.fromUuid, to: artefactLinks.toUuid })
    .from(artefactLinks)
    .where(
      ownedBy(
        org,
        artefactLinks,
        eq(artefactLinks.programUuid, programUuid),
        notRemoved,
        inArray(artefactLinks.kind, [...kinds]),
        anyOf(side, uuids),
      ),
    )
}

/**
 * The threat scenarios whose rating depends on a write: touched scenarios, scenarios with changed damages, controls and
 * assumptions, and scenarios of trees that were touched or use these (rule RISK-6). An artefact that only got or lost a
 * link affects only the other end of the link, which was touched too.
 */
export async function threatsReached(tx: Tx, org: Org, { programUuid, seq, touched }: Written): Promise<string[]> {
  const changed = await tx
    .select({ uuid: artefacts.uuid })
    .from(artefacts)
    .where(
      ownedBy(
        org,
        artefacts,
        eq(artefacts.programUuid, programUuid),
        eq(artefacts.seq, seq),
        anyOf(artefacts.uuid, [...touched]),
      ),
    )
  const borne = await endsOfLinks(
    tx,
    org,
    programUuid,
    bearing,
    artefactLinks.fromUuid,
    changed.map(({ uuid }) => uuid),
  )
  const near = [...new Set([...touched, ...borne.map(({ to }) => to)])]
  const refined = await endsOfLinks(tx, org, programUuid, ['refined-in'], artefactLinks.toUuid, near)
  const rows = await tx
    .select({ uuid: artefacts.uuid })
    .from(artefacts)
    .where(
      ownedBy(
        org,
        artefacts,
        eq(artefacts.programUuid, programUuid),
        eq(artefacts.kind, 'threat-scenario'),
        anyOf(artefacts.uuid, [...near, ...refined.map(({ from }) => from)]),
      ),
    )
    .orderBy(asc(artefacts.number))
  return rows.map(({ uuid }) => uuid)
}

/** All threat scenarios of a program, in the order of their numbers. */
export async function threatsOf(db: Database | Tx, org: Org, programUuid: string): Promise<string[]> {
  const rows = await db
    .select({ uuid: artefacts.uuid })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), eq(artefacts.kind, 'threat-scenario')))
    .orderBy(asc(artefacts.number))
  return rows.map(({ uuid }) => uuid)
}

/** The links that affect threat scenarios directly: from damages, from controls, and from their trees. */
export async function linksOfThreats(db: Database | Tx, org: Org, programUuid: string, threats: readonly string[]) {
  const borne = await endsOfLinks(db, org, programUuid, ['leads-to', 'stands-in'], artefactLinks.toUuid, threats)
  return { borne, refined: await endsOfLinks(db, org, programUuid, ['refined-in'], artefactLinks.fromUuid, threats) }
}

/** The fields of artefacts of a program, by uuid. */
export async function fieldsOf(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  uuids: readonly string[],
): Promise<Map<string, RatedArtefact>> {
  if (uuids.length === 0) return new Map()
  const rows = await db
    .select({ uuid: artefacts.uuid, kind: artefacts.kind, fields: artefacts.fields })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), anyOf(artefacts.uuid, uuids)))
  return new Map(rows.map((row) => [row.uuid, row]))
}

export async function storedAssessments(
  db: Database | Tx,
  org: Org,
  threats: readonly string[],
): Promise<Map<string, AssessmentRow>> {
  const rows = await db
    .select()
    .from(assessments)
    .where(ownedBy(org, assessments, anyOf(assessments.threatUuid, threats)))
  return new Map(rows.map((row) => [row.threatUuid, row]))
}

interface AssessmentsQuery {
  readonly programUuid: string
  /** Limits the result to these threat scenarios. */
  readonly uuids?: readonly string[] | undefined
  readonly after?: string | undefined
  readonly limit: number
}

/** A page of the assessments of a program's threat scenarios, by their uuids. */
export async function assessmentsPage(
  db: Database,
  org: Org,
  { programUuid, uuids, after, limit }: AssessmentsQuery,
): Promise<AssessmentRow[]> {
  const { threatUuid } = assessments
  return db
    .select()
    .from(assessments)
    .where(
      ownedBy(
        org,
        assessments,
        eq(assessments.programUuid, programUuid),
        uuids && anyOf(threatUuid, uuids),
        after === undefined ? undefined : gt(threatUuid, after),
      ),
    )
    .orderBy(asc(threatUuid))
    .limit(limit)
}

/** The number of alerts of the last 30 days that match each threat scenario. */
export async function sightingsByThreat(
  db: Database,
  org: Org,
  programUuid: string,
  threats: readonly string[],
): Promise<Map<string, number>> {
  if (threats.length === 0) return new Map()
  const rows = await db
    .select({ threat: sightings.threatUuid, alerts: count() })
    .from(sightings)
    .where(
      ownedBy(
        org,
        sightings,
        eq(sightings.programUuid, programUuid),
        gte(sightings.at, sql`now() - interval '30 days'`),
        anyOf(sightings.threatUuid, threats),
      ),
    )
    .groupBy(sightings.threatUuid)
  return new Map(rows.map(({ threat, alerts }) => [threat, alerts]))
}
