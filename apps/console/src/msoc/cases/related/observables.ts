import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'

/** An observable of a case, with the alerts that have it. */
export interface Observed {
  readonly kind: Alert['observables'][number]['kind']
  readonly value: string
  readonly alerts: readonly Alert[]
  /** RFC 3339. */
  readonly firstSeen: string
  readonly lastSeen: string
}

/** The observables of the alerts, each once; those of the most alerts first (rule CASE-UI-51 of ../SPEC.md). */
export function observablesOf(alerts: readonly Alert[]): Observed[] {
  const all = alerts.flatMap((alert) => alert.observables.map((observable) => ({ ...observable, alert })))
  return [...Map.groupBy(all, ({ kind, value }) => `${kind} ${value}`).values()]
    .map((some) => {
      const { kind, value } = some[0]!
      const of = [...new Map(some.map(({ alert }) => [alert.uuid, alert])).values()]
      return {
        kind,
        value,
        alerts: of,
        firstSeen: of.map(({ first_seen: at }) => at).toSorted()[0]!,
        lastSeen: of
          .map(({ last_seen: at }) => at)
          .toSorted()
          .at(-1)!,
      }
    })
    .toSorted(
      (a, b) => b.alerts.length - a.alerts.length || a.kind.localeCompare(b.kind) || (a.value < b.value ? -1 : 1),
    )
}
