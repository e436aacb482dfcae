import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import { planTask } from '@carapace/shared/msoc/cases/case-task'
import type { deleteCaseTask, saveCaseTask } from '@carapace/shared/msoc/cases/case-tasks.contract'
import { caseLimits } from '@carapace/shared/msoc/cases/cases'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { type CaseWrite, lockToWork, recordEach } from './locking.ts'
import { type Notify, notifyOfCase, ownerOf } from './people.ts'
import { countTasks, insertTasks, removeTask, saveTask, taskRow } from './tasks.queries.ts'
import type { CaseRow } from './writes.queries.ts'

type TaskInput = z.output<typeof saveCaseTask.input>

/** Creates or changes a task of a case; what changed is an entry of the case's timeline, the task's log (CASE-17). */
export async function writeTask(
  tx: Tx,
  caller: Caller,
  input: TaskInput,
  notify: Notify,
): Promise<CaseWrite & { task: string }> {
  const { org } = caller
  const { case_uuid: caseUuid, note, due_at: due, owner: held, ...fields } = input
  const one = await lockToWork(tx, caller, caseUuid)
  const before = input.uuid === undefined ? undefined : await knownTask(tx, caller, input, input.uuid)
  const owner = await ownerOf(tx, caller, held)
  const dueAt = due == null ? due : new Date(due)
  const current = before ?? { ...emptyTask, title: input.title! }
  const { set, detail } = planTask(current, { ...fields, owner, dueAt }, new Date())
  const uuid = before?.uuid ?? (await addTask(tx, caller, caseUuid, { title: input.title!, ...set }))
  if (before && Object.keys(set).length === 0 && note === undefined)
    return { uuid: caseUuid, health: [], seq: undefined, task: uuid }

  if (before && Object.keys(set).length > 0) await saveTask(tx, org, uuid, set)
  const title = set.title ?? current.title
  if (owner) await notifyOwner(tx, caller, notify, one, owner.uuid, title)
  const seq = await recordEach(tx, caller, caseUuid, [
    {
      kind: 'task',
      detail: { task: uuid, title, ...(before ? {} : { added: true }), ...detail, ...(note && { note }) },
    },
  ])
  await audit(tx, org, byCaller(caller), {
    action: before ? 'change case task' : 'add case task',
    subject: 'case',
    subjectUuid: caseUuid,
    before,
    after: { task: uuid, ...set },
  })
  return { uuid: caseUuid, health: [], seq, task: uuid }
}

const emptyTask = { description: '', ownerUuid: null, dueAt: null, state: 'OPEN', checklist: [] } as const

async function notifyOwner(tx: Tx, caller: Caller, notify: Notify, one: CaseRow, owner: string, title: string) {
  await notifyOfCase(tx, caller, notify, one, [owner], {
    kind: 'case-task',
    title: `Task "${title}" in CAS-${one.number} is assigned to you`,
  })
}

async function knownTask(
  tx: Tx,
  { org }: Caller,
  input: { case_uuid: string; revision?: number | undefined },
  uuid: string,
) {
  const found = await taskRow(tx, org, input.case_uuid, uuid)
  if (!found) throw new Failure('NOT_FOUND')
  if (found.revision !== input.revision) throw new Failure('ROW_CHANGED')
  return found
}

async function addTask(tx: Tx, { org }: Caller, caseUuid: string, fields: { title: string }): Promise<string> {
  const { tasks, next } = await countTasks(tx, org, caseUuid)
  if (tasks >= caseLimits.tasks)
    throw new Failure('RULE_REFUSED', { message: `A case has at most ${caseLimits.tasks} tasks.` })
  const [uuid] = await insertTasks(tx, org, [{ ...fields, caseUuid, order: next }])
  return uuid!
}

/** Deletes a task; its log stays in the case's timeline. */
export async function dropTask(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof deleteCaseTask.input>,
): Promise<CaseWrite> {
  const { case_uuid: caseUuid, uuid } = input
  await lockToWork(tx, caller, caseUuid)
  const before = await knownTask(tx, caller, input, uuid)
  await removeTask(tx, caller.org, uuid)
  const seq = await recordEach(tx, caller, caseUuid, [
    { kind: 'task', detail: { task: uuid, title: before.title, removed: true } },
  ])
  await audit(tx, caller.org, byCaller(caller), {
    action: 'delete case task',
    subject: 'case',
    subjectUuid: caseUuid,
    before,
  })
  return { uuid: caseUuid, health: [], seq }
}
