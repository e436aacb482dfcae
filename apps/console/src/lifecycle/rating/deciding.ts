import type { Rating } from '@carapace/shared/lifecycle/rating/assessment'
import { feasibilities, type FeasibilityMethod, type Method } from '@carapace/shared/lifecycle/methods/method'

type Ratings = Readonly<Record<FeasibilityMethod, Rating | null>>

/**
 * The rating that risk is decided by: the word and the number of one method, never of two (rule TARA-3). Null: nothing
 * is rated by it.
 */
export function decidingRating({ deciding }: Pick<Method, 'deciding'>, ratings: Ratings | undefined): Rating | null {
  return ratings?.[deciding] ?? null
}

/** So many numbers lie between one word and the next: more than any sum of factors comes to. */
const wordStep = 1_000_000

/**
 * Where a rating stands among others, the most feasible highest: by its word, then by its number, of which
 * exploitability falls with the effort and a sum of factors rises.
 */
export function feasibilityRank({ deciding }: Pick<Method, 'deciding'>, rating: Rating | null): number {
  if (rating === null) return -Infinity
  const value = rating.value ?? 0
  return feasibilities.indexOf(rating.feasibility) * wordStep + (deciding === 'cvss' ? value : -value)
}
