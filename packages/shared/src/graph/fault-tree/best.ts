import type { Diagram } from './diagram.ts'
import { EMPTY_SET, NONE } from './zbdd.ts'

/** Variables as a list from the last that was added. */
interface Chosen {
  readonly variable: number
  readonly before: Chosen | undefined
}

interface Candidate {
  /** What the cheapest set that begins like this costs. */
  readonly total: number
  readonly cost: number
  readonly node: number
  readonly chosen: Chosen | undefined
}

/**
 * The sets of a family, the cheapest first, one by one as they are asked for: none of the others is enumerated. A set
 * costs the sum of its variables' costs, which are not negative. Best-first search with the exact remaining cost of
 * each node (k shortest paths in an acyclic graph).
 */
export function* cheapestFirst({ variable, low, high, root }: Diagram, costs: ArrayLike<number>): Generator<number[]> {
  const remaining = new Float64Array(low.length).fill(Infinity)
  remaining[EMPTY_SET] = 0
  for (let node = 2; node < low.length; node++)
    remaining[node] = Math.min(remaining[low[node]!]!, remaining[high[node]!]! + costs[variable[node]!]!)
  const heap: Candidate[] = []
  // a set that costs infinitely much (probability 0) is a set
  if (root !== NONE) push(heap, { total: remaining[root]!, cost: 0, node: root, chosen: undefined })
  for (let next = pop(heap); next; next = pop(heap)) {
    let { node, cost, chosen } = next
    while (node !== EMPTY_SET) {
      const added = { variable: variable[node]!, before: chosen }
      const dearer = cost + costs[variable[node]!]!
      const withIt = dearer + remaining[high[node]!]!
      const without = low[node] === NONE ? undefined : cost + remaining[low[node]!]!
      if (without !== undefined && without <= withIt) {
        push(heap, { total: withIt, cost: dearer, node: high[node]!, chosen: added })
        node = low[node]!
      } else {
        if (without !== undefined) push(heap, { total: without, cost, node: low[node]!, chosen })
        node = high[node]!
        cost = dearer
        chosen = added
      }
    }
    yield listed(chosen)
  }
}

/** The first items. Browsers of the last years do not all have `Iterator.take`. */
export function* firstOf<T>(many: number, all: Iterable<T>): Generator<T> {
  let left = many
  if (left <= 0) return
  for (const each of all) {
    yield each
    if (--left <= 0) return
  }
}

function listed(chosen: Chosen | undefined): number[] {
  const variables: number[] = []
  for (let at = chosen; at; at = at.before) variables.push(at.variable)
  return variables.reverse()
}

function push(heap: Candidate[], candidate: Candidate): void {
  let at = heap.push(candidate) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (heap[parent]!.total <= candidate.total) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = candidate
}

function pop(heap: Candidate[]): Candidate | undefined {
  const first = heap[0]
  const last = heap.pop()
  if (first === undefined || last === undefined || heap.length === 0) return first
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && heap[child + 1]!.total < heap[child]!.total) child++
    if (heap[child]!.total >= last.total) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = last
  return first
}
