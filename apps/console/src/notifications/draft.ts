import { type NotificationChannel, notificationChannels } from '@carapace/shared/core/notification-kinds'
import type { NotificationPreferences } from '@carapace/shared/notifications/preferences.contract'

interface KindRow {
  readonly kind: string
  readonly channels: readonly NotificationChannel[]
}

/** The channels of a kind: chosen, or as the kind declares them. */
export function channelsIn({ kinds }: NotificationPreferences, { kind, channels }: KindRow) {
  return kinds[kind] ?? channels
}

/** The choices with one channel of a kind switched on or off; the browser shows only what the console has. */
export function withChannel(
  preferences: NotificationPreferences,
  row: KindRow,
  channel: NotificationChannel,
  isOn: boolean,
): NotificationPreferences {
  const before = new Set(channelsIn(preferences, row))
  if (isOn) before.add(channel)
  else before.delete(channel)
  if (channel === 'push' && isOn) before.add('in_app')
  if (channel === 'in_app' && !isOn) before.delete('push')
  const channels = notificationChannels.filter((each) => before.has(each))
  return { ...preferences, kinds: { ...preferences.kinds, [row.kind]: channels } }
}

/** `08:30`, for a time field. */
export function timeText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** The minute of the day of a time field; undefined: it is empty. */
export function minuteIn(text: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}
