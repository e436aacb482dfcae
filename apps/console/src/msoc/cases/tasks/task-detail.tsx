import { Button } from '@blueprintjs/core'
import { TrashIcon } from '@blueprintjs/icons'
import { type CaseTask, deleteCaseTask } from '@carapace/shared/msoc/cases/case-tasks.contract'
import { taskStates } from '@carapace/shared/msoc/cases/cases'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { sentenceCase } from '../../../core/format/format.ts'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'
import { Field } from '../../../core/ui/field.tsx'
import { DraftText } from '../overview/draft-text.tsx'
import { useCasePage } from '../page-context.tsx'
import { SelectField } from '../settings/select-field.tsx'
import { useOwners } from '../use-owners.ts'
import { Checklist } from './checklist.tsx'
import { localTime, utcTime } from './due-time.ts'
import { TaskLog } from './task-log.tsx'
import { useTaskChange } from './use-task-change.ts'

/** The owner, the due date, the description, the checklist and the log of a task. */
export function TaskDetail({ task }: { readonly task: CaseTask }) {
  const { detail, refusal } = useCasePage()
  const change = useTaskChange(task)
  const { members = [] } = useOwners()
  const people = members.map(({ uuid, name, email }) => [uuid, name || email] as const)
  const isFormer = task.owner !== null && people.every(([uuid]) => uuid !== task.owner?.uuid)
  const disabled = refusal !== undefined
  return (
    <div className="cs-task-detail">
      <div className="cs-task-facts">
        <SelectField
          label="State"
          value={task.state}
          disabled={disabled}
          options={taskStates.map((state) => [state, sentenceCase(state)] as const)}
          onChange={(state) => void change({ state })}
        />
        <SelectField
          label="Owner"
          value={task.owner?.uuid ?? ''}
          disabled={disabled}
          options={[
            ['', 'Nobody'],
            ...people,
            ...(isFormer && task.owner !== null ? [[task.owner.uuid, task.owner.name] as const] : []),
          ]}
          onChange={(owner) => void change({ owner: owner || null })}
        />
        <Field label="Due">{(id) => <DueField key={task.due_at} id={id} task={task} disabled={disabled} />}</Field>
        <RemoveTask task={task} />
      </div>
      <DraftText
        caseUuid={detail.case.uuid}
        field={`task ${task.uuid}`}
        title="Description of the task"
        stored={task.description}
        maxLength={5_000}
        hint="How is it done? What is the result?"
        refusal={refusal}
        save={(description) => change({ description })}
      />
      <div className="cs-two">
        <Checklist task={task} />
        <TaskLog task={task} />
      </div>
    </div>
  )
}

/** The due time is stored when the field is left: while it is typed, it is no time yet. */
function DueField({
  id,
  task,
  disabled,
}: {
  readonly id: string
  readonly task: CaseTask
  readonly disabled: boolean
}) {
  const change = useTaskChange(task)
  const stored = task.due_at === null ? '' : localTime(task.due_at)
  const [typed, setTyped] = useState(stored)
  const save = async () => {
    if (typed !== stored && !(await change({ due_at: utcTime(typed) }))) return
  }
  return (
    <input
      id={id}
      type="datetime-local"
      className="bp6-input"
      disabled={disabled}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}

function RemoveTask({ task }: { readonly task: CaseTask }) {
  const { detail, refusal, run } = useCasePage()
  const [asking, setAsking] = useState(false)
  const { uuid, revision, title } = task
  const remove = async () => {
    setAsking(false)
    await run(() => call(deleteCaseTask, { case_uuid: detail.case.uuid, uuid, revision }))
  }
  return (
    <>
      <Button
        size="small"
        variant="minimal"
        icon={<TrashIcon size={14} />}
        aria-label={`Delete ${title}`}
        title={refusal ?? 'Delete'}
        disabled={refusal !== undefined}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        isOpen={asking}
        title="Delete the task?"
        action="Delete"
        isDanger
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        {title}. Its log stays in the timeline.
      </ConfirmDialog>
    </>
  )
}
