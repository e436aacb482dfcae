import type { ProfileRow } from '@carapace/shared/msoc/can/profiles.contract'
import { Link } from '@tanstack/react-router'
import { dateTime, number, sentenceCase } from '../../core/format/format.ts'
import type { Column } from '../../core/table/data-table.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { modelText, originText, profileText, spanText, stateTones } from './words.ts'

/** The columns of the profile list (rule PROFILE-UI-3). */
export const columns: readonly Column<ProfileRow>[] = [
  {
    key: 'profile',
    title: 'Profile',
    width: 160,
    grow: 1,
    always: true,
    render: (row) => <Name row={row} />,
    text: profileText,
  },
  { key: 'bus', title: 'Bus', width: 72, mono: true, always: true, render: ({ bus }) => bus },
  {
    key: 'state',
    title: 'State',
    width: 84,
    always: true,
    render: ({ state }) => <Badge tone={stateTones[state]}>{sentenceCase(state)}</Badge>,
  },
  { key: 'origin', title: 'Made from', width: 240, grow: 2, priority: 2, render: originText, text: originText },
  { key: 'ids', title: 'Ids', width: 56, numeric: true, render: ({ ids }) => number(ids) },
  { key: 'cyclic', title: 'Cyclic', width: 64, numeric: true, priority: 6, render: ({ cyclic }) => number(cyclic) },
  {
    key: 'counters',
    title: 'Counters',
    width: 76,
    numeric: true,
    priority: 7,
    render: ({ counters }) => number(counters),
  },
  {
    key: 'checksums',
    title: 'Checksums',
    width: 84,
    numeric: true,
    priority: 8,
    render: ({ checksums }) => number(checksums),
  },
  { key: 'signals', title: 'Signals', width: 68, numeric: true, priority: 9, render: ({ signals }) => number(signals) },
  {
    key: 'exceptions',
    title: 'Exceptions',
    width: 84,
    numeric: true,
    priority: 5,
    render: ({ exceptions }) => number(exceptions),
  },
  {
    key: 'seconds',
    title: 'Traffic',
    width: 104,
    numeric: true,
    extra: true,
    priority: 11,
    render: ({ seconds }) => (seconds === 0 ? '' : spanText(seconds)),
  },
  {
    key: 'note',
    title: 'Note',
    width: 140,
    grow: 2,
    priority: 4,
    render: ({ note }) => note,
    text: ({ note }) => note,
  },
  {
    key: 'created',
    title: 'Made',
    width: 184,
    priority: 3,
    render: (row) => <span className="num">{dateTime(row.created_at)}</span>,
    text: (row) => `${dateTime(row.created_at)}, ${row.created_by}`,
  },
  {
    key: 'activated',
    title: 'Activated',
    width: 184,
    extra: true,
    priority: 10,
    render: ({ activated_at: at }) => <span className="num">{at === null ? '' : dateTime(at)}</span>,
  },
]

function Name({ row }: { readonly row: ProfileRow }) {
  return (
    <Link
      className="cpr-name"
      to="/org/msoc/dashboard/analyzers/profiles"
      search={{ profile: row.uuid }}
      aria-label={`${profileText(row)}, bus ${row.bus}`}
    >
      {modelText(row.model)} v{row.version}
    </Link>
  )
}
