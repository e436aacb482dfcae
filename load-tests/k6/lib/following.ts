import type { LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Alert } from './api.ts'

type Counted = Pick<Alert, 'uuid' | 'count'>

export interface Follower {
  /** Starts with a snapshot. */
  begin(alerts: readonly Counted[]): void
  /** Applies changes; returns how many are missing before them or were sent before. */
  apply(changes: readonly Pick<LiveAlert, 'seq' | 'uuid' | 'alert'>[]): number
  /** Whether its counts of these alerts are right. */
  agreesWith(truth: readonly Counted[]): boolean
}

/**
 * The state of a viewer of all alerts: their counts, and whether the changes are complete and in order (`seq` has no
 * gaps).
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
