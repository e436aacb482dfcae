import { Button } from '@blueprintjs/core'
import { severities } from '@carapace/shared/msoc/severity'
import { type ReactNode, useMemo, useState } from 'react'
import { SeverityBars } from '../../../core/chart/severity-bars.tsx'
import { number } from '../../../core/format.ts'
import { useTimeRange, useTimeWindow } from '../../../core/time/conductor.ts'
import { SearchField } from '../../../core/ui/search-field.tsx'
import { SeverityLabel } from '../../../core/ui/severity-glyph.tsx'
import { Panel } from '../panel.tsx'
import type { IdsKind } from '../search.ts'
import type { TabProps } from '../tab-props.ts'
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
  const [top, setTop] = useState(true)
  const [shown, setShown] = useState(0)
  const events = useIdsEvents({ vehicle: vehicle.vin, kind }, window, !top)
  const step = stepFor(window.from, window.to)
  const rows = useMemo(() => (search.q === undefined ? events.rows : events.rows?.filter((event) => matchesEvent(event, search.q ?? ''))), [events.rows, search.q])
  const buckets = useMemo(() => bucketsOf(rows ?? [], step), [rows, step])
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
        tools={<SearchField value={search.q ?? ''} label="Filter events" placeholder="Event, number, detail" onSearch={(q) => go({ ...search, q: q || undefined }, true)} />}
      >
        <div className="vh-over-time">
          <p className="vh-over-time-head">
            <span className="num">{rows && countedText(rows.length, events.whole)}</span>
            <span className="vh-over-time-key">{severities.toReversed().map((severity) => <SeverityLabel key={severity} severity={severity} />)}</span>
          </p>
          <div className="vh-histogram">
            <SeverityBars buckets={buckets} stepMs={step} from={window.from} to={window.to} label={`${title} over time: ${number(rows?.length ?? 0)} counted`} onZoom={zoomTo} />
          </div>
        </div>
        {events.news > 0 && <Button variant="minimal" className="vh-news num" text={`${number(events.news)} new`} onClick={showNew} />}
        <IdsTable events={events} rows={rows} filtered={search.q !== undefined} several={kind === undefined} onTop={setTop} toTop={shown} open={search.event} onOpen={(event) => go({ ...search, event: event.key }, search.event !== undefined)} />
      </Panel>
      {open ? <IdsDetail event={open} onClose={() => go({ ...search, event: undefined })} /> : beside}
    </div>
  )
}

/** What the bars count: a histogram of a part must not pass for one of all. */
function countedText(count: number, whole: boolean): string {
  const events = `${number(count)} ${count === 1 ? 'event' : 'events'}`
  return whole ? `${events} in this window` : `The latest ${events}, scroll down for older ones`
}
