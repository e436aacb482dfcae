import type { NotificationKind } from '@carapace/shared/core/notification-kinds'

const kind = (name: string, title: string): NotificationKind => ({
  kind: name,
  category: 'engineering',
  title,
  channels: ['in_app', 'email'],
})

/** What interface agreements notify the members of their teams of. */
export const agreementNotificationKinds: readonly NotificationKind[] = [
  kind('agreement-proposal', 'The other side of an interface agreement proposes, answers or decides'),
  kind('agreement-comment', 'The other side of an interface agreement writes, or reports an event'),
  kind('agreement-delivery', 'A deliverable of an interface agreement was handed over, received or returned'),
  kind('agreement-signed', 'An interface agreement was signed'),
  kind('agreement-overdue', 'An exchange that we are responsible for is overdue'),
]
