import { type Asil, type AsilTag, compareTags, highestTag, mayDecompose, tagText } from './asil.ts'

/** A safety goal, or a safety requirement that is derived from goals or other requirements. */
export interface SafetyNode {
  readonly id: string
  /** What it is derived from; empty: it is a goal. */
  readonly from: readonly string[]
  /** That of a goal by its hazardous events; what is stated for a requirement; null: nothing. */
  readonly asil: AsilTag | null
}

/** A requirement that two others fulfil redundantly. */
export interface Decomposition {
  readonly of: string
  readonly parts: readonly [DecomposedPart, DecomposedPart]
  /** It is shown that no dependent failure breaks both parts: by the common causes of the fault tree, for example. */
  readonly isIndependent: boolean
}

interface DecomposedPart {
  readonly id: string
  readonly asil: Asil
}

export const asilProblems = {
  cycle: 'It is derived from itself.',
  unknown: 'It is derived from something that does not exist.',
  parts: 'A decomposition has two parts with a share.',
  pair: 'These two parts are no decomposition of its ASIL. Both inherit it undivided.',
  independence: 'It is not shown that the two parts of the decomposition are independent.',
  shared: 'It belongs to both parts of a decomposition, so that it has the ASIL before it.',
  lower: 'Its stated ASIL is lower than the inherited one.',
} as const
export type AsilProblemCode = keyof typeof asilProblems

export interface AsilProblem {
  readonly code: AsilProblemCode
  readonly ids: readonly string[]
  readonly message: string
}

export interface InheritedAsils {
  /** By id; null: none of the goals has an ASIL, or it is derived from itself. */
  readonly asils: ReadonlyMap<string, AsilTag | null>
  readonly problems: readonly AsilProblem[]
}

/**
 * The ASIL of every goal and requirement: a requirement has the highest ASIL of those that it is derived from, a part
 * of a decomposition its own share, with the ASIL of the goal in brackets (ISO 26262-9, clause 5; rules ASIL-5 to
 * ASIL-7).
 */
export function inheritedAsils(nodes: readonly SafetyNode[], decompositions: readonly Decomposition[]): InheritedAsils {
  const partsOf = Map.groupBy(
    decompositions.flatMap((one) => one.parts.map((part) => ({ ...part, whole: one }))),
    ({ id }) => id,
  )
  const byId = new Map(nodes.map((node) => [node.id, withOrigins(node, partsOf.get(node.id) ?? [])]))
  const problems: AsilProblem[] = []
  const report = (code: AsilProblemCode, ids: readonly string[], more = '') =>
    void problems.push({ code, ids, message: `${asilProblems[code]}${more}` })
  const { order, inCycle } = originsFirst(byId)
  const sharedBy = sharedDecompositions(order, byId, decompositions)
  const asils = new Map<string, AsilTag | null>()
  const tagOf = (id: string) => asils.get(id) ?? null

  function inheritedBy({ id, from }: SafetyNode): AsilTag | null {
    return highestTag([
      ...from.map((origin) => shareOf(id, origin) ?? tagOf(origin)),
      ...sharedBy(id).map(({ of }) => tagOf(of)),
    ])
  }

  function shareOf(id: string, origin: string): AsilTag | undefined {
    const found = partsOf.get(id)?.find(({ whole }) => whole.of === origin)
    const whole = found && tagOf(origin)
    if (!found || !whole || !isAllowed(whole, found.whole)) return undefined
    return { level: found.asil, of: whole.of ?? whole.level }
  }

  for (const id of order) {
    const node = byId.get(id)!
    asils.set(id, inCycle.has(id) ? null : highestTag([inheritedBy(node), node.asil]))
  }
  for (const node of byId.values()) {
    const { id, from, asil } = node
    const inherited = inheritedBy(node)
    if (inCycle.has(id)) report('cycle', [id])
    else if (asil && inherited && compareTags(asil, inherited) < 0)
      report('lower', [id], ` ${tagText(asil)} is stated, ${tagText(inherited)} is inherited.`)
    const missing = from.filter((origin) => !byId.has(origin))
    if (missing.length > 0) report('unknown', [id, ...missing])
    for (const { of } of sharedBy(id)) report('shared', [id, of])
  }
  for (const one of decompositions) {
    const ids = [one.of, ...one.parts.map(({ id }) => id)]
    const whole = tagOf(one.of)
    if (whole && !isAllowed(whole, one)) report('pair', ids)
    if (!one.isIndependent) report('independence', ids)
  }
  return { asils, problems }
}

const isAllowed = (whole: AsilTag, { parts: [one, other] }: Decomposition) =>
  one.id !== other.id && mayDecompose(whole, one.asil, other.asil)

/** A part of a decomposition is derived from what is decomposed, stated or not. */
function withOrigins(node: SafetyNode, parts: readonly { readonly whole: Decomposition }[]): SafetyNode {
  return { ...node, from: [...new Set([...node.from, ...parts.map(({ whole }) => whole.of)])] }
}

type Nodes = ReadonlyMap<string, SafetyNode>

/** All ids, each after those that it is derived from; those that are derived from themselves come first. */
function originsFirst(nodes: Nodes): { readonly order: readonly string[]; readonly inCycle: ReadonlySet<string> } {
  const first = peeled(nodes, [])
  if (first.length === nodes.size) return { order: first, inCycle: new Set() }
  const sorted = new Set(first)
  const inCycle = [...nodes.keys()].filter((id) => !sorted.has(id) && originsIn(nodes, id).has(id))
  return { order: peeled(nodes, inCycle), inCycle: new Set(inCycle) }
}

/** The given ids, then one after the other whatever has all of its origins before it. */
function peeled(nodes: Nodes, given: readonly string[]): string[] {
  const done = new Set(given)
  const links = [...nodes.values()]
    .filter(({ id }) => !done.has(id))
    .flatMap(({ id, from }) => from.map((origin) => ({ id, origin })))
    .filter(({ origin }) => nodes.has(origin) && !done.has(origin))
  const derived = Map.groupBy(links, ({ origin }) => origin)
  const open = new Map([...nodes.keys()].filter((id) => !done.has(id)).map((id) => [id, 0]))
  for (const { id } of links) open.set(id, open.get(id)! + 1)
  const order = [...open].filter(([, left]) => left === 0).map(([id]) => id)
  for (const id of order)
    for (const { id: next } of derived.get(id) ?? []) {
      const left = open.get(next)! - 1
      open.set(next, left)
      if (left === 0) order.push(next)
    }
  return [...given, ...order]
}

/** Everything that a node is derived from; with itself, if it is derived from itself. */
function originsIn(nodes: Nodes, id: string): ReadonlySet<string> {
  const found = new Set<string>()
  const next = [...(nodes.get(id)?.from ?? [])]
  for (let origin = next.pop(); origin !== undefined; origin = next.pop()) {
    if (found.has(origin)) continue
    found.add(origin)
    next.push(...(nodes.get(origin)?.from ?? []))
  }
  return found
}

/**
 * By node, the decompositions of which it is derived from both parts. Each part has a bit, the two of a decomposition
 * side by side: sets of all origins would take the square of the nodes.
 */
function sharedDecompositions(
  order: readonly string[],
  nodes: Nodes,
  decompositions: readonly Decomposition[],
): (id: string) => readonly Decomposition[] {
  if (decompositions.length === 0) return () => []
  const bits = new Map<string, number[]>()
  decompositions.forEach(({ parts }, i) =>
    parts.forEach(({ id }, side) => bits.set(id, [...(bits.get(id) ?? []), 2 * i + side])),
  )
  const none = new Uint32Array(Math.ceil(decompositions.length / 16))
  const above = new Map<string, Uint32Array>()

  function withOwn(id: string): Uint32Array {
    const own = bits.get(id)
    const before = above.get(id) ?? none
    if (!own) return before
    const all = before.slice()
    for (const bit of own) all[bit >>> 5]! |= 1 << (bit & 31)
    return all
  }

  for (const id of order) {
    const [first, ...others] = [...new Set(nodes.get(id)!.from.map(withOwn))]
    if (others.length === 0) above.set(id, first ?? none)
    else
      above.set(
        id,
        first!.map((word, i) => others.reduce((all, each) => all | each[i]!, word)),
      )
  }
  const known = new Map<Uint32Array, readonly Decomposition[]>()
  const sharedIn = (set: Uint32Array) => {
    const before = known.get(set)
    if (before) return before
    const found = bothIn(set).map((i) => decompositions[i]!)
    known.set(set, found)
    return found
  }
  return (id) => sharedIn(above.get(id)!)
}

/** The pairs of neighbouring bits that are both set, by number. */
function bothIn(set: Uint32Array): number[] {
  const found: number[] = []
  for (let i = 0; i < set.length; i++)
    for (let both = set[i]! & (set[i]! >>> 1) & 0x5555_5555; both !== 0; both &= both - 1)
      found.push(16 * i + (31 - Math.clz32(both & -both)) / 2)
  return found
}
