import { type ReactNode, useMemo } from 'react'
import { SeverityBars } from '../../../core/chart/severity-bars.tsx'
import { number } from '../../../core/format.ts'
import { useTimeRange, useTimeWindow } from '../../../core/time/conductor.ts'
import { SearchField } from '../../../core/ui/search-field.tsx'
import { Panel } from '../panel.tsx'
import type { IdsKind } from '../search.ts'
import type { TabProps } from '../vehicle-page.tsx'
import { bucketsOf, stepFor } from './buckets.ts'
import { IdsDetail } from './ids-detail.tsx'
import { matchesEvent } from './ids-events.ts'
import { IdsTable } from './ids-table.tsx'
import { useIdsEvents } from './use-ids-events.ts'

interface IdsViewProps extends Pick<TabProps, 'vehicle' | 'search' | 'go'> {
  /** Absent: all kinds. */
  readonly kind?: IdsKind
  readonly title: string
  /** Stands beside the list while no event is open. */
  readonly beside?: ReactNode
}

/** IDS events of a window: how many when, the list, and one of them in full. */
export function IdsView({ vehicle, search, go, kind, title, beside }: IdsViewProps) {
  const window = useTimeWindow()
  const { zoomTo } = useTimeRange()
  const events = useIdsEvents(vehicle.vin, kind, window)
  const step = stepFor(window.from, window.to)
  const buckets = useMemo(() => bucketsOf(events.rows?.filter((event) => search.q === undefined || matchesEvent(event, search.q)) ?? [], step), [events.rows, search.q, step])
  const open = events.rows?.find((event) => event.key === search.event)

  return (
    <div className="vh-split">
      <Panel
        title={title}
        className="vh-main"
        tools={<SearchField value={search.q ?? ''} label="Filter events" placeholder="Event, number, detail" onSearch={(q) => go({ ...search, q: q || undefined }, true)} />}
      >
        <div className="vh-histogram">
          <SeverityBars buckets={buckets} stepMs={step} from={window.from} to={window.to} label={`${title} over time: ${number(events.rows?.length ?? 0)} loaded`} onZoom={zoomTo} />
        </div>
        <IdsTable events={events} words={search.q} open={search.event} onOpen={(event) => go({ ...search, event: event.key }, search.event !== undefined)} />
      </Panel>
      {open ? <IdsDetail event={open} onClose={() => go({ ...search, event: undefined })} /> : beside}
    </div>
  )
}
