import { Button } from '@blueprintjs/core'
import { type ReactNode, useMemo, useState } from 'react'
import { number } from '../../../core/format/format.ts'
import { useTimeRange, useTimeWindow } from '../../../core/time/conductor.ts'
import { SearchField } from '../../../core/ui/search-field.tsx'
import { IdsDetail } from '../../ids-events/ids-detail.tsx'
import { type IdsKind, matchesEvent } from '../../ids-events/ids-events.ts'
import { IdsTable } from '../../ids-events/ids-table.tsx'
import { OverTime } from '../../ids-events/over-time.tsx'
import { useIdsEvents } from '../../ids-events/use-ids-events.ts'
import { Panel } from '../panel.tsx'
import type { TabProps } from '../tab-props.ts'

/** The columns that the list omits, since they are the same in each row. */
const ofOneVehicle = ['vehicle'] as const
const ofOneKind = ['vehicle', 'kind'] as const

interface IdsViewProps extends Pick<TabProps, 'vehicle' | 'search' | 'go'> {
  /** Absent: all kinds. */
  readonly kind?: IdsKind
  readonly title: string
  /** Shown beside the list while no event is open. */
  readonly beside?: ReactNode
}

/** IDS events of a window: their counts over time, the list, and one event in full. */
export function IdsView({ vehicle, search, go, kind, title, beside }: IdsViewProps) {
  const window = useTimeWindow()
  const { zoomTo } = useTimeRange()
  const [top, setTop] = useState(true)
  const [shown, setShown] = useState(0)
  const events = useIdsEvents({ vehicle: vehicle.vin, kind }, window, !top)
  const rows = useMemo(
    () => (search.q === undefined ? events.rows : events.rows?.filter((event) => matchesEvent(event, search.q ?? ''))),
    [events.rows, search.q],
  )
  const showNew = () => {
    events.show()
    setShown(shown + 1)
  }
  const open = events.rows?.find((event) => event.key === search.event)

  return (
    <div className="vh-split">
      <Panel
        title={title}
        className="vh-main"
        tools={
          <SearchField
            value={search.q ?? ''}
            label="Filter events"
            placeholder="Event, number, detail"
            onSearch={(q) => go({ ...search, q: q || undefined }, true)}
          />
        }
      >
        <OverTime title={title} rows={rows} whole={events.whole} window={window} onZoom={zoomTo} />
        {events.news > 0 && (
          <Button variant="minimal" className="ie-news num" text={`${number(events.news)} new`} onClick={showNew} />
        )}
        <IdsTable
          id="vehicle-ids"
          events={events}
          rows={rows}
          filtered={search.q !== undefined}
          without={kind === undefined ? ofOneVehicle : ofOneKind}
          onTop={setTop}
          toTop={shown}
          open={search.event}
          onOpen={(event) => go({ ...search, event: event.key }, search.event !== undefined)}
        />
      </Panel>
      {open ? <IdsDetail event={open} group="Vehicle" onClose={() => go({ ...search, event: undefined })} /> : beside}
    </div>
  )
}
