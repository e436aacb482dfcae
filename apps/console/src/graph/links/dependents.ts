import { linkKindNamed } from '@carapace/shared/artefact-kinds'
import type { Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type GraphState, linksAt, nodeAt } from '../store/graph-state.ts'

const mostNamed = 8

/**
 * The artefacts that depend on these: a change of these would make them suspect. Each once, by its code; none of these
 * themselves (rule GRAPH-UI-26).
 */
export function dependentsOf(graph: GraphState, uuids: readonly string[]): readonly Node[] {
  const own = new Set(uuids)
  const found = uuids
    .flatMap((uuid) => linksAt(graph, uuid).filter(({ from }) => from === uuid))
    .filter(({ kind, to }) => linkKindNamed(kind)?.propagatesSuspect && !own.has(to))
    .flatMap(({ to }) => nodeAt(graph, to) ?? [])
  return [...new Map(found.map((node) => [node.uuid, node])).values()].sort((a, b) =>
    a.code.localeCompare(b.code, 'en', { numeric: true }),
  )
}

/** What the deletion of artefacts means for those that depend on them: `CG-01 and TS-002 depend on it.` */
export function dependentsText(dependents: readonly Pick<Node, 'code'>[], count: number): string {
  const on = count === 1 ? 'it' : 'them'
  if (dependents.length === 0) return `Nothing depends on ${on}.`
  const named = dependents.slice(0, mostNamed).map(({ code }) => code)
  const more = dependents.length - named.length
  const all = more > 0 ? [...named, `${more} more`] : named
  const words = all.length === 1 ? all[0]! : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
  return `${words} ${dependents.length === 1 ? 'depends' : 'depend'} on ${on}.`
}
