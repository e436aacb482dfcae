import { phaseLabels } from '@carapace/shared/graph/programs/phases'
import type { Program } from '@carapace/shared/graph/programs/programs.contract'
import { Link } from '@tanstack/react-router'
import { age, dateTime, number, useNow, zonedDateTime } from '../../core/format/format.ts'
import type { Column } from '../../core/table/data-table.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { roleWords } from '../members/role-words.ts'

/** The columns of the list. */
export const columns: readonly Column<Program>[] = [
  {
    key: 'name',
    title: 'Name',
    sortable: true,
    width: 200,
    grow: 2,
    always: true,
    render: (program) => <Name program={program} />,
    text: ({ name }) => name,
  },
  {
    key: 'status',
    title: 'Status',
    sortable: true,
    width: 112,
    render: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'phase',
    title: 'Current phase',
    sortable: true,
    width: 200,
    priority: 2,
    render: ({ current_phase: phase }) => phaseLabels[phase],
  },
  {
    key: 'description',
    title: 'Description',
    width: 220,
    grow: 3,
    priority: 6,
    render: ({ description }) => description,
    text: ({ description }) => description,
  },
  {
    key: 'role',
    title: 'My role',
    sortable: true,
    width: 96,
    priority: 4,
    render: ({ my_role: role }) => <MyRole role={role} />,
  },
  {
    key: 'members',
    title: 'Members',
    sortable: true,
    width: 80,
    numeric: true,
    priority: 5,
    render: ({ members }) => number(members),
  },
  {
    key: 'changed',
    title: 'Changed',
    sortable: true,
    width: 88,
    numeric: true,
    priority: 3,
    render: ({ updated_at: at }) => <Since at={at} />,
    text: ({ updated_at: at }) => zonedDateTime(at),
  },
  {
    key: 'begun',
    title: 'Begun',
    sortable: true,
    width: 180,
    extra: true,
    render: ({ created_at: at }) => dateTime(at),
  },
]

function Name({ program: { uuid, name } }: { readonly program: Program }) {
  return (
    <Link className="pg-name" to="/org/lifecycle/program" search={{ programId: uuid }}>
      {name}
    </Link>
  )
}

function MyRole({ role }: { readonly role: Program['my_role'] }) {
  return role === null ? (
    <span className="pg-note" title="You see it as an administrator">
      not a member
    </span>
  ) : (
    roleWords[role].title
  )
}

function Since({ at }: { readonly at: string }) {
  return age(useNow(10_000) - Date.parse(at))
}
