import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { age, dateTime, number, useNow, zonedDateTime } from '../../core/format/format.ts'
import type { Column } from '../../core/table/data-table.tsx'
import { Avatar, NoAvatar } from '../../core/ui/avatar.tsx'
import { SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { span } from './facts.ts'
import { caseId } from './list.ts'

/** Key under which widths and columns are stored. */
export const tableId = 'cases'

/** The columns of the case list, in reading order. */
export const columns: readonly Column<Case>[] = [
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
    render: ({ title, stage }) => <span className={stage === 'NEW' ? 'cs-fresh' : undefined}>{title}</span>,
    text: ({ title }) => title,
  },
  { key: 'stage', title: 'Stage', width: 104, render: ({ stage }) => <StatusBadge status={stage} /> },
  {
    key: 'owner',
    title: 'Owner',
    width: 160,
    priority: 4,
    render: (row) => <Owner row={row} />,
    text: ({ owner }) => owner?.name ?? 'Unassigned',
  },
  { key: 'alerts', title: 'Alerts', width: 72, numeric: true, priority: 5, render: ({ alerts }) => number(alerts) },
  {
    key: 'vehicles',
    title: 'Vehicles',
    width: 80,
    numeric: true,
    priority: 6,
    render: ({ vehicles }) => number(vehicles),
  },
  {
    key: 'comments',
    title: 'Comments',
    width: 88,
    numeric: true,
    priority: 7,
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
    priority: 8,
    render: ({ updated_at: at }) => <Since at={at} />,
    text: ({ updated_at: at }) => zonedDateTime(at),
  },
  { key: 'created', title: 'Opened', width: 180, extra: true, render: ({ created_at: at }) => dateTime(at) },
]

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
