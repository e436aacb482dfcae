import { and, asc, count, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefactLinks, artefacts, artefactVersions, assessments } from '@carapace/shared/lifecycle/artefacts.table'
import type { ProgramRole } from '@carapace/shared/lifecycle/membership'
import type { Phase } from '@carapace/shared/lifecycle/phases'
import type { ProjectType } from '@carapace/shared/lifecycle/program-choices'
import { programMembers, programs, projects } from '@carapace/shared/lifecycle/programs.table'
import type { Role } from '@carapace/shared/modules'
import type { Database, Tx } from '../core/db.ts'
import { isWhole } from '../graph/access.queries.ts'
import { anyOf, standing } from '../graph/artefacts.queries.ts'

interface Asker {
  readonly uuid: string
  readonly role: Role
}

export type ProjectRow = typeof projects.$inferSelect

/** A project with what is told beside it: its program, its lead, and what the asker is in its program. */
export interface SeenProject {
  readonly row: ProjectRow
  readonly program: string
  readonly lead: { readonly uuid: string; readonly name: string } | null
  readonly myRole: ProgramRole | null
}

/** The asker's own place. */
const mine = alias(programMembers, 'mine')
const lead = alias(users, 'lead')

const placeOf = (asker: Asker) => and(eq(mine.programUuid, projects.programUuid), eq(mine.userUuid, asker.uuid))
const isSeenBy = (asker: Asker) => (asker.role === 'ADMIN' ? isWhole : and(isWhole, isNotNull(mine.role)))

function selectSeen(db: Database | Tx, asker: Asker, where: SQL) {
  return db
    .select({ row: projects, program: programs.name, lead: { uuid: lead.uuid, name: lead.name }, myRole: mine.role }).from(projects)
    .innerJoin(programs, eq(programs.uuid, projects.programUuid)).leftJoin(mine, placeOf(asker)).leftJoin(lead, eq(lead.uuid, projects.leadUuid)).where(where)
}

interface Asked {
  readonly perPage: number
  readonly page: number
  readonly program_uuid?: string | undefined
  readonly q?: string | undefined
  readonly phase?: Phase | undefined
  readonly type?: ProjectType | undefined
}

/** A page of the projects that the asker sees, the latest changed first (rules M1, PJ1). */
export async function projectsPage(db: Database, org: Org, asker: Asker, { perPage, page, program_uuid: programUuid, q, phase, type }: Asked): Promise<{ rows: SeenProject[]; total: number }> {
  const words = q ? or(contains(projects.name, q), contains(projects.description, q)) : undefined
  const where = ownedBy(org, projects, isSeenBy(asker), programUuid === undefined ? undefined : eq(projects.programUuid, programUuid), phase && eq(projects.currentPhase, phase), type && eq(projects.type, type), words)
  const rows = await selectSeen(db, asker, where).orderBy(desc(projects.updatedAt), asc(projects.uuid)).limit(perPage).offset((page - 1) * perPage)
  const [counted] = await db.select({ total: count() }).from(projects).innerJoin(programs, eq(programs.uuid, projects.programUuid)).leftJoin(mine, placeOf(asker)).where(where)
  return { rows, total: counted!.total }
}

function contains(column: typeof projects.name | typeof projects.description, words: string): SQL {
  return sql`strpos(lower(${column}), lower(${words}::text)) > 0`
}

export async function projectSeenBy(db: Database | Tx, org: Org, asker: Asker, uuid: string): Promise<SeenProject | undefined> {
  return (await selectSeen(db, asker, ownedBy(org, projects, isSeenBy(asker), eq(projects.uuid, uuid))))[0]
}

/** What a project has to reach next, as the wire has it. */
export function milestoneOf({ milestone, milestoneOn }: Pick<ProjectRow, 'milestone' | 'milestoneOn'>): { name: string; on: string } | null {
  return milestone === null || milestoneOn === null ? null : { name: milestone, on: milestoneOn }
}

export interface ProjectFigures {
  readonly scenarios: number
  readonly suspect: number
  readonly risk: number | null
}

/** What is in projects, by their uuids: scenarios, suspect links that end there, the highest risk that is left today. */
export async function figuresOf(db: Database | Tx, org: Org, rows: readonly ProjectRow[]): Promise<Map<string, ProjectFigures>> {
  if (rows.length === 0) return new Map()
  const programUuids = [...new Set(rows.map(({ programUuid }) => programUuid))]
  const within = and(inArray(artefacts.projectUuid, rows.map(({ uuid }) => uuid)), inArray(artefacts.programUuid, programUuids))
  const rated = await db
    .select({ uuid: artefacts.projectUuid, scenarios: count(), risk: sql<number | null>`max(${assessments.today})` }).from(artefacts).leftJoin(assessments, eq(assessments.threatUuid, artefacts.uuid))
    .where(ownedBy(org, artefacts, within, eq(artefacts.kind, 'threat-scenario'))).groupBy(artefacts.projectUuid)
  const suspect = await db
    .select({ uuid: artefacts.projectUuid, links: count() }).from(artefactLinks).innerJoin(artefacts, eq(artefacts.uuid, artefactLinks.toUuid))
    .where(ownedBy(org, artefactLinks, within, inArray(artefactLinks.programUuid, programUuids), standing, isNotNull(artefactLinks.suspect))).groupBy(artefacts.projectUuid)
  const links = new Map(suspect.map(({ uuid, links }) => [uuid, links]))
  const scenarios = new Map(rated.map((each) => [each.uuid, each]))
  return new Map(rows.map(({ uuid }) => [uuid, { scenarios: scenarios.get(uuid)?.scenarios ?? 0, risk: scenarios.get(uuid)?.risk ?? null, suspect: links.get(uuid) ?? 0 }]))
}

export async function countProjects(tx: Tx, org: Org, programUuid: string): Promise<number> {
  const [row] = await tx.select({ projects: count() }).from(projects).where(ownedBy(org, projects, eq(projects.programUuid, programUuid)))
  return row!.projects
}

export async function insertProject(tx: Tx, org: Org, fields: Omit<typeof projects.$inferInsert, 'orgUuid'>): Promise<string> {
  const [row] = await tx.insert(projects).values({ ...fields, orgUuid: org.uuid }).returning({ uuid: projects.uuid })
  return row!.uuid
}

/** Writes a project of a locked program, and counts its revision on. */
export async function saveProjectFields(tx: Tx, org: Org, uuid: string, set: Partial<ProjectRow>): Promise<void> {
  await tx.update(projects).set({ ...set, updatedAt: sql`now()`, revision: sql`${projects.revision} + 1` }).where(ownedBy(org, projects, eq(projects.uuid, uuid)))
}

export async function projectRow(tx: Tx, org: Org, programUuid: string, uuid: string): Promise<ProjectRow | undefined> {
  const [row] = await tx.select().from(projects).where(ownedBy(org, projects, eq(projects.programUuid, programUuid), eq(projects.uuid, uuid)))
  return row
}

export async function removeProject(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(projects).where(ownedBy(org, projects, eq(projects.uuid, uuid)))
}

/** What is in a project, as its removal must name it. */
export async function artefactsIn(tx: Tx, org: Org, programUuid: string, projectUuid: string) {
  return tx.select({ uuid: artefacts.uuid, revision: artefacts.revision }).from(artefacts).where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), eq(artefacts.projectUuid, projectUuid)))
}

/** Takes everything out of a project at the graph's next moment, each artefact as a state of its own; answers how many. Nothing of their meaning changes. */
export async function emptyProject(tx: Tx, org: Org, at: { programUuid: string; projectUuid: string; seq: number }, byUuid: string): Promise<number> {
  const moved = await tx.update(artefacts).set({ projectUuid: null, seq: at.seq, revision: sql`${artefacts.revision} + 1`, updatedByUuid: byUuid, updatedAt: sql`now()` })
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, at.programUuid), eq(artefacts.projectUuid, at.projectUuid))).returning({ uuid: artefacts.uuid })
  await tx.execute(sql`
    INSERT INTO ${artefactVersions} (artefact_uuid, revision, org_uuid, program_uuid, seq, deed, kind, number, title, status, fields, by_uuid)
    SELECT uuid, revision, org_uuid, program_uuid, seq, 'changed', kind, number, title, status, fields, updated_by_uuid FROM ${artefacts}
    WHERE ${ownedBy(org, artefacts, eq(artefacts.programUuid, at.programUuid), eq(artefacts.seq, at.seq), anyOf(artefacts.uuid, moved.map(({ uuid }) => uuid)))}`)
  return moved.length
}

/** Whether somebody is an active member of a program. */
export async function isMember(tx: Tx, org: Org, programUuid: string, userUuid: string): Promise<boolean> {
  const rows = await tx.select({ uuid: users.uuid }).from(programMembers).innerJoin(users, eq(users.uuid, programMembers.userUuid))
    .where(ownedBy(org, programMembers, eq(programMembers.programUuid, programUuid), eq(programMembers.userUuid, userUuid), eq(users.active, true)))
  return rows.length > 0
}
