import { Bdd, type Edge, ONE, ZERO } from './bdd.ts'
import { cutOff, type Measure } from './cut-off.ts'
import { type Diagram, extracted } from './diagram.ts'
import type { Module } from './modules.ts'
import { negated, nodeOf } from './network.ts'
import { type Budget, isOverBudget, OverBudget } from './node-table.ts'
import type { Order } from './order.ts'
import { EMPTY_SET, type Family, NONE, Zbdd } from './zbdd.ts'

/** The variables of a module's diagrams. Each diagram, and so each variable, is false if all events are false. */
export interface Variables {
  /** The number of the variable, by input. */
  readonly numbers: readonly number[]
  /** By input; 1: the variable stands for the complement of the input. */
  readonly flips: readonly (0 | 1)[]
  /** 1: the diagrams are those of the module's complement. */
  readonly flip: 0 | 1
}

/** Minimal cut sets as a ZBDD, with its variables in their order. */
export interface CutSetDiagram {
  readonly diagram: Diagram
  readonly order: readonly number[]
}

/**
 * Builds a module's BDD from the bottom up in one order of its inputs, and the minimal cut sets from it. They are
 * missing if they alone are over the budget.
 *
 * @throws {OverBudget} The function is over the budget.
 */
export function solved(
  module: Module,
  order: Order,
  variables: Variables,
  budget: Budget,
): { function: Diagram; cutSets: CutSetDiagram | undefined } {
  const { numbers, flips, flip } = variables
  const bdd = new Bdd(budget)
  const edges: Edge[] = []
  const sizes: number[] = []
  order.forEach((input, level) => (edges[input] = bdd.choose(level, ZERO, ONE) ^ flips[input]!))
  try {
    for (const gate of module.gates) {
      const parts = gate.parts.map((part) => edges[nodeOf(part)]! ^ (part & 1))
      parts.sort((a, b) => bdd.table.level[b >> 1]! - bdd.table.level[a >> 1]!) // from the bottom: least work
      edges.push(joined(bdd, gate.kind, parts, gate.least))
      sizes.push(bdd.table.size)
    }
  } catch (thrown) {
    throw isOverBudget(thrown) ? new OverBudget(sizes) : thrown
  }
  const root = edges.at(-1)! ^ flip
  const names = order.map((input) => numbers[input]!)
  return {
    function: extracted(bdd.table, root, 1, names),
    cutSets: minimal(bdd, root, isCoherent(module, variables), names, budget),
  }
}

function joined(bdd: Bdd, kind: Module['gates'][number]['kind'], parts: readonly Edge[], least: number): Edge {
  switch (kind) {
    case 'and':
      return parts.reduce((a, b) => bdd.and(a, b), ONE)
    case 'or':
      return parts.reduce((a, b) => bdd.or(a, b), ZERO)
    case 'xor':
      return parts.reduce((a, b) => bdd.xor(a, b), ZERO)
    case 'at-least':
      return atLeast(parts, least, ONE, ZERO, (sum, part, fewer) => bdd.or(sum, bdd.and(part, fewer)))
  }
}

/** `rows[k]` is "at least k of the parts so far". */
function atLeast(
  parts: readonly number[],
  least: number,
  always: number,
  never: number,
  add: (sum: number, part: number, fewer: number) => number,
): number {
  const rows = Array.from({ length: least + 1 }, (_, k) => (k === 0 ? always : never))
  for (const part of parts) for (let k = least; k > 0; k--) rows[k] = add(rows[k]!, part, rows[k - 1]!)
  return rows[least]!
}

function minimal(
  bdd: Bdd,
  root: Edge,
  coherent: boolean,
  order: readonly number[],
  budget: Budget,
): CutSetDiagram | undefined {
  try {
    const zbdd = new Zbdd(budget)
    const family = zbdd.minimalOf(bdd, root, coherent)
    return { diagram: extracted(zbdd.table, family, 0, order), order }
  } catch (thrown) {
    if (isOverBudget(thrown)) return undefined
    throw thrown
  }
}

/** Whether more events never make less of the module's diagrams occur: certain, not necessary. */
export function isCoherent({ gates, inputs }: Module, { flips, flip }: Variables): boolean {
  const isPlain = (part: number) =>
    nodeOf(part) < inputs.length ? (part & 1) === flips[nodeOf(part)] : (part & 1) === 0
  return flip === 0 && gates.every(({ kind, parts }) => kind !== 'xor' && parts.every(isPlain))
}

/** The least probable sets that are kept, and the probability of each variable. */
export interface Truncation {
  readonly probability: number
  readonly probabilities: readonly number[]
}

export interface Truncated {
  readonly cutSets: CutSetDiagram
  /** An upper bound of the probability that the module occurs, and none of these sets. */
  readonly lost: number
}

/**
 * The minimal cut sets of a coherent module without its BDD, from the bottom up; with a truncation, those that are at
 * least so probable. They are all of these, since no part of a set is less probable than the set. Each gate loses sets;
 * the sum of their probabilities bounds what the module loses. For a module that is not coherent, they are the sets of
 * a larger, coherent function: complements of inputs count as true.
 *
 * @throws {OverBudget}
 */
export function truncated(
  module: Module,
  order: Order,
  { numbers, flips, flip }: Variables,
  truncation: Truncation | undefined,
  budget: Budget,
): Truncated {
  const zbdd = new Zbdd(budget)
  const levels: Family[] = []
  order.forEach((input, level) => (levels[input] = zbdd.choose(level, NONE, EMPTY_SET)))
  const probabilities = order.map((input) => truncation?.probabilities[input] ?? 1)
  const measure: Measure = { costs: probabilities.map((p) => -Math.log(p)), probabilities }
  const known = new Map<number, Family>()
  let lost = 0

  const cut = (family: Family): Family => {
    if (!truncation) return family
    const result = cutOff(zbdd, family, measure, -Math.log(truncation.probability))
    lost += result.lost
    return result.kept
  }
  const any = (a: Family, b: Family) => cut(zbdd.union(a, b))
  const both = (a: Family, b: Family) => cut(zbdd.product(a, b))
  const byLevel = (a: Family, b: Family) => zbdd.table.level[b]! - zbdd.table.level[a]!

  /** For a literal of a node. */
  function familyOf(literal: number): Family {
    const input = nodeOf(literal)
    if (input < module.inputs.length) return ((literal & 1) ^ flips[input]!) === 1 ? EMPTY_SET : levels[input]!
    const before = known.get(literal)
    if (before !== undefined) return before
    const { kind, parts, least } = module.gates[input - module.inputs.length]!
    const isComplement = (literal & 1) === 1
    const below = (isComplement && kind !== 'xor' ? parts.map(negated) : parts).map(familyOf).sort(byLevel)
    const found =
      kind === 'xor'
        ? exclusive(parts, isComplement)
        : kind === 'at-least'
          ? atLeast(below, isComplement ? parts.length - least + 1 : least, EMPTY_SET, NONE, (sum, part, fewer) =>
              any(sum, both(part, fewer)),
            )
          : (kind === 'and') === isComplement
            ? below.reduce(any, NONE)
            : below.reduce(both, EMPTY_SET)
    known.set(literal, found)
    return found
  }

  /** Of each two, one and the complement of the other. */
  function exclusive(parts: readonly number[], isComplement: boolean): Family {
    const fold = (odd: [Family, Family], part: number): [Family, Family] => {
      const [on, off] = [familyOf(part), familyOf(negated(part))]
      return [any(both(odd[0], off), both(odd[1], on)), any(both(odd[0], on), both(odd[1], off))]
    }
    return parts.reduce(fold, [NONE, EMPTY_SET])[isComplement ? 1 : 0]
  }

  try {
    const top = ((module.inputs.length + module.gates.length - 1) * 2) ^ flip
    if (flip === 0) for (let i = 0; i < module.gates.length; i++) familyOf((module.inputs.length + i) * 2)
    const names = order.map((input) => numbers[input]!)
    return { cutSets: { diagram: extracted(zbdd.table, familyOf(top), 0, names), order: names }, lost }
  } catch (thrown) {
    throw isOverBudget(thrown) ? new OverBudget() : thrown
  }
}
