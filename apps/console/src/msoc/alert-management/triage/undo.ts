import type { Alert, AlertUpdate } from '@carapace/shared/msoc/alerts/alerts.contract'
import { type AlertState, undoOf } from '@carapace/shared/msoc/alerts/undo'

/** What gives one alert its state before an action back. */
export interface Undo {
  readonly alert: Alert
  readonly change: AlertUpdate
}

/** What gives the alerts that an action changed their state before it (rule QUEUE-45). */
export function undosOf(before: readonly Alert[], now: readonly Alert[]): Undo[] {
  const after = new Map(now.map((alert) => [alert.uuid, alert]))
  return before.flatMap((alert) => {
    const changed = after.get(alert.uuid)
    const change = changed && undoOf(stateOf(alert), stateOf(changed))
    return change ? [{ alert, change }] : []
  })
}

/**
 * What gives escalated alerts their state back once they are out of the case: in progress, and acknowledged by the
 * escalation. An alert that had this state already is named too, since only an answer puts its row back.
 */
export function undosOfEscalation(before: readonly Alert[]): Undo[] {
  return before.map((alert) => {
    const state = stateOf(alert)
    const out = { ...state, status: 'IN_PROGRESS', isAcknowledged: true, isInCase: false } as const
    return { alert, change: undoOf(state, out) ?? { status: 'IN_PROGRESS' } }
  })
}

function stateOf({
  status,
  resolution,
  owner,
  acknowledged_at: acknowledgedAt,
  case_uuid: caseUuid,
  tags,
}: Alert): AlertState {
  return {
    status,
    resolution,
    ownerUuid: owner?.uuid ?? null,
    isAcknowledged: acknowledgedAt !== null,
    isInCase: caseUuid !== null,
    tags,
  }
}
