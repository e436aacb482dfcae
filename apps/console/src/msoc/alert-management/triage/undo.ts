import type { Alert, AlertUpdate } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { AlertStatus } from '@carapace/shared/msoc/alerts/alerts'

type Status = NonNullable<AlertUpdate['status']>

/**
 * The change that gives an alert the status, owner and acknowledgement that it had before an action; undefined if the
 * action changed none of them (rule QUEUE-45).
 */
export function undoOf(before: Alert, after: Alert): AlertUpdate | undefined {
  const change: AlertUpdate = {}
  const wasAcknowledged = before.acknowledged_at !== null
  if (wasAcknowledged !== (after.acknowledged_at !== null)) change.acknowledge = wasAcknowledged
  if (before.owner?.uuid !== after.owner?.uuid) change.owner = before.owner?.uuid ?? null
  // a given status also keeps the change of the owner from implying another one
  if (before.status !== after.status || 'owner' in change) Object.assign(change, statusBefore(before))
  return Object.keys(change).length > 0 ? change : undefined
}

function statusBefore({ status, resolution, case_uuid: caseUuid }: Alert): Pick<AlertUpdate, 'status' | 'resolution'> {
  if (status === 'CLOSED') return { status, resolution: resolution ?? 'UNKNOWN' }
  return { status: settable(status, caseUuid !== null) }
}

/** Only in a case is an alert escalated. */
function settable(status: AlertStatus, isInCase: boolean): Status {
  if (status === 'MERGED' || (status === 'ESCALATED' && !isInCase)) return 'IN_PROGRESS'
  return status
}
