import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type { Phase } from '@carapace/shared/graph/programs/phases'
import {
  deleteProject,
  exportProjects,
  getProject,
  getProjects,
  type Project,
  saveProject,
} from '@carapace/shared/graph/programs/projects.contract'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { announceGraph, type GraphDeps } from '../artefacts/artefacts.routes.ts'
import { listCsv, projectColumns } from './list-csv.ts'
import { beginProject, changeProject, endProject } from './project-writes.ts'
import {
  figuresOf,
  milestoneOf,
  projectSeenBy,
  projectsPage,
  projectsPassing,
  type SeenProject,
} from './projects.queries.ts'

/** Projects over HTTP (rules PROJECT-1 to PROJECT-6, PROJECT-13 of packages/shared/src/graph/SPEC.md). */
export async function projectRoutes(app: FastifyInstance, { db, publisher, afterWrite }: GraphDeps): Promise<void> {
  serve(app, getProjects).with(async ({ input, caller: { org, user } }) => {
    const rows = await projectsPage(db, org, user, input)
    return {
      success: true,
      projects: await projectsResponse(db, org, rows),
      total: await projectsPassing(db, org, user, input),
      page: input.page,
      per_page: input.perPage,
    }
  })

  serve(app, exportProjects).streams(async ({ input, caller: { org, user } }) =>
    listCsv('projects', projectColumns, async (at) =>
      projectsResponse(db, org, await projectsPage(db, org, user, { ...input, ...at })),
    ),
  )

  serve(app, getProject).with(async ({ input, caller }) => answer(db, caller, input.project_uuid))

  serve(app, saveProject).with(
    async ({
      input: {
        uuid,
        revision,
        program_uuid: programUuid,
        lead_uuid: leadUuid,
        current_phase: currentPhase,
        milestone,
        elements = [],
        ...rest
      },
      caller,
    }) => {
      const projectInput = {
        ...rest,
        leadUuid,
        currentPhase,
        ...(milestone !== undefined && { milestone: milestone?.name ?? null, milestoneOn: milestone?.on ?? null }),
      }
      const saved = await db.transaction(async (tx) => {
        if (uuid !== undefined)
          await changeProject(tx, caller, programUuid, { uuid, revision: revision! }, projectInput)
        return (
          uuid ??
          beginProject(
            tx,
            caller,
            programUuid,
            { ...projectInput, name: projectInput.name!, type: projectInput.type!, elements: [...new Set(elements)] },
            afterWrite,
          )
        )
      })
      if (elements.length > 0) announceGraph(publisher, caller.org, programUuid)
      return answer(db, caller, saved)
    },
  )

  serve(app, deleteProject).with(async ({ input, caller }) => {
    const {
      row: { programUuid },
    } = await seen(db, caller, input.uuid)
    await db.transaction((tx) => endProject(tx, caller, programUuid, input, afterWrite))
    announceGraph(publisher, caller.org, programUuid)
    return { success: true }
  })
}

async function seen(db: Database | Tx, { org, user }: Caller, uuid: string): Promise<SeenProject> {
  const found = await projectSeenBy(db, org, user, uuid)
  if (!found) throw new Failure('NOT_FOUND')
  return found
}

async function answer(db: Database, caller: Caller, uuid: string): Promise<{ success: true; project: Project }> {
  const [project] = await projectsResponse(db, caller.org, [await seen(db, caller, uuid)])
  return { success: true, project: project! }
}

async function projectsResponse(db: Database, org: Org, rows: readonly SeenProject[]): Promise<Project[]> {
  const figures = await figuresOf(
    db,
    org,
    rows.map(({ row }) => row),
  )
  return rows.map((row) => projectResponse(row, figures))
}

/** A project in its wire form. */
function projectResponse(
  { row, program, lead, myRole }: SeenProject,
  figures: Awaited<ReturnType<typeof figuresOf>>,
): Project {
  const status = (phase: Phase) => row.phaseStatuses[phase] ?? null
  return {
    uuid: row.uuid,
    program_uuid: row.programUuid,
    program,
    name: row.name,
    type: row.type,
    description: row.description,
    current_phase: row.currentPhase,
    concept_phase_status: status('CONCEPT'),
    product_development_phase_status: status('PRODUCT_DEVELOPMENT'),
    production_phase_status: status('PRODUCTION'),
    incidence_response_phase_status: status('INCIDENCE_RESPONCE'),
    decommissioning_phase_status: status('DECOMMISSIONING'),
    lead,
    milestone: milestoneOf(row),
    my_role: myRole,
    ...figures.get(row.uuid)!,
    updated_at: row.updatedAt.toISOString(),
    revision: row.revision,
  }
}
