import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime } from '../../core/wire.ts'
import { ChecklistItem, oneLine, Person } from './case-values.contract.ts'
import { caseLimits, taskStates } from './cases.ts'

export const CaseTask = z.object({
  uuid: z.uuid(),
  title: z.string(),
  /** Markdown. */
  description: z.string(),
  owner: Person.nullable(),
  due_at: dateTime.nullable(),
  state: z.enum(taskStates),
  order: z.int(),
  checklist: z.array(z.object({ text: z.string(), done: z.boolean() })),
  overdue: z.boolean(),
  created_at: dateTime,
  done_at: dateTime.nullable(),
  revision: z.int(),
})
export type CaseTask = z.infer<typeof CaseTask>

export const saveCaseTask = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/tasks/save',
  summary: 'Create or change a task of a case; absent fields stay unchanged. What changed is in the timeline',
  access: 'MSOC',
  needs: 'cases.work',
  input: z
    .object({
      /** The case. */
      case_uuid: z.uuid(),
      uuid: z.uuid().optional(),
      revision: z.int32().optional(),
      title: oneLine(200).optional(),
      description: z.string().max(5_000).optional(),
      owner: z.union([z.uuid(), z.literal('me'), z.null()]).optional(),
      due_at: dateTime.nullable().optional(),
      state: z.enum(taskStates).optional(),
      checklist: z.array(ChecklistItem).max(caseLimits.checklist).optional(),
      /** An entry for the task's log. */
      note: oneLine(2_000).optional(),
    })
    .refine(({ uuid, title }) => uuid !== undefined || title !== undefined, {
      message: 'A new task needs a title.',
      path: ['title'],
    }),
  output: z.object({ success: z.literal(true), task: CaseTask }),
})

export const orderCaseTasks = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/tasks/order',
  summary: 'Set the order of the tasks of a case; those not named come last',
  access: 'MSOC',
  needs: 'cases.work',
  input: z.object({ case_uuid: z.uuid(), uuids: z.array(z.uuid()).min(1).max(caseLimits.tasks) }),
  output: z.object({ success: z.literal(true), tasks: z.array(CaseTask) }),
})

export const deleteCaseTask = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/tasks/delete',
  summary: 'Delete a task of a case; its log stays in the timeline',
  access: 'MSOC',
  needs: 'cases.work',
  input: z.object({ case_uuid: z.uuid(), uuid: z.uuid(), revision: z.int32() }),
  output: z.object({ success: z.literal(true) }),
})

/** A task of any open case, for lists across cases. */
export const listMyTasks = endpoint({
  method: 'GET',
  path: 'msoc/v1/cases/tasks',
  summary: 'Unfinished tasks of open cases, the earliest due first, at most 200',
  access: 'MSOC',
  input: z.object({ owner: z.union([z.uuid(), z.enum(['me', 'none'])]).optional() }),
  output: z.object({
    tasks: z.array(CaseTask.extend({ case: z.object({ uuid: z.uuid(), number: z.int(), title: z.string() }) })),
  }),
})
