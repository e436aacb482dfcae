import { z } from 'zod'
import { engineeringLicences } from '../../artefact-kinds.ts'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime } from '../../core/wire.ts'
import { orderNames, programOrders } from './list-orders.ts'
import { programRoles } from '../members/membership.ts'
import { artefactStatuses, StatusInput } from '../artefacts/statuses.ts'
import { phases } from './phases.ts'

/** A step of a program's lifecycle, and whether its page can be opened yet. */
export const LifecycleEntry = z.object({
  lifecycle_key: z.string(),
  is_configurable: z.boolean(),
  is_ui_visible: z.boolean(),
  /** Why it cannot be opened yet; null: it can be opened. */
  error_message: z.string().nullable(),
})
export type LifecycleEntry = z.infer<typeof LifecycleEntry>

export const Program = z.object({
  uuid: z.uuid(),
  name: z.string(),
  description: z.string(),
  status: z.enum(artefactStatuses),
  current_phase: z.enum(phases),
  /** The status of each phase; null: not begun. */
  phases: z.array(z.object({ phase: z.enum(phases), status: z.enum(artefactStatuses).nullable() })),
  lifecycle: z.array(LifecycleEntry),
  members: z.int(),
  /** The caller's role in it; null: an administrator who is not a member. */
  my_role: z.enum(programRoles).nullable(),
  created_at: dateTime,
  updated_at: dateTime,
  revision: z.int32(),
})
export type Program = z.infer<typeof Program>

const saved = z.object({ success: z.literal(true), program: Program })
/** The filter and the order of a list of programs. */
/** Which programs, and in what order. */
const ListedPrograms = z.object({
  q: z.string().trim().max(100).optional(),
  /** Only programs that are in this phase now. */
  phase: z.enum(phases).optional(),
  sort: z.enum(orderNames(programOrders)).default('changed'),
  /** Absent: the default direction from `programOrders`. */
  order: z.enum(['asc', 'desc']).optional(),
})

export const getPrograms = endpoint({
  method: 'GET',
  path: 'v2/app/get-programs',
  summary: 'The programs that the caller may see, by default the latest changed first',
  access: engineeringLicences,
  input: ListedPrograms.extend({
    perPage: z.coerce.number().int().min(1).max(100).default(10),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
  output: z.object({
    success: z.literal(true),
    programs: z.array(Program),
    total: z.int(),
    page: z.int(),
    per_page: z.int(),
  }),
})

export const exportPrograms = endpoint({
  method: 'GET',
  path: 'v2/app/export-programs',
  summary: 'The programs that one may see as CSV, all that pass the filter',
  access: engineeringLicences,
  input: ListedPrograms,
  output: z.string(),
  produces: 'text/csv',
})

export const getProgram = endpoint({
  method: 'GET',
  path: 'v2/app/get-program-by-uuid',
  summary: 'One program',
  access: engineeringLicences,
  input: z.object({ programUuid: z.uuid() }),
  output: saved,
})

export const getProgramLifecycle = endpoint({
  method: 'GET',
  path: 'v2/app/program-lifecycle',
  summary: 'What a program is called, which of its pages can be opened, and what the others wait for',
  access: engineeringLicences,
  input: z.object({ program_uuid: z.uuid() }),
  /** Suspect links by the kind of the dependent artefact. */
  output: z.object({
    success: z.literal(true),
    name: z.string(),
    lifecycle: z.array(LifecycleEntry),
    suspects: z.record(z.string(), z.int()),
  }),
})

export const saveProgram = endpoint({
  method: 'POST',
  path: 'v2/app/save-program',
  summary: 'Begin a program, of which one becomes the lead, or change its name and description',
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z
    .object({
      /** Absent: a new program. */
      uuid: z.uuid().optional(),
      revision: z.int32().optional(),
      name: z.string().trim().min(1).max(120),
      /** Absent: unchanged; for a new program: none. */
      description: z.string().trim().max(2_000).optional(),
    })
    .refine(({ uuid, revision }) => uuid === undefined || revision !== undefined, {
      path: ['revision'],
      message: 'State the revision to change.',
    }),
  output: saved,
})

export const updateProgramName = endpoint({
  method: 'POST',
  path: 'v2/app/update-program-name',
  summary: 'Rename a program; without a revision, whatever changed meanwhile',
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z.object({ program_uuid: z.uuid(), revision: z.int32().optional(), name: z.string().trim().min(1).max(120) }),
  output: saved,
})

export const updateProgramStatus = endpoint({
  method: 'POST',
  path: 'v2/app/update-program-status',
  summary: 'Say how far a program is; with a phase, how far that phase is',
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z.object({
    program_uuid: z.uuid(),
    revision: z.int32(),
    status: StatusInput,
    phase: z.enum(phases).optional(),
  }),
  output: saved,
})

export const updateProgramPhase = endpoint({
  method: 'POST',
  path: 'v2/app/update-program-current-phase',
  summary: 'Move a program to a phase of its life',
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z.object({ program_uuid: z.uuid(), revision: z.int32(), current_phase: z.enum(phases) }),
  output: saved,
})

export const deleteProgram = endpoint({
  method: 'POST',
  path: 'v2/app/delete-program',
  summary: 'Remove a program with all that is in it',
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z.object({ program_uuid: z.uuid(), revision: z.int32() }),
  output: z.object({ success: z.literal(true) }),
})

export const ProgramMember = z.object({
  uuid: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(programRoles),
})

export const getProgramMembers = endpoint({
  method: 'GET',
  path: 'v2/app/get-program-members',
  summary: 'The members of a program',
  access: engineeringLicences,
  input: z.object({ program_uuid: z.uuid() }),
  output: z.object({ success: z.literal(true), members: z.array(ProgramMember) }),
})

export const saveProgramMember = endpoint({
  method: 'POST',
  path: 'v2/app/save-program-member',
  summary: 'Add a member to a program, change their role, or (role null) remove them',
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z.object({ program_uuid: z.uuid(), user_uuid: z.uuid(), role: z.enum(programRoles).nullable() }),
  output: z.object({ success: z.literal(true), members: z.array(ProgramMember) }),
})

export const listPhases = endpoint({
  method: 'GET',
  path: 'app/phases',
  summary: "The phases of a product's life, and the words for how far one is",
  access: 'member',
  input: z.object({}),
  output: z.object({
    phases: z.array(z.object({ key: z.enum(phases), label: z.string() })),
    statuses: z.array(z.enum(artefactStatuses)),
  }),
})
