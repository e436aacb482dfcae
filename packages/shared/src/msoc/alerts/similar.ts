import type { Observable } from './alerts.ts'

/**
 * Two alerts are similar where they share one of these (rule SIMILAR-1): what an attack brings with it, on whatever
 * vehicle. An ECU or a bus is on every vehicle of a model, and a VIN names the vehicle itself.
 */
export const similarKinds: readonly Observable['kind'][] = [
  'arbitration_id',
  'uds_service',
  'signal',
  'hostname',
  'address',
  'ids_event',
  'geofence',
]

/** What an analyst is shown of shared things besides: telling, but not enough to call two alerts similar. */
const shownKinds: readonly Observable['kind'][] = [...similarKinds, 'ecu', 'bus']

export function similarBy(observables: readonly Observable[]): Observable[] {
  return observables.filter(({ kind }) => similarKinds.includes(kind))
}

export function shownOf(observables: readonly Observable[]): Observable[] {
  return observables.filter(({ kind }) => shownKinds.includes(kind))
}

export function nameOf({ kind, value }: Observable): string {
  return `${kind}:${value}`
}

interface SimilarQuery {
  readonly number: number
  readonly observables: readonly Observable[]
}

/**
 * How many others share something with each alert, up to `most`. `holders` are the numbers of the alerts that have an
 * observable, by its name: all of them, or where they are many any `most` + 1 of them, of which then at least `most`
 * are others.
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
