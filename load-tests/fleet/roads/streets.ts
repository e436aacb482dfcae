import { randomFrom } from '../random.ts'

/**
 * A generated street map: a grid of blocks, distorted and thinned out by a seed, with an arterial every fourth street.
 * Metres from the city centre.
 */
export interface Streets {
  /** Nodes on each side; node i is in column i % size. */
  size: number
  east: Float64Array
  north: Float64Array
  /** The streets that leave each node. */
  leaving: Street[][]
}

export interface Street {
  to: number
  lengthM: number
  /** Speed limit, m/s. */
  limit: number
  arterial: boolean
}

const SIZE = 30
const BLOCK_M = 230
const ARTERIAL_EVERY = 4
const MISSING = 0.12

/** Generates the streets of one city. The same seed gives the same city. */
export function drawStreets(seed: number): Streets {
  const random = randomFrom(seed)
  const streets: Streets = {
    size: SIZE,
    east: new Float64Array(SIZE * SIZE),
    north: new Float64Array(SIZE * SIZE),
    leaving: Array.from({ length: SIZE * SIZE }, () => []),
  }
  placeNodes(streets, random)
  joinNodes(streets, random)
  return streets
}

function placeNodes({ east, north }: Streets, random: () => number): void {
  const angle = random() * Math.PI
  const [bend, phase, wave] = [random() * 180, random() * 6, 900 + random() * 900]
  for (let i = 0; i < SIZE * SIZE; i++) {
    const column = ((i % SIZE) - SIZE / 2) * BLOCK_M + (random() - 0.5) * 90
    const row = (Math.floor(i / SIZE) - SIZE / 2) * BLOCK_M + (random() - 0.5) * 90
    const x = column + bend * Math.sin(row / wave + phase)
    const y = row + bend * Math.sin(column / wave - phase)
    east[i] = x * Math.cos(angle) - y * Math.sin(angle)
    north[i] = x * Math.sin(angle) + y * Math.cos(angle)
  }
}

function joinNodes(streets: Streets, random: () => number): void {
  for (let i = 0; i < SIZE * SIZE; i++) {
    const [column, row] = [i % SIZE, Math.floor(i / SIZE)]
    if (column + 1 < SIZE) join(streets, i, i + 1, isArterial(row), random)
    if (row + 1 < SIZE) join(streets, i, i + SIZE, isArterial(column), random)
  }
}

function isArterial(line: number): boolean {
  return line % ARTERIAL_EVERY === 1 || line === 0 || line === SIZE - 1
}

/**
 * Arterials are never omitted, so that each node can be reached. A side street may be, but only if its ends keep other
 * connections.
 */
function join(streets: Streets, a: number, b: number, arterial: boolean, random: () => number): void {
  const limit = arterial ? 13.9 + Math.floor(random() * 2) * 2.8 : 8.3 + Math.floor(random() * 2) * 2.8
  if (random() < MISSING && !arterial) return

  const lengthM = Math.hypot(streets.east[a]! - streets.east[b]!, streets.north[a]! - streets.north[b]!)
  streets.leaving[a]!.push({ to: b, lengthM, limit, arterial })
  streets.leaving[b]!.push({ to: a, lengthM, limit, arterial })
}

/**
 * The fastest way between two nodes (Dijkstra over a binary heap), with each street's time multiplied by
 * `taste(from, to)` so that drivers use different routes. Includes both ends. `notVia` is a node that the first step
 * must avoid: no U-turns. Returns undefined if there is no way.
 */
export function quickestWay(
  streets: Streets,
  from: number,
  to: number,
  taste: (from: number, to: number) => number,
  notVia?: number,
): number[] | undefined {
  const cost = new Float64Array(streets.east.length).fill(Infinity)
  const before = new Int32Array(streets.east.length).fill(-1)
  const heap: [cost: number, node: number][] = []
  cost[from] = 0
  push(heap, [0, from])
  for (let next = pop(heap); next; next = pop(heap)) {
    const [reached, node] = next
    if (node === to) return traced(before, from, to)
    if (reached > cost[node]!) continue
    for (const street of streets.leaving[node]!) {
      if (node === from && street.to === notVia) continue
      const total = reached + (street.lengthM / street.limit) * taste(node, street.to) + 6
      if (total >= cost[street.to]!) continue
      cost[street.to] = total
      before[street.to] = node
      push(heap, [total, street.to])
    }
  }
  return undefined
}

function traced(before: Int32Array, from: number, to: number): number[] {
  const way = [to]
  while (way[way.length - 1] !== from) way.push(before[way[way.length - 1]!]!)
  return way.reverse()
}

function push(heap: [number, number][], item: [number, number]): void {
  let at = heap.push(item) - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    if (heap[above]![0] <= item[0]) break
    heap[at] = heap[above]!
    at = above
  }
  heap[at] = item
}

function pop(heap: [number, number][]): [number, number] | undefined {
  const top = heap[0]
  const last = heap.pop()
  if (!last || heap.length === 0) return top
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below >= heap.length) break
    if (below + 1 < heap.length && heap[below + 1]![0] < heap[below]![0]) below++
    if (heap[below]![0] >= last[0]) break
    heap[at] = heap[below]!
    at = below
  }
  heap[at] = last
  return top
}
