import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import { cheapestFirst } from '../fault-tree/best.ts'
import { extracted } from '../fault-tree/diagram.ts'
import { countByOrder } from '../fault-tree/family.ts'
import { type Budget, isOverBudget, OverBudget } from '../fault-tree/node-table.ts'
import { EMPTY_SET, type Family, NONE, Zbdd } from '../fault-tree/zbdd.ts'

/** A gate: all of its parts must occur, or any one. A node without a gate is a basic event: it occurs or does not. */
export interface Gate {
  readonly gate: 'and' | 'or'
  readonly parts: readonly string[]
}

/** Basic events by name, in the order in which the tree search first reaches them. */
export type CutSet = readonly string[]

export interface Bounds {
  /** The maximum number of minimal cut sets of any node. */
  readonly most: number
  /** The maximum number of nodes of the decision diagram of the whole tree: it bounds time and memory. */
  readonly mostTried: number
}

/**
 * The minimal cut sets of a node and of every node below it: the smallest sufficient sets of basic events, those with
 * the fewest events first. All nodes share one decision diagram of the fault-tree engine. Gates may share nodes; no
 * node may be below itself. Returns a refusal in words if there are more sets than `bounds` allow: their number may
 * double with every gate. Rule GRAPH-17 of ../SPEC.md.
 */
export function minimalCutSets(
  root: string,
  gates: ReadonlyMap<string, Gate>,
  bounds: Bounds,
): Parsed<ReadonlyMap<string, readonly CutSet[]>> {
  const names = eventsBelow(root, gates)
  const levels = new Map(names.map((name, level) => [name, level]))
  const zbdd = new Zbdd(budgetOf(bounds))
  const families = new Map<string, Family>()

  function below(name: string): Family {
    const before = families.get(name)
    if (before !== undefined) return before
    const gate = gates.get(name)
    const family = gate ? joined(gate) : zbdd.choose(levels.get(name)!, NONE, EMPTY_SET)
    families.set(name, family)
    return family
  }

  function joined({ gate, parts }: Gate): Family {
    const all = parts.map(below)
    return gate === 'or'
      ? all.reduce((a, b) => zbdd.union(a, b), NONE)
      : all.reduce((a, b) => zbdd.product(a, b), EMPTY_SET)
  }

  function listed(family: Family): readonly CutSet[] {
    const diagram = extracted(
      zbdd.table,
      family,
      0,
      names.map((_, level) => level),
    )
    if (countByOrder(diagram).reduce((sum, count) => sum + count, 0n) > bounds.most) throw new OverBudget()
    const costs = names.map(() => 1)
    return [...cheapestFirst(diagram, costs)]
      .sort((a, b) => a.length - b.length || inOrder(a, b))
      .map((set) => set.map((level) => names[level]!))
  }

  try {
    below(root)
    return parsed(new Map([...families].map(([name, family]) => [name, listed(family)])))
  } catch (thrown) {
    if (isOverBudget(thrown))
      return refused(`More than ${bounds.most.toLocaleString('en')} combinations suffice, or too many are to be tried.`)
    throw thrown
  }
}

function budgetOf({ mostTried }: Bounds): Budget {
  let checks = 64 // of some ten thousand operations each
  return {
    nodes: mostTried,
    check() {
      if (checks-- <= 0) throw new OverBudget()
    },
  }
}

/** In the order in which a depth-first search first reaches them. */
function eventsBelow(root: string, gates: ReadonlyMap<string, Gate>): string[] {
  const seen = new Set<string>()
  const stack = [root]
  while (stack.length > 0) {
    const name = stack.pop()!
    if (seen.has(name)) continue
    seen.add(name)
    stack.push(...(gates.get(name)?.parts.toReversed() ?? []))
  }
  return [...seen].filter((name) => !gates.has(name))
}

function inOrder(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((event, at) => event !== b[at])
  return i < 0 ? 0 : a[i]! - b[i]!
}
