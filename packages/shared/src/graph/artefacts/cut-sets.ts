import { type Parsed, parsed, refused } from '../../core/parsed.ts'

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
  /** The maximum number of events in all sets that are examined for the whole tree: it bounds time and memory. */
  readonly mostTried: number
}

/** Events by index, ascending, with a bit sketch of them: an event that is not in the sketch is not in the set. */
interface Sketched {
  readonly events: readonly number[]
  readonly sketch: number
}

/**
 * The minimal cut sets of a node and of every node below it: the smallest sufficient sets of basic events. It works
 * bottom up (MOCUS works top down), and drops every set that contains another one. Gates may share nodes; no node may
 * be below itself. Returns a refusal in words if there are more sets than `bounds` allow: their number may double with
 * every gate. Rule GRAPH-17 of ../SPEC.md.
 */
export function minimalCutSets(
  root: string,
  gates: ReadonlyMap<string, Gate>,
  bounds: Bounds,
): Parsed<ReadonlyMap<string, readonly CutSet[]>> {
  const names: string[] = []
  const found = new Map<string, readonly Sketched[]>()
  let tried = 0

  function below(name: string): readonly Sketched[] {
    const before = found.get(name)
    if (before) return before
    const gate = gates.get(name)
    const sets = gate ? joined(gate) : [sketched([names.push(name) - 1])]
    if (sets.length > bounds.most) throw new TooMany()
    found.set(name, sets)
    return sets
  }

  function joined({ gate, parts }: Gate): readonly Sketched[] {
    const all = [...new Set(parts)].map(below)
    return gate === 'or' ? minimal(all.flat()) : all.reduce((sets, more) => product(sets, more), [sketched([])])
  }

  function product(some: readonly Sketched[], others: readonly Sketched[]): readonly Sketched[] {
    const mean = (sets: readonly Sketched[]) => sets.reduce((sum, { events }) => sum + events.length, 0) / sets.length
    if (tried + some.length * others.length * Math.max(mean(some), mean(others)) > bounds.mostTried) throw new TooMany()
    return minimal(some.flatMap((one) => others.map((other) => sketched(merged(one.events, other.events)))))
  }

  function minimal(sets: readonly Sketched[]): readonly Sketched[] {
    tried += sets.reduce((sum, { events }) => sum + events.length, 0)
    if (tried > bounds.mostTried) throw new TooMany()
    const kept: Sketched[] = []
    let shorter = 0 // how many of these have fewer events than the current set: no other set can be a subset of it
    for (const one of sets.toSorted((a, b) => a.events.length - b.events.length || inOrder(a.events, b.events))) {
      const last = kept.at(-1)
      if (last && last.events.length < one.events.length) shorter = kept.length
      if ((last && isWithin(last, one)) || isAnyWithin(kept, shorter, one)) continue
      if (kept.push(one) > bounds.most) throw new TooMany()
    }
    return kept
  }

  try {
    below(root)
  } catch (thrown) {
    if (thrown instanceof TooMany)
      return refused(`More than ${bounds.most.toLocaleString('en')} combinations suffice, or too many are to be tried.`)
    throw thrown
  }
  return parsed(
    new Map([...found].map(([name, sets]) => [name, sets.map(({ events }) => events.map((event) => names[event]!))])),
  )
}

class TooMany extends Error {}

function sketched(events: readonly number[]): Sketched {
  return { events, sketch: events.reduce((sketch, event) => sketch | (1 << (event & 31)), 0) }
}

/** The union of both, each event once. */
function merged(a: readonly number[], b: readonly number[]): number[] {
  const all: number[] = []
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const next = Math.min(a[i] ?? Infinity, b[j] ?? Infinity)
    all.push(next)
    if (a[i] === next) i++
    if (b[j] === next) j++
  }
  return all
}

function isWithin(a: Sketched, b: Sketched): boolean {
  if ((a.sketch & ~b.sketch) !== 0) return false
  let found = 0
  for (const event of b.events) if (event === a.events[found]) found++
  return found === a.events.length
}

function isAnyWithin(sets: readonly Sketched[], many: number, one: Sketched): boolean {
  for (let i = 0; i < many; i++) if (isWithin(sets[i]!, one)) return true
  return false
}

function inOrder(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((event, at) => event !== b[at])
  return i < 0 ? 0 : a[i]! - b[i]!
}
