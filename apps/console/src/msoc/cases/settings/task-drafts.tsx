import { Button } from '@blueprintjs/core'
import { AddIcon, CrossIcon, DragHandleVerticalIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { moved, useReorder } from '../../../core/ui/reorder.ts'
import { emptyTask, type TaskDraft } from './template-draft.ts'

interface TaskDraftsProps {
  readonly tasks: readonly TaskDraft[]
  readonly onChange: (tasks: readonly TaskDraft[]) => void
}

/** The tasks of a template, in order. */
export function TaskDrafts({ tasks, onChange }: TaskDraftsProps) {
  const { propsOf } = useReorder((from, to) => onChange(moved(tasks, from, to)))
  const [open, setOpen] = useState<number>()
  const set = (index: number, part: Partial<TaskDraft>) =>
    onChange(tasks.map((task, at) => (at === index ? { ...task, ...part } : task)))
  return (
    <fieldset className="cse-part">
      <legend>Tasks</legend>
      <ol className="cse-tasks">
        {tasks.map((task, index) => (
          <li
            key={index}
            data-over={propsOf(index)['data-over']}
            onDragOver={propsOf(index).onDragOver}
            onDrop={propsOf(index).onDrop}
          >
            <span className="cse-task">
              <span
                className="cse-grip"
                role="button"
                tabIndex={0}
                aria-label={`Move task ${index + 1}: Alt and the arrows, or drag`}
                draggable
                onDragStart={propsOf(index).onDragStart}
                onDragEnd={propsOf(index).onDragEnd}
                onKeyDown={propsOf(index).onKeyDown}
              >
                <DragHandleVerticalIcon size={14} />
              </span>
              <input
                className="bp6-input"
                aria-label={`Task ${index + 1}`}
                placeholder="Isolate the vehicle"
                maxLength={200}
                value={task.title}
                onChange={(event) => set(index, { title: event.target.value })}
              />
              <input
                className="bp6-input cse-due"
                aria-label={`Due time of task ${index + 1}`}
                placeholder="due, 4 h"
                maxLength={20}
                value={task.due}
                onChange={(event) => set(index, { due: event.target.value })}
              />
              <Button
                size="small"
                variant="minimal"
                active={open === index}
                text="Details"
                onClick={() => setOpen(open === index ? undefined : index)}
              />
              <Button
                size="small"
                variant="minimal"
                icon={<CrossIcon size={12} />}
                aria-label={`Remove task ${index + 1}`}
                onClick={() => onChange(tasks.toSpliced(index, 1))}
              />
            </span>
            {open === index && (
              <span className="cse-two">
                <textarea
                  className="bp6-input"
                  rows={3}
                  aria-label={`Description of task ${index + 1}`}
                  placeholder="Description, Markdown"
                  maxLength={5_000}
                  value={task.description}
                  onChange={(event) => set(index, { description: event.target.value })}
                />
                <textarea
                  className="bp6-input"
                  rows={3}
                  aria-label={`Checklist of task ${index + 1}`}
                  placeholder="Checklist, one item a line"
                  value={task.checklist}
                  onChange={(event) => set(index, { checklist: event.target.value })}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      <Button
        size="small"
        variant="outlined"
        icon={<AddIcon />}
        text="Add task"
        onClick={() => onChange([...tasks, emptyTask])}
      />
    </fieldset>
  )
}
