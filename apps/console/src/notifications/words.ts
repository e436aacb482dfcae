import type { NotificationCategory, NotificationChannel, Urgency } from '@carapace/shared/core/notification-kinds'
import type { Digest } from '@carapace/shared/notifications/notifications'

export const categoryWords: Readonly<Record<NotificationCategory, string>> = {
  security: 'Security',
  sbom: 'SBOM',
  engineering: 'Engineering',
  workspace: 'Workspace',
}

export const channelWords: Readonly<Record<NotificationChannel, string>> = {
  in_app: 'Console',
  push: 'Browser',
  email: 'Mail',
  slack: 'Slack',
  teams: 'Teams',
  webhook: 'Webhook',
}

export const urgencyWords: Readonly<Record<Urgency, string>> = {
  critical: 'Critical',
  high: 'High',
  normal: 'Normal',
  low: 'Low',
}

/** The severity whose glyph and colour an urgency has. */
export const glyphOf = { critical: 'critical', high: 'high', normal: 'low', low: 'info' } as const satisfies Record<
  Urgency,
  string
>

export const digestWords: Readonly<Record<Digest, string>> = {
  none: 'As they come',
  hourly: 'Once an hour',
  daily: 'Once a day',
}
