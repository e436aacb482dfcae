import { type Counters, countersChannel } from '@carapace/shared/msoc/history/history.contract'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { live, liveStatus } from '../../core/live/live.ts'
import { useHasLicence } from '../../core/session/licences.ts'

const counters = createStore<{ readonly latest: Counters | undefined }>(() => ({ latest: undefined }))

export function useCounters<T>(pick: (latest: Counters | undefined) => T): T {
  return useStore(counters, (state) => pick(state.latest))
}

/** How often the bars of the shell change: numbers that flicker can't be read. */
const showEveryMs = 500

/**
 * Keeps the organisation's counters while the shell is shown, where it has the licence. It is also what holds the live
 * connection open on every page, through which one hears at once that a session was ended.
 */
export function useCountersFeed(): void {
  const isLicensed = useHasLicence('MSOC')
  useEffect(() => {
    if (!isLicensed) return
    let newest: Counters | undefined
    const feed = live(countersChannel, {}).subscribe((message) => {
      if (message.op === 'snapshot') newest = message.data
      if (message.op === 'changes') newest = message.data.at(-1) ?? newest
      if (counters.getState().latest === undefined) show()
    })
    const timer = setInterval(show, showEveryMs)
    return () => {
      clearInterval(timer)
      feed.unsubscribe()
    }

    function show(): void {
      if (newest === undefined || newest === counters.getState().latest) return
      counters.setState({ latest: newest })
      liveStatus.setState({ serverLagMs: newest.lag_ms ?? undefined })
    }
  }, [isLicensed])
}

/** Events stored a second, all kinds together. */
export function totalRate({ rates }: Counters): number {
  return Object.values(rates).reduce((sum, rate) => sum + rate, 0)
}

/** The feed as a part of the shell. */
export function CountersFeed(): null {
  useCountersFeed()
  return null
}
