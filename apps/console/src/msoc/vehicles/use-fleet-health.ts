import { type Counters, countersChannel } from '@carapace/shared/msoc/history/history.contract'
import { useEffect, useState } from 'react'
import { live } from '../../core/live/live.ts'

/** The number of vehicles for each health, live; undefined until it is received. */
export function useFleetHealth(): Counters['vehicles'] | undefined {
  const [counts, setCounts] = useState<Counters['vehicles']>()
  useEffect(() => {
    const feed = live(countersChannel, {}).subscribe((message) => {
      const latest =
        message.op === 'snapshot' ? message.data : message.op === 'changes' ? message.data.at(-1) : undefined
      if (latest)
        setCounts((before) => (JSON.stringify(before) === JSON.stringify(latest.vehicles) ? before : latest.vehicles))
    })
    return () => feed.unsubscribe()
  }, [])
  return counts
}
