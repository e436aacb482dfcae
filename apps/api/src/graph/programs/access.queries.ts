import { and, eq, isNull, sql } from 'drizzle-orm'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefacts, programGraphs } from '@carapace/shared/graph/artefacts/artefacts.table'
import { mayEditProgram, maySeeProgram, type ProgramRole } from '@carapace/shared/graph/members/membership'
import { programMembers, programs } from '@carapace/shared/graph/programs/programs.table'
import type { Caller } from '../../core/http/caller.ts'
import { admitToKinds } from '../licences.ts'
import type { Database, Tx } from '../../core/db.ts'

/** While the import of a program is incomplete, only its job sees the program (rule EXCHANGE-6). */
export const isWhole = isNull(programs.importUuid)

/** The caller's role in a program; throws if the caller may not see it (rule MEMBER-1). */
export async function seeProgram(
  db: Database | Tx,
  { org, user }: Caller,
  programUuid: string,
): Promise<ProgramRole | null> {
  const [row] = await db
    .select({ role: programMembers.role })
    .from(programs)
    .leftJoin(
      programMembers,
      and(eq(programMembers.programUuid, programs.uuid), eq(programMembers.userUuid, user.uuid)),
    )
    .where(ownedBy(org, programs, eq(programs.uuid, programUuid), isWhole))
  if (!row || !maySeeProgram({ role: user.role, programRole: row.role })) throw new Failure('NOT_FOUND')
  return row.role
}

/**
 * The program of an artefact that the caller sees.
 *
 * @throws {Failure} NOT_FOUND when the caller may not see it, LICENCE_REQUIRED when no licence includes its kind (rule
 *   GRAPH-21)
 */
export async function programOfArtefact(db: Database | Tx, caller: Caller, uuid: string): Promise<string> {
  const [row] = await db
    .select({ program: artefacts.programUuid, kind: artefacts.kind })
    .from(artefacts)
    .where(ownedBy(caller.org, artefacts, eq(artefacts.uuid, uuid)))
  if (!row) throw new Failure('NOT_FOUND')
  await seeProgram(db, caller, row.program)
  admitToKinds(caller, [row.kind])
  return row.program
}

/** Throws if the caller may not change the content of a program (rule MEMBER-2). */
export async function refuseReaders(db: Database | Tx, caller: Caller, programUuid: string): Promise<void> {
  const programRole = await seeProgram(db, caller, programUuid)
  if (!mayEditProgram({ role: caller.user.role, programRole }))
    throw new Failure('ROLE_REQUIRED', {
      message: 'Only administrators, and engineers who lead or edit this program, may change it.',
    })
}

export interface LockedGraph {
  /** The graph version that this transaction writes. */
  readonly seq: number
  /** The highest number that was ever given for each kind; written back by `saveGraph`. */
  readonly numbers: Record<string, number>
}

/** Locks a program's graph: its writers run one after the other (rule GRAPH-3). */
export async function lockGraph(tx: Tx, org: Org, programUuid: string): Promise<LockedGraph> {
  await tx.insert(programGraphs).values({ programUuid, orgUuid: org.uuid }).onConflictDoNothing()
  const [row] = await tx
    .select({ seq: programGraphs.seq, numbers: programGraphs.numbers })
    .from(programGraphs)
    .where(ownedBy(org, programGraphs, eq(programGraphs.programUuid, programUuid)))
    .for('update')
  return { seq: row!.seq + 1, numbers: { ...row!.numbers } }
}

/** Completes the write that `lockGraph` began: stores the next graph version. */
export async function saveGraph(tx: Tx, org: Org, programUuid: string, { seq, numbers }: LockedGraph): Promise<void> {
  await tx
    .update(programGraphs)
    .set({ seq, numbers })
    .where(ownedBy(org, programGraphs, eq(programGraphs.programUuid, programUuid)))
  await tx
    .update(programs)
    .set({ updatedAt: sql`now()` })
    .where(ownedBy(org, programs, eq(programs.uuid, programUuid)))
}

/** The current graph version of a program. */
export async function graphVersionOf(db: Database | Tx, org: Org, programUuid: string): Promise<number> {
  const [row] = await db
    .select({ seq: programGraphs.seq })
    .from(programGraphs)
    .where(ownedBy(org, programGraphs, eq(programGraphs.programUuid, programUuid)))
  return row?.seq ?? 0
}

/** The graph version of a program, and the roles of its members; undefined: there is no such program. */
export async function placesIn(
  db: Database,
  org: Org,
  programUuid: string,
): Promise<{ readonly seq: number; readonly places: ReadonlyMap<string, ProgramRole> } | undefined> {
  const rows = await db
    .select({ seq: programGraphs.seq, user: programMembers.userUuid, role: programMembers.role })
    .from(programs)
    .leftJoin(programGraphs, eq(programGraphs.programUuid, programs.uuid))
    .leftJoin(programMembers, eq(programMembers.programUuid, programs.uuid))
    .where(ownedBy(org, programs, eq(programs.uuid, programUuid), isWhole))
  return (
    rows[0] && {
      seq: rows[0].seq ?? 0,
      places: new Map(rows.flatMap(({ user, role }) => (user === null || role === null ? [] : [[user, role]]))),
    }
  )
}
