import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useCallback, useMemo } from 'react'
import { filter } from 'rxjs'
import { call } from '../../../core/call/call.ts'
import { useTimeRange } from '../../../core/time/conductor.ts'
import { SavedViews } from '../../../core/views/saved-views.tsx'
import type { View, ViewSearch } from '../../../core/views/views.ts'
import { useAlertPage } from '../page-context.tsx'
import { AlertSearch, alertFilterOf, turnedTo, viewed, within } from '../search.ts'
import { msocViewPages } from '../../view-pages.ts'

/** The views that are always available. */
const builtIn: readonly View[] = [
  { id: 'mine', name: 'My queue', search: { owner: 'me' } },
  { id: 'open', name: 'All open', search: {} },
  { id: 'critical', name: 'Critical, unassigned', search: { severity: 'critical', owner: 'none' } },
]

/** The queue's views; each shows its number of alerts within a fixed window (rule QUEUE-67). */
export function ViewsBar() {
  const { search, go, queue } = useAlertPage()
  const { range } = useTimeRange()
  const countOf = useCallback(
    async (view: ViewSearch) =>
      (await call(listAlerts, { ...within(alertFilterOf(AlertSearch.parse(view)), range), limit: 1 })).total,
    [range],
  )
  // a repeat or new evidence moves no alert from one view to another
  const stir = useMemo(() => queue.changes.pipe(filter(({ kind }) => kind !== 'count' && kind !== 'evidence')), [queue])
  return (
    <SavedViews
      page={msocViewPages.alerts}
      search={viewed(search)}
      current={search.view}
      builtIn={builtIn}
      countOf={countOf}
      stir={stir}
      onApply={(view, id) => go(turnedTo(search, id, view))}
    />
  )
}
