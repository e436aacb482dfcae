import { FALSE, type Literal, negated, type Network, type NetworkGate, nodeOf, TRUE } from './network.ts'

/** Enough for the rewriting to end by itself; each round is linear. */
const mostRounds = 20

/**
 * An equivalent network, smaller and with more modules: constants are propagated, equal gates are one, a gate with one
 * parent of its own kind is merged into it, an absorbed part is dropped, and parts that occur only together are put
 * under a gate of their own (Niemelä 1997, "On simplification of large fault trees"; Rauzy 2003, "Toward an efficient
 * implementation of the MOCUS algorithm").
 */
export function simplified(network: Network): Network {
  let current = rebuilt(network)
  for (let round = 0; round < mostRounds; round++) {
    const next = rebuilt(withSharedParts(current))
    if (next.gates.length === current.gates.length && sizeOf(next) === sizeOf(current)) break
    current = next
  }
  return current
}

const sizeOf = ({ gates }: Network) => gates.reduce((sum, { parts }) => sum + parts.length, 0)

/** How often each node is a part; the top counts as one. 0: it is not reached. */
export function usesOf({ events, gates, top }: Network): Int32Array {
  const uses = new Int32Array(events.length + gates.length + 1)
  uses[nodeOf(top)] = 1
  for (let i = gates.length - 1; i >= 0; i--)
    if (uses[events.length + 1 + i]! > 0) for (const part of gates[i]!.parts) uses[nodeOf(part)]! += 1
  return uses
}

function rebuilt(network: Network): Network {
  const { events, gates, top } = network
  const uses = usesOf(network)
  const build = gateBuilder(events)
  const literals = new Int32Array(uses.length).map((_, node) => node * 2)
  const literalOf = (literal: Literal) => literals[nodeOf(literal)]! ^ (literal & 1)
  gates.forEach(({ kind, parts, least }, i) => {
    const node = events.length + 1 + i
    if (uses[node] === 0) return
    const flat = parts.flatMap((part) =>
      uses[nodeOf(part)] === 1 ? build.spread(kind, literalOf(part)) : [literalOf(part)],
    )
    literals[node] = build.gate(kind, flat, least)
  })
  return compacted({ events, gates: build.gates, top: literalOf(top) })
}

/** Without the gates that are not reached. */
function compacted(network: Network): Network {
  const { events, gates, top } = network
  const uses = usesOf(network)
  const nodes = new Int32Array(uses.length)
  let next = 0
  for (let node = 0; node < uses.length; node++) if (node <= events.length || uses[node]! > 0) nodes[node] = next++
  const moved = (literal: Literal) => nodes[nodeOf(literal)]! * 2 + (literal & 1)
  return {
    events,
    gates: gates
      .filter((_, i) => uses[events.length + 1 + i]! > 0)
      .map(({ kind, parts, least }) => ({ kind, parts: parts.map(moved), least })),
    top: moved(top),
  }
}

/** Builds gates whose parts exist, and answers the literal of an equal or simpler one where there is one. */
function gateBuilder(events: readonly string[]) {
  const gates: NetworkGate[] = []
  const known = new Map<string, Literal>()
  const gateOf = (literal: Literal) => gates[nodeOf(literal) - events.length - 1]

  /** The parts of a gate that may be merged into a parent of this kind, or the literal itself. */
  function spread(kind: NetworkGate['kind'], literal: Literal): readonly Literal[] {
    const below = gateOf(literal)
    if (below === undefined || kind === 'at-least' || below.kind === 'at-least') return [literal]
    if ((literal & 1) === 0) return below.kind === kind ? below.parts : [literal]
    const dual = (kind === 'and' && below.kind === 'or') || (kind === 'or' && below.kind === 'and')
    return dual ? below.parts.map(negated) : [literal]
  }

  function gate(kind: NetworkGate['kind'], parts: readonly Literal[], least: number): Literal {
    if (kind === 'xor') return parity(parts)
    return kind === 'at-least' ? atLeast(parts, least) : joined(kind, parts)
  }

  /** AND and OR: they differ in the constant that decides them. */
  function joined(kind: 'and' | 'or', parts: readonly Literal[]): Literal {
    const decides = kind === 'and' ? FALSE : TRUE
    const kept = new Set(parts)
    kept.delete(negated(decides))
    if (kept.has(decides)) return decides
    for (const part of kept) if (kept.has(negated(part))) return decides
    for (const part of kept) if (isAbsorbed(kind, part, kept)) kept.delete(part)
    if (kept.size === 0) return negated(decides)
    return kept.size === 1 ? [...kept][0]! : made(kind, [...kept], 0)
  }

  /** x AND (x OR y) is x. The complement of an AND gate acts as an OR gate of complements. */
  function isAbsorbed(kind: 'and' | 'or', part: Literal, kept: ReadonlySet<Literal>): boolean {
    const below = gateOf(part)
    if (below?.kind !== 'and' && below?.kind !== 'or') return false
    const flip = part & 1
    return (below.kind === kind) === (flip === 1) && below.parts.some((inner) => kept.has(inner ^ flip))
  }

  function parity(parts: readonly Literal[]): Literal {
    let flip = 0
    const odd = new Set<Literal>()
    for (const part of parts) {
      const positive = part & ~1
      flip ^= part & 1
      if (positive === TRUE) flip ^= 1
      else if (!odd.delete(positive)) odd.add(positive)
    }
    if (odd.size === 0) return FALSE ^ flip
    return (odd.size === 1 ? [...odd][0]! : made('xor', [...odd], 0)) ^ flip
  }

  function atLeast(parts: readonly Literal[], least: number): Literal {
    const open = parts.filter((part) => part > FALSE)
    const needed = least - parts.filter((part) => part === TRUE).length
    if (needed <= 0) return TRUE
    if (needed > open.length) return FALSE
    if (needed === 1) return joined('or', open)
    if (needed === open.length) return joined('and', open)
    const seen = new Set<number>()
    const twice = open.find((part) => seen.size === seen.add(nodeOf(part)).size)
    if (twice === undefined) return made('at-least', open, needed)
    // a part that counts several times, or also as its complement: by cases
    const rest = open.filter((part) => nodeOf(part) !== nodeOf(twice))
    const on = open.filter((part) => part === twice).length
    const off = open.length - rest.length - on
    return joined('or', [
      joined('and', [twice, atLeast(rest, needed - on)]),
      joined('and', [negated(twice), atLeast(rest, needed - off)]),
    ])
  }

  function made(kind: NetworkGate['kind'], parts: Literal[], least: number): Literal {
    const key = `${kind}${least}:${parts.toSorted((a, b) => a - b).join()}`
    const before = known.get(key)
    if (before !== undefined) return before
    gates.push({ kind, parts, least })
    const literal = (events.length + gates.length) * 2
    known.set(key, literal)
    return literal
  }

  return { gate, spread, gates }
}

/** Where several gates of one kind share parts that no other gate has, these go under a gate of their own. */
function withSharedParts(network: Network): Network {
  const { events, gates } = network
  const parents = new Map<Literal, number[]>()
  gates.forEach(({ parts }, i) => {
    for (const part of parts) parents.set(part, [...(parents.get(part) ?? []), i])
  })
  const groups = new Map<string, Literal[]>()
  for (const [part, above] of parents) {
    const { kind } = gates[above[0]!]!
    const mergeable = (kind === 'and' || kind === 'or') && above.every((i) => gates[i]!.kind === kind)
    if (above.length < 2 || !mergeable || parents.has(negated(part))) continue
    const key = above.join()
    groups.set(key, [...(groups.get(key) ?? []), part])
  }
  const shared = [...groups].filter(([, parts]) => parts.length > 1)
  if (shared.length === 0) return network
  return inserted(
    network,
    shared.map(([key, parts]) => ({ parents: key.split(',').map((i) => Number(i) + events.length + 1), parts })),
  )
}

interface Insertion {
  /** Nodes of AND gates, or of OR gates. */
  readonly parents: readonly number[]
  /** All of them have these. */
  readonly parts: readonly Literal[]
}

/** Each insertion is a new gate of the kind of its parents, in place of the parts. */
export function inserted({ events, gates, top }: Network, insertions: readonly Insertion[]): Network {
  const first = events.length + 1
  const byFirst = Map.groupBy(insertions, ({ parents }) => Math.min(...parents))
  const replaced = new Map<number, { parts: ReadonlySet<Literal>; by: Insertion }[]>()
  for (const by of insertions)
    for (const parent of by.parents)
      replaced.set(parent, [...(replaced.get(parent) ?? []), { parts: new Set(by.parts), by }])
  const nodes = new Int32Array(first + gates.length).map((_, node) => node)
  const made = new Map<Insertion, Literal>()
  const result: NetworkGate[] = []
  const add = (gate: NetworkGate) => first + result.push(gate) - 1
  const moved = (literal: Literal) => nodes[nodeOf(literal)]! * 2 + (literal & 1)
  gates.forEach((gate, i) => {
    const node = first + i
    for (const insertion of byFirst.get(node) ?? [])
      made.set(insertion, add({ kind: gate.kind, parts: insertion.parts.map(moved), least: 0 }) * 2)
    const out = replaced.get(node) ?? []
    const kept = gate.parts.filter((part) => !out.some(({ parts }) => parts.has(part)))
    nodes[node] = add({ ...gate, parts: [...kept.map(moved), ...out.map(({ by }) => made.get(by)!)] })
  })
  return { events, gates: result, top: moved(top) }
}
