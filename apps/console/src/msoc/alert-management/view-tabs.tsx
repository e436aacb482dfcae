import { listAlerts } from '@carapace/shared/msoc/alerts.contract'
import { openStatuses } from '@carapace/shared/msoc/alerts'
import { countersChannel } from '@carapace/shared/msoc/history.contract'
import { useEffect, useReducer } from 'react'
import { auditTime, filter, merge, Subject, switchMap, timer } from 'rxjs'
import { call } from '../../core/call.ts'
import { number } from '../../core/format.ts'
import { live } from '../../core/live.ts'
import { useDesk } from './desk.tsx'
import { turnedTo, type View, viewOf, views } from './search.ts'

const titles: Readonly<Record<View, string>> = { open: 'Open', mine: 'Mine', unassigned: 'Unassigned', closed: 'Closed' }

/** How often the two counts that no channel tells are asked for, ms. */
const askEveryMs = 30_000

/** The quick filters. Closed has no count: it only ever grows. */
export function ViewTabs() {
  const { search, go } = useDesk()
  const counts = useCounts()
  const view = viewOf(search)

  return (
    <nav className="am-tabs" aria-label="Views">
      {views.map((each) => (
        <button key={each} type="button" className="am-tab" aria-current={each === view ? 'page' : undefined} onClick={() => go(turnedTo(search, each))}>
          {titles[each]}
          {counts[each] !== undefined && <span className="am-tab-count num">{number(counts[each])}</span>}
        </button>
      ))}
    </nav>
  )
}

type Counts = Partial<Record<View, number>>

function useCounts(): Counts {
  const { queue } = useDesk()
  const [counts, tell] = useReducer((before: Counts, told: Counts) => ({ ...before, ...told }), {})

  useEffect(() => {
    const heard = live(countersChannel, {}).subscribe((message) => {
      const told = message.op === 'snapshot' ? message.data : message.op === 'changes' ? message.data.at(-1) : undefined
      if (told !== undefined) tell({ open: told.alerts.open })
    })
    return () => heard.unsubscribe()
  }, [])

  useEffect(() => {
    const visible = new Subject<void>()
    const onVisible = () => document.hidden || visible.next()
    document.addEventListener('visibilitychange', onVisible)
    // a change of an alert may be one of owner: look again, but not for each of a flood
    const asking = merge(timer(0, askEveryMs), visible, queue.changes.pipe(filter(({ kind }) => kind !== 'count' && kind !== 'evidence'), auditTime(5_000)))
      .pipe(switchMap(() => (document.hidden ? [] : askCounts())))
      .subscribe(tell)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      asking.unsubscribe()
    }
  }, [queue])

  return counts
}

/** A count that can't be had is no count; the list itself says what is wrong. */
async function askCounts(): Promise<Counts> {
  const countOf = async (owner: 'me' | 'none') => (await call(listAlerts, { status: [...openStatuses], owner, limit: 1 })).total
  const [mine, unassigned] = await Promise.allSettled([countOf('me'), countOf('none')])
  return {
    ...(mine.status === 'fulfilled' && { mine: mine.value }),
    ...(unassigned.status === 'fulfilled' && { unassigned: unassigned.value }),
  }
}
