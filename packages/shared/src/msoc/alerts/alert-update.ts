import type { ChangeKind, AlertStatus, Resolution } from './alerts.ts'
import type { AlertUpdate } from './alerts.contract.ts'

/** The fields of an alert that `planUpdate` needs. */
interface Current {
  readonly status: AlertStatus
  readonly resolution: Resolution | null
  readonly ownerUuid: string | null
  readonly acknowledgedAt: Date | null
  readonly tags: readonly string[]
  readonly caseUuid: string | null
}

interface Context {
  readonly userUuid: string
  /** The requested owner, with `me` resolved; undefined: no change of owner requested. */
  readonly ownerUuid: string | null | undefined
  readonly ownerName: string | undefined
  /** True if another alert with the same key is open. */
  readonly hasOpenTwin: boolean
  readonly now: Date
}

interface Fields {
  status?: AlertStatus
  resolution?: Resolution | null
  closedAt?: Date | null
  ownerUuid?: string | null
  acknowledgedBy?: string | null
  acknowledgedAt?: Date | null
  tags?: string[]
}

export interface AlertPlan {
  readonly set: Fields
  readonly changes: readonly { readonly kind: ChangeKind; readonly detail: Record<string, unknown> }[]
}

/**
 * Plans the effect of an analyst's change on one alert (rules ALERT-3 to ALERT-6). Returns undefined where the change
 * has no effect. Closing and assigning acknowledge, assigning a new alert sets its status to assigned, and a closed or
 * merged alert accepts no change except reopening.
 */
export function planUpdate(alert: Current, change: AlertUpdate, context: Context): AlertPlan | undefined {
  if (change.status === 'ESCALATED' && alert.caseUuid === null) return undefined
  const isOver = alert.status === 'CLOSED' || alert.status === 'MERGED'
  if (isOver) return reopened(alert, change, context)
  const set: Fields = {}
  const changes: AlertPlan['changes'][number][] = []
  planOwner(alert, change, context, set, changes)
  planStatus(alert, change, context, set, changes)
  planAcknowledgement(alert, change, context, set, changes)
  if (change.tags && change.tags.join('\0') !== alert.tags.join('\0')) {
    set.tags = change.tags
    changes.push({ kind: 'tag', detail: { tags: change.tags } })
  }
  return changes.length > 0 ? { set, changes } : undefined
}

type Changes = AlertPlan['changes'][number][]

function reopened(alert: Current, change: AlertUpdate, context: Context): AlertPlan | undefined {
  const { status } = change
  if (alert.status !== 'CLOSED' || status === undefined || status === 'CLOSED' || context.hasOpenTwin) return undefined
  const set: Fields = { status, resolution: null, closedAt: null }
  const changes: Changes = [{ kind: 'reopen', detail: { status, was: alert.resolution } }]
  planAcknowledgement(alert, change, context, set, changes)
  return { set, changes }
}

function planOwner(
  alert: Current,
  { status }: AlertUpdate,
  { ownerUuid, ownerName }: Context,
  set: Fields,
  changes: Changes,
): void {
  if (ownerUuid === undefined || ownerUuid === alert.ownerUuid) return
  set.ownerUuid = ownerUuid
  // a status given in the change is the analyst's decision: it takes precedence over what assigning implies
  if (status === undefined && ownerUuid !== null && alert.status === 'NEW') set.status = 'ASSIGNED'
  if (status === undefined && ownerUuid === null && alert.status === 'ASSIGNED') set.status = 'NEW'
  changes.push({ kind: 'assign', detail: { owner: ownerName ?? null, ...(set.status && { status: set.status }) } })
}

function planStatus(
  alert: Current,
  { status, resolution, comment }: AlertUpdate,
  { now }: Context,
  set: Fields,
  changes: Changes,
): void {
  if (status === undefined || status === alert.status) return
  set.status = status
  if (status === 'CLOSED') Object.assign(set, { resolution: resolution ?? null, closedAt: now })
  changes.push({
    kind: status === 'CLOSED' ? 'close' : 'status',
    detail: { status, was: alert.status, ...(resolution && { resolution }), ...(comment && { comment }) },
  })
}

function planAcknowledgement(
  alert: Current,
  { acknowledge, status }: AlertUpdate,
  { userUuid, ownerUuid, now }: Context,
  set: Fields,
  changes: Changes,
): void {
  const isAssigned = typeof ownerUuid === 'string' && set.ownerUuid === ownerUuid
  const wanted = status === 'CLOSED' ? true : (acknowledge ?? (isAssigned ? true : undefined))
  if (wanted === undefined || wanted === (alert.acknowledgedAt !== null)) return
  set.acknowledgedBy = wanted ? userUuid : null
  set.acknowledgedAt = wanted ? now : null
  changes.push({ kind: 'acknowledge', detail: { acknowledged: wanted } })
}
