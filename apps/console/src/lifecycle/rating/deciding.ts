import type { Rating } from '@carapace/shared/lifecycle/rating/assessment'
import { feasibilities, type FeasibilityMethod, type Method } from '@carapace/shared/lifecycle/methods/method'

type Ratings = Readonly<Record<FeasibilityMethod, Rating | null>>

/**
 * The rating that decides the risk: the level and the number of one method, never of two (rule TARA-3). Null: not rated
 * by that method.
 */
export function decidingRating({ deciding }: Pick<Method, 'deciding'>, ratings: Ratings | undefined): Rating | null {
  return ratings?.[deciding] ?? null
}

/** The distance between two levels in the rank: larger than any sum of factors. */
const wordStep = 1_000_000

/**
 * The rank of a rating, the most feasible highest: by its level, then by its number. Exploitability falls with the
 * effort, a sum of factors rises.
 */
export function feasibilityRank({ deciding }: Pick<Method, 'deciding'>, rating: Rating | null): number {
  if (rating === null) return -Infinity
  const value = rating.value ?? 0
  return feasibilities.indexOf(rating.feasibility) * wordStep + (deciding === 'cvss' ? value : -value)
}
