import { cheapestFirst, firstOf } from './best.ts'
import { type Criticality, criticalityIn } from './criticality.ts'
import { cutOff } from './cut-off.ts'
import { type Diagram, extracted, noSets } from './diagram.ts'
import { countByOrder, minCutUpperBound, sumOver } from './family.ts'
import type { FaultTree, Probabilities } from './fault-tree.ts'
import { isOverBudget } from './node-table.ts'
import { type Evaluator, evaluatorOf } from './probability.ts'
import { budgetOf, type Limits } from './solve.ts'
import { type Solution, solve } from './solution.ts'
import { EMPTY_SET, type Family, NONE, Zbdd } from './zbdd.ts'

export interface AnalysisOptions {
  /** Only the minimal cut sets of at most this order, and at least this probability, are counted and listed. */
  readonly cutOff?: { readonly order?: number; readonly probability?: number }
  readonly limits?: Partial<Limits>
  /** Called every few ten thousand operations, with the time since the start in ms. An error thrown in it cancels. */
  readonly onProgress?: (milliseconds: number) => void
}

/** Four million nodes: about 200 MB. */
const defaultLimits: Limits = { nodes: 1 << 22, milliseconds: 120_000 }

export interface CutSet {
  readonly events: readonly string[]
  /** The product of the probabilities of its events. */
  readonly probability: number
}

/** How much one basic event matters, all exact (NUREG/CR-3385 names them). P is the top's probability. */
export interface Importance {
  /** P(top | event) - P(top | no event): how much the top depends on it. Negative: the event prevents the top. */
  readonly birnbaum: number
  /** Birnbaum p / P: the share of P that the event decides. 0 if P is 0. */
  readonly criticality: number
  /**
   * (P - P(top | no event)) / P, the fractional contribution (NUREG/CR-3385). Evaluated exactly, it equals criticality;
   * programs that sum cut sets differ between the two.
   */
  readonly fussellVesely: number
  /** P(event | top), the diagnostic importance. 0 if P is 0. */
  readonly diagnostic: number
  /** Risk achievement worth: P(top | event) / P. */
  readonly riskAchievementWorth: number
  /** Risk reduction worth: P / P(top | no event); Infinity if the top cannot occur without the event. */
  readonly riskReductionWorth: number
}

/** The exact function of a tree. Arrays have one number for each of its events. */
export interface ExactFunction extends Evaluator {
  readonly events: readonly string[]
  /** The two parts of the Birnbaum importance; undefined: a tree with NOT or XOR is too large for them. */
  criticality(probabilities: ArrayLike<number>): Criticality | undefined
}

export interface Analysis {
  /** Whether the cut sets (within the cut-off) and the probability are exact. If not, what is stated is proven. */
  readonly complete: boolean
  readonly sets: {
    /** Whether `count` is that of all sets within the cut-off. */
    readonly complete: boolean
    readonly count: bigint
    /** `byOrder[k]` sets have k events. */
    readonly byOrder: readonly bigint[]
    /** If not complete: all sets that are at least so probable are among them; Infinity: none is known. */
    readonly truncation: number
    readonly leftOut: {
      /** Sets beyond the cut-off; undefined: not known. */
      readonly count: bigint | undefined
      /** An upper bound of the probability that the top occurs and none of the sets that are listed. */
      readonly probability: number
    }
  }
  /** The first sets by order, or the most probable ones first. Only these are enumerated. */
  best(many: number, by: 'order' | 'probability'): CutSet[]
  readonly probability: {
    /** Of the top event; undefined: it is only known to be from `lower` to `upper`. */
    readonly exact: number | undefined
    readonly lower: number
    readonly upper: number
    /** The sum of the probabilities of the sets within the cut-off: it may exceed 1. */
    readonly rareEvent: number
    /** 1 - the product of (1 - p) over these sets. */
    readonly minCutUpperBound: number
  }
  /** By basic event; empty if the probability is not exact. */
  importance(): Map<string, Importance>
  /** The exact function, for many samples of the probabilities; undefined: it is not known. */
  readonly evaluator: ExactFunction | undefined
  /** For `reevaluated`. */
  readonly source: { readonly tree: FaultTree; readonly options: AnalysisOptions; readonly solution: Solution }
}

/**
 * Analyses a fault tree: minimal cut sets, the exact probability of the top event, and importance. A minimal cut set is
 * a smallest set of basic events that makes the top occur if all others do not (Rauzy 2001, "Mathematical foundations
 * of minimal cutsets"). For a tree with NOT or XOR these are the minimal positive parts of its prime implicants: they
 * do not state which events must be absent. Rules FAULT-TREE-1 to FAULT-TREE-9 of ./SPEC.md.
 *
 * A tree that needs more than the limits is answered by what is proven: `complete` is false.
 *
 * @throws {Error} The tree is not valid, or an event has no probability from 0 to 1.
 */
export function analysed(tree: FaultTree, probabilities: Probabilities, options: AnalysisOptions = {}): Analysis {
  const limits = { ...defaultLimits, ...options.limits }
  const watch = watchOf(limits, options)
  const solution = solve(tree, (name) => probabilityOf(name, probabilities), limits, watch)
  return evaluated(tree, solution, probabilities, options)
}

/** The same analysis for other probabilities. The diagrams are reused if they are complete. @throws As `analysed`. */
export function reevaluated({ source, complete }: Analysis, probabilities: Probabilities): Analysis {
  const { tree, options, solution } = source
  return complete ? evaluated(tree, solution, probabilities, options) : analysed(tree, probabilities, options)
}

function watchOf({ milliseconds }: Limits, { onProgress }: AnalysisOptions) {
  const start = performance.now()
  return { left: () => start + milliseconds - performance.now(), tick: () => onProgress?.(performance.now() - start) }
}

function probabilityOf(name: string, probabilities: Probabilities): number {
  const p = probabilities.get(name)
  if (p === undefined || !(p >= 0 && p <= 1))
    throw new Error(`The basic event ${name} has no probability from 0 to 1${p === undefined ? '' : `, but ${p}`}.`)
  return p
}

function evaluated(
  tree: FaultTree,
  solution: Solution,
  probabilities: Probabilities,
  options: AnalysisOptions,
): Analysis {
  const { events, forest, lost } = solution
  const given = Float64Array.from(events, (name) => probabilityOf(name, probabilities))
  const { diagram, cutBy, isCut } = within(solution, given, options)
  const hasAllSets = solution.hasAllSets && isCut
  const byOrder = countByOrder(diagram)
  const evaluator = forest && {
    ...evaluatorOf(forest),
    events,
    criticality: (probabilities: ArrayLike<number>) => criticalityIn(forest, probabilities),
  }
  const exact = evaluator?.probability(given)
  return {
    complete: hasAllSets && exact !== undefined,
    sets: {
      complete: hasAllSets,
      count: total(byOrder),
      byOrder,
      truncation: isCut ? solution.truncation : Infinity,
      leftOut: {
        count: hasAllSets ? total(countByOrder(solution.cutSets.diagram)) - total(byOrder) : undefined,
        probability: Math.min(1, lost + cutBy),
      },
    },
    best: (many, by) => [...firstOf(many, listed(diagram, events, given, by))],
    probability: {
      exact,
      lower: exact ?? solution.lower,
      upper: exact ?? solution.upper,
      rareEvent: sumOver(diagram, given),
      minCutUpperBound: minCutUpperBound(diagram, given),
    },
    importance: () => (evaluator ? importanceOf(evaluator, events, given) : new Map()),
    evaluator,
    source: { tree, options, solution },
  }
}

const total = (counts: readonly bigint[]) => counts.reduce((sum, count) => sum + count, 0n)

interface Within {
  readonly diagram: Diagram
  /** The sum of the probabilities of the other sets. */
  readonly cutBy: number
  /** Whether that was possible within the limits; if not, there is no set. */
  readonly isCut: boolean
}

function within(solution: Solution, given: Float64Array, options: AnalysisOptions): Within {
  const { order, diagram } = solution.cutSets
  const { order: most = Infinity, probability: least = 0 } = options.cutOff ?? {}
  if (most === Infinity && least === 0) return { diagram, cutBy: 0, isCut: true }
  const limits = { ...defaultLimits, ...options.limits }
  const zbdd = new Zbdd(budgetOf(limits.nodes, watchOf(limits, options), Infinity))
  const probabilities = order.map((event) => given[event]!)
  try {
    const all = loaded(zbdd, diagram, order)
    const byOrder = cutOff(zbdd, all, { costs: order.map(() => 1), probabilities }, most)
    const costs = probabilities.map((p) => -Math.log(p))
    const both = cutOff(zbdd, byOrder.kept, { costs, probabilities }, -Math.log(least))
    return { diagram: extracted(zbdd.table, both.kept, 0, order), cutBy: byOrder.lost + both.lost, isCut: true }
  } catch (thrown) {
    if (!isOverBudget(thrown)) throw thrown
    return { diagram: noSets, cutBy: 1, isCut: false }
  }
}

function loaded(zbdd: Zbdd, { variable, low, high, root }: Diagram, order: readonly number[]): Family {
  const levels = new Map(order.map((event, level) => [event, level]))
  const nodes = [NONE, EMPTY_SET]
  for (let node = 2; node < low.length; node++)
    nodes.push(zbdd.choose(levels.get(variable[node]!)!, nodes[low[node]!]!, nodes[high[node]!]!))
  return nodes[root]!
}

function* listed(
  diagram: Diagram,
  events: readonly string[],
  given: Float64Array,
  by: 'order' | 'probability',
): Generator<CutSet> {
  const costs = given.map((p) => (by === 'order' ? 1 : -Math.log(p)))
  for (const set of cheapestFirst(diagram, costs))
    yield {
      events: set.map((event) => events[event]!),
      probability: set.reduce((product, event) => product * given[event]!, 1),
    }
}

function importanceOf(evaluator: Evaluator, events: readonly string[], given: Float64Array): Map<string, Importance> {
  const top = evaluator.probability(given)
  const slopes = evaluator.birnbaum(given)
  return new Map(events.map((name, event) => [name, measured(slopes[event]!, given[event]!, top)]))
}

function measured(birnbaum: number, p: number, top: number): Importance {
  const on = Math.max(0, top + (1 - p) * birnbaum)
  const off = Math.max(0, top - p * birnbaum)
  const share = (part: number) => (top === 0 ? 0 : part / top)
  return {
    birnbaum,
    criticality: share(birnbaum * p),
    fussellVesely: share(top - off),
    diagnostic: share(p * on),
    riskAchievementWorth: top === 0 ? (on === 0 ? 1 : Infinity) : on / top,
    riskReductionWorth: off === 0 ? (top === 0 ? 1 : Infinity) : top / off,
  }
}
