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

/** Minimum interval between updates of the status bar, ms: flickering numbers cannot be read. */
const showEveryMs = 500

/**
 * Subscribes to the organisation's counters while the shell is shown and the licence includes them. This also keeps the
 * live connection open on every page, which reports at once that a session was ended.
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

/** Events stored per second, all kinds together. */
export function totalRate({ rates }: Counters): number {
  return Object.values(rates).reduce((sum, rate) => sum + rate, 0)
}

/** The counters feed as a component of the shell. */
export function CountersFeed(): null {
  useCountersFeed()
  return null
}
