import { artefactKindNamed } from '../../artefact-kinds.ts'
import { itemKinds } from '../kinds/item.kinds.ts'

interface Head {
  readonly uuid: string
  readonly kind: string
  readonly projectUuid: string | null
}

interface Ends {
  readonly kind: string
  readonly from: string
  readonly to: string
}

const itemNames = new Set<string>(itemKinds.map(({ kind }) => kind))

/**
 * The artefacts that are exported with a project: its own, the artefacts linked with them, the whole model of the item
 * that any of these belongs to, and everything that their diagrams and trees refer to, so that no reference is broken
 * (rule EXCHANGE-3). In the order of `heads`.
 */
export function projectsReach(projectUuid: string, heads: readonly Head[], links: readonly Ends[]): string[] {
  const kinds = new Map(heads.map(({ uuid, kind }) => [uuid, kind]))
  const own = new Set(heads.flatMap((head) => (head.projectUuid === projectUuid ? [head.uuid] : [])))
  const reached = new Set(own)
  for (const { from, to } of links) {
    if (own.has(from)) reached.add(to)
    if (own.has(to)) reached.add(from)
  }
  const isItem = (uuid: string) => itemNames.has(kinds.get(uuid) ?? '')
  addConnected(
    reached,
    [...reached].filter(isItem),
    links.filter(({ from, to }) => isItem(from) && isItem(to)),
  )
  const near = new Set(reached)
  for (const { kind, from, to } of links)
    if (near.has(to) && artefactKindNamed(kinds.get(to) ?? '')?.impliedLinkKinds.includes(kind)) reached.add(from)
  return heads.flatMap(({ uuid, kind }) => (reached.has(uuid) && artefactKindNamed(kind) ? [uuid] : []))
}

/** Adds everything that these are connected with, at any distance, in both directions. */
function addConnected(reached: Set<string>, begin: readonly string[], links: readonly Ends[]): void {
  const beside = new Map<string, string[]>()
  for (const { from, to } of links) {
    put(beside, from, to)
    put(beside, to, from)
  }
  const todo = [...begin]
  for (let one = todo.pop(); one !== undefined; one = todo.pop()) {
    for (const next of beside.get(one) ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      todo.push(next)
    }
  }
}

function put(map: Map<string, string[]>, key: string, value: string): void {
  const held = map.get(key)
  if (held) held.push(value)
  else map.set(key, [value])
}
