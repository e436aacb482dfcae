import { z } from 'zod'
import { engineeringLicences } from '../../artefact-kinds.ts'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime } from '../../core/wire.ts'
import { orderNames, projectOrders } from './list-orders.ts'
import { programRoles } from '../members/membership.ts'
import { artefactStatuses, StatusInput } from '../artefacts/statuses.ts'
import { phases } from './phases.ts'
import { Milestone, projectTypes } from './projects.ts'

const ok = z.object({ success: z.literal(true) })
const status = z.enum(artefactStatuses).nullable()

export const Project = z.object({
  uuid: z.uuid(),
  program_uuid: z.uuid(),
  program: z.string(),
  name: z.string(),
  type: z.enum(projectTypes),
  description: z.string(),
  current_phase: z.enum(phases),
  concept_phase_status: status,
  product_development_phase_status: status,
  production_phase_status: status,
  /** The fourth phase, misspelt as in the wire format. */
  incidence_response_phase_status: status,
  decommissioning_phase_status: status,
  lead: z.object({ uuid: z.uuid(), name: z.string() }).nullable(),
  /** The next milestone. */
  milestone: Milestone.nullable(),
  /** The caller's role in its program; null: an administrator who is not a member. */
  my_role: z.enum(programRoles).nullable(),
  /**
   * The number of threat scenarios in it, the number of suspect links that end in it, and the highest remaining risk
   * today (null: none is rated).
   */
  scenarios: z.int(),
  suspect: z.int(),
  risk: z.int().nullable(),
  updated_at: dateTime,
  revision: z.int32(),
})
export type Project = z.infer<typeof Project>

/** The filter and the order of a list of projects. */
const ListedProjects = z.object({
  program_uuid: z.uuid().optional(),
  q: z.string().trim().max(100).optional(),
  phase: z.enum(phases).optional(),
  type: z.enum(projectTypes).optional(),
  sort: z.enum(orderNames(projectOrders)).default('changed'),
  /** Absent: the default direction from `projectOrders`. */
  order: z.enum(['asc', 'desc']).optional(),
})

export const getProjects = endpoint({
  method: 'GET',
  path: 'v2/app/get-projects',
  summary: 'The projects that the caller may see, of all programs or one, by default the latest changed first',
  access: engineeringLicences,
  input: ListedProjects.extend({
    perPage: z.coerce.number().int().min(1).max(100).default(10),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
  output: ok.extend({ projects: z.array(Project), total: z.int(), page: z.int(), per_page: z.int() }),
})

export const exportProjects = endpoint({
  method: 'GET',
  path: 'v2/app/export-projects',
  summary: 'The projects that one may see as CSV, all that pass the filter',
  access: engineeringLicences,
  input: ListedProjects,
  output: z.string(),
  produces: 'text/csv',
})

export const getProject = endpoint({
  method: 'GET',
  path: 'v2/app/get-project-by-uuid',
  summary: 'One project',
  access: engineeringLicences,
  input: z.object({ project_uuid: z.uuid() }),
  output: ok.extend({ project: Project }),
})

export const saveProject = endpoint({
  method: 'POST',
  path: 'v2/app/save-project',
  summary: 'Begin a project in a program, or change it',
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z
    .object({
      /** Absent: a new project. */
      uuid: z.uuid().optional(),
      revision: z.int32().optional(),
      program_uuid: z.uuid(),
      name: z.string().trim().min(1).max(120).optional(),
      type: z.enum(projectTypes).optional(),
      description: z.string().trim().max(2_000).optional(),
      lead_uuid: z.uuid().nullable().optional(),
      milestone: Milestone.nullable().optional(),
      current_phase: z.enum(phases).optional(),
      /** A status without a phase applies to the project's current phase. */
      phase: z.enum(phases).optional(),
      status: StatusInput.optional(),
      /** For a new project: the elements of the program that it begins with. */
      elements: z.array(z.uuid()).max(200).optional(),
    })
    .refine(({ uuid, revision }) => uuid === undefined || revision !== undefined, {
      path: ['revision'],
      message: 'State the revision to change.',
    })
    .refine(({ uuid, name, type }) => uuid !== undefined || (name !== undefined && type !== undefined), {
      path: ['name'],
      message: 'A new project needs a name and a type.',
    }),
  output: ok.extend({ project: Project }),
})

export const deleteProject = endpoint({
  method: 'POST',
  path: 'v2/app/delete-project',
  summary:
    'Remove a project; its content stays in its program, unless `with_contents`. Without a revision, whatever ' +
    'changed meanwhile',
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z.object({ uuid: z.uuid(), revision: z.int32().optional(), with_contents: z.boolean().default(false) }),
  output: ok,
})

export const getProgramHistory = endpoint({
  method: 'GET',
  path: 'v2/app/get-program-history',
  summary: 'What was done with a program and its projects: names, statuses, phases, members',
  access: engineeringLicences,
  input: z.object({
    program_uuid: z.uuid(),
    /** Only entries about this project. */ project_uuid: z.uuid().optional(),
    before: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  output: ok.extend({
    entries: z.array(
      z.object({
        id: z.int(),
        at: dateTime,
        by: z.string(),
        action: z.string(),
        subject: z.string(),
        /** The name of its project, if that still exists. */ project: z.string().nullable(),
        before: z.unknown(),
        after: z.unknown(),
      }),
    ),
    next: z.int().nullable(),
  }),
})
