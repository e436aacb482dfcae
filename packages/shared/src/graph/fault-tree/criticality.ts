import type { Diagram } from './diagram.ts'
import { at, type Forest, nodeValues, probabilityIn } from './probability.ts'

/** By event, the probability that the others are such that the top follows this one. */
export interface Criticality {
  /** The top occurs if the event does, and does not if the event does not. */
  readonly with: Float64Array
  /** The top occurs if the event does not, and does not if the event does: only with NOT or XOR. */
  readonly against: Float64Array
}

/** The maximum number of pairs of functions that are compared for one module, about 100 bytes each. */
const mostPairs = 1 << 20

/**
 * The criticality of each event, for these probabilities of the events; undefined: a module with NOT or XOR is too
 * large for it. The difference of both parts is the Birnbaum importance. A module shares no event with the rest of the
 * tree, so that an event is critical for the top where it is for its module, and the module is for the top.
 */
export function criticalityIn(
  { events, modules, isMonotone }: Forest,
  given: ArrayLike<number>,
): Criticality | undefined {
  const values = new Float64Array(events + modules.length)
  values.set(given)
  const nodes = modules.map(nodeValues)
  modules.forEach((diagram, i) => (values[events + i] = probabilityIn(diagram, values, nodes[i]!)))
  const rising = new Float64Array(values.length)
  const falling = new Float64Array(values.length)
  rising[rising.length - 1] = 1
  for (let module = modules.length - 1; module >= 0; module--) {
    const diagram = modules[module]!
    const [up, down] = [rising[events + module]!, falling[events + module]!]
    const isComplete = addCritical(
      diagram,
      values,
      isMonotone[module] ? differenceIn(nodes[module]!) : excessIn(diagram, values, nodes[module]!),
      (variable, withIt, againstIt) => {
        // a monotone module has none that is against it, not even by rounding
        const against = isMonotone[module] ? 0 : againstIt
        rising[variable]! += up * withIt + down * against
        falling[variable]! += up * against + down * withIt
      },
    )
    if (!isComplete) return undefined
  }
  return { with: rising.subarray(0, events), against: falling.subarray(0, events) }
}

/** The probability that one function is true and another is not; undefined: that is too much to compute. */
type Excess = (edge: number, over: number) => number | undefined

/** Where the second function implies the first one; where it is the other way round, the result is negative. */
const differenceIn =
  (own: Float64Array): Excess =>
  (edge, over) =>
    at(own, edge) - at(own, over)

/**
 * Weighs each node by the probability that it is reached, apart for itself and for its complement, and adds what its
 * variable decides there. Returns false if it is too much to compute.
 */
function addCritical(
  { variable, low, high, root }: Diagram,
  values: Float64Array,
  excess: Excess,
  add: (variable: number, withIt: number, againstIt: number) => void,
): boolean {
  const plain = new Float64Array(variable.length)
  const complement = new Float64Array(variable.length)
  ;(root & 1 ? complement : plain)[root >> 1] = 1
  for (let node = variable.length - 1; node > 0; node--) {
    const [straight, flipped] = [plain[node]!, complement[node]!]
    const [on, off] = [high[node]!, low[node]!]
    const more = excess(on, off)
    const less = excess(off, on)
    if (more === undefined || less === undefined) return false
    add(variable[node]!, straight * more + flipped * less, straight * less + flipped * more)
    const p = values[variable[node]!]!
    plain[on >> 1]! += straight * p
    complement[on >> 1]! += flipped * p
    const [same, other] = off & 1 ? [complement, plain] : [plain, complement]
    same[off >> 1]! += straight * (1 - p)
    other[off >> 1]! += flipped * (1 - p)
  }
  return true
}

/** Compares pairs of edges of one diagram, from their first variable downwards; each pair once. */
function excessIn(diagram: Diagram, values: Float64Array, own: Float64Array): Excess {
  const { variable, low, high } = diagram
  const ranks = ranksOf(diagram)
  const known = new Map<number, number>()
  const rankOf = (edge: number) => ranks.get(variable[edge >> 1]!) ?? -1

  function excess(edge: number, over: number): number | undefined {
    if (edge === over || edge === 1 || over === 0) return 0
    if (edge === (over ^ 1) || over === 1) return at(own, edge)
    if (edge === 0) return 1 - at(own, over)
    const key = edge * 2 * variable.length + over
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= mostPairs) return undefined
    const [rankA, rankB] = [rankOf(edge), rankOf(over)]
    const first = variable[(rankA >= rankB ? edge : over) >> 1]!
    const below = (from: number, edges: Int32Array) =>
      variable[from >> 1] === first ? edges[from >> 1]! ^ (from & 1) : from
    const on = excess(below(edge, high), below(over, high))
    const off = on === undefined ? undefined : excess(below(edge, low), below(over, low))
    if (on === undefined || off === undefined) return undefined
    const p = values[first]!
    const result = p * on + (1 - p) * off
    known.set(key, result)
    return result
  }
  return excess
}

/**
 * A rank of each variable, above those of all variables below it: an order of the diagram's levels, as far as its edges
 * show it.
 */
function ranksOf({ variable, low, high }: Diagram): ReadonlyMap<number, number> {
  const below = new Map<number, Set<number>>()
  for (let node = 1; node < variable.length; node++) {
    const own = below.get(variable[node]!) ?? new Set()
    below.set(variable[node]!, own)
    for (const edge of [low[node]!, high[node]!]) if (edge > 1) own.add(variable[edge >> 1]!)
  }
  const ranks = new Map<number, number>()
  const visit = (each: number) => {
    if (ranks.has(each)) return
    for (const next of below.get(each)!) visit(next)
    ranks.set(each, ranks.size)
  }
  for (const each of below.keys()) visit(each)
  return ranks
}
