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
  const byId = new Map(nodes.map((node) => [node.id, withOrigins(node, decompositions)]))
  const problems: AsilProblem[] = []
  const report = (code: AsilProblemCode, ids: readonly string[], more = '') =>
    void problems.push({ code, ids, message: `${asilProblems[code]}${more}` })
  const above = ancestorsIn(byId)
  const asils = new Map<string, AsilTag | null>()

  function tagOf(id: string): AsilTag | null {
    const known = asils.get(id)
    if (known !== undefined) return known
    const node = byId.get(id)
    if (!node || above(id).has(id)) return null
    const inherited = inheritedBy(node)
    const tag = node.from.length === 0 ? node.asil : highestTag([inherited, node.asil])
    asils.set(id, tag)
    return tag
  }

  function inheritedBy({ id, from }: SafetyNode): AsilTag | null {
    return highestTag([
      ...from.map((origin) => shareOf(id, origin) ?? tagOf(origin)),
      ...sharedBy(id).map(({ of }) => tagOf(of)),
    ])
  }

  function shareOf(id: string, origin: string): AsilTag | undefined {
    const found = decompositions.find(({ of, parts }) => of === origin && parts.some((part) => part.id === id))
    const whole = found && tagOf(origin)
    if (!found || !whole || !isAllowed(whole, found)) return undefined
    return { level: found.parts.find((part) => part.id === id)!.asil, of: whole.of ?? whole.level }
  }

  /** The decompositions of which it is derived from both parts. */
  function sharedBy(id: string): Decomposition[] {
    const origins = above(id)
    return decompositions.filter(({ parts: [one, other] }) => origins.has(one.id) && origins.has(other.id))
  }

  for (const node of byId.values()) {
    const { id, from, asil } = node
    tagOf(id)
    const inherited = inheritedBy(node)
    if (above(id).has(id)) {
      asils.set(id, null)
      report('cycle', [id])
    } else if (asil && inherited && compareTags(asil, inherited) < 0)
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
function withOrigins(node: SafetyNode, decompositions: readonly Decomposition[]): SafetyNode {
  const wholes = decompositions.filter(({ parts }) => parts.some(({ id }) => id === node.id)).map(({ of }) => of)
  return { ...node, from: [...new Set([...node.from, ...wholes])] }
}

/** Everything that a node is derived from; with itself, if it is derived from itself. */
function ancestorsIn(nodes: ReadonlyMap<string, SafetyNode>): (id: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>()
  return (id) => {
    const before = known.get(id)
    if (before) return before
    const found = new Set<string>()
    const next = [...(nodes.get(id)?.from ?? [])]
    for (let origin = next.pop(); origin !== undefined; origin = next.pop()) {
      if (found.has(origin)) continue
      found.add(origin)
      next.push(...(nodes.get(origin)?.from ?? []))
    }
    known.set(id, found)
    return found
  }
}
