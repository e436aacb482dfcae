import { TickCircleIcon } from '@blueprintjs/icons'
import { type CaseTask, orderCaseTasks, saveCaseTask } from '@carapace/shared/msoc/cases/case-tasks.contract'
import { useRef, useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { number } from '../../../core/format/format.ts'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { Kbd } from '../../../core/ui/kbd.tsx'
import { moved, useReorder } from '../../../core/ui/reorder.ts'
import { useCasePage } from '../page-context.tsx'
import { TaskRow } from './task-row.tsx'

/** The tasks of the case: written by Enter, ordered by dragging, each with owner, due date, checklist and log. */
export function TasksTab() {
  const { detail, refusal, run } = useCasePage()
  const { uuid, tasks: counts } = detail.case
  const [open, setOpen] = useState<string>()
  // until the server has stored the new order, the list shows it already
  const [order, setOrder] = useState<readonly string[]>()
  const tasks = inOrder(detail.tasks, order)
  const { propsOf } = useReorder((from, to) => void arrange(from, to), refusal === undefined)
  const arrange = async (from: number, to: number) => {
    const uuids = moved(tasks, from, to).map((task) => task.uuid)
    setOrder(uuids)
    await run(() => call(orderCaseTasks, { case_uuid: uuid, uuids }))
    setOrder(undefined)
  }
  return (
    <section className="c-panel cs-fill" aria-label="Tasks">
      <div className="c-panel-head">
        <h2>
          Tasks{' '}
          <span className="cs-note num">
            {number(counts.done)} of {number(counts.total)} done
          </span>
          {counts.overdue > 0 && <span className="cs-late"> {number(counts.overdue)} overdue</span>}
        </h2>
      </div>
      {refusal === undefined && <NewTask />}
      {tasks.length === 0 ? (
        <EmptyState icon={<TickCircleIcon size={24} />} title="No tasks yet">
          Write the first one above. A template gives a new case its tasks.
        </EmptyState>
      ) : (
        <ul className="cs-task-list">
          {tasks.map((task, index) => (
            <TaskRow
              key={task.uuid}
              task={task}
              isOpen={open === task.uuid}
              toggle={() => setOpen(open === task.uuid ? undefined : task.uuid)}
              reorder={propsOf(index)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function inOrder(tasks: readonly CaseTask[], order: readonly string[] | undefined): readonly CaseTask[] {
  if (order === undefined) return tasks
  return tasks.toSorted((a, b) => order.indexOf(a.uuid) - order.indexOf(b.uuid))
}

/** The field for another task. Enter stores it and leaves the field ready for the next one. */
function NewTask() {
  const { detail, run } = useCasePage()
  const [title, setTitle] = useState('')
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useHotkeys([{ keys: 't', title: 'Write a task', group: 'Case', run: () => field.current?.focus() }])
  const add = async () => {
    const typed = title.trim()
    if (typed === '' || busy) return
    setBusy(true)
    const answer = await run(() => call(saveCaseTask, { case_uuid: detail.case.uuid, title: typed }))
    // a title that was not stored stays; so does what was typed meanwhile
    if (answer !== undefined) setTitle((now) => (now.trim() === typed ? '' : now))
    setBusy(false)
  }
  return (
    <form
      className="cs-new-task"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <input
        ref={field}
        className="bp6-input"
        aria-label="New task"
        placeholder="New task, Enter"
        maxLength={200}
        autoComplete="off"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Kbd keys="t" />
    </form>
  )
}
