import type { NotificationKind } from '@carapace/shared/core/notification-kinds'
import { alertNotificationKinds } from '@carapace/shared/msoc/alerts/notifying/alert-notices'

const inConsole = ['in_app', 'push'] as const

/** What the operations side notifies people of. */
export const msocNotificationKinds: readonly NotificationKind[] = [
  ...alertNotificationKinds,
  { kind: 'case-assigned', category: 'security', title: 'A case was assigned to me', channels: inConsole },
  { kind: 'case-member', category: 'security', title: 'I was added to a case', channels: inConsole },
  { kind: 'case-mention', category: 'security', title: 'Somebody mentioned me in a case', channels: inConsole },
  { kind: 'case-task', category: 'security', title: 'A task of a case was assigned to me', channels: inConsole },
  { kind: 'playbook-approval', category: 'security', title: 'A playbook waits for my approval', channels: inConsole },
  { kind: 'playbook-form', category: 'security', title: 'A playbook waits for my answer', channels: inConsole },
  { kind: 'playbook', category: 'security', title: 'A playbook notifies me', channels: inConsole },
  { kind: 'handover-signed', category: 'security', title: 'A shift was handed over to me' },
]
