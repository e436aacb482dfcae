import type { AlertStatus, Resolution } from './alerts.ts'
import type { AlertUpdate } from './alerts.contract.ts'

/** What an analyst's action changes of an alert, and an undo gives back. */
export interface AlertState {
  readonly status: AlertStatus
  readonly resolution: Resolution | null
  readonly ownerUuid: string | null
  readonly isAcknowledged: boolean
  readonly isInCase: boolean
  readonly tags: readonly string[]
}

/**
 * The change that gives an alert the status, owner, acknowledgement and tags that it had before an action; undefined if
 * the action changed none of them (rule ALERT-11).
 */
export function undoOf(before: AlertState, after: AlertState): AlertUpdate | undefined {
  const change: AlertUpdate = {}
  if (before.isAcknowledged !== after.isAcknowledged) change.acknowledge = before.isAcknowledged
  if (before.ownerUuid !== after.ownerUuid) change.owner = before.ownerUuid
  // a given status also keeps the change of the owner from implying another one
  if (before.status !== after.status || 'owner' in change) Object.assign(change, statusBefore(before))
  if (before.tags.join('\0') !== after.tags.join('\0')) change.tags = [...before.tags]
  return Object.keys(change).length > 0 ? change : undefined
}

function statusBefore({ status, resolution, isInCase }: AlertState): Pick<AlertUpdate, 'status' | 'resolution'> {
  if (status === 'CLOSED') return { status, resolution: resolution ?? 'UNKNOWN' }
  // only in a case is an alert escalated
  if (status === 'MERGED' || (status === 'ESCALATED' && !isInCase)) return { status: 'IN_PROGRESS' }
  return { status }
}
