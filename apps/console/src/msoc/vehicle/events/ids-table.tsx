import { ShieldIcon } from '@blueprintjs/icons'
import { clockWithSeconds, dateTime, number } from '../../../core/format.ts'
import type { Column } from '../../../core/table/columns.ts'
import { DataTable } from '../../../core/table/data-table.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { SeverityLabel } from '../../../core/ui/severity-glyph.tsx'
import { eventNumber, type NamedEvent } from './ids-events.ts'
import type { useIdsEvents } from './use-ids-events.ts'

const kindTexts: Readonly<Record<NamedEvent['kind'], string>> = { 'ids.can': 'CAN', 'ids.eth': 'Ethernet', 'ids.host': 'Host' }

const columns: readonly Column<NamedEvent>[] = [
  { key: 'ts', title: 'Time', width: 208, always: true, render: ({ ts }) => <span className="num">{dateTime(ts).split(',')[0]}, {clockWithSeconds(ts)}</span>, text: ({ ts }) => ts },
  { key: 'severity', title: 'Severity', width: 96, always: true, render: ({ severity }) => <SeverityLabel severity={severity} /> },
  { key: 'kind', title: 'Kind', width: 84, priority: 4, render: ({ kind }) => kindTexts[kind] },
  { key: 'event', title: 'Event', width: 72, mono: true, priority: 3, render: eventNumber },
  { key: 'name', title: 'What', width: 180, grow: 1, always: true, render: ({ name }) => name, text: ({ name }) => name },
  { key: 'count', title: 'Count', width: 64, numeric: true, priority: 2, render: ({ count }) => (count > 1 ? `×${number(count)}` : '') },
  { key: 'sensor', title: 'IdsM · sensor', width: 116, numeric: true, priority: 5, render: (event) => `${event.idsm_instance} · ${event.sensor_instance}` },
]

/** One tab shows one kind: there it goes without saying. */
const columnsOfOneKind = columns.filter(({ key }) => key !== 'kind')

interface IdsTableProps {
  readonly events: ReturnType<typeof useIdsEvents>
  /** Those that pass the filter. */
  readonly rows: readonly NamedEvent[] | undefined
  readonly filtered: boolean
  /** There are events of several kinds. */
  readonly several: boolean
  readonly onTop: (top: boolean) => void
  readonly toTop: number
  readonly open: string | undefined
  readonly onOpen: (event: NamedEvent) => void
}

/** IDS events, newest first; a row opens its detail. */
export function IdsTable({ events: { problem, more, retry }, rows, filtered, several, onTop, toTop, open, onOpen }: IdsTableProps) {
  return (
    <DataTable
      id="vehicle-ids"
      label="IDS events"
      columns={several ? columns : columnsOfOneKind}
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
          {filtered ? 'Nothing that was loaded has these words.' : 'The vehicle reported no intrusion in this window.'}
        </EmptyState>
      }
    />
  )
}
