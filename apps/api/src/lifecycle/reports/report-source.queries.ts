import { and, asc, count, desc, eq, gt, isNotNull, lte, max, sql } from 'drizzle-orm'
import { organisations, users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import {
  artefactLinks,
  artefacts,
  baselines,
  programGraphs,
  reviews,
} from '@carapace/shared/graph/artefacts/artefacts.table'
import { assessments } from '@carapace/shared/lifecycle/rating/assessments.table'
import { taraMethods } from '@carapace/shared/lifecycle/methods/tara-methods'
import { programMembers, programs, projects } from '@carapace/shared/graph/programs/programs.table'
import type { Database, Tx } from '../../core/db.ts'
import { notRemoved } from '../../graph/artefacts/artefacts.queries.ts'

export async function programReported(db: Database | Tx, org: Org, programUuid: string) {
  const [row] = await db
    .select({ program: programs, method: taraMethods, seq: programGraphs.seq })
    .from(programs)
    .leftJoin(taraMethods, eq(taraMethods.uuid, programs.methodUuid))
    .leftJoin(programGraphs, eq(programGraphs.programUuid, programs.uuid))
    .where(ownedBy(org, programs, eq(programs.uuid, programUuid)))
  return row
}

export async function projectReported(db: Database | Tx, org: Org, programUuid: string, uuid: string) {
  const [row] = await db
    .select({ name: projects.name, type: projects.type })
    .from(projects)
    .where(ownedBy(org, projects, eq(projects.programUuid, programUuid), eq(projects.uuid, uuid)))
  return row
}

export async function projectNamed(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  uuid: string,
): Promise<string | undefined> {
  return (await projectReported(db, org, programUuid, uuid))?.name
}

/** The names of everything in a program. */
export async function headsReported(db: Database | Tx, org: Org, programUuid: string) {
  return db
    .select({
      uuid: artefacts.uuid,
      kind: artefacts.kind,
      number: artefacts.number,
      title: artefacts.title,
      status: artefacts.status,
      projectUuid: artefacts.projectUuid,
    })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid)))
    .orderBy(asc(artefacts.kind), asc(artefacts.number))
}

export async function linksReported(db: Database | Tx, org: Org, programUuid: string) {
  return db
    .select({ kind: artefactLinks.kind, from: artefactLinks.fromUuid, to: artefactLinks.toUuid })
    .from(artefactLinks)
    .where(ownedBy(org, artefactLinks, eq(artefactLinks.programUuid, programUuid), notRemoved))
}

/**
 * The number of suspect links, and the first of them; for a project those that end there, as in the list of projects.
 */
export async function suspectsReported(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  projectUuid: string | undefined,
  limit: number,
) {
  const where = ownedBy(
    org,
    artefactLinks,
    eq(artefactLinks.programUuid, programUuid),
    notRemoved,
    isNotNull(artefactLinks.suspect),
    projectUuid === undefined ? undefined : eq(artefacts.projectUuid, projectUuid),
  )
  const ends = eq(artefacts.uuid, artefactLinks.toUuid)
  const [row] = await db.select({ total: count() }).from(artefactLinks).innerJoin(artefacts, ends).where(where)
  const first = await db
    .select({ from: artefactLinks.fromUuid, to: artefactLinks.toUuid, suspect: artefactLinks.suspect })
    .from(artefactLinks)
    .innerJoin(artefacts, ends)
    .where(where)
    .orderBy(asc(artefactLinks.suspectAt), asc(artefactLinks.uuid))
    .limit(limit)
  return { total: row!.total, first }
}

/** The CALs of a program's threat scenarios. */
export async function calsReported(db: Database | Tx, org: Org, programUuid: string) {
  return db
    .select({ uuid: assessments.threatUuid, cal: sql<number | null>`(${assessments.result}->>'cal')::int` })
    .from(assessments)
    .where(ownedBy(org, assessments, eq(assessments.programUuid, programUuid)))
}

/** A page of a kind's artefacts with all of their fields, and their risk. */
export async function artefactsReported(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  kind: string,
  projectUuid: string | undefined,
  after: number,
  limit: number,
) {
  return db
    .select({ row: artefacts, result: assessments.result })
    .from(artefacts)
    .leftJoin(assessments, and(eq(assessments.threatUuid, artefacts.uuid), eq(assessments.orgUuid, artefacts.orgUuid)))
    .where(
      ownedBy(
        org,
        artefacts,
        eq(artefacts.programUuid, programUuid),
        eq(artefacts.kind, kind),
        gt(artefacts.number, after),
        projectUuid === undefined ? undefined : eq(artefacts.projectUuid, projectUuid),
      ),
    )
    .orderBy(asc(artefacts.number))
    .limit(limit)
}

/** The names of a program's leads. */
export async function leadsReported(db: Database | Tx, org: Org, programUuid: string): Promise<string[]> {
  const rows = await db
    .select({ name: users.name })
    .from(programMembers)
    .innerJoin(users, eq(users.uuid, programMembers.userUuid))
    .where(ownedBy(org, programMembers, eq(programMembers.programUuid, programUuid), eq(programMembers.role, 'LEAD')))
    .orderBy(asc(users.name))
  return rows.map(({ name }) => name)
}

/** The users who approved artefacts of a program or project, how many and when last; the most active user first. */
export async function reviewersReported(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  projectUuid: string | undefined,
) {
  const name = sql<string>`coalesce(${users.name}, ${reviews.decidedByName}, 'Former member')`
  return db
    .select({ name, approved: count(), lastAt: max(reviews.decidedAt) })
    .from(reviews)
    .innerJoin(artefacts, eq(artefacts.uuid, reviews.artefactUuid))
    .leftJoin(users, eq(users.uuid, reviews.decidedByUuid))
    .where(
      ownedBy(
        org,
        reviews,
        eq(reviews.programUuid, programUuid),
        eq(reviews.decision, 'approved'),
        projectUuid === undefined ? undefined : eq(artefacts.projectUuid, projectUuid),
      ),
    )
    .groupBy(name)
    .orderBy(desc(count()), asc(name))
}

/** The latest baseline of a program. */
export async function baselineReported(db: Database | Tx, org: Org, programUuid: string, seq: number) {
  const [row] = await db
    .select({ name: baselines.name, seq: baselines.seq, madeAt: baselines.createdAt, madeBy: users.name })
    .from(baselines)
    .leftJoin(users, eq(users.uuid, baselines.createdByUuid))
    .where(ownedBy(org, baselines, eq(baselines.programUuid, programUuid), lte(baselines.seq, seq)))
    .orderBy(desc(baselines.seq), desc(baselines.createdAt))
    .limit(1)
  return row
}

/** The name of an organisation. Across organisations: it is the caller's own, named by its uuid. */
export async function organisationReported(db: Database | Tx, { uuid }: Org): Promise<string> {
  const [row] = await db.select({ name: organisations.name }).from(organisations).where(eq(organisations.uuid, uuid))
  return row!.name
}
