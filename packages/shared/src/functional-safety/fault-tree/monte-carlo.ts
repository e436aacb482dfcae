import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import type { ExpandedTree } from './expand.ts'
import { createRandom } from './random.ts'

/** The maximum number of drawn probabilities: they take 160 MB. */
const mostDraws = 20_000_000

/** Drawn probabilities of the uncertain basic events. */
export interface Samples {
  readonly trials: number
  /** By event: one number a trial. Events without uncertainty are not in it. */
  readonly events: ReadonlyMap<string, Float64Array>
  /** How many numbers were cut to the range from 0 to 1. */
  readonly cut: number
}

/**
 * Draws the probabilities of a tree's uncertain basic events; the same for the same seed (rules FTA-17 to FTA-19). In
 * one trial a parameter has one value, so that events which share it vary together (state-of-knowledge correlation).
 */
export function sampleProbabilities({ uncertain, draw }: ExpandedTree, trials: number, seed: number): Parsed<Samples> {
  if (!Number.isInteger(trials) || trials < 1) return refused('The number of trials must be 1 or more.')
  if (trials * uncertain.length > mostDraws) {
    const most = Math.floor(mostDraws / uncertain.length).toLocaleString('en')
    return refused(`${uncertain.length} uncertain events take ${most} trials at most.`)
  }
  const random = createRandom(seed)
  const events = uncertain.map((): Float64Array => new Float64Array(trials))
  let cut = 0
  for (let trial = 0; trial < trials; trial++) {
    const drawn = draw(random)
    for (let i = 0; i < uncertain.length; i++) {
      const value = drawn[i]!
      if (Number.isNaN(value)) return refused(`In trial ${trial + 1}, the probability of ${uncertain[i]} is no number.`)
      if (value < 0 || value > 1) cut += 1
      events[i]![trial] = Math.min(1, Math.max(0, value))
    }
  }
  return parsed({ trials, events: new Map(uncertain.map((name, i) => [name, events[i]!])), cut })
}

/** What is reported of an uncertain number, such as the probability of the top event. */
export interface Summary {
  readonly mean: number
  /** Of the sample (n - 1); 0 for one number. */
  readonly deviation: number
  readonly percentile5: number
  readonly median: number
  readonly percentile95: number
}

/** Summarizes one number or more. Percentiles are interpolated between the nearest ranks (Hyndman and Fan, type 7). */
export function summaryOf(samples: Float64Array): Summary {
  const sorted = samples.toSorted()
  const count = sorted.length
  const mean = sorted.reduce((sum, x) => sum + x, 0) / count
  const squares = sorted.reduce((sum, x) => sum + (x - mean) ** 2, 0)
  const percentile = (share: number) => {
    const at = share * (count - 1)
    const below = Math.floor(at)
    return sorted[below]! + (at - below) * (sorted[Math.min(below + 1, count - 1)]! - sorted[below]!)
  }
  return {
    mean,
    deviation: count < 2 ? 0 : Math.sqrt(squares / (count - 1)),
    percentile5: percentile(0.05),
    median: percentile(0.5),
    percentile95: percentile(0.95),
  }
}
