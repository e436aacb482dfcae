import {
  type NotificationCategory,
  type NotificationChannel,
  type NotificationKind,
  urgencies,
  type Urgency,
} from '../core/notification-kinds.ts'
import { nextAt, nextHour, quietUntil } from './local-time.ts'
import { type DeliveredChannel, deliveredChannels, type Preferences, type TargetFilter } from './notifications.ts'

/** A recipient, as the plan needs to know them. */
export interface Recipient {
  readonly preferences: Preferences
  /** An IANA name: `Europe/Berlin`. */
  readonly zone: string
  /** Undefined: nobody keeps a rota. */
  readonly isOnShift: boolean | undefined
  /** The channels for which the member has a verified target. */
  readonly targets: ReadonlySet<NotificationChannel>
}

export interface PlannedDelivery {
  readonly channel: DeliveredChannel
  /** When it is sent. */
  readonly at: Date
  /** It becomes part of one mail with others. */
  readonly isDigest: boolean
  /** Why it is not sent at all. */
  readonly skipped?: string
}

/** What becomes of a notification for one recipient. */
export interface Plan {
  /** Whether the bell and the history show it. */
  readonly inApp: boolean
  /** Whether an open console shows it as a notification of the browser. */
  readonly push: boolean
  readonly deliveries: readonly PlannedDelivery[]
}

/** Whether an urgency is at least another one. */
function isAtLeast(urgency: Urgency, minimum: Urgency): boolean {
  return urgencies.indexOf(urgency) <= urgencies.indexOf(minimum)
}

/** The channels that bring a kind to a member: chosen, or usual (rule NOTIFICATION-4). */
function channelsOf({ kind, channels = ['in_app'] }: NotificationKind, { kinds }: Preferences) {
  return kinds[kind] ?? channels
}

/**
 * Plans who gets what, where and when (rules NOTIFICATION-4 to NOTIFICATION-9). Quiet hours delay; shifts skip, since
 * somebody else is on duty; a critical notification is subject to neither.
 */
export function planFor(kind: NotificationKind, urgency: Urgency, recipient: Recipient, now: Date): Plan {
  const { preferences, targets } = recipient
  const wanted = channelsOf(kind, preferences).filter((channel) =>
    isAtLeast(urgency, preferences.minimum[channel] ?? 'low'),
  )
  const isHeld = urgency !== 'critical' && (isOffShift(recipient) || quietEnd(recipient, now) !== undefined)
  return {
    inApp: wanted.includes('in_app'),
    push: wanted.includes('push') && !isHeld,
    deliveries: deliveredChannels
      .filter((channel) => wanted.includes(channel) && (channel === 'email' || targets.has(channel)))
      .map((channel) => deliveryOn(channel, urgency, recipient, now)),
  }
}

function isOffShift({ preferences, isOnShift }: Recipient): boolean {
  return preferences.onlyInShift && isOnShift === false
}

function quietEnd({ preferences, zone }: Recipient, now: Date): Date | undefined {
  return quietUntil(preferences.quiet, zone, now)
}

function deliveryOn(channel: DeliveredChannel, urgency: Urgency, recipient: Recipient, now: Date): PlannedDelivery {
  if (urgency === 'critical') return { channel, at: now, isDigest: false }
  if (isOffShift(recipient)) return { channel, at: now, isDigest: false, skipped: 'The member was not on shift.' }
  const { digest, digestAt, quiet } = recipient.preferences
  const isDigest = channel === 'email' && digest !== 'none'
  const due = !isDigest ? now : digest === 'hourly' ? nextHour(now) : nextAt(digestAt, recipient.zone, now)
  // the time that a member chose for the daily mail is meant, also within quiet hours
  if (isDigest && digest === 'daily') return { channel, at: due, isDigest }
  return { channel, at: quietUntil(quiet, recipient.zone, due) ?? due, isDigest }
}

/** Whether a target of the organisation receives a notification to a group of members (rule NOTIFICATION-10). */
export function passesTarget(
  { categories, minimum }: TargetFilter,
  { category, urgency }: { readonly category: NotificationCategory; readonly urgency: Urgency },
): boolean {
  return (categories.length === 0 || categories.includes(category)) && isAtLeast(urgency, minimum)
}

const minuteMs = 60_000
/** The delays before the second, third, fourth and fifth attempt: a minute, 5, 30, two hours. */
const retryMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs]

/** When a delivery is tried again after this many attempts; undefined: it is given up (rule NOTIFICATION-12). */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const delay = retryMs[attempts - 1]
  return delay === undefined ? undefined : new Date(now.getTime() + delay)
}
