import { Button } from '@blueprintjs/core'
import { useId, useMemo, useState } from 'react'
import { number } from '../../core/format/format.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useTimeRange, useTimeWindow } from '../../core/time/conductor.ts'
import { TimeConductor } from '../../core/time/time-conductor.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { IdsDetail } from '../ids-events/ids-detail.tsx'
import { IdsTable } from '../ids-events/ids-table.tsx'
import { OverTime } from '../ids-events/over-time.tsx'
import { useIdsEvents } from '../ids-events/use-ids-events.ts'
import { countsOf } from './counts.ts'
import { EventLinks } from './event-links.tsx'
import { Filters } from './filters.tsx'
import { type Go, type IdsSearch, isNarrowed, narrowed } from './search.ts'
import { TopLists } from './top-lists.tsx'
import './ids-viewer.css'

interface IdsViewerPageProps {
  readonly search: IdsSearch
  readonly go: Go
}

const allColumns = [] as const
const ofOneKind = ['kind'] as const

/**
 * The intrusion detection events of the whole fleet: a histogram, counts by event and origin, and each event in full.
 */
export function IdsViewerPage({ search, go }: IdsViewerPageProps) {
  usePageTitle('IDS viewer')
  const heading = useId()
  const window = useTimeWindow()
  const { zoomTo } = useTimeRange()
  const [top, setTop] = useState(true)
  const [shown, setShown] = useState(0)
  const events = useIdsEvents({ vehicle: search.vehicle, kind: search.kind }, window, !top)
  const rows = useMemo(() => events.rows && narrowed(events.rows, search), [events.rows, search])
  const counts = useMemo(() => rows && countsOf(rows), [rows])
  const open = events.rows?.find(({ key }) => key === search.open)
  const showNew = () => {
    events.show()
    setShown(shown + 1)
  }

  return (
    <div className="iv-page">
      <PageHead title="IDS viewer">
        <TimeConductor />
      </PageHead>
      <Filters search={search} go={go} events={events.rows} total={counts?.occurrences} />
      <div className="iv-split">
        <section className="c-panel iv-main" aria-labelledby={heading}>
          <h2 id={heading} className="c-visually-hidden">
            IDS events
          </h2>
          <OverTime title="IDS events" rows={rows} whole={events.whole} window={window} onZoom={zoomTo} />
          {events.news > 0 && (
            <Button variant="minimal" className="ie-news num" text={`${number(events.news)} new`} onClick={showNew} />
          )}
          <IdsTable
            id="ids-viewer"
            events={events}
            rows={rows}
            filtered={isNarrowed(search)}
            without={search.kind ? ofOneKind : allColumns}
            onTop={setTop}
            toTop={shown}
            open={search.open}
            onOpen={(event) => go({ ...search, open: event.key }, search.open !== undefined)}
          />
        </section>
        {open && (
          <IdsDetail event={open} group="IDS viewer" onClose={() => go({ ...search, open: undefined })}>
            <EventLinks event={open} />
          </IdsDetail>
        )}
        {!open &&
          (counts ? (
            <TopLists counts={counts} search={search} go={go} />
          ) : (
            events.problem === undefined && <SkeletonRows rows={12} columns={['1fr', '64px']} rowHeight={28} />
          ))}
      </div>
    </div>
  )
}
