import { and, asc, count, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { programGraphs } from '@carapace/shared/graph/artefacts/artefacts.table'
import { type ProgramOrder, programOrders, type Way } from '@carapace/shared/graph/programs/list-orders'
import { type ProgramRole, programRoles } from '@carapace/shared/graph/members/membership'
import { artefactStatuses } from '@carapace/shared/graph/artefacts/statuses'
import { type Phase, phases } from '@carapace/shared/graph/programs/phases'
import { mostMembers } from '@carapace/shared/graph/programs/programs'
import { programMembers, programs } from '@carapace/shared/graph/programs/programs.table'
import type { Role } from '@carapace/shared/modules'
import type { Database, Tx } from '../../core/db.ts'
import { isWhole } from './access.queries.ts'
import { anyOf } from '../artefacts/artefacts.queries.ts'
import { byName, byPlace, inOrder } from './list-order.queries.ts'

/** The user who requests the list. */
interface Requester {
  readonly uuid: string
  readonly role: Role
}

export type ProgramRow = typeof programs.$inferSelect

/** A program with additional data: its number of members, and the requester's role in it. */
export interface SeenProgram {
  readonly row: ProgramRow
  readonly members: number
  readonly myRole: ProgramRole | null
}

/** The requester's own membership. */
const mine = alias(programMembers, 'mine')

const activeMembers = sql<number>`(SELECT count(*)::int
  FROM ${programMembers}
  JOIN ${users} ON ${users.uuid} = ${programMembers.userUuid}
  WHERE ${programMembers.programUuid} = ${programs.uuid}
  AND ${users.active})`

const placeOf = (requester: Requester) => and(eq(mine.programUuid, programs.uuid), eq(mine.userUuid, requester.uuid))
const isSeenBy = (requester: Requester) => (requester.role === 'ADMIN' ? isWhole : and(isWhole, isNotNull(mine.role)))

function selectSeen(db: Database | Tx, requester: Requester, where: SQL) {
  return db
    .select({ row: programs, members: activeMembers, myRole: mine.role })
    .from(programs)
    .leftJoin(mine, placeOf(requester))
    .where(where)
}

export interface ProgramsQuery {
  readonly q?: string | undefined
  readonly phase?: Phase | undefined
  readonly sort: ProgramOrder
  readonly order?: Way | undefined
}

interface Page {
  readonly perPage: number
  readonly page: number
}

const ordering: Readonly<Record<ProgramOrder, SQL>> = {
  name: byName(programs.name),
  status: byPlace(programs.status, artefactStatuses),
  phase: byPlace(programs.currentPhase, phases),
  role: byPlace(mine.role, programRoles),
  members: activeMembers,
  changed: sql`${programs.updatedAt}`,
  begun: sql`${programs.createdAt}`,
}

/** A page of the programs that the requester sees (rules MEMBER-1, PROGRAM-2, PROGRAM-10). */
export async function programsPage(
  db: Database,
  org: Org,
  requester: Requester,
  { perPage, page, sort, order = programOrders[sort], ...filter }: ProgramsQuery & Page,
): Promise<SeenProgram[]> {
  return selectSeen(db, requester, ownedBy(org, programs, matchesFilter(requester, filter)))
    .orderBy(...inOrder(ordering[sort], order, programs.uuid))
    .limit(perPage)
    .offset((page - 1) * perPage)
}

/** The number of programs that pass the filter. */
export async function programsPassing(
  db: Database,
  org: Org,
  requester: Requester,
  filter: Pick<ProgramsQuery, 'q' | 'phase'>,
): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(programs)
    .leftJoin(mine, placeOf(requester))
    .where(ownedBy(org, programs, matchesFilter(requester, filter)))
  return counted!.total
}

function matchesFilter(requester: Requester, { q, phase }: Pick<ProgramsQuery, 'q' | 'phase'>): SQL | undefined {
  const words = q ? or(contains(programs.name, q), contains(programs.description, q)) : undefined
  return and(isSeenBy(requester), phase && eq(programs.currentPhase, phase), words)
}

function contains(column: typeof programs.name | typeof programs.description, words: string): SQL {
  return sql`strpos(lower(${column}), lower(${words}::text)) > 0`
}

/** A program that the requester sees. */
export async function programSeenBy(
  db: Database | Tx,
  org: Org,
  requester: Requester,
  uuid: string,
): Promise<SeenProgram | undefined> {
  return (await selectSeen(db, requester, ownedBy(org, programs, isSeenBy(requester), eq(programs.uuid, uuid))))[0]
}

/** Those of some programs that the requester sees. */
export async function programsSeenAmong(
  db: Database | Tx,
  org: Org,
  requester: Requester,
  uuids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ uuid: programs.uuid })
    .from(programs)
    .leftJoin(mine, placeOf(requester))
    .where(ownedBy(org, programs, isSeenBy(requester), anyOf(programs.uuid, uuids)))
  return rows.map(({ uuid }) => uuid)
}

/** Locks a program and its list of members. */
export async function lockProgram(tx: Tx, org: Org, uuid: string): Promise<boolean> {
  const rows = await tx
    .select({ uuid: programs.uuid })
    .from(programs)
    .where(ownedBy(org, programs, eq(programs.uuid, uuid)))
    .for('update')
  return rows.length > 0
}

/** Waits for the writers of a program's graph; until this transaction ends, nobody writes it. */
export async function holdGraph(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx
    .select({ uuid: programGraphs.programUuid })
    .from(programGraphs)
    .where(ownedBy(org, programGraphs, eq(programGraphs.programUuid, uuid)))
    .for('update')
}

/**
 * The number of programs, with those that are still imported. Until this transaction ends, nobody else adds a program.
 */
export async function countPrograms(tx: Tx, org: Org): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`programs ${org.uuid}`}))`)
  const [row] = await tx.select({ programs: count() }).from(programs).where(ownedBy(org, programs))
  return row!.programs
}

export async function insertProgram(
  tx: Tx,
  org: Org,
  creator: string,
  fields: Pick<ProgramRow, 'name' | 'description'> & Partial<Pick<ProgramRow, 'uuid' | 'importUuid'>>,
): Promise<string> {
  const [row] = await tx
    .insert(programs)
    .values({ ...fields, orgUuid: org.uuid, createdByUuid: creator })
    .returning({ uuid: programs.uuid })
  return row!.uuid
}

/** Writes a locked program, and increments its revision. */
export async function saveProgramFields(tx: Tx, org: Org, uuid: string, set: Partial<ProgramRow>): Promise<void> {
  await tx
    .update(programs)
    .set({ ...set, updatedAt: sql`now()`, revision: sql`${programs.revision} + 1` })
    .where(ownedBy(org, programs, eq(programs.uuid, uuid)))
}

/** Marks a program as changed where the change does not increment its revision. */
export async function touchProgram(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx
    .update(programs)
    .set({ updatedAt: sql`now()` })
    .where(ownedBy(org, programs, eq(programs.uuid, uuid)))
}

export async function removeProgram(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(programs).where(ownedBy(org, programs, eq(programs.uuid, uuid)))
}

/** The members of a program by name; some of them may be deactivated (rule MEMBER-5). */
export async function programMembersOf(db: Database | Tx, org: Org, uuid: string) {
  return db
    .select({ uuid: users.uuid, name: users.name, email: users.email, role: programMembers.role, active: users.active })
    .from(programMembers)
    .innerJoin(users, eq(users.uuid, programMembers.userUuid))
    .where(ownedBy(org, programMembers, eq(programMembers.programUuid, uuid)))
    .orderBy(asc(users.name), asc(users.uuid))
    .limit(mostMembers)
}

/** An active user of the organisation. */
export async function activeUser(tx: Tx, org: Org, uuid: string): Promise<{ name: string } | undefined> {
  const [row] = await tx
    .select({ name: users.name })
    .from(users)
    .where(ownedBy(org, users, eq(users.uuid, uuid), eq(users.active, true)))
  return row
}

export async function putMember(
  tx: Tx,
  org: Org,
  member: { programUuid: string; userUuid: string; role: ProgramRole },
): Promise<void> {
  await tx
    .insert(programMembers)
    .values({ ...member, orgUuid: org.uuid })
    .onConflictDoUpdate({ target: [programMembers.programUuid, programMembers.userUuid], set: { role: member.role } })
}

export async function takeMember(tx: Tx, org: Org, programUuid: string, userUuid: string): Promise<void> {
  await tx
    .delete(programMembers)
    .where(
      ownedBy(org, programMembers, eq(programMembers.programUuid, programUuid), eq(programMembers.userUuid, userUuid)),
    )
}
