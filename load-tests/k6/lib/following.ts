import type { LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Alert } from './api.ts'

type Counted = Pick<Alert, 'uuid' | 'count'>

export interface Follower {
  /** Begins with a snapshot. */
  begin(alerts: readonly Counted[]): void
  /** Goes on with changes; answers how many are missing before them or were told before. */
  apply(changes: readonly Pick<LiveAlert, 'seq' | 'uuid' | 'alert'>[]): number
  /** Whether it knows these alerts as often as they were seen. */
  agreesWith(truth: readonly Counted[]): boolean
}

/**
 * What a viewer of all alerts knows: their counts, and whether the changes came complete and in order (`seq` has no
 * holes).
 */
export function followAlerts(): Follower {
  const counts = new Map<string, number>()
  let newest: number | undefined
  return {
    begin(alerts) {
      counts.clear()
      newest = undefined
      for (const { uuid, count } of alerts) counts.set(uuid, count)
    },
    apply(changes) {
      let wrong = 0
      for (const { seq, uuid, alert } of changes) {
        if (newest !== undefined) wrong += Math.abs(seq - newest - 1)
        newest = seq
        if (alert) counts.set(uuid, alert.count)
      }
      return wrong
    },
    agreesWith: (truth) => truth.every(({ uuid, count }) => counts.get(uuid) === count),
  }
}
