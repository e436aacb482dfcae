import type { NotificationKind } from '@carapace/shared/core/notification-kinds'

/** What people are notified of about interface agreements. */
export const agreementNotificationKinds: readonly NotificationKind[] = [
  {
    kind: 'agreement-proposal',
    category: 'engineering',
    title: 'The other side of an agreement proposed, answered or decided something',
    channels: ['in_app', 'email'],
  },
  { kind: 'agreement-comment', category: 'engineering', title: 'Somebody commented on an agreement' },
  {
    kind: 'agreement-delivery',
    category: 'engineering',
    title: 'A work product was delivered, received or returned',
    channels: ['in_app', 'email'],
  },
  {
    kind: 'agreement-signed',
    category: 'engineering',
    title: 'An agreement was signed',
    channels: ['in_app', 'email'],
  },
  {
    kind: 'agreement-overdue',
    category: 'engineering',
    title: 'The exchange of a work product is overdue',
    channels: ['in_app', 'email'],
  },
]
