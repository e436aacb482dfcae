import { type CutSetDiagram, solved, truncated, type Truncated, type Variables } from './attempt.ts'
import type { Diagram } from './diagram.ts'
import type { Module } from './modules.ts'
import { type Budget, isOverBudget, OverBudget } from './node-table.ts'
import { type Order, orderings } from './order.ts'

/** The time and memory of an analysis. */
export interface Limits {
  /** The most nodes of one decision diagram; one takes about 40 bytes while it is built. */
  readonly nodes: number
  readonly milliseconds: number
}

/** A clock that an analysis looks at every few ten thousand operations. */
export interface Watch {
  /** The time that is left, in ms. */
  left(): number
  /** Reports that it goes on. @throws Whatever the caller's callback throws to cancel. */
  tick(): void
}

/** All that is known of a module: its diagrams, or which of them are missing. */
export interface SolvedModule {
  readonly function: Diagram | undefined
  readonly cutSets: CutSetDiagram | undefined
}

const fewestNodes = 1 << 14
/** The next round has four times the nodes. */
const growth = 4
/** An attempt may be slow without needing nodes. */
const stepsPerNode = 8
/** From this many nodes on, only the more promising half of the orders is tried again, and at least this many. */
const manyNodes = 1 << 18
const fewestOrders = 2

/** A budget of nodes, steps and time. With `milliseconds` infinite, only the steps bound the time. */
export function budgetOf(nodes: number, watch: Watch, milliseconds: number, steps = nodes * stepsPerNode): Budget {
  const until = milliseconds === Infinity ? -Infinity : watch.left() - milliseconds
  let checks = Math.ceil(steps / (1 << 15))
  return {
    nodes,
    check() {
      watch.tick()
      if (checks-- <= 0 || watch.left() <= until) throw new OverBudget()
    },
  }
}

interface Attempt {
  readonly by: (module: Module) => Order
  order?: Order
  /** The table's size after each gate, until it was too large. */
  sizes: readonly number[]
  /** The size of the function, if only the cut sets were too many. */
  functionSize: number
}

/**
 * The diagrams of a module. Every order is tried with few nodes, then the more promising ones with more and more, until
 * one suffices: a good order costs little, so that the best need not be known.
 *
 * @param share How much of the time that is left it may take, 0 to 1.
 */
export function solveModule(
  module: Module,
  variables: Variables,
  limits: Limits,
  watch: Watch,
  share: number,
): SolvedModule {
  let open: Attempt[] = orderings
    .slice(0, module.gates.length === 1 ? 1 : undefined)
    .map((by) => ({ by, sizes: [], functionSize: Infinity }))
  let found: SolvedModule = { function: undefined, cutSets: undefined }
  const end = watch.left() * (1 - share)
  for (let nodes = Math.min(fewestNodes, limits.nodes); ; nodes = Math.min(nodes * growth, limits.nodes)) {
    for (const [i, attempt] of open.entries()) {
      if (watch.left() <= end) return found
      // at the last, each has its share of the time, however many steps that is
      const isLast = nodes === limits.nodes
      const time = (watch.left() - end) / (isLast ? open.length - i : 1)
      try {
        attempt.order ??= attempt.by(module)
        const budget = budgetOf(nodes, watch, time, isLast ? Infinity : undefined)
        const next = solved(module, attempt.order, variables, budget)
        found = { function: smaller(found.function, next.function), cutSets: next.cutSets }
        if (found.cutSets) return found
        attempt.functionSize = next.function.low.length
      } catch (thrown) {
        if (!isOverBudget(thrown)) throw thrown
        attempt.sizes = thrown instanceof OverBudget ? thrown.sizes : []
      }
    }
    if (nodes === limits.nodes) return found
    if (nodes >= manyNodes) open = promising(open)
  }
}

/**
 * Small functions promise most. Of the other orders, those with the smaller table after the last gate that all did: all
 * do the gates in the same sequence.
 */
function promising(open: readonly Attempt[]): Attempt[] {
  const common = Math.min(...open.map(({ sizes }) => sizes.length))
  const sizeOf = ({ sizes }: Attempt) => sizes[common - 1] ?? 0
  const bySize = open.toSorted((a, b) => sizeOf(a) - sizeOf(b))
  // a stable sort; those without a function compare as equal
  return bySize
    .toSorted((a, b) => (a.functionSize === b.functionSize ? 0 : a.functionSize - b.functionSize))
    .slice(0, Math.max(fewestOrders, Math.ceil(open.length / 2)))
}

function smaller(a: Diagram | undefined, b: Diagram): Diagram {
  return a && a.low.length <= b.low.length ? a : b
}

/** What to keep of sets that are too many, first everything, then less. */
const truncations = [0, 1e-15, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2]

/**
 * The cut sets of a module whose diagrams are too large: the more the less probable ones are dropped, the less they
 * need. It starts with the most probable ones, and ends with the last that succeeded. Undefined: not even these.
 */
export function truncateModule(
  module: Module,
  variables: Variables,
  probabilities: readonly number[],
  limits: Limits,
  watch: Watch,
): (Truncated & { readonly truncation: number }) | undefined {
  let found: (Truncated & { readonly truncation: number }) | undefined
  const orders = orderings.slice(0, 4).map((by) => by(module))
  for (const probability of truncations.toReversed()) {
    let next: (Truncated & { readonly truncation: number }) | undefined
    for (const order of orders) {
      if (watch.left() <= 0 || next) break
      try {
        const budget = budgetOf(limits.nodes, watch, watch.left() / (found ? 2 : 4))
        const truncation = probability === 0 ? undefined : { probability, probabilities }
        next = { ...truncated(module, order, variables, truncation, budget), truncation: probability }
      } catch (thrown) {
        if (!isOverBudget(thrown)) throw thrown
      }
    }
    if (next) found = next
    else if (found) return found
  }
  return found
}
