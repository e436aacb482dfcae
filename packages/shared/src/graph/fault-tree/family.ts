import type { CutSetDiagram } from './attempt.ts'
import { cheapestFirst } from './best.ts'
import { type Diagram, extracted } from './diagram.ts'
import type { Budget } from './node-table.ts'
import { EMPTY_SET, type Family, NONE, Zbdd } from './zbdd.ts'

/**
 * The minimal cut sets of the whole tree as one ZBDD over events: in the sets of each module, the modules below it are
 * replaced by their own sets. Modules share no event, so that the sets stay minimal.
 *
 * @param modules The last is the top. Their variables are the events from 0 and the modules from `events` on.
 * @throws {OverBudget}
 */
export function flattened(events: number, modules: readonly CutSetDiagram[], budget: Budget): CutSetDiagram {
  const order: number[] = []
  const levels = new Map<number, number>()
  ;(function place(module: number): void {
    for (const variable of modules[module]!.order) {
      if (variable >= events) place(variable - events)
      else levels.set(variable, order.push(variable) - 1)
    }
  })(modules.length - 1)
  const zbdd = new Zbdd(budget)

  /** The sets of `diagram`, each with one of `and`, and those of `or`, whose variables come later. */
  function replaced({ variable, low, high, root }: Diagram, and: Family, or: Family): Family {
    const known = new Map<number, Family>()
    function below(node: number, otherwise: Family): Family {
      if (node === EMPTY_SET) return and
      if (node === NONE) return otherwise
      const key = otherwise === NONE ? node : -node
      const before = known.get(key)
      if (before !== undefined) return before
      zbdd.table.step()
      const then = below(high[node]!, NONE)
      const rest = below(low[node]!, otherwise)
      const module = variable[node]! - events
      const found =
        module < 0
          ? zbdd.choose(levels.get(variable[node]!)!, rest, then)
          : then === NONE
            ? rest
            : replaced(modules[module]!.diagram, then, rest)
      known.set(key, found)
      return found
    }
    return below(root, or)
  }

  const top = replaced(modules.at(-1)!.diagram, EMPTY_SET, NONE)
  return { diagram: extracted(zbdd.table, top, 0, order), order }
}

/** How many sets there are of each order, exactly. */
export function countByOrder({ low, high, root }: Diagram): bigint[] {
  const numbers = counted(low, high, root, 0, 1, (a, b) => a + b)
  if (numbers.every(Number.isSafeInteger)) return numbers.map(BigInt)
  return counted(low, high, root, 0n, 1n, (a, b) => a + b)
}

/**
 * Polynomials in the order, without the leading zeros: `from` is the least order. What a node counts is at most what
 * the root counts.
 */
function counted<T>(low: Int32Array, high: Int32Array, root: number, zero: T, one: T, sum: (a: T, b: T) => T): T[] {
  const polynomials: { from: number; counts: T[] }[] = [
    { from: Infinity, counts: [] },
    { from: 0, counts: [one] },
  ]
  for (let node = 2; node < low.length; node++) {
    const without = polynomials[low[node]!]!
    const within = polynomials[high[node]!]!
    const from = Math.min(without.from, within.from + 1)
    const end = Math.max(endOf(without), endOf(within) + 1)
    const counts: T[] = []
    for (let order = from; order < end; order++)
      counts.push(sum(without.counts[order - without.from] ?? zero, within.counts[order - 1 - within.from] ?? zero))
    polynomials.push({ from, counts })
  }
  const { from, counts } = polynomials[root]!
  return counts.length === 0 ? [] : [...Array.from({ length: from }, () => zero), ...counts]
}

const endOf = ({ from, counts }: { from: number; counts: readonly unknown[] }) =>
  counts.length ? from + counts.length : 0

/** The sum over all sets of the product of their events' figures. */
export function sumOver({ variable, low, high, root }: Diagram, figures: ArrayLike<number>): number {
  const sums = new Float64Array(low.length)
  sums[EMPTY_SET] = 1
  for (let node = 2; node < low.length; node++)
    sums[node] = sums[low[node]!]! + figures[variable[node]!]! * sums[high[node]!]!
  return sums[root]!
}

/** Sets that are more probable are taken one by one: of a thousand of them, one certainly occurs. */
const probable = 0.5
const mostProbable = 1_000
const mostPowers = 60

/**
 * The min-cut upper bound, 1 - the product of (1 - p) of all sets (Esary and Proschan 1970), without enumerating them:
 * the logarithm of the product is minus the sum of p^k / k over all k, and each power is one pass over the diagram.
 */
export function minCutUpperBound(diagram: Diagram, probabilities: ArrayLike<number>): number {
  const costs = Float64Array.from(probabilities, (p) => -Math.log(p))
  const singles: number[] = []
  for (const set of cheapestFirst(diagram, costs)) {
    const p = set.reduce((product, event) => product * probabilities[event]!, 1)
    if (p <= probable) break
    if (singles.push(p) === mostProbable) return 1
  }
  let exponent = singles.reduce((sum, p) => sum - Math.log1p(-p), 0)
  const powers = Float64Array.from(probabilities)
  for (let k = 1; k <= mostPowers; k++) {
    const rest = sumOver(diagram, powers) - singles.reduce((sum, p) => sum + p ** k, 0)
    exponent += Math.max(0, rest) / k
    if (rest <= exponent * Number.EPSILON) break
    for (let event = 0; event < powers.length; event++) powers[event]! *= probabilities[event]!
  }
  return -Math.expm1(-exponent)
}
