import type { NotificationKind, Urgency } from '../../../core/notification-kinds.ts'
import type { Permission } from '../../../permissions.ts'
import type { Severity } from '../../severity.ts'
import { type AlertStatus, type ChangeKind, isOpen } from '../alerts.ts'

/** What the operations side notifies people of. */
export const alertNotificationKinds = [
  {
    kind: 'alert-critical',
    category: 'security',
    title: 'A critical alert was raised',
    channels: ['in_app', 'push'],
    escalation: { afterMinutes: 15, kind: 'alert-unattended', to: { permission: 'alerts.work' } },
  },
  { kind: 'alert-high', category: 'security', title: 'An alert of high severity was raised' },
  {
    kind: 'alert-unattended',
    category: 'security',
    title: 'Nobody acknowledged a critical alert for 15 minutes',
    channels: ['in_app', 'push', 'email'],
    escalation: { afterMinutes: 30, kind: 'alert-unattended-still', to: { permission: 'organisation.manage' } },
  },
  {
    kind: 'alert-unattended-still',
    category: 'security',
    title: 'Nobody acknowledged a critical alert for 45 minutes',
    channels: ['in_app', 'push', 'email'],
  },
  { kind: 'alert-assigned', category: 'security', title: 'An alert was assigned to me', channels: ['in_app', 'push'] },
  {
    kind: 'alert-overdue',
    category: 'security',
    title: 'An alert of mine, or of nobody, is overdue',
    channels: ['in_app', 'push'],
  },
] as const satisfies readonly NotificationKind[]
type AlertNotificationKind = (typeof alertNotificationKinds)[number]['kind']

/** A change of an alert, as the change log has it. */
export interface NoticedChange {
  readonly alertUuid: string
  readonly kind: ChangeKind
  /** Null: a part of the product made it. */
  readonly actorUuid: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

/** The current state of an alert that changed. */
export interface NoticedAlert {
  readonly uuid: string
  readonly number: number
  readonly title: string
  readonly severity: Severity
  readonly rule: string
  readonly status: AlertStatus
  readonly ownerUuid: string | null
  readonly acknowledgedAt: Date | null
  readonly suppressedBy: string | null
  readonly foldedInto: string | null
  readonly raisedAt: Date
  /** The name of its vehicle; null: it concerns none, or several. */
  readonly vehicle: string | null
}

/** A notification of the operations side. */
export interface AlertNotice {
  readonly kind: AlertNotificationKind
  readonly urgency: Urgency
  readonly title: string
  readonly text: string
  readonly href: string
  readonly to: { readonly users: readonly string[] } | { readonly permission: Permission }
  readonly dedupKey?: string
}

export interface AlertNotices {
  readonly notices: readonly AlertNotice[]
  /** The rules of critical alerts that somebody handles now. */
  readonly handledRules: readonly string[]
}

/** A person who makes one of these changes takes care of the alert. */
export const handlingKinds = [
  'acknowledge',
  'status',
  'close',
  'escalate',
  'merge',
  'assign',
] as const satisfies readonly ChangeKind[]

/** The kinds of changes that people are notified of, or that end an escalation. */
export const noticedKinds = [
  'raise',
  'unsilence',
  'unfold',
  'overdue',
  ...handlingKinds,
] as const satisfies readonly ChangeKind[]

/**
 * Of alerts that were raised longer ago than this, such as those of an import, nobody is notified as of new ones, ms.
 */
export const newsMs = 86_400_000

const list = '/org/msoc/dashboard/alert-management'

/** Whom to notify of what, after these changes of alerts (rules ALERT-NOTICE-1 to ALERT-NOTICE-5). */
export function noticesOf(
  changes: readonly NoticedChange[],
  alerts: ReadonlyMap<string, NoticedAlert>,
  now: Date,
): AlertNotices {
  const shown = changes.flatMap((change) => {
    const alert = alerts.get(change.alertUuid)
    return alert && alert.suppressedBy === null && alert.foldedInto === null ? [{ ...change, alert }] : []
  })
  const ofKind = (...kinds: ChangeKind[]) => [
    ...new Map(shown.filter(({ kind }) => kinds.includes(kind)).map((one) => [one.alertUuid, one])).values(),
  ]
  const open = (some: readonly Shown[]) => some.filter(({ alert }) => isOpen(alert))
  return {
    notices: [
      ...raised(open(ofKind('raise', 'unsilence', 'unfold')), now),
      ...assigned(open(ofKind('assign'))),
      ...overdue(open(ofKind('overdue'))),
    ],
    handledRules: [...new Set(shown.filter(isHandling).map(({ alert }) => alert.rule))],
  }
}

interface Shown extends NoticedChange {
  readonly alert: NoticedAlert
}

/** Somebody took care of the alert. An assignment by a rule is none: nobody has looked at it yet. */
function isHandling({ kind, actorUuid, alert, detail }: Shown): boolean {
  if (alert.severity !== 'critical' || actorUuid === null || detail['acknowledged'] === false) return false
  return handlingKinds.some((handling) => handling === kind)
}

/** Alerts of one rule and severity are one notification: a storm of alerts must not become a storm of messages. */
const keyOf = ({ severity, rule }: Pick<NoticedAlert, 'severity' | 'rule'>) => `${severity} ${rule}`

/** The key of the notification of a rule's critical alerts. */
export const criticalKey = (rule: string): string => keyOf({ severity: 'critical', rule })

function raised(fresh: readonly Shown[], now: Date): AlertNotice[] {
  const news = fresh
    .map(({ alert }) => alert)
    .filter(({ severity }) => severity === 'critical' || severity === 'high')
    .filter(({ raisedAt, acknowledgedAt }) => acknowledgedAt === null && now.getTime() - raisedAt.getTime() < newsMs)
  return [...Map.groupBy(news, keyOf)].map(([dedupKey, some]) => {
    const { severity } = some[0]!
    const word = severity === 'critical' ? 'critical' : 'high'
    return {
      kind: `alert-${word}` as const,
      urgency: word,
      ...(some.length === 1
        ? { ...about(some[0]!), title: `${word === 'critical' ? 'Critical' : 'High'} alert: ${some[0]!.title}` }
        : {
            title: `${some.length} alerts of ${word} severity: ${some[0]!.title}`,
            text: vehiclesOf(some),
            href: `${list}?${new URLSearchParams({ rule: some[0]!.rule, severity: word })}`,
          }),
      to: { permission: 'alerts.work' as const },
      dedupKey,
    }
  })
}

/** An owner who took the alert needs no notification. */
function assigned(changes: readonly Shown[]): AlertNotice[] {
  const others = changes.filter(({ alert, actorUuid }) => alert.ownerUuid !== null && alert.ownerUuid !== actorUuid)
  return [...Map.groupBy(others, ({ alert }) => alert.ownerUuid!)].map(([owner, some]) => {
    const mine = some.map(({ alert }) => alert)
    return {
      kind: 'alert-assigned' as const,
      urgency: mine.some(isUrgent) ? ('high' as const) : ('normal' as const),
      ...(mine.length === 1
        ? { ...about(mine[0]!), title: `Assigned to you: ${mine[0]!.title}`, dedupKey: `${owner} ${mine[0]!.uuid}` }
        : { title: `${mine.length} alerts were assigned to you`, text: vehiclesOf(mine), href: `${list}?owner=me` }),
      to: { users: [owner] },
    }
  })
}

function overdue(changes: readonly Shown[]): AlertNotice[] {
  return [...Map.groupBy(changes, ({ alert }) => alert.ownerUuid)].map(([owner, some]) => {
    const late = some.map(({ alert }) => alert)
    return {
      kind: 'alert-overdue' as const,
      urgency: 'high' as const,
      ...(late.length === 1
        ? { ...about(late[0]!), title: `Overdue: ${late[0]!.title}`, dedupKey: `overdue ${late[0]!.uuid}` }
        : { title: `${late.length} alerts are overdue`, text: vehiclesOf(late), href: `${list}?overdue=true` }),
      to: owner === null ? { permission: 'alerts.work' as const } : { users: [owner] },
    }
  })
}

const isUrgent = ({ severity }: NoticedAlert) => severity === 'critical' || severity === 'high'

function about({ uuid, number, vehicle }: NoticedAlert) {
  return { text: [`ALR-${number}`, vehicle].filter(Boolean).join(' · '), href: `${list}/general?alert=${uuid}` }
}

const vehiclesNamed = 5

function vehiclesOf(some: readonly NoticedAlert[]): string {
  const names = [...new Set(some.flatMap(({ vehicle }) => vehicle ?? []))]
  const rest = names.length - vehiclesNamed
  return names.slice(0, vehiclesNamed).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
