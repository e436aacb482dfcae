import { typeNames } from '@carapace/shared/msoc/observables/observables'
import type { ObservableRow } from '@carapace/shared/msoc/observables/observables.contract'
import { Link } from '@tanstack/react-router'
import { age, dateTime, number, useNow, zonedDateTime } from '../../../core/format/format.ts'
import type { Column } from '../../../core/table/data-table.tsx'
import { SelectCell } from '../../../core/table/selection.tsx'
import { Marks, TlpBadge } from '../level.tsx'
import { tlpText } from '../words.ts'

/** Key under which this browser stores the columns. */
export const tableId = 'observables'

/** The columns of the list (rule OBSERVABLE-UI-2). */
export const columns: readonly Column<ObservableRow>[] = [
  {
    key: 'select',
    title: 'Select',
    width: 56,
    always: true,
    render: ({ uuid, value }) => <SelectCell uuid={uuid} title={value} />,
  },
  { key: 'type', title: 'Type', width: 124, always: true, render: ({ type }) => typeNames[type] },
  { key: 'value', title: 'Value', width: 260, grow: 3, always: true, render: Value, text: ({ value }) => value },
  { key: 'marks', title: 'Marks', width: 168, priority: 2, render: (row) => <Marks row={row} />, text: marksText },
  {
    key: 'tags',
    title: 'Tags',
    width: 140,
    grow: 1,
    priority: 6,
    render: ({ tags }) => tags.join(', '),
    text: ({ tags }) => tags.join(', '),
  },
  {
    key: 'sightings',
    title: 'Sightings',
    width: 84,
    numeric: true,
    priority: 1,
    render: (row) => number(row.sightings),
  },
  {
    key: 'last',
    title: 'Last seen',
    width: 88,
    numeric: true,
    priority: 3,
    render: ({ last_seen: at }) => <Age at={at} />,
  },
  { key: 'first', title: 'First seen', width: 168, priority: 7, render: ({ first_seen: at }) => dateTime(at) },
  { key: 'tlp', title: 'TLP', width: 112, priority: 4, render: ({ tlp }) => <TlpBadge tlp={tlp} /> },
  { key: 'pap', title: 'PAP', width: 84, extra: true, priority: 9, render: ({ pap }) => tlpText(pap) },
  {
    key: 'expires',
    title: 'Expires',
    width: 168,
    extra: true,
    priority: 8,
    render: ({ expires_at: at }) => (at === null ? 'Never' : dateTime(at)),
  },
  { key: 'source', title: 'From', width: 84, extra: true, priority: 10, render: ({ source }) => source },
]

function Value({ uuid, value }: ObservableRow) {
  return (
    <Link className="mono ob-value" to="/org/msoc/dashboard/observable/general" search={{ observable: uuid } as never}>
      {value}
    </Link>
  )
}

function marksText({ is_ioc: isIoc, watched_by: watched, allowed_by: allowed }: ObservableRow): string {
  return [
    ...(isIoc ? ['Indicator of compromise'] : []),
    ...(watched.length > 0 ? [`On ${watched.join(', ')}`] : []),
    ...(allowed.length > 0 ? [`Allowed by ${allowed.join(', ')}`] : []),
  ].join('. ')
}

function Age({ at }: { readonly at: string }) {
  const now = useNow(1_000)
  return <span title={zonedDateTime(at)}>{age(Math.max(0, now - Date.parse(at)))}</span>
}
