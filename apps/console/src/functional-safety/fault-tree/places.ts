import type { FaultNode, StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import { partsOf } from '@carapace/shared/functional-safety/fault-tree/whole-tree'
import type { TreePlace } from '../../graph/tree/moving.ts'
import { nodesOf } from './edits.ts'

/** A node where it is drawn: a repeated event has several places (rule FTA-UI-2). */
export interface FaultPlace extends TreePlace {
  readonly node: FaultNode
  /** Whether its inputs are hidden. */
  readonly isFolded: boolean
}

export type Places = ReadonlyMap<string, FaultPlace>

/** Bounds of a drawing: more would be folded, and is not readable. */
export const mostPlaces = 3_000
const deepest = 200

/**
 * All places of a tree that are drawn, from left to right, parents before children. The inputs of a gate that is drawn
 * again are hidden there. `turned` has the places where the user chose otherwise: true for folded (rule FTA-UI-2).
 */
export function placesOf(tree: StoredTree, turned: ReadonlyMap<string, boolean>): Places {
  const nodes = nodesOf(tree)
  const places = new Map<string, FaultPlace>()
  const drawn = new Set<string>()
  let count = 1
  const waiting = [{ id: tree.top, parent: undefined as string | undefined, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { id, parent, depth } = next
    const key = parent === undefined ? id : `${parent}/${id}`
    const node = nodes.get(id)!
    const inputs = partsOf(node)
    const isAgain = drawn.has(id)
    const isFolded =
      inputs.length > 0 && ((turned.get(key) ?? isAgain) || count + inputs.length > mostPlaces || depth >= deepest)
    const parts = isFolded ? [] : inputs
    count += parts.length
    places.set(key, { key, node, parent, depth, isFolded, children: parts.map((part) => `${key}/${part}`) })
    if (!isFolded) drawn.add(id)
    for (const part of parts.toReversed()) waiting.push({ id: part, parent: key, depth: depth + 1 })
  }
  return places
}

/** The choices of folding that hide everything below a depth, and show all above it. */
export function foldedBelow(tree: StoredTree, depth: number): ReadonlyMap<string, boolean> {
  const turned = new Map<string, boolean>()
  for (const [key, place] of placesOf(tree, turned))
    if (place.node.kind === 'gate' && place.depth >= depth) turned.set(key, true)
  return turned
}

/** A larger tree is not readable as a whole. */
const mostAtFirst = 60

/** The choices with which a tree is opened: of a large one, only two levels of gates (rule FTA-UI-2). */
export const firstFolds = (tree: StoredTree): ReadonlyMap<string, boolean> =>
  tree.nodes.length > mostAtFirst ? foldedBelow(tree, 2) : new Map()

/** The first place of a node with all that hides it unfolded; undefined: it is not below the top event. */
export function revealed(
  tree: StoredTree,
  id: string,
  turned: ReadonlyMap<string, boolean>,
): { readonly key: string; readonly turned: ReadonlyMap<string, boolean> } | undefined {
  const nodes = nodesOf(tree)
  const above = new Map<string, string>()
  const seen = new Set([tree.top])
  for (const next of seen)
    for (const part of partsOf(nodes.get(next)))
      if (!seen.has(part)) {
        seen.add(part)
        above.set(part, next)
      }
  if (!seen.has(id)) return undefined
  const path = [id]
  for (let at = above.get(id); at !== undefined; at = above.get(at)) path.unshift(at)
  const opened = new Map(turned)
  let key = ''
  for (const step of path) {
    if (key !== '') opened.set(key, false)
    key = key === '' ? step : `${key}/${step}`
  }
  return { key, turned: opened }
}

/** The nodes whose id, title or note has all of the words; in the order of the tree. */
export function nodesWith({ nodes }: StoredTree, words: string): readonly string[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return []
  return nodes
    .filter(({ id, title, note }) => {
      const text = `${id} ${title} ${note}`.toLowerCase()
      return wanted.every((word) => text.includes(word))
    })
    .map(({ id }) => id)
}
