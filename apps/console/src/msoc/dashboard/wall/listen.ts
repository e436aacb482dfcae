import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { alertsChannel, type LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Severity } from '@carapace/shared/msoc/severity'
import { live } from '../../../core/live/live.ts'

const raising: readonly LiveAlert['kind'][] = ['raise', 'recur', 'reopen']

/** Calls `raised` for each alert of these severities that is raised, recurs or is reopened from now on (WALL-8). */
export function listenForAlerts(severities: readonly Severity[], raised: (severity: Severity) => void): () => void {
  const feed = live(alertsChannel, {
    filter: { status: [...openStatuses], severity: [...severities] },
    sort: 'severity',
  }).subscribe((message) => {
    if (message.op !== 'changes') return
    for (const { kind, alert } of message.data) if (alert && raising.includes(kind)) raised(alert.severity)
  })
  return () => feed.unsubscribe()
}
