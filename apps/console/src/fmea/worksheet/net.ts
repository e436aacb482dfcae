import type { GraphState } from '../../graph/store/graph-state.ts'
import type { LinkInput } from '../../graph/store/program-api.ts'
import { type Chain, lineFields } from './lines.ts'

type Pair = readonly [from: string, to: string]

/** A cause results in its mode, and a mode in its effect. */
function pairsOf({ effect, mode, cause }: Chain): Pair[] {
  return [
    [cause, mode],
    [mode, effect],
  ].flatMap(([from, to]) => (from !== null && to !== null && from !== to ? [[from!, to!] as const] : []))
}

const keyOf = ([from, to]: Pair) => `${from} ${to}`
const linkOf = ([from, to]: Pair): LinkInput => ({ kind: 'results-in', from, to })

export interface NetChange {
  readonly link: readonly LinkInput[]
  readonly unlink: readonly LinkInput[]
  /** Pairs that are left out: the failure would result in itself. */
  readonly circles: readonly Pair[]
}

/**
 * How the failure net follows the chains of lines: links that the new chains state begin, and links that no line of the
 * program states any more end (rule FMEA-UI-3). `chains`: the old and the new chain by line; no old one: it is new.
 */
export function netChange(
  graph: GraphState,
  chains: ReadonlyMap<string, { readonly before?: Chain; readonly after: Chain }>,
): NetChange {
  if (chains.size === 0) return { link: [], unlink: [], circles: [] }
  const targets = new Map<string, Set<string>>()
  const standing = new Set<string>()
  for (const { kind, from, to } of graph.links.values()) {
    if (kind !== 'results-in') continue
    standing.add(keyOf([from, to]))
    targets.set(from, (targets.get(from) ?? new Set()).add(to))
  }
  const stated = new Set<string>()
  for (const row of graph.artefacts.values())
    if (row.kind === 'fmea-line' && !chains.has(row.uuid))
      for (const pair of pairsOf(lineFields(row).chain)) stated.add(keyOf(pair))
  const wanted = new Map([...chains.values()].flatMap(({ after }) => pairsOf(after).map((pair) => [keyOf(pair), pair])))
  const unlink = new Map<string, LinkInput>()
  for (const { before } of chains.values())
    for (const pair of before ? pairsOf(before) : [])
      if (standing.has(keyOf(pair)) && !stated.has(keyOf(pair)) && !wanted.has(keyOf(pair))) {
        unlink.set(keyOf(pair), linkOf(pair))
        targets.get(pair[0])?.delete(pair[1])
      }
  const link: LinkInput[] = []
  const circles: Pair[] = []
  for (const [key, pair] of wanted) {
    if (standing.has(key)) continue
    if (reaches(targets, pair[1], pair[0])) circles.push(pair)
    else {
      link.push(linkOf(pair))
      targets.set(pair[0], (targets.get(pair[0]) ?? new Set()).add(pair[1]))
    }
  }
  return { link, unlink: [...unlink.values()], circles }
}

function reaches(targets: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const seen = new Set([from])
  for (const one of seen) for (const next of targets.get(one) ?? []) seen.add(next)
  return seen.has(to)
}
