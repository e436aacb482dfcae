import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { severities } from '@carapace/shared/msoc/severity'

/** The most severe alert, the earliest of those (rule CASE-UI-61 of ../SPEC.md). */
export function worstOf<A extends Pick<Alert, 'severity' | 'first_seen'>>(alerts: readonly A[]): A | undefined {
  return alerts.toSorted(
    (a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity) || (a.first_seen < b.first_seen ? -1 : 1),
  )[0]
}
