import type { SightingKind } from '@carapace/shared/msoc/observables/observables'

/** The count of a day, from the start of the day in epoch ms. */
export interface DayCount {
  readonly at: number
  readonly count: number
}

const dayMs = 86_400_000

/** The counts of each of the last days, also of those without any, summed over the kinds of sightings. */
export function byDay(
  days: readonly { readonly day: string; readonly kind: SightingKind; readonly count: number }[],
  until: number,
  most = 90,
): DayCount[] {
  const last = Math.floor(until / dayMs) * dayMs
  const counts = new Map<number, number>()
  for (const { day, count } of days) {
    const at = Date.parse(`${day}T00:00:00Z`)
    counts.set(at, (counts.get(at) ?? 0) + count)
  }
  return Array.from({ length: most }, (_, i) => {
    const at = last - (most - 1 - i) * dayMs
    return { at, count: counts.get(at) ?? 0 }
  })
}
