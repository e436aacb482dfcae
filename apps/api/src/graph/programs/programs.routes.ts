import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { lifecycleStatuses, phaseLabels, phases } from '@carapace/shared/graph/programs/phases'
import {
  deleteProgram,
  exportPrograms,
  getProgram,
  getProgramLifecycle,
  getProgramMembers,
  getPrograms,
  listPhases,
  type Program,
  saveProgram,
  saveProgramMember,
  updateProgramName,
  updateProgramPhase,
  updateProgramStatus,
} from '@carapace/shared/graph/programs/programs.contract'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { announceGraph, type GraphDeps } from '../artefacts/artefacts.routes.ts'
import { listCsv, programColumns } from './list-csv.ts'
import type { GraphExtensions } from '../extension.ts'
import { beginProgram, changeMember, changeProgram, endProgram } from './program-writes.ts'
import { programMembersOf, programSeenBy, programsPage, programsPassing, type SeenProgram } from './programs.queries.ts'
import { suspectsByKind } from '../artefacts/artefacts.queries.ts'

/**
 * Programs over HTTP. The code in shared decides who sees and changes them (rules MEMBER-1 to MEMBER-7, PROGRAM-1 to
 * PROGRAM-10 of packages/shared/src/graph/SPEC.md).
 */
export async function programRoutes(
  app: FastifyInstance,
  { db, publisher, programSteps }: Pick<GraphDeps, 'db' | 'publisher'> & Pick<GraphExtensions, 'programSteps'>,
): Promise<void> {
  serve(app, listPhases).with(async () => ({
    phases: phases.map((key) => ({ key, label: phaseLabels[key] })),
    statuses: [...lifecycleStatuses],
  }))

  serve(app, getPrograms).with(async ({ input, caller: { org, user } }) => {
    const rows = await programsPage(db, org, user, input)
    return {
      success: true,
      programs: await wirePrograms(db, org, rows),
      total: await programsPassing(db, org, user, input),
      page: input.page,
      per_page: input.perPage,
    }
  })

  serve(app, exportPrograms).streams(async ({ input, caller: { org, user } }) =>
    listCsv('programs', programColumns, (at) => programsPage(db, org, user, { ...input, ...at })),
  )

  serve(app, getProgram).with(async ({ input, caller }) => answer(db, caller, input.programUuid))
  serve(app, getProgramLifecycle).with(async ({ input: { program_uuid: uuid }, caller }) => {
    const {
      program: { name, lifecycle },
    } = await answer(db, caller, uuid)
    return { success: true, name, lifecycle, suspects: await suspectsByKind(db, caller.org, uuid) }
  })

  serve(app, saveProgram).with(async ({ input: { uuid, revision, ...fields }, caller }) =>
    db.transaction(async (tx) => {
      if (uuid === undefined) return answer(tx, caller, await beginProgram(tx, caller, fields))
      await changeProgram(tx, caller, { uuid, revision }, fields)
      return answer(tx, caller, uuid)
    }),
  )

  serve(app, updateProgramName).with(async ({ input: { program_uuid: uuid, revision, name }, caller }) =>
    changed(caller, uuid, (tx) => changeProgram(tx, caller, { uuid, revision }, { name })),
  )

  serve(app, updateProgramStatus).with(async ({ input: { program_uuid: uuid, revision, ...fields }, caller }) =>
    changed(caller, uuid, (tx) => changeProgram(tx, caller, { uuid, revision }, fields)),
  )

  serve(app, updateProgramPhase).with(
    async ({ input: { program_uuid: uuid, revision, current_phase: currentPhase }, caller }) =>
      changed(caller, uuid, (tx) => changeProgram(tx, caller, { uuid, revision }, { currentPhase })),
  )

  serve(app, deleteProgram).with(async ({ input: { program_uuid: uuid, revision }, caller }) => {
    await db.transaction((tx) => endProgram(tx, caller, { uuid, revision }))
    announceGraph(publisher, caller.org, uuid)
    return { success: true }
  })

  serve(app, getProgramMembers).with(async ({ input, caller }) => {
    await seen(db, caller, input.program_uuid)
    return membersResponse(db, caller, input.program_uuid)
  })

  serve(app, saveProgramMember).with(
    async ({ input: { program_uuid: programUuid, user_uuid: userUuid, role }, caller }) => {
      const members = await db.transaction(async (tx) => {
        await changeMember(tx, caller, { programUuid, userUuid, role })
        return membersResponse(tx, caller, programUuid)
      })
      announceGraph(publisher, caller.org, programUuid)
      return members
    },
  )

  /** Runs the work in one transaction; returns the program in its new state. */
  async function changed(caller: Caller, uuid: string, work: (tx: Tx) => Promise<void>) {
    return db.transaction(async (tx) => {
      await work(tx)
      return answer(tx, caller, uuid)
    })
  }

  /** One program in its wire form. @throws {Failure} NOT_FOUND when the caller may not see it */
  async function answer(tx: Database | Tx, caller: Caller, uuid: string): Promise<{ success: true; program: Program }> {
    const [program] = await wirePrograms(tx, caller.org, [await seen(tx, caller, uuid)])
    return { success: true, program: program! }
  }

  /** Programs in their wire form. */
  async function wirePrograms(tx: Database | Tx, org: Org, found: readonly SeenProgram[]): Promise<Program[]> {
    const steps = await programSteps(
      tx,
      org,
      found.map(({ row }) => row),
    )
    return found.map(({ row, members, myRole }) => ({
      uuid: row.uuid,
      name: row.name,
      description: row.description,
      status: row.status,
      current_phase: row.currentPhase,
      phases: phases.map((phase) => ({ phase, status: row.phaseStatuses[phase] ?? null })),
      lifecycle: [...steps.get(row.uuid)!],
      members,
      my_role: myRole,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
      revision: row.revision,
    }))
  }
}

async function seen(db: Database | Tx, { org, user }: Caller, uuid: string): Promise<SeenProgram> {
  const found = await programSeenBy(db, org, user, uuid)
  if (!found) throw new Failure('NOT_FOUND')
  return found
}

async function membersResponse(db: Database | Tx, { org }: Caller, uuid: string) {
  const places = await programMembersOf(db, org, uuid)
  return {
    success: true as const,
    members: places.filter(({ active }) => active).map(({ active: _active, ...member }) => member),
  }
}
