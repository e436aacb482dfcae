import { Failure } from '@carapace/shared/core/failure'
import type { Asil } from '@carapace/shared/functional-safety/asil'
import type { Caller } from '../core/http/caller.ts'
import type { Database } from '../core/db.ts'
import { programOfArtefact } from '../graph/programs/access.queries.ts'
import { storedAsils } from './asil/asils.queries.ts'
import { fieldsOf, nodesAmong, type SafetyNodeRow } from './safety-graph.queries.ts'

export interface GoalSeen {
  readonly programUuid: string
  readonly goal: SafetyNodeRow
  /** Null: it has none yet. */
  readonly asil: Asil | null
}

/**
 * An artefact of a kind that the caller sees, with its program and these fields.
 *
 * @throws {Failure} NOT_FOUND when there is none, or the caller may not see it
 */
export async function artefactSeen(
  db: Database,
  caller: Caller,
  kind: string,
  uuid: string,
  fields: readonly string[] = [],
): Promise<{ readonly programUuid: string; readonly row: SafetyNodeRow }> {
  const programUuid = await programOfArtefact(db, caller, uuid)
  const [row] = await nodesAmong(db, caller.org, programUuid, [kind], [uuid], fieldsOf(fields))
  if (!row) throw new Failure('NOT_FOUND')
  return { programUuid, row }
}

/** A safety goal that the caller sees, with its ASIL. @throws {Failure} As `artefactSeen`. */
export async function goalSeen(
  db: Database,
  caller: Caller,
  uuid: string,
  fields: readonly string[] = [],
): Promise<GoalSeen> {
  const { programUuid, row } = await artefactSeen(db, caller, 'safety-goal', uuid, fields)
  const asil = (await storedAsils(db, caller.org, [uuid])).get(uuid)?.tag?.level ?? null
  return { programUuid, goal: row, asil }
}
