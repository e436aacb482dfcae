import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { stepOf, usesOf, whyNotPart } from './edits.ts'
import type { PlaceOf } from './places.ts'

type Places = ReadonlyMap<string, PlaceOf>

/** Why a step may not be put under another; undefined if it may (rule TREE-UI-4). */
export function whyNotThere(tree: Tree, place: PlaceOf, host: PlaceOf): string | undefined {
  return place.parent === host.key
    ? 'It is a part of this step already.'
    : whyNotPart(tree, place.step.id, host.step.id)
}

/**
 * The place to which an arrow key leads: up to the parent, down to the first part, left or right to the next place on
 * the same level.
 */
export function neighbour(places: Places, key: string, arrow: 'up' | 'down' | 'left' | 'right'): string {
  const place = places.get(key)
  if (!place) return places.keys().next().value!
  if (arrow === 'up') return place.parent ?? key
  if (arrow === 'down') return place.children[0] ?? key
  const level = inOrder(places).filter(({ depth }) => depth === place.depth)
  const at = level.findIndex((each) => each.key === key)
  return level[at + (arrow === 'right' ? 1 : -1)]?.key ?? key
}

/** Places in reading order: from left to right, everything below a place before its right neighbour. */
function inOrder(places: Places): PlaceOf[] {
  const walk = (key: string): PlaceOf[] => {
    const place = places.get(key)!
    return [place, ...place.children.flatMap(walk)]
  }
  const root = places.keys().next().value
  return root === undefined ? [] : walk(root)
}

/** The place to select after one was removed: a sibling, or else the parent. */
export function besides({ key, parent }: PlaceOf, places: Places): string | undefined {
  const siblings = (parent === undefined ? undefined : places.get(parent))?.children ?? []
  const at = siblings.indexOf(key)
  return siblings[at + 1] ?? siblings[at - 1] ?? parent
}

/** "used twice": how often a step is a part; undefined if once. */
export function usedText(tree: Tree, id: string): string | undefined {
  const uses = usesOf(tree, id)
  if (uses < 2 || !stepOf(tree, id)) return undefined
  return uses === 2 ? 'used twice' : `used ${uses} times`
}
