import type { Observable } from './alerts.ts'

/**
 * Two alerts are similar if they share one of these (rule SIMILAR-1): observables that an attack brings with it, on
 * any vehicle. An ECU or a bus exists on every vehicle of a model, a VIN identifies the vehicle itself, and an IDS
 * event is the rule of its alerts.
 */
const similarKinds: readonly Observable['kind'][] = [
  'arbitration_id',
  'uds_service',
  'signal',
  'hostname',
  'address',
  'geofence',
]

export function similarBy(observables: readonly Observable[]): Observable[] {
  return observables.filter(({ kind }) => similarKinds.includes(kind))
}

export function nameOf({ kind, value }: Observable): string {
  return `${kind}:${value}`
}

interface SimilarQuery {
  readonly number: number
  readonly observables: readonly Observable[]
}

/**
 * Returns for each alert how many other alerts share an observable with it, up to `most`. `holders` maps the name of an
 * observable to the numbers of the alerts that have it: all of them, or any `most` + 1 of them where there are more, of
 * which then at least `most` are other alerts.
 */
export function countSimilar(
  queries: readonly SimilarQuery[],
  holders: ReadonlyMap<string, readonly number[]>,
  most: number,
): number[] {
  return queries.map(({ number, observables }) => {
    const others = new Set<number>()
    for (const observable of similarBy(observables))
      for (const other of holders.get(nameOf(observable)) ?? []) if (other !== number) others.add(other)
    return Math.min(most, others.size)
  })
}
