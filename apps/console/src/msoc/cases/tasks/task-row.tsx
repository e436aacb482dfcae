import { ChevronDownIcon, ChevronRightIcon, DragHandleVerticalIcon } from '@blueprintjs/icons'
import type { CaseTask } from '@carapace/shared/msoc/cases/case-tasks.contract'
import { dateTime, sentenceCase } from '../../../core/format/format.ts'
import type { useReorder } from '../../../core/ui/reorder.ts'
import { Avatar, NoAvatar } from '../../../core/ui/avatar.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { useCasePage } from '../page-context.tsx'
import { TaskDetail } from './task-detail.tsx'
import { useTaskChange } from './use-task-change.ts'

interface TaskRowProps {
  readonly task: CaseTask
  readonly isOpen: boolean
  readonly toggle: () => void
  readonly reorder: ReturnType<ReturnType<typeof useReorder>['propsOf']>
}

/** One task on one line; its details below it while it is open. */
export function TaskRow({ task, isOpen, toggle, reorder }: TaskRowProps) {
  const { refusal } = useCasePage()
  const change = useTaskChange(task)
  const { title, owner, due_at: due, state, overdue, checklist } = task
  const isDone = state === 'DONE' || state === 'CANCELLED'
  const checked = checklist.filter(({ done }) => done).length
  const { draggable, onDragStart, onDragEnd, onKeyDown, ...target } = reorder
  return (
    <li className={isDone ? 'cs-task-done' : undefined} {...target}>
      <div className="cs-task-line">
        <span
          className="cs-grip"
          role="button"
          tabIndex={refusal === undefined ? 0 : -1}
          aria-label={`Move ${title}: Alt and the arrows, or drag`}
          draggable={draggable}
          onDragStart={onDragStart}
          onDragEnd={onDragEnd}
          onKeyDown={onKeyDown}
        >
          <DragHandleVerticalIcon size={14} />
        </span>
        <input
          type="checkbox"
          className="cs-check"
          aria-label={`Done: ${title}`}
          checked={state === 'DONE'}
          disabled={refusal !== undefined}
          onChange={(event) => void change({ state: event.target.checked ? 'DONE' : 'OPEN' })}
        />
        <button type="button" className="cs-task-title" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
          <span>{title}</span>
        </button>
        {(state === 'IN_PROGRESS' || state === 'CANCELLED') && (
          <Badge tone={state === 'IN_PROGRESS' ? 'purple' : 'grey'}>{sentenceCase(state)}</Badge>
        )}
        {checklist.length > 0 && (
          <span className="cs-note num">
            {checked}/{checklist.length}
          </span>
        )}
        {due !== null && (
          <span className={overdue ? 'cs-late num' : 'cs-note num'}>
            {overdue ? 'late, ' : ''}
            {dateTime(due)}
          </span>
        )}
        {owner === null ? <NoAvatar /> : <Avatar name={owner.name} />}
      </div>
      {isOpen && <TaskDetail task={task} />}
    </li>
  )
}
