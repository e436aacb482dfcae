import { and, count, countDistinct, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '@carapace/shared/account/account.table'
import { artefactKinds } from '@carapace/shared/artefact-kinds'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import {
  artefactLinks,
  artefacts,
  artefactVersions,
  computedValues,
} from '@carapace/shared/graph/artefacts/artefacts.table'
import { type ProjectType, projectTypes } from '@carapace/shared/graph/programs/projects'
import { type ProjectOrder, projectOrders, type Way } from '@carapace/shared/graph/programs/list-orders'
import type { ProgramRole } from '@carapace/shared/graph/members/membership'
import { artefactStatuses } from '@carapace/shared/graph/artefacts/statuses'
import { type Phase, phases } from '@carapace/shared/graph/programs/phases'
import { programMembers, programs, projects } from '@carapace/shared/graph/programs/programs.table'
import type { Role } from '@carapace/shared/modules'
import type { Database, Tx } from '../../core/db.ts'
import { isWhole } from './access.queries.ts'
import { anyOf, notRemoved } from '../artefacts/artefacts.queries.ts'
import { byName, byPlace, inOrder } from './list-order.queries.ts'

interface Requester {
  readonly uuid: string
  readonly role: Role
}

export type ProjectRow = typeof projects.$inferSelect

/** A project with additional data: its program, its lead, and the requester's role in its program. */
export interface SeenProject {
  readonly row: ProjectRow
  readonly program: string
  readonly lead: { readonly uuid: string; readonly name: string } | null
  readonly myRole: ProgramRole | null
}

/** The requester's own membership. */
const mine = alias(programMembers, 'mine')
const lead = alias(users, 'lead')

const placeOf = (requester: Requester) =>
  and(eq(mine.programUuid, projects.programUuid), eq(mine.userUuid, requester.uuid))
const isSeenBy = (requester: Requester) => (requester.role === 'ADMIN' ? isWhole : and(isWhole, isNotNull(mine.role)))

function selectSeen(db: Database | Tx, requester: Requester, where: SQL) {
  return db
    .select({ row: projects, program: programs.name, lead: { uuid: lead.uuid, name: lead.name }, myRole: mine.role })
    .from(projects)
    .innerJoin(programs, eq(programs.uuid, projects.programUuid))
    .leftJoin(mine, placeOf(requester))
    .leftJoin(lead, eq(lead.uuid, projects.leadUuid))
    .where(where)
}

/** A query of projects to which more tables can be joined. */
function seenQuery(db: Database, requester: Requester, where: SQL) {
  return selectSeen(db, requester, where).$dynamic()
}

export interface ProjectsQuery {
  readonly program_uuid?: string | undefined
  readonly q?: string | undefined
  readonly phase?: Phase | undefined
  readonly type?: ProjectType | undefined
  readonly sort: ProjectOrder
  readonly order?: Way | undefined
}

interface Page {
  readonly perPage: number
  readonly page: number
}

type Figure = 'scenarios' | 'suspect' | 'risk'

const ordering: Readonly<Record<Exclude<ProjectOrder, Figure>, SQL>> = {
  name: byName(projects.name),
  program: byName(programs.name),
  type: byPlace(projects.type, projectTypes),
  phase: byPlace(projects.currentPhase, phases),
  status: byPlace(sql`${projects.phaseStatuses}->>${projects.currentPhase}`, artefactStatuses),
  lead: byName(lead.name),
  changed: sql`${projects.updatedAt}`,
}

/** A page of the projects that the requester sees (rules MEMBER-1, PROJECT-1, PROJECT-13). */
export async function projectsPage(
  db: Database,
  org: Org,
  requester: Requester,
  { perPage, page, sort, order = projectOrders[sort], ...filter }: ProjectsQuery & Page,
): Promise<SeenProject[]> {
  const { query, by } = orderedBy(
    db,
    org,
    seenQuery(db, requester, ownedBy(org, projects, matchesFilter(requester, filter))),
    sort,
  )
  return query
    .orderBy(...inOrder(by, order, projects.uuid))
    .limit(perPage)
    .offset((page - 1) * perPage)
}

/** Figures are joined only if the list is ordered by them: each figure takes one pass over all projects. */
function orderedBy(
  db: Database,
  org: Org,
  seen: ReturnType<typeof seenQuery>,
  sort: ProjectOrder,
): { query: ReturnType<typeof seenQuery>; by: SQL } {
  if (sort === 'suspect') {
    const suspects = suspectsIn(db, org).as('suspects')
    return { query: seen.leftJoin(suspects, eq(suspects.uuid, projects.uuid)), by: sql`coalesce(${suspects.links}, 0)` }
  }
  if (sort === 'scenarios' || sort === 'risk') {
    const rated = scenariosIn(db, org).as('rated')
    return {
      query: seen.leftJoin(rated, eq(rated.uuid, projects.uuid)),
      by: sort === 'risk' ? sql`${rated.risk}` : sql`coalesce(${rated.scenarios}, 0)`,
    }
  }
  return { query: seen, by: ordering[sort] }
}

/** The number of projects that pass the filter. */
export async function projectsPassing(
  db: Database,
  org: Org,
  requester: Requester,
  filter: Omit<ProjectsQuery, 'sort' | 'order'>,
): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(projects)
    .innerJoin(programs, eq(programs.uuid, projects.programUuid))
    .leftJoin(mine, placeOf(requester))
    .where(ownedBy(org, projects, matchesFilter(requester, filter)))
  return counted!.total
}

function matchesFilter(
  requester: Requester,
  { program_uuid: programUuid, q, phase, type }: Omit<ProjectsQuery, 'sort' | 'order'>,
): SQL | undefined {
  const words = q ? or(contains(projects.name, q), contains(projects.description, q)) : undefined
  return and(
    isSeenBy(requester),
    programUuid === undefined ? undefined : eq(projects.programUuid, programUuid),
    phase && eq(projects.currentPhase, phase),
    type && eq(projects.type, type),
    words,
  )
}

function contains(column: typeof projects.name | typeof projects.description, words: string): SQL {
  return sql`strpos(lower(${column}), lower(${words}::text)) > 0`
}

export async function projectSeenBy(
  db: Database | Tx,
  org: Org,
  requester: Requester,
  uuid: string,
): Promise<SeenProject | undefined> {
  return (await selectSeen(db, requester, ownedBy(org, projects, isSeenBy(requester), eq(projects.uuid, uuid))))[0]
}

/** The next milestone of a project, in its wire form. */
export function milestoneOf({
  milestone,
  milestoneOn,
}: Pick<ProjectRow, 'milestone' | 'milestoneOn'>): { name: string; on: string } | null {
  return milestone === null || milestoneOn === null ? null : { name: milestone, on: milestoneOn }
}

export interface ProjectFigures {
  readonly scenarios: number
  readonly suspect: number
  readonly risk: number | null
}

/**
 * The figures of projects, by their uuids: scenarios, suspect links that end there, the highest remaining risk today.
 */
export async function figuresOf(
  db: Database | Tx,
  org: Org,
  rows: readonly ProjectRow[],
): Promise<Map<string, ProjectFigures>> {
  if (rows.length === 0) return new Map()
  const programUuids = [...new Set(rows.map(({ programUuid }) => programUuid))]
  const within = and(
    inArray(
      artefacts.projectUuid,
      rows.map(({ uuid }) => uuid),
    ),
    inArray(artefacts.programUuid, programUuids),
  )
  const rated = await scenariosIn(db, org, within)
  const suspect = await suspectsIn(db, org, and(within, inArray(artefactLinks.programUuid, programUuids)))
  const links = new Map(suspect.map(({ uuid, links }) => [uuid, links]))
  const scenarios = new Map(rated.map((each) => [each.uuid, each]))
  return new Map(
    rows.map(({ uuid }) => [
      uuid,
      {
        scenarios: scenarios.get(uuid)?.scenarios ?? 0,
        risk: scenarios.get(uuid)?.risk ?? null,
        suspect: links.get(uuid) ?? 0,
      },
    ]),
  )
}

/** The kinds that project lists count as risks, and the figure of a computed value that is the risk's level. */
const riskKinds = artefactKinds.filter(({ isRisk }) => isRisk).map(({ kind }) => kind)
const risk = sql<number | null>`max((${computedValues.figures}->>'risk')::int)`

/** The number of risks by project, and the highest remaining risk today. */
function scenariosIn(db: Database | Tx, org: Org, within?: SQL) {
  return db
    .select({
      uuid: artefacts.projectUuid,
      scenarios: countDistinct(artefacts.uuid).as('scenarios'),
      risk: risk.as('risk'),
    })
    .from(artefacts)
    .leftJoin(computedValues, eq(computedValues.artefactUuid, artefacts.uuid))
    .where(ownedBy(org, artefacts, within, isNotNull(artefacts.projectUuid), inArray(artefacts.kind, riskKinds)))
    .groupBy(artefacts.projectUuid)
}

/** Suspect links by the project of their target. */
function suspectsIn(db: Database | Tx, org: Org, within?: SQL) {
  return db
    .select({ uuid: artefacts.projectUuid, links: count().as('links') })
    .from(artefactLinks)
    .innerJoin(artefacts, eq(artefacts.uuid, artefactLinks.toUuid))
    .where(
      ownedBy(
        org,
        artefactLinks,
        within,
        isNotNull(artefacts.projectUuid),
        notRemoved,
        isNotNull(artefactLinks.suspect),
      ),
    )
    .groupBy(artefacts.projectUuid)
}

export async function countProjects(tx: Tx, org: Org, programUuid: string): Promise<number> {
  const [row] = await tx
    .select({ projects: count() })
    .from(projects)
    .where(ownedBy(org, projects, eq(projects.programUuid, programUuid)))
  return row!.projects
}

export async function insertProject(
  tx: Tx,
  org: Org,
  fields: Omit<typeof projects.$inferInsert, 'orgUuid'>,
): Promise<string> {
  const [row] = await tx
    .insert(projects)
    .values({ ...fields, orgUuid: org.uuid })
    .returning({ uuid: projects.uuid })
  return row!.uuid
}

/** Writes a project of a locked program, and increments its revision. */
export async function saveProjectFields(tx: Tx, org: Org, uuid: string, set: Partial<ProjectRow>): Promise<void> {
  await tx
    .update(projects)
    .set({ ...set, updatedAt: sql`now()`, revision: sql`${projects.revision} + 1` })
    .where(ownedBy(org, projects, eq(projects.uuid, uuid)))
}

export async function projectRow(tx: Tx, org: Org, programUuid: string, uuid: string): Promise<ProjectRow | undefined> {
  const [row] = await tx
    .select()
    .from(projects)
    .where(ownedBy(org, projects, eq(projects.programUuid, programUuid), eq(projects.uuid, uuid)))
  return row
}

export async function removeProject(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(projects).where(ownedBy(org, projects, eq(projects.uuid, uuid)))
}

/** The artefacts of a project, in the form that removes them. */
export async function artefactsIn(tx: Tx, org: Org, programUuid: string, projectUuid: string) {
  return tx
    .select({ uuid: artefacts.uuid, revision: artefacts.revision })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), eq(artefacts.projectUuid, projectUuid)))
}

/**
 * Moves all artefacts out of a project at the next graph version, each with a new revision; returns how many. Their
 * meaning does not change.
 */
export async function emptyProject(
  tx: Tx,
  org: Org,
  at: { programUuid: string; projectUuid: string; seq: number },
  byUuid: string,
): Promise<number> {
  const moved = await tx
    .update(artefacts)
    .set({
      projectUuid: null,
      seq: at.seq,
      revision: sql`${artefacts.revision} + 1`,
      updatedByUuid: byUuid,
      updatedAt: sql`now()`,
    })
    .where(
      ownedBy(org, artefacts, eq(artefacts.programUuid, at.programUuid), eq(artefacts.projectUuid, at.projectUuid)),
    )
    .returning({ uuid: artefacts.uuid })
  await tx.execute(sql`
    INSERT INTO ${artefactVersions}
      (artefact_uuid, revision, org_uuid, program_uuid, seq, action, kind, number, title, status, fields, by_uuid)
    SELECT uuid, revision, org_uuid, program_uuid, seq, 'changed', kind, number, title, status, fields, updated_by_uuid
    FROM ${artefacts}
    WHERE ${ownedBy(
      org,
      artefacts,
      eq(artefacts.programUuid, at.programUuid),
      eq(artefacts.seq, at.seq),
      anyOf(
        artefacts.uuid,
        moved.map(({ uuid }) => uuid),
      ),
    )}`)
  return moved.length
}

/** Whether a user is an active member of a program. */
export async function isMember(tx: Tx, org: Org, programUuid: string, userUuid: string): Promise<boolean> {
  const rows = await tx
    .select({ uuid: users.uuid })
    .from(programMembers)
    .innerJoin(users, eq(users.uuid, programMembers.userUuid))
    .where(
      ownedBy(
        org,
        programMembers,
        eq(programMembers.programUuid, programUuid),
        eq(programMembers.userUuid, userUuid),
        eq(users.active, true),
      ),
    )
  return rows.length > 0
}
