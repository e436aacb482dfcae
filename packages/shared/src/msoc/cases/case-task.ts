import type { TaskState } from './cases.ts'

interface CurrentTask {
  readonly title: string
  readonly description: string
  readonly ownerUuid: string | null
  readonly dueAt: Date | null
  readonly state: TaskState
  readonly checklist: readonly { readonly text: string; readonly done: boolean }[]
}

/** The requested change; undefined fields stay unchanged. */
export interface TaskInput {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly owner?: { readonly uuid: string; readonly name: string } | null | undefined
  readonly dueAt?: Date | null | undefined
  readonly state?: TaskState | undefined
  readonly checklist?: readonly { readonly text: string; readonly done: boolean }[] | undefined
}

export interface TaskPlan {
  readonly set: {
    title?: string
    description?: string
    ownerUuid?: string | null
    dueAt?: Date | null
    state?: TaskState
    doneAt?: Date | null
    checklist?: { text: string; done: boolean }[]
  }
  /** What changed, for the task's log; empty if nothing did. */
  readonly detail: Record<string, unknown>
}

/** Plans the effect of a change on a task: only what differs is written and recorded (rule CASE-17). */
export function planTask(current: CurrentTask, input: TaskInput, now: Date): TaskPlan {
  const set: TaskPlan['set'] = {}
  const detail: Record<string, unknown> = {}
  if (input.title !== undefined && input.title !== current.title) {
    set.title = input.title
    detail.was_title = current.title
  }
  if (input.description !== undefined && input.description !== current.description) {
    set.description = input.description
    detail.description = true
  }
  if (input.owner !== undefined && (input.owner?.uuid ?? null) !== current.ownerUuid) {
    set.ownerUuid = input.owner?.uuid ?? null
    detail.owner = input.owner?.name ?? null
  }
  if (input.dueAt !== undefined && (input.dueAt?.getTime() ?? null) !== (current.dueAt?.getTime() ?? null)) {
    set.dueAt = input.dueAt
    detail.due_at = input.dueAt?.toISOString() ?? null
  }
  if (input.state !== undefined && input.state !== current.state) {
    set.state = input.state
    set.doneAt = input.state === 'DONE' ? now : null
    Object.assign(detail, { state: input.state, was: current.state })
  }
  const { checklist } = input
  if (checklist && JSON.stringify(checklist.map(plain)) !== JSON.stringify(current.checklist.map(plain))) {
    set.checklist = checklist.map(plain)
    detail.checklist = { done: checklist.filter(({ done }) => done).length, of: checklist.length }
  }
  return { set, detail }
}

/** In one order of keys: rows come back from the database in another one. */
const plain = ({ text, done }: { text: string; done: boolean }) => ({ text, done })
