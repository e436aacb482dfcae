import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefactLinks, artefacts, assessments, programGraphs } from '@carapace/shared/lifecycle/artefacts.table'
import { methodVersions, programs, projects } from '@carapace/shared/lifecycle/programs.table'
import type { Database } from '../../core/db.ts'
import { standing } from '../../graph/artefacts.queries.ts'

export async function programReported(db: Database, org: Org, programUuid: string) {
  const [row] = await db.select({ program: programs, method: methodVersions, seq: programGraphs.seq }).from(programs).leftJoin(methodVersions, eq(methodVersions.uuid, programs.methodUuid)).leftJoin(programGraphs, eq(programGraphs.programUuid, programs.uuid))
    .where(ownedBy(org, programs, eq(programs.uuid, programUuid)))
  return row
}

export async function projectNamed(db: Database, org: Org, programUuid: string, uuid: string): Promise<string | undefined> {
  const [row] = await db.select({ name: projects.name }).from(projects).where(ownedBy(org, projects, eq(projects.programUuid, programUuid), eq(projects.uuid, uuid)))
  return row?.name
}

/** What everything in a program is called. */
export async function headsReported(db: Database, org: Org, programUuid: string) {
  return db.select({ uuid: artefacts.uuid, kind: artefacts.kind, number: artefacts.number, title: artefacts.title, status: artefacts.status, projectUuid: artefacts.projectUuid }).from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid))).orderBy(asc(artefacts.kind), asc(artefacts.number))
}

export async function linksReported(db: Database, org: Org, programUuid: string) {
  return db.select({ kind: artefactLinks.kind, from: artefactLinks.fromUuid, to: artefactLinks.toUuid }).from(artefactLinks).where(ownedBy(org, artefactLinks, eq(artefactLinks.programUuid, programUuid), standing))
}

export async function suspectsReported(db: Database, org: Org, programUuid: string, limit: number) {
  return db.select({ from: artefactLinks.fromUuid, to: artefactLinks.toUuid, suspect: artefactLinks.suspect }).from(artefactLinks)
    .where(ownedBy(org, artefactLinks, eq(artefactLinks.programUuid, programUuid), standing, isNotNull(artefactLinks.suspect))).orderBy(asc(artefactLinks.suspectAt), asc(artefactLinks.uuid)).limit(limit)
}

/** A page of a kind's artefacts with all of their fields, and what is known of their risk. */
export async function artefactsReported(db: Database, org: Org, programUuid: string, kind: string, projectUuid: string | undefined, after: number, limit: number) {
  return db.select({ row: artefacts, result: assessments.result }).from(artefacts).leftJoin(assessments, and(eq(assessments.threatUuid, artefacts.uuid), eq(assessments.orgUuid, artefacts.orgUuid)))
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), eq(artefacts.kind, kind), gt(artefacts.number, after), projectUuid === undefined ? undefined : eq(artefacts.projectUuid, projectUuid))).orderBy(asc(artefacts.number)).limit(limit)
}
