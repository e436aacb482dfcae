import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import type { EventsAt } from '../../graph/fault-tree/frequency.ts'
import type { Evaluation } from './expression.ts'
import type { IntensityModel } from './intensity.ts'

/** How the basic events of a tree occur in time. */
export interface Occurrence {
  /** Events that do not: their probability is constant. */
  readonly constant: readonly string[]
  /** Whether the probability of an event jumps, at its tests. */
  readonly jumps: boolean
  /** Probabilities and intensities of these events, in this order, at a time of the mission in hours, above 0. */
  readonly at: (time: number, events: readonly string[]) => EventsAt
}

/** The probability and the intensity of one event. */
interface InTime {
  readonly evaluate: (evaluation: Evaluation) => number
  readonly intensity: Parsed<IntensityModel>
}

/**
 * How these events occur in time, or which one has no intensity, and why (rule FTA-43). All have a probability.
 *
 * @param evaluationAt The evaluation at a time of the mission, with uncertain numbers at their means.
 */
export function occurrenceOf(
  events: readonly string[],
  models: ReadonlyMap<string, InTime>,
  evaluationAt: (time: number) => Evaluation,
): Parsed<Occurrence> {
  const known = new Map<string, IntensityModel>()
  for (const name of events) {
    const { intensity } = models.get(name)!
    if (!intensity.ok) return refused(`${name} has no failure rate: ${intensity.reason}.`)
    known.set(name, intensity.value)
  }
  const constant = events.filter((name) => known.get(name)!.isConstant)
  if (constant.length === events.length) return refused('No basic event has a failure rate.')
  return parsed({
    constant,
    jumps: [...known.values()].some(({ jumps }) => jumps),
    at: (time, names) => {
      const evaluation = evaluationAt(time)
      return {
        probabilities: Float64Array.from(names, (name) => models.get(name)!.evaluate(evaluation)),
        intensities: names.map((name) => known.get(name)!.intensity(evaluation)),
      }
    },
  })
}
