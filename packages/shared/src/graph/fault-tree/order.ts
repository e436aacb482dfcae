import { nodeOf } from './network.ts'
import type { Module } from './modules.ts'

/** Inputs of a module, first the one at the top of the diagrams. */
export type Order = readonly number[]

const forceRounds = 60

/**
 * Ways to order the variables of a module's diagrams. None is good for every tree, so several are tried. Depth-first,
 * left to right, with parts sorted by how often they are used or by their size (Bouissou 1996, "An ordering heuristic
 * for building binary decision diagrams from fault trees"); by weights that are shared among parts and reassigned after
 * each choice (Minato, Ishiura and Yajima 1990); and each of some improved by FORCE, which moves what a gate joins to
 * its centre of gravity (Aloul, Markov and Sakallah 2003).
 */
export const orderings: readonly ((module: Module) => Order)[] = [
  (module) => byUses(module),
  (module) => byWeight(module),
  (module) => sorted(module, sizesOf(module), -1),
  (module) => sorted(module, sizesOf(module), 1),
  (module) => force(module, sorted(module, sizesOf(module), 1)),
  (module) => force(module, byWeight(module)),
  (module) => force(module, byUses(module)),
  (module) => depthFirst(module, partsOf(module)),
  (module) => sorted(module, heightsOf(module), 1),
  (module) => force(module, depthFirst(module, partsOf(module))),
  (module) => sorted(module, heightsOf(module), -1),
]

/** Node numbers by gate. */
const partsOf = ({ gates }: Module) => gates.map(({ parts }) => parts.map(nodeOf))

function depthFirst({ inputs, gates }: Module, parts: readonly (readonly number[])[]): number[] {
  const order: number[] = []
  const seen = new Set<number>()
  const stack = [inputs.length + gates.length - 1]
  while (stack.length > 0) {
    const node = stack.pop()!
    if (seen.has(node)) continue
    seen.add(node)
    if (node < inputs.length) order.push(node)
    else stack.push(...parts[node - inputs.length]!.toReversed())
  }
  return order
}

/** Depth-first, at each gate by a figure of the parts: `sign` 1 takes the least first. */
function sorted(module: Module, figures: ArrayLike<number>, sign: 1 | -1): number[] {
  const parts = partsOf(module).map((all) => all.toSorted((a, b) => sign * (figures[a]! - figures[b]!)))
  return depthFirst(module, parts)
}

/** Depth-first, the most used part first. */
function byUses(module: Module): number[] {
  const uses = new Int32Array(module.inputs.length + module.gates.length)
  for (const parts of partsOf(module)) for (const part of parts) uses[part]! += 1
  return sorted(module, uses, -1)
}

/** How many inputs stand below each node, those that are shared counted every time. */
function sizesOf(module: Module): Float64Array {
  return bottomUp(module, (below) => below.reduce((sum, size) => sum + size, 0))
}

/** The longest way from each node down to an input. */
function heightsOf(module: Module): Float64Array {
  return bottomUp(module, (below) => 1 + below.reduce((most, height) => Math.max(most, height), 0))
}

function bottomUp(module: Module, join: (below: readonly number[]) => number): Float64Array {
  const first = module.inputs.length
  const figures = new Float64Array(first + module.gates.length).fill(1, 0, first)
  partsOf(module).forEach((parts, i) => (figures[first + i] = join(parts.map((part) => figures[part]!))))
  return figures
}

/** The input of most weight comes first, is taken out, and weights are assigned again. */
function byWeight(module: Module): number[] {
  const first = module.inputs.length
  const open = partsOf(module)
  const isOut = new Uint8Array(first + open.length)
  const order: number[] = []
  while (order.length < first) {
    const weights = new Float64Array(first + open.length)
    weights[weights.length - 1] = 1
    for (let i = open.length - 1; i >= 0; i--)
      for (const part of open[i]!) weights[part]! += weights[first + i]! / open[i]!.length
    let heaviest = -1
    for (let input = 0; input < first; input++)
      if (isOut[input] === 0 && (heaviest < 0 || weights[input]! > weights[heaviest]!)) heaviest = input
    order.push(heaviest)
    isOut[heaviest] = 1
    open.forEach((parts, i) => {
      if (parts.some((part) => isOut[part] === 1)) open[i] = parts.filter((part) => isOut[part] === 0)
      if (open[i]!.length === 0) isOut[first + i] = 1
    })
  }
  return order
}

function force(module: Module, initial: readonly number[]): number[] {
  const first = module.inputs.length
  const parts = partsOf(module)
  const all = Array.from({ length: first + parts.length }, (_, node) => node)
  const edges: number[][] = all.map((node) => (node < first ? [] : [node - first]))
  parts.forEach((below, i) => below.forEach((part) => edges[part]!.push(i)))
  const places = new Float64Array(all.length)
  const mean = (nodes: readonly number[], of: ArrayLike<number>) =>
    nodes.reduce((sum, node) => sum + of[node]!, 0) / nodes.length
  initial.forEach((input, i) => (places[input] = i))
  parts.forEach((below, i) => (places[first + i] = mean(below, places)))
  let best: readonly number[] = initial
  let leastSpan = Infinity
  for (let round = 0; round < forceRounds; round++) {
    const centres = parts.map((below, i) => mean([...below, first + i], places))
    const wished = Float64Array.from(all, (node) => mean(edges[node]!, centres))
    all.sort((a, b) => wished[a]! - wished[b]! || a - b)
    all.forEach((node, i) => (places[node] = i))
    const span = parts.reduce((sum, below, i) => sum + spanOf([...below, first + i], places), 0)
    if (span >= leastSpan) continue
    leastSpan = span
    best = all.filter((node) => node < first)
  }
  return [...best]
}

function spanOf(nodes: readonly number[], places: ArrayLike<number>): number {
  let least = Infinity
  let most = -Infinity
  for (const node of nodes) {
    least = Math.min(least, places[node]!)
    most = Math.max(most, places[node]!)
  }
  return most - least
}
