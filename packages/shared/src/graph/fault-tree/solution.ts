import { type CutSetDiagram, isCoherent, type Variables } from './attempt.ts'
import { Bdd, ONE, ZERO } from './bdd.ts'
import { cheapestFirst, firstOf } from './best.ts'
import { type Diagram, extracted, noSets } from './diagram.ts'
import { flattened, minCutUpperBound } from './family.ts'
import type { FaultTree } from './fault-tree.ts'
import { type Module, modulesOf, partitioned } from './modules.ts'
import { networkOf, nodeOf } from './network.ts'
import { isOverBudget } from './node-table.ts'
import { type Forest, nodeValues, probabilityIn } from './probability.ts'
import { simplified } from './simplify.ts'
import { budgetOf, type Limits, solveModule, truncateModule, type Watch } from './solve.ts'

/** What was found of a tree: diagrams over its basic events. */
export interface Solution {
  /** Names of the basic events below the top: the variables from 0. */
  readonly events: readonly string[]
  /** Missing: it went over the limits. */
  readonly forest: Forest | undefined
  /** The minimal cut sets, as far as they are known. */
  readonly cutSets: CutSetDiagram
  /** Whether `cutSets` are all. */
  readonly hasAllSets: boolean
  /** If not: all sets that are at least so probable are known; Infinity: none are known. */
  readonly truncation: number
  /** An upper bound of the probability that the top occurs and none of `cutSets`. */
  readonly lost: number
  /** Bounds of the top's probability: they are equal if it is known. */
  readonly lower: number
  readonly upper: number
}

/** The share of the time that the exact diagrams of one module may take; the rest is for bounds. */
const exactShare = { coherent: 0.6, other: 0.9 } // without coherence, no cut sets come of the rest
const emptySet: Diagram = { ...noSets, root: 1 }

/** Everything about a tree that needs diagrams, within the limits. @param given The probability of an event. */
export function solve(tree: FaultTree, given: (name: string) => number, limits: Limits, watch: Watch): Solution {
  const network = partitioned(simplified(networkOf(tree)))
  const { events, top } = network
  const modules = modulesOf(network)
  const numbers = new Map(modules.map(({ node }, i) => [node, events.length + i]))
  const flips: (0 | 1)[] = []
  const lower = events.map(given)
  const upper = [...lower]
  const functions: (Diagram | undefined)[] = []
  const isMonotone: boolean[] = []
  const cutSets: CutSetDiagram[] = []
  let truncation = 0
  let lost = 0

  for (const module of modules) {
    const variables = variablesOf(module)
    flips.push(variables.flip)
    const coherent = isCoherent(module, variables)
    const found = solveModule(module, variables, limits, watch, exactShare[coherent ? 'coherent' : 'other'])
    const bounds = found.function && boundsOf(found.function, coherent)
    functions.push(found.function)
    isMonotone.push(coherent)
    cutSets.push(found.cutSets ?? { diagram: noSets, order: variables.numbers })
    const hasAll = found.function !== undefined && found.cutSets !== undefined
    const rest = hasAll ? undefined : withoutDiagrams(module, variables, found.function !== undefined)
    lower.push((bounds ?? rest!).lower)
    upper.push((bounds ?? rest!).upper)
  }
  const isComplement = (flips.at(-1)! ^ (top & 1)) === 1
  return result()

  function variablesOf({ inputs, gates }: Module): Variables {
    const own = inputs.map((node) => (node <= events.length ? node - 1 : numbers.get(node)!))
    const inputFlips = own.map((number) => (number < events.length ? 0 : flips[number - events.length]!))
    return { numbers: own, flips: inputFlips, flip: valueAtNone(gates, inputFlips) }
  }

  function boundsOf(diagram: Diagram, coherent: boolean): { lower: number; upper: number } {
    const nodes = nodeValues(diagram)
    const open = [...new Set(diagram.variable)].filter((number) => number >= 0 && lower[number] !== upper[number])
    if (coherent || open.length === 0)
      return { lower: probabilityIn(diagram, lower, nodes), upper: probabilityIn(diagram, upper, nodes) }
    if (open.length > mostOpen) return { lower: 0, upper: 1 }
    // linear in each variable: the extremes are at the corners
    const corners = Array.from({ length: 1 << open.length }, (_, corner) => {
      const values = [...lower]
      open.forEach((number, i) => (values[number] = ((corner >> i) & 1 ? upper : lower)[number]!))
      return probabilityIn(diagram, values, nodes)
    })
    return { lower: Math.min(...corners), upper: Math.max(...corners) }
  }

  /** Notes the module's most probable cut sets, and answers bounds from them. */
  function withoutDiagrams(
    module: Module,
    variables: Variables,
    hasFunction: boolean,
  ): { lower: number; upper: number } {
    const coherent = isCoherent(module, variables)
    const own = variables.numbers.map((number) => upper[number]!)
    const found = coherent || !hasFunction ? truncateModule(module, variables, own, limits, watch) : undefined
    if (!found || !coherent) truncation = Infinity
    if (!found) return { lower: 0, upper: 1 }
    const { diagram } = found.cutSets
    const most = Math.min(1, minCutUpperBound(diagram, upper) + found.lost)
    if (!coherent) return { lower: 0, upper: most }
    cutSets[cutSets.length - 1] = found.cutSets
    truncation = Math.max(truncation, found.truncation)
    lost += found.lost
    return { lower: Math.min(unionOf(found.cutSets, lower, watch), most), upper: most }
  }

  function result(): Solution {
    const last = functions.at(-1)
    const isExact = functions.every((diagram) => diagram !== undefined)
    if (isExact && isComplement) {
      functions[functions.length - 1] = { ...last!, root: last!.root ^ 1 }
      isMonotone[isMonotone.length - 1] = false
    }
    const [low, high] = [lower.at(-1)!, upper.at(-1)!]
    const sets = isComplement ? { diagram: emptySet, order: [] } : flat()
    const known = sets !== undefined && truncation < Infinity
    return {
      events,
      forest: isExact ? { events: events.length, modules: functions, isMonotone } : undefined,
      cutSets: known ? sets : { diagram: noSets, order: [] },
      hasAllSets: known && truncation === 0,
      truncation: known ? truncation : Infinity,
      lost: known ? Math.min(lost, 1) : 1,
      lower: isComplement ? 1 - high : low,
      upper: isComplement ? 1 - low : high,
    }
  }

  function flat(): CutSetDiagram | undefined {
    try {
      return flattened(events.length, cutSets, budgetOf(Math.min(limits.nodes, mostFlatNodes), watch, Infinity))
    } catch (thrown) {
      if (isOverBudget(thrown)) return undefined
      throw thrown
    }
  }
}

const mostOpen = 6
/** Also after the time has run out, the sets that were found are put together. */
const mostFlatNodes = 1 << 21

/** The value of a module if all events are false. */
function valueAtNone(gates: Module['gates'], inputs: readonly (0 | 1)[]): 0 | 1 {
  const values: number[] = [...inputs]
  for (const { kind, parts, least } of gates) {
    const on = parts.reduce((sum, part) => sum + (values[nodeOf(part)]! ^ (part & 1)), 0)
    const need = kind === 'and' ? parts.length : kind === 'or' ? 1 : least
    values.push(Number(kind === 'xor' ? on % 2 === 1 : on >= need))
  }
  return values.at(-1) === 1 ? 1 : 0
}

/** The exact probability that one of the most probable sets occurs, of as many as are quickly joined. */
function unionOf({ diagram, order }: CutSetDiagram, probabilities: readonly number[], watch: Watch): number {
  const costs = probabilities.map((p) => -Math.log(p))
  const levels = new Map(order.map((number, level) => [number, level]))
  for (const many of [10_000, 1_000, 100, 10, 1]) {
    try {
      const bdd = new Bdd(budgetOf(1 << 18, watch, Infinity))
      let union = ZERO
      for (const set of firstOf(many, cheapestFirst(diagram, costs))) {
        const own = set.map((number) => levels.get(number)!).sort((a, b) => b - a)
        union = bdd.or(
          union,
          own.reduce((edge, level) => bdd.choose(level, ZERO, edge), ONE),
        )
      }
      const joined = extracted(bdd.table, union, 1, order)
      return probabilityIn(joined, probabilities, nodeValues(joined))
    } catch (thrown) {
      if (!isOverBudget(thrown)) throw thrown
    }
  }
  return 0
}
