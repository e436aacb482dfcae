import { type Exposure, exposures } from './asil.ts'
import type { Hara, HazardousEvent } from './hara.ts'
import {
  isWithin,
  normalSituation,
  proposedExposure,
  type Situation,
  situationKey,
  situationTitle,
} from './situations.ts'

export interface SplitEvents {
  readonly events: readonly HazardousEvent[]
  /** Their situations together, in words. */
  readonly together: string
  /** The exposure of their situations together. */
  readonly exposure: Exposure
}

const rank = (exposure: Exposure | null) => (exposure === null ? -1 : exposures.indexOf(exposure))

/**
 * Events of one hazard with the same severity and controllability, whose situations differ in one dimension only, and
 * are each rated with a lower exposure than their situations together have: a situation must not be divided until
 * nothing is left of its exposure (ISO 26262-3, 6.4.3; rule HARA-2). An event of this hazard that covers them all,
 * with at least that exposure, settles it.
 */
export function splitEvents({ events, catalogue }: Hara): SplitEvents[] {
  const found = new Map<string, SplitEvents>()
  const byHazard = Map.groupBy(events, ({ hazard }) => hazard)
  for (const { key } of catalogue)
    for (const group of siblings(events, key)) {
      const merged = mergedSituation(group, key)
      const normal = normalSituation(catalogue, merged)
      // a situation that the catalogue no longer has cannot be judged
      if (!normal.ok) continue
      const exposure = unionExposure(
        group,
        proposedExposure(catalogue, normal.value, group[0]!.exposure.basis).exposure,
      )
      if (!group.every((event) => rank(event.exposure.class) < rank(exposure))) continue
      const ofHazard = byHazard.get(group[0]!.hazard)!
      if (ofHazard.some((event) => settles(event, group[0]!, normal.value, exposure))) continue
      const together = situationTitle(catalogue, normal.value).toLowerCase()
      const rows = JSON.stringify(group.map(({ id }) => id).toSorted())
      if (!found.has(rows)) found.set(rows, { events: group, together, exposure })
    }
  return [...found.values()]
}

/** From so many equally rare situations on they may together be one class more common: a class spans a factor of 10. */
const many = 3

function unionExposure(group: readonly HazardousEvent[], proposed: Exposure): Exposure {
  const highest = Math.max(...group.map((event) => rank(event.exposure.class)))
  const equal = group.filter((event) => rank(event.exposure.class) === highest).length
  const summed = equal >= many ? Math.min(highest + 1, rank('E4')) : highest
  return exposures[Math.max(summed, rank(proposed))]!
}

/** Groups of rated events that differ in this dimension only. */
function siblings(events: readonly HazardousEvent[], dimension: string): HazardousEvent[][] {
  const rated = events.filter(
    ({ hazard, exposure, situation }) =>
      hazard !== null && exposure.class !== null && exposure.class !== 'E0' && situation[dimension] !== undefined,
  )
  const groups = Map.groupBy(rated, ({ hazard, situation, severity, controllability, exposure }) => {
    const { [dimension]: _left, ...others } = situation
    return JSON.stringify([hazard, situationKey(others), severity.class, controllability.class, exposure.basis])
  })
  return [...groups.values()].filter((group) => new Set(group.map(({ situation }) => situationKey(situation))).size > 1)
}

function mergedSituation(group: readonly HazardousEvent[], dimension: string): Situation {
  return { ...group[0]!.situation, [dimension]: group.flatMap(({ situation }) => situation[dimension]!) }
}

/** Whether an event of the same hazard covers the whole situation, at least as common and as severe. */
function settles(event: HazardousEvent, one: HazardousEvent, whole: Situation, exposure: Exposure): boolean {
  return (
    isWithin(whole, event.situation) &&
    rank(event.exposure.class) >= rank(exposure) &&
    (event.severity.class ?? '') >= (one.severity.class ?? '') &&
    (event.controllability.class ?? '') >= (one.controllability.class ?? '')
  )
}
