import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { artefactLinks, artefacts } from '@carapace/shared/graph/artefacts/artefacts.table'
import { assessments } from '@carapace/shared/lifecycle/rating/assessments.table'
import { sightings } from '@carapace/shared/lifecycle/sightings/sightings.table'
import { maySeeProgram } from '@carapace/shared/graph/members/membership'
import { programMembers, programs } from '@carapace/shared/graph/programs/programs.table'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import type { Caller } from '../../core/http/caller.ts'
import type { Database } from '../../core/db.ts'
import { anyOf, nodeOf } from '../../graph/artefacts/artefacts.queries.ts'

/** Whether there is such an alert. */
export async function isAlert(db: Database, org: Org, uuid: string): Promise<boolean> {
  const rows = await db
    .select({ uuid: alerts.uuid })
    .from(alerts)
    .where(ownedBy(org, alerts, eq(alerts.uuid, uuid)))
  return rows.length > 0
}

/**
 * The scenarios that match an alert, from the programs that the caller sees, the highest risk first (rules SIGHTING-11,
 * MEMBER-1).
 */
export async function scenariosOf(db: Database, { org, user }: Caller, alertUuid: string, most: number) {
  const isMember = and(eq(programMembers.programUuid, programs.uuid), eq(programMembers.userUuid, user.uuid))
  const rows = await db
    .select({
      row: artefacts,
      program: programs.name,
      role: programMembers.role,
      assessment: {
        initial: assessments.initial,
        today: assessments.today,
        target: assessments.target,
        result: assessments.result,
      },
    })
    .from(sightings)
    .innerJoin(artefacts, eq(artefacts.uuid, sightings.threatUuid))
    .innerJoin(programs, eq(programs.uuid, artefacts.programUuid))
    .leftJoin(programMembers, isMember)
    .leftJoin(assessments, eq(assessments.threatUuid, artefacts.uuid))
    .where(
      ownedBy(
        org,
        sightings,
        eq(sightings.alertUuid, alertUuid),
        maySeeProgram({ role: user.role, programRole: null }) ? undefined : sql`${programMembers.role} IS NOT NULL`,
      ),
    )
    .orderBy(sql`${assessments.initial} DESC NULLS LAST`, desc(sightings.at), artefacts.number)
    .limit(most)
  return rows.filter(({ role }) => maySeeProgram({ role: user.role, programRole: role }))
}

export interface Hop {
  readonly kind: string
  readonly from: string
  readonly to: string
  readonly isSuspect: boolean
}

/** Current links of some kinds that begin or end at these artefacts. */
export async function hopsFrom(
  db: Database,
  org: Org,
  uuids: readonly string[],
  { onward = [], back = [] }: { onward?: readonly string[]; back?: readonly string[] },
): Promise<Hop[]> {
  if (uuids.length === 0) return []
  const { kind, fromUuid: from, toUuid: to, suspect, removedSeq } = artefactLinks
  const rows = await db
    .select({ kind, from, to, suspect })
    .from(artefactLinks)
    .where(
      ownedBy(
        org,
        artefactLinks,
        isNull(removedSeq),
        or(and(anyOf(from, uuids), inArray(kind, [...onward])), and(anyOf(to, uuids), inArray(kind, [...back]))),
      ),
    )
    .limit(5_000)
  return rows.map(({ suspect: why, ...row }) => ({ ...row, isSuspect: why !== null }))
}

/** The names of these artefacts, in any program. */
export async function nodesIn(db: Database, org: Org, uuids: readonly string[]): Promise<Map<string, Node>> {
  if (uuids.length === 0) return new Map()
  const { uuid, kind, number, title, status } = artefacts
  const rows = await db
    .select({ uuid, kind, number, title, status })
    .from(artefacts)
    .where(ownedBy(org, artefacts, anyOf(uuid, uuids)))
  return new Map(rows.map((row) => [row.uuid, nodeOf(row)]))
}
