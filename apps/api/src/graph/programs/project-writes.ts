import { Failure } from '@carapace/shared/core/failure'
import type { ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { mostProjects, planProject, type ProjectInput } from '@carapace/shared/graph/programs/projects'
import type { ProjectType } from '@carapace/shared/graph/programs/projects'
import type { deleteProject } from '@carapace/shared/graph/programs/projects.contract'
import type { z } from 'zod'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'
import { lockGraph, type LockedGraph, saveGraph, seeProgram } from './access.queries.ts'
import { artefactRows } from '../artefacts/artefacts.queries.ts'
import { type AfterWrite, eraseArtefacts, writeGraph } from '../artefacts/writes.ts'
import { type ProgramAction, lockedFor } from './program-writes.ts'
import { touchProgram } from './programs.queries.ts'
import {
  artefactsIn,
  countProjects,
  emptyProject,
  insertProject,
  isMember,
  projectRow,
  removeProject,
  saveProjectFields,
} from './projects.queries.ts'

interface Begun extends ProjectInput {
  readonly name: string
  readonly type: ProjectType
  /** Artefacts of the program that are in the project from the start. */
  readonly elements: readonly string[]
}

/** Creates a project in a program; returns its uuid (rules PROJECT-1 to PROJECT-4, PROJECT-6). */
export async function beginProject(
  tx: Tx,
  caller: Caller,
  programUuid: string,
  { elements, ...input }: Begun,
  after: AfterWrite,
): Promise<string> {
  const { org, user } = caller
  await lockBoth(tx, caller, programUuid, 'edit')
  if ((await countProjects(tx, org, programUuid)) >= mostProjects)
    throw new Failure('RULE_REFUSED', {
      message: `This program has ${mostProjects} projects, which is the maximum. Remove one first.`,
    })
  await refuseLead(tx, caller, programUuid, input.leadUuid)
  const begun = {
    name: input.name,
    type: input.type,
    description: '',
    leadUuid: null,
    milestone: null,
    milestoneOn: null,
    currentPhase: 'CONCEPT',
    phaseStatuses: { CONCEPT: 'CREATED' },
  } as const
  const fields = { ...begun, ...planProject(begun, input) }
  const uuid = await insertProject(tx, org, { ...fields, programUuid, createdByUuid: user.uuid })
  if (elements.length > 0)
    await writeGraph(
      tx,
      caller,
      programUuid,
      { artefacts: await inputsFor(tx, caller, programUuid, elements, uuid), link: [], unlink: [] },
      after,
    )
  await note(tx, caller, programUuid, { action: 'begin project', subjectUuid: uuid, after: fields })
  return uuid
}

/** Changes a project (rules PROJECT-1 to PROJECT-4, PROJECT-6). */
export async function changeProject(
  tx: Tx,
  caller: Caller,
  programUuid: string,
  { uuid, revision }: { uuid: string; revision: number },
  input: ProjectInput,
): Promise<void> {
  await lockedFor(tx, caller, programUuid, 'edit')
  const before = await projectRow(tx, caller.org, programUuid, uuid)
  if (!before) throw new Failure('NOT_FOUND')
  if (revision !== before.revision) throw new Failure('ROW_CHANGED')
  const set = planProject(before, input)
  if (Object.keys(set).length === 0) return
  await refuseLead(tx, caller, programUuid, set.leadUuid)
  await saveProjectFields(tx, caller.org, uuid, set)
  await note(tx, caller, programUuid, {
    action: 'change project',
    subjectUuid: uuid,
    before: Object.fromEntries(Object.keys(set).map((key) => [key, before[key as keyof typeof set]])),
    after: set,
  })
}

/**
 * Removes a project. Its content stays in its program, or is removed too (rules PROJECT-1, PROJECT-2, PROJECT-5).
 * Returns the program's uuid.
 */
export async function endProject(
  tx: Tx,
  caller: Caller,
  programUuid: string,
  { uuid, revision, with_contents: withContents }: z.output<typeof deleteProject.input>,
  after: AfterWrite,
): Promise<void> {
  const graph = await lockBoth(tx, caller, programUuid, 'lead')
  const before = await projectRow(tx, caller.org, programUuid, uuid)
  if (!before) throw new Failure('NOT_FOUND')
  if (revision !== undefined && revision !== before.revision) throw new Failure('ROW_CHANGED')
  const held = withContents ? await artefactsIn(tx, caller.org, programUuid, uuid) : []
  if (held.length > 0) await eraseArtefacts(tx, caller, programUuid, held, after)
  const isLeft =
    !withContents &&
    (await emptyProject(tx, caller.org, { programUuid, projectUuid: uuid, seq: graph.seq }, caller.user.uuid)) > 0
  if (isLeft) await saveGraph(tx, caller.org, programUuid, graph)
  await removeProject(tx, caller.org, uuid)
  await note(tx, caller, programUuid, {
    action: 'remove project',
    subjectUuid: uuid,
    before: { name: before.name, type: before.type, ...(withContents && { artefacts: held.length }) },
  })
}

/**
 * Locks the graph first, then the program: all writers of the graph use this order. A program that the caller may not
 * see does not exist for the caller.
 */
async function lockBoth(tx: Tx, caller: Caller, programUuid: string, action: ProgramAction): Promise<LockedGraph> {
  await seeProgram(tx, caller, programUuid)
  const graph = await lockGraph(tx, caller.org, programUuid)
  await lockedFor(tx, caller, programUuid, action)
  return graph
}

async function refuseLead(
  tx: Tx,
  { org }: Caller,
  programUuid: string,
  leadUuid: string | null | undefined,
): Promise<void> {
  if (leadUuid && !(await isMember(tx, org, programUuid, leadUuid)))
    throw new Failure('INVALID_INPUT', { errors: { lead_uuid: 'This is not an active member of the program.' } })
}

/** The inputs that move artefacts of the program to a project. */
async function inputsFor(
  tx: Tx,
  { org }: Caller,
  programUuid: string,
  uuids: readonly string[],
  projectUuid: string,
): Promise<ArtefactInput[]> {
  const rows = await artefactRows(tx, org, programUuid, uuids)
  const missing = uuids.findIndex((uuid) => !rows.has(uuid))
  if (missing >= 0)
    throw new Failure('INVALID_INPUT', { errors: { [`elements.${missing}`]: 'This is not in this program.' } })
  return [...rows.values()].map(({ uuid, revision, kind }) => ({ uuid, revision, kind, project_uuid: projectUuid }))
}

/**
 * Writes to the audit log, and updates the program's last change (rule PROJECT-6). The states before and after name the
 * program, because the program's history is found by it.
 */
async function note(
  tx: Tx,
  caller: Caller,
  programUuid: string,
  { action, subjectUuid, before, after }: { action: string; subjectUuid: string; before?: object; after?: object },
): Promise<void> {
  const of = { program_uuid: programUuid }
  await touchProgram(tx, caller.org, programUuid)
  await audit(tx, caller.org, byCaller(caller), {
    action,
    subject: 'project',
    subjectUuid,
    ...(before && { before: { ...before, ...of } }),
    ...(after && { after: { ...after, ...of } }),
  })
}
