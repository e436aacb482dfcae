import { ShieldIcon } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { clockWithSeconds, dateTime, number } from '../../core/format/format.ts'
import type { Column } from '../../core/table/columns.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Vin } from '../../core/ui/vin.tsx'
import { SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { placeText } from './ids-place.ts'
import { eventNumber, kindTexts, type NamedEvent } from './ids-events.ts'
import type { useIdsEvents } from './use-ids-events.ts'

const columns: readonly Column<NamedEvent>[] = [
  {
    key: 'ts',
    title: 'Time',
    width: 208,
    always: true,
    render: ({ ts }) => (
      <span className="num">
        {dateTime(ts).split(',')[0]}, {clockWithSeconds(ts)}
      </span>
    ),
    text: ({ ts }) => ts,
  },
  {
    key: 'severity',
    title: 'Severity',
    width: 96,
    always: true,
    render: ({ severity }) => <SeverityLabel severity={severity} />,
  },
  {
    key: 'vehicle',
    title: 'Vehicle',
    width: 168,
    mono: true,
    always: true,
    render: ({ vin }) => vin !== null && <Vin vin={vin} />,
    text: ({ vin }) => vin ?? '',
  },
  { key: 'kind', title: 'Kind', width: 84, priority: 4, render: ({ kind }) => kindTexts[kind] },
  { key: 'event', title: 'Event', width: 72, mono: true, priority: 3, render: eventNumber },
  {
    key: 'name',
    title: 'What',
    width: 180,
    grow: 1,
    always: true,
    render: ({ name }) => name,
    text: ({ name }) => name,
  },
  {
    key: 'place',
    title: 'ECU · bus · CAN id',
    width: 176,
    priority: 3,
    render: (event) => <span className="mono">{placeText(event)}</span>,
    text: placeText,
  },
  {
    key: 'count',
    title: 'Count',
    width: 64,
    numeric: true,
    priority: 2,
    render: ({ count }) => (count > 1 ? `×${number(count)}` : ''),
  },
  {
    key: 'sensor',
    title: 'IdsM · sensor',
    width: 116,
    numeric: true,
    priority: 5,
    render: (event) => `${event.idsm_instance} · ${event.sensor_instance}`,
  },
]

interface IdsTableProps {
  /** Key under which its columns are stored. */
  readonly id: string
  readonly events: ReturnType<typeof useIdsEvents>
  /** The events that pass the filter. */
  readonly rows: readonly NamedEvent[] | undefined
  readonly filtered: boolean
  /** Columns to omit, since they are the same in all rows: one vehicle, one kind. */
  readonly without: readonly ('vehicle' | 'kind')[]
  readonly onTop: (top: boolean) => void
  readonly toTop: number
  readonly open: string | undefined
  readonly onOpen: (event: NamedEvent) => void
}

/** IDS events, newest first; a row opens its detail. */
export function IdsTable({
  id,
  events: { problem, more, retry },
  rows,
  filtered,
  without,
  onTop,
  toTop,
  open,
  onOpen,
}: IdsTableProps) {
  const shown = useMemo(() => columns.filter(({ key }) => !without.some((each) => each === key)), [without])
  return (
    <DataTable
      id={id}
      label="IDS events"
      columns={shown}
      rows={rows}
      keyOf={({ key }) => key}
      severityOf={({ severity }) => severity}
      onOpen={onOpen}
      onEnd={more}
      onTop={onTop}
      toTop={toTop}
      rowHeight={28}
      {...(open !== undefined && { selectedKey: open })}
      {...(problem !== undefined && rows === undefined && { problem })}
      onRetry={retry}
      empty={
        <EmptyState icon={<ShieldIcon size={24} />} title={filtered ? 'No IDS events match' : 'No IDS events'}>
          {filtered ? 'Nothing that was loaded has these words.' : 'No intrusion was reported in this window.'}
        </EmptyState>
      }
    />
  )
}
