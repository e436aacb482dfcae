import type { Capture } from '@carapace/shared/msoc/can/captures.contract'
import { dateTime, number } from '../../core/format/format.ts'
import type { Column } from '../../core/table/columns.ts'
import { Badge, StatusBadge } from '../../core/ui/status-badge.tsx'
import { caseId } from '../cases/list.ts'
import { busesText, formatText, sizeText, spanText, stateText } from './words.ts'
import { Vin } from '../../core/ui/vin.tsx'

export const tableId = 'captures'

export const columns: readonly Column<Capture>[] = [
  {
    key: 'name',
    title: 'Name',
    width: 220,
    grow: 2,
    always: true,
    render: ({ name }) => <span className="cp-name">{name}</span>,
    text: ({ name }) => name,
  },
  {
    key: 'state',
    title: 'State',
    width: 112,
    always: true,
    render: (capture) =>
      capture.state === 'READING' ? (
        <Badge tone="purple">{stateText(capture)}</Badge>
      ) : (
        <StatusBadge status={capture.state} />
      ),
    text: stateText,
  },
  { key: 'format', title: 'Format', width: 120, priority: 4, render: formatText, text: formatText },
  { key: 'frames', title: 'Frames', width: 96, numeric: true, render: ({ frames }) => number(frames) },
  { key: 'span', title: 'Span', width: 80, numeric: true, priority: 3, render: spanText },
  { key: 'buses', title: 'Buses', width: 110, mono: true, priority: 5, render: busesText, text: busesText },
  {
    key: 'vehicle',
    title: 'Vehicle',
    width: 150,
    mono: true,
    priority: 2,
    render: ({ vehicle }) => (vehicle === null ? '–' : <Vin vin={vehicle.vin} />),
    text: ({ vehicle }) => vehicle?.vin ?? '',
  },
  {
    key: 'case',
    title: 'Case',
    width: 96,
    mono: true,
    priority: 6,
    render: (capture) => (capture.case ? caseId(capture.case) : '–'),
    text: (capture) => capture.case?.title ?? '',
  },
  { key: 'size', title: 'Size', width: 88, numeric: true, priority: 8, render: ({ bytes }) => sizeText(bytes) },
  {
    key: 'by',
    title: 'By',
    width: 130,
    priority: 9,
    render: ({ created_by: by }) => by,
    text: ({ created_by: by }) => by,
  },
  {
    key: 'created',
    title: 'Created',
    width: 172,
    priority: 7,
    render: ({ created_at: at }) => <span className="num">{dateTime(at)}</span>,
  },
]
