import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { methodVersions, programMethods } from '@carapace/shared/graph/methods/methods.table'
import { programs } from '@carapace/shared/graph/programs/programs.table'
import type { Database, Tx } from '../../core/db.ts'
import { isWhole } from '../programs/access.queries.ts'

type StoredRow = typeof methodVersions.$inferSelect
/** A version of a method whose content is of this type. */
export type MethodRow<Content> = Omit<StoredRow, 'content'> & { readonly content: Content }

/** Maximum versions of a kind of an organisation in total (rule METHOD-7). */
export const mostVersions = 100

/** Contents were checked when they were written: a kind has content of one type. */
const typed = <Content>(row: StoredRow | undefined) => row as MethodRow<Content> | undefined

/** An organisation's versions of a kind with their authors, by name, the latest version first. */
export async function methodsOf<Content>(
  db: Database | Tx,
  org: Org,
  kind: string,
): Promise<{ row: MethodRow<Content>; by: string | null }[]> {
  const rows = await db
    .select({ row: methodVersions, by: users.name })
    .from(methodVersions)
    .leftJoin(users, eq(users.uuid, methodVersions.createdByUuid))
    .where(ownedBy(org, methodVersions, eq(methodVersions.kind, kind)))
    .orderBy(asc(methodVersions.name), desc(methodVersions.version))
    .limit(2 * mostVersions)
  return rows.map(({ row, by }) => ({ row: typed<Content>(row)!, by }))
}

/** A version of a kind by its uuid. */
export async function methodRow<Content>(db: Database | Tx, org: Org, kind: string, uuid: string) {
  const [row] = await db
    .select()
    .from(methodVersions)
    .where(ownedBy(org, methodVersions, eq(methodVersions.kind, kind), eq(methodVersions.uuid, uuid)))
  return typed<Content>(row)
}

/** A version of a kind by its name and number. */
export async function methodVersionNamed<Content>(tx: Tx, org: Org, kind: string, name: string, version: number) {
  const [row] = await tx
    .select()
    .from(methodVersions)
    .where(
      ownedBy(
        org,
        methodVersions,
        eq(methodVersions.kind, kind),
        eq(methodVersions.name, name),
        eq(methodVersions.version, version),
      ),
    )
  return typed<Content>(row)
}

/** Locks the organisation's methods until this transaction ends; returns the number of versions of a kind. */
export async function lockMethods(tx: Tx, org: Org, kind: string): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`methods ${org.uuid}`}))`)
  const [row] = await tx
    .select({ versions: count() })
    .from(methodVersions)
    .where(ownedBy(org, methodVersions, eq(methodVersions.kind, kind)))
  return row!.versions
}

/** The latest version of a name, if there is any. */
export async function latestNamed<Content>(tx: Tx, org: Org, kind: string, name: string) {
  const [row] = await tx
    .select()
    .from(methodVersions)
    .where(ownedBy(org, methodVersions, eq(methodVersions.kind, kind), eq(methodVersions.name, name)))
    .orderBy(desc(methodVersions.version))
    .limit(1)
  return typed<Content>(row)
}

export async function insertMethod(
  tx: Tx,
  org: Org,
  row: Pick<StoredRow, 'kind' | 'name' | 'version' | 'note' | 'content' | 'createdByUuid'>,
): Promise<string> {
  const [made] = await tx
    .insert(methodVersions)
    .values({ ...row, orgUuid: org.uuid })
    .returning({ uuid: methodVersions.uuid })
  return made!.uuid
}

/** Updates a draft and increments its revision. A released version is never updated (rule METHOD-3). */
export async function updateDraft(
  tx: Tx,
  org: Org,
  uuid: string,
  set: Partial<Pick<StoredRow, 'name' | 'version' | 'note' | 'content' | 'state' | 'releasedAt'>>,
): Promise<void> {
  await tx
    .update(methodVersions)
    .set({ ...set, revision: sql`${methodVersions.revision} + 1` })
    .where(ownedBy(org, methodVersions, and(eq(methodVersions.uuid, uuid), eq(methodVersions.state, 'draft'))))
}

export async function removeDraft(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx
    .delete(methodVersions)
    .where(ownedBy(org, methodVersions, eq(methodVersions.uuid, uuid), eq(methodVersions.state, 'draft')))
}

/** The version of a kind that a program uses; undefined: the shipped one. Not for the TARA. */
export async function programMethod<Content>(db: Database | Tx, org: Org, programUuid: string, kind: string) {
  const [row] = await db
    .select({ method: methodVersions })
    .from(programMethods)
    .innerJoin(methodVersions, eq(methodVersions.uuid, programMethods.methodUuid))
    .where(
      ownedBy(
        org,
        programMethods,
        eq(programMethods.programUuid, programUuid),
        eq(programMethods.kind, kind),
        eq(methodVersions.orgUuid, programMethods.orgUuid),
      ),
    )
  return typed<Content>(row?.method)
}

/** Sets the version of a kind that a program uses; null: the shipped one. Not for the TARA. */
export async function setProgramMethod(
  tx: Tx,
  org: Org,
  programUuid: string,
  kind: string,
  methodUuid: string | null,
): Promise<void> {
  const { programUuid: program, kind: of } = programMethods
  if (methodUuid === null)
    await tx.delete(programMethods).where(ownedBy(org, programMethods, eq(program, programUuid), eq(of, kind)))
  else
    await tx
      .insert(programMethods)
      .values({ programUuid, kind, orgUuid: org.uuid, methodUuid })
      .onConflictDoUpdate({ target: [program, of], set: { methodUuid } })
}

/** The number of programs that use each version of a kind; key `null`: the shipped one. Not for the TARA. */
export async function programsUsing(db: Database | Tx, org: Org, kind: string): Promise<Map<string | null, number>> {
  const rows = await db
    .select({ method: programMethods.methodUuid, programs: count() })
    .from(programs)
    .leftJoin(programMethods, and(eq(programMethods.programUuid, programs.uuid), eq(programMethods.kind, kind)))
    .where(ownedBy(org, programs, isWhole))
    .groupBy(programMethods.methodUuid)
  return new Map(rows.map((row) => [row.method, row.programs]))
}
