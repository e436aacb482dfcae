import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { nameOf, similarBy } from '@carapace/shared/msoc/alerts/similar'

/** What makes two alerts similar, then what else they have in common: `arbitration id 0x2C1 · same rule`. */
export function sharedBy(alert: Alert, other: Alert): string {
  const names = new Set(other.observables.map(nameOf))
  const shared = similarBy(alert.observables).filter((observable) => names.has(nameOf(observable)))
  return [
    ...shared.map(({ kind, value }) => `${kind.replaceAll('_', ' ')} ${value}`),
    ...(alert.rule === other.rule ? ['same rule'] : []),
    ...(alert.vehicle !== null && alert.vehicle.uuid === other.vehicle?.uuid ? ['same vehicle'] : []),
  ].join(' · ')
}
