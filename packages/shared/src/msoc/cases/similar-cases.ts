import type { Observable } from '../alerts/alerts.ts'
import { nameOf, similarBy } from '../alerts/similar.ts'

/** Maximum observables of a case that are looked up, those of most of its alerts first. */
export const observablesCompared = 50

/**
 * The observables by which a case is compared with others: those of its alerts that an attack brings with it (CASE-50).
 */
export function comparedBy(ofAlerts: readonly (readonly Observable[])[]): Observable[] {
  const counts = new Map<string, { observable: Observable; alerts: number }>()
  for (const observables of ofAlerts)
    for (const observable of similarBy(observables)) {
      const held = counts.get(nameOf(observable))
      if (held) held.alerts += 1
      else counts.set(nameOf(observable), { observable, alerts: 1 })
    }
  return [...counts.values()]
    .toSorted((a, b) => b.alerts - a.alerts || nameOf(a.observable).localeCompare(nameOf(b.observable)))
    .slice(0, observablesCompared)
    .map(({ observable }) => observable)
}

interface Similar {
  readonly uuid: string
  /** The rarest first. */
  readonly shared: readonly Observable[]
}

/**
 * Ranks other cases by what they share (rule CASE-51): an observable counts more, the fewer cases have it.
 *
 * @param holders for each observable the cases that have it
 */
export function rankSimilar(
  holders: readonly { readonly observable: Observable; readonly cases: readonly string[] }[],
): Similar[] {
  const byCase = new Map<string, { shared: Observable[]; weight: number }>()
  for (const { observable, cases } of holders.toSorted((a, b) => a.cases.length - b.cases.length))
    for (const uuid of new Set(cases)) {
      const held = byCase.get(uuid) ?? { shared: [], weight: 0 }
      held.shared.push(observable)
      held.weight += 1 / cases.length
      byCase.set(uuid, held)
    }
  return [...byCase]
    .toSorted(([a, x], [b, y]) => y.weight - x.weight || y.shared.length - x.shared.length || a.localeCompare(b))
    .map(([uuid, { shared }]) => ({ uuid, shared }))
}
