import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { rankOf } from '@carapace/shared/msoc/severity'

/** The suggested one: the one with parts, else the most severe, else the earliest. */
export function wholeAmong(targets: readonly Alert[]): Alert | undefined {
  return targets.toSorted(
    (a, b) => b.parts - a.parts || rankOf(b.severity) - rankOf(a.severity) || a.number - b.number,
  )[0]
}
