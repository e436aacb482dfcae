import { type Counters, countersChannel } from '@carapace/shared/msoc/history/history.contract'
import { live } from '../../../core/live/live.ts'
import { sharedFeed } from './shared-feed.ts'

export interface CountersSeen {
  readonly latest: Counters | undefined
  /** Events per second and ingest lag (ms) of the last minute, oldest first. */
  readonly rates: readonly number[]
  readonly lags: readonly number[]
}

/** About a minute of samples: the server sends one per second. */
const samplesKept = 60

/** The organisation's counters, and their history of the last minute. */
export const useCounters = sharedFeed<CountersSeen>({ latest: undefined, rates: [], lags: [] }, (update) => {
  const feed = live(countersChannel, {}).subscribe((message) => {
    const latest = message.op === 'snapshot' ? message.data : message.op === 'changes' ? message.data.at(-1) : undefined
    if (latest !== undefined) update((before) => seen(before, latest))
  })
  return () => feed.unsubscribe()
})

function seen(before: CountersSeen, latest: Counters): CountersSeen {
  return {
    latest,
    rates: [...before.rates, totalRate(latest)].slice(-samplesKept),
    lags: latest.lag_ms === null ? before.lags : [...before.lags, latest.lag_ms].slice(-samplesKept),
  }
}

/** Events stored per second, all kinds together. */
export function totalRate({ rates }: Counters): number {
  return Object.values(rates).reduce((sum, rate) => sum + rate, 0)
}

/** The number of vehicles of any health. */
export function totalVehicles({ vehicles }: Counters): number {
  return vehicles.healthy + vehicles.degraded + vehicles.compromised + vehicles.offline
}
