import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import type { Analysis } from '../../graph/fault-tree/analysis.ts'
import { frequencyOf } from '../../graph/fault-tree/frequency.ts'
import type { ExpandedTree } from './expand.ts'
import { integralUntil } from './integral.ts'

/** How often the top event occurs (rules FTA-43 to FTA-46). */
export interface TopFrequency {
  /** The unconditional failure intensity w at mission time, per hour. */
  readonly perHour: number
  /** The conditional one, w/(1 - Q): of a system whose top event has not occurred; undefined: Q is 1. */
  readonly conditional: number | undefined
  /**
   * The expected number of occurrences from 0 to the mission time, which may exceed 1; undefined: an event is tested
   * periodically, or it takes too long.
   */
  readonly expected: number | undefined
  /** How many basic events have a constant probability: they do not occur in time, and add nothing. */
  readonly constant: number
}

/** What the analysis of the expanded tree is taken for. */
type Analysed = Pick<Analysis, 'evaluator'>

const integration = { tolerance: 1e-6, mostParts: 200 } as const
/** The maximum time for the expected number of occurrences, ms. */
const mostMilliseconds = 1_000

/**
 * The frequency of the top event at mission time, exact from the diagrams of the analysis; or why there is none. All
 * basic events have a probability.
 *
 * @param missionTime In hours.
 */
export function topFrequency(
  { occurrence, unknown }: ExpandedTree,
  { evaluator }: Analysed,
  missionTime: number,
): Parsed<TopFrequency> {
  if (unknown.length > 0) return refused('An event has no probability.')
  if (evaluator === undefined) return refused('It needs the exact probability of the top event.')
  const inTime = occurrence()
  if (!inTime.ok) return inTime
  const { at, constant, jumps } = inTime.value
  const { events } = evaluator
  const now = at(missionTime, events)
  const found = frequencyOf(evaluator, now)
  if ('isTooLarge' in found) return refused('The tree with NOT or XOR gates is too large for it.')
  if ('unknown' in found)
    return refused(
      `By a NOT or XOR gate the repair of ${events[found.unknown]} may make the top event occur, ` +
        'and its model has repairs only at tests.',
    )
  const probability = evaluator.probability(now.probabilities)
  return parsed({
    perHour: found.perHour,
    conditional: probability < 1 ? found.perHour / (1 - probability) : undefined,
    expected: jumps ? undefined : expectedNumber(missionTime),
    constant: constant.length,
  })

  function expectedNumber(end: number): number | undefined {
    const until = performance.now() + mostMilliseconds
    const frequencyAt = (time: number): number => {
      const then = frequencyOf(evaluator!, at(time, events))
      return 'perHour' in then ? then.perHour : NaN
    }
    return integralUntil(end, frequencyAt, { ...integration, isOver: () => performance.now() > until })
  }
}
