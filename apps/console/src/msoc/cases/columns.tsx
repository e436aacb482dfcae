import { LockIcon } from '@blueprintjs/icons'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { age, dateTime, number, sentenceCase, useNow, zonedDateTime } from '../../core/format/format.ts'
import type { Column } from '../../core/table/data-table.tsx'
import { Avatar, NoAvatar } from '../../core/ui/avatar.tsx'
import { SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { span } from './facts.ts'
import { caseId } from './list.ts'
import { dueOf } from './list/due.ts'
import { DueCell } from './list/due-cell.tsx'
import { SelectCell } from '../../core/table/selection.tsx'
import { CaseStatusBadge } from './status-tag.tsx'

/** Key under which widths and columns are stored. */
export const tableId = 'cases'

/** The columns of the case list, in reading order. */
export const columns: readonly Column<Case>[] = [
  {
    key: 'select',
    title: 'Select',
    width: 56,
    always: true,
    render: ({ uuid, title }) => <SelectCell uuid={uuid} title={title} />,
  },
  {
    key: 'severity',
    title: 'Severity',
    width: 92,
    priority: 2,
    render: ({ severity }) => <SeverityLabel severity={severity} />,
  },
  { key: 'number', title: 'Case', width: 96, always: true, mono: true, render: caseId },
  {
    key: 'title',
    title: 'Title',
    width: 180,
    grow: 1,
    always: true,
    render: (row) => <Title row={row} />,
    text: ({ title, need_to_know: isLocked }) => (isLocked ? `${title} (need to know)` : title),
  },
  {
    key: 'stage',
    title: 'Status',
    width: 124,
    render: (row) => <CaseStatusBadge row={row} />,
    text: ({ stage, status }) => (status === null ? sentenceCase(stage) : `${sentenceCase(stage)}: ${status.name}`),
  },
  {
    key: 'due',
    title: 'Due',
    width: 124,
    priority: 4,
    render: (row) => <DueCell row={row} />,
    text: ({ timers }) => dueOf(timers, Date.now()).text,
  },
  {
    key: 'tasks',
    title: 'Tasks',
    width: 72,
    numeric: true,
    priority: 5,
    render: (row) => <Tasks row={row} />,
    text: tasksText,
  },
  {
    key: 'owner',
    title: 'Owner',
    width: 160,
    priority: 4,
    render: (row) => <Owner row={row} />,
    text: ({ owner }) => owner?.name ?? 'Unassigned',
  },
  { key: 'alerts', title: 'Alerts', width: 72, numeric: true, priority: 6, render: ({ alerts }) => number(alerts) },
  {
    key: 'vehicles',
    title: 'Vehicles',
    width: 80,
    numeric: true,
    priority: 8,
    render: ({ vehicles }) => number(vehicles),
  },
  {
    key: 'comments',
    title: 'Comments',
    width: 88,
    numeric: true,
    priority: 9,
    render: ({ comments }) => number(comments),
  },
  {
    key: 'age',
    title: 'Age',
    width: 96,
    numeric: true,
    priority: 3,
    render: (row) => <Age row={row} />,
    text: ageText,
  },
  {
    key: 'updated',
    title: 'Updated',
    width: 80,
    numeric: true,
    priority: 10,
    render: ({ updated_at: at }) => <Since at={at} />,
    text: ({ updated_at: at }) => zonedDateTime(at),
  },
  {
    key: 'tlp',
    title: 'TLP',
    width: 84,
    priority: 7,
    render: ({ tlp }) => <span className={`cs-tlp cs-tlp-${tlp.split('+', 1)[0]}`}>{tlp}</span>,
  },
  {
    key: 'tags',
    title: 'Tags',
    width: 140,
    extra: true,
    priority: 12,
    render: ({ tags }) => tags.join(', '),
    text: ({ tags }) => tags.join(', '),
  },
  {
    key: 'members',
    title: 'Members',
    width: 140,
    extra: true,
    priority: 13,
    render: ({ members }) => members.map(({ name }) => name).join(', '),
    text: ({ members }) => members.map(({ name }) => name).join(', '),
  },
  { key: 'created', title: 'Opened', width: 180, extra: true, render: ({ created_at: at }) => dateTime(at) },
]

function Title({ row: { title, stage, need_to_know: isLocked } }: { readonly row: Case }) {
  return (
    <>
      {isLocked && (
        <LockIcon className="cs-lock" size={12} title="Need to know: only its owner, members and administrators" />
      )}
      <span className={stage === 'NEW' ? 'cs-fresh' : undefined}>{title}</span>
    </>
  )
}

function Tasks({ row: { tasks } }: { readonly row: Case }) {
  if (tasks.total === 0) return <span className="cs-note">–</span>
  return (
    <span className={tasks.overdue > 0 ? 'cs-late' : undefined}>
      {number(tasks.done)}/{number(tasks.total)}
    </span>
  )
}

function tasksText({ tasks: { total, done, overdue } }: Case): string {
  if (total === 0) return 'No tasks'
  return `${number(done)} of ${number(total)} done${overdue > 0 ? `, ${number(overdue)} overdue` : ''}`
}

function Owner({ row: { owner } }: { readonly row: Case }) {
  return (
    <span className="cs-person">
      {owner === null ? <NoAvatar /> : <Avatar name={owner.name} />}
      {owner === null ? <span className="cs-note">unassigned</span> : owner.name}
    </span>
  )
}

/** How long the case has been open, or was open until it closed. */
function Age({ row: { created_at, closed_at } }: { readonly row: Case }) {
  const now = useNow(30_000)
  return span((closed_at === null ? now : Date.parse(closed_at)) - Date.parse(created_at))
}

function ageText({ created_at, closed_at }: Case): string {
  return closed_at === null
    ? `Opened ${zonedDateTime(created_at)}`
    : `Opened ${zonedDateTime(created_at)}, closed ${zonedDateTime(closed_at)}`
}

function Since({ at }: { readonly at: string }) {
  return age(useNow(10_000) - Date.parse(at))
}
