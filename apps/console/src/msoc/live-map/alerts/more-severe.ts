import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { rankOf } from '@carapace/shared/msoc/severity'

/** Whether an alert ranks before another: the more severe one, and at the same severity the later one. */
export function isMoreSevere(
  alert: Pick<Alert, 'severity' | 'last_seen'>,
  other: Pick<Alert, 'severity' | 'last_seen'> | undefined,
): boolean {
  if (other === undefined) return true
  const difference = rankOf(alert.severity) - rankOf(other.severity)
  return difference > 0 || (difference === 0 && alert.last_seen >= other.last_seen)
}
