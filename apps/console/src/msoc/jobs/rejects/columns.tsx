import { dateTime, zonedDateTime } from '../../../core/format/format.ts'
import type { Column } from '../../../core/table/data-table.tsx'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { togglePicked, usePicked } from './picked.ts'
import { isRetryable, type Reject } from './reject-list.ts'

export const tableId = 'rejects'

export const columns: readonly Column<Reject>[] = [
  { key: 'pick', title: 'Pick', width: 44, always: true, render: (row) => <Pick row={row} /> },
  { key: 'state', title: 'State', width: 92, always: true, render: ({ state }) => <StatusBadge status={state} /> },
  {
    key: 'reason',
    title: 'Reason',
    width: 220,
    grow: 2,
    always: true,
    render: (row) => <span className="jb-reason">{row.retry_reason ?? row.reason}</span>,
    text: (row) => row.retry_reason ?? row.reason,
  },
  { key: 'source', title: 'Source', width: 110, priority: 2, render: ({ source }) => source },
  {
    key: 'vehicle',
    title: 'Vehicle',
    width: 160,
    priority: 3,
    mono: true,
    render: ({ vehicle }) => vehicle ?? '–',
    text: ({ vehicle }) => vehicle ?? '',
  },
  {
    key: 'event',
    title: 'Event',
    width: 160,
    grow: 3,
    priority: 4,
    mono: true,
    render: ({ event }) => event.slice(0, 200),
    text: ({ event }) => event.slice(0, 500),
  },
  {
    key: 'at',
    title: 'Rejected at',
    width: 170,
    priority: 1,
    numeric: true,
    render: ({ at }) => dateTime(at),
    text: ({ at }) => zonedDateTime(at),
  },
]

function Pick({ row }: { readonly row: Reject }) {
  const isPicked = usePicked().has(row.id)
  return (
    <input
      type="checkbox"
      className="jb-pick"
      aria-label={`Pick the event rejected at ${dateTime(row.at)}`}
      checked={isPicked}
      disabled={!isRetryable(row)}
      onChange={() => togglePicked(row.id)}
    />
  )
}
