import type { Severity } from '../severity.ts'

/** Where an alert came from. */
export const alertSources = ['detector', 'ids', 'rule', 'import'] as const
export type AlertSource = (typeof alertSources)[number]

export const alertStatuses = ['NEW', 'ASSIGNED', 'IN_PROGRESS', 'PENDING', 'ESCALATED', 'CLOSED', 'MERGED'] as const
export type AlertStatus = (typeof alertStatuses)[number]

/**
 * While an alert has one of these, a repeat raises its count; after that, a repeat raises a new alert (rules ALERT-1,
 * ALERT-2).
 */
export const openStatuses = [
  'NEW',
  'ASSIGNED',
  'IN_PROGRESS',
  'PENDING',
  'ESCALATED',
] as const satisfies readonly AlertStatus[]

export function isOpen({ status }: { readonly status: AlertStatus }): boolean {
  return openStatuses.some((open) => open === status)
}

export const resolutions = [
  'FALSE_POSITIVE',
  'TRUE_POSITIVE_WITH_IMPACT',
  'TRUE_POSITIVE_WITHOUT_IMPACT',
  'LEGITIMATE',
  'NOT_APPLICABLE',
  'UNKNOWN',
] as const
export type Resolution = (typeof resolutions)[number]

export const changeKinds = [
  'raise',
  'count',
  'acknowledge',
  'assign',
  'status',
  'close',
  'reopen',
  'escalate',
  'clear',
  'recur',
  'evidence',
  'tag',
  'relate',
  'silence',
  'unsilence',
  'fold',
  'unfold',
  'merge',
  'unmerge',
  'overdue',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** What makes two findings one alert: the same key and the same severity (rules ALERT-1, ALERT-9). */
export interface AlertIdentity {
  readonly dedupKey: string
  readonly severity: Severity
}

export function identityOf({ dedupKey, severity }: AlertIdentity): string {
  return `${severity} ${dedupKey}`
}

/** One condition that was met: the field, the observed value, the expected value. */
export interface Explanation {
  readonly field: string
  readonly observed: string
  readonly expected: string
}

export const observableKinds = [
  'vin',
  'ecu',
  'bus',
  'arbitration_id',
  'uds_service',
  'signal',
  'hostname',
  'address',
  'ids_event',
  'geofence',
  'domain',
  'url',
  'hash',
  'email',
  'phone',
  'file_name',
  'certificate',
  'software_version',
  'iccid',
  'imei',
  'dtc',
] as const

/** A value that two alerts can have in common. */
export interface Observable {
  readonly kind: (typeof observableKinds)[number]
  readonly value: string
}

export const baseRisk: Record<Severity, number> = { critical: 90, high: 65, medium: 40, low: 15, info: 3 }

/** An alert's risk from 0 to 100: its severity, and a little more the more often it repeats (rule ALERT-7). */
export function riskOf(severity: Severity, count: number): number {
  return Math.min(100, baseRisk[severity] + manyAdd(count))
}

/** Returns what repeats, or several alerts, add to a risk: the integer part of the binary logarithm, at most 9. */
export function manyAdd(count: number): number {
  return Math.min(9, Math.floor(Math.log2(Math.max(1, count))))
}

/**
 * Sort orders of a list of alerts. First come: the latest seen, the earliest seen, the highest risk, the worst
 * severity, the highest number of repeats.
 */
export const alertOrders = ['newest', 'oldest', 'risk', 'severity', 'count'] as const
export type AlertOrder = (typeof alertOrders)[number]
