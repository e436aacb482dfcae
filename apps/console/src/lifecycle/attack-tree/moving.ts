import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { stepOf, usesOf, whyNotPart } from './edits.ts'
import type { PlaceOf } from './places.ts'

/** Why a step may not be put under another; undefined if it may (rule TREE-UI-4). */
export function whyNotThere(tree: Tree, place: PlaceOf, host: PlaceOf): string | undefined {
  return place.parent === host.key
    ? 'It is a part of this step already.'
    : whyNotPart(tree, place.step.id, host.step.id)
}

/** "used twice": how often a step is a part; undefined if once. */
export function usedText(tree: Tree, id: string): string | undefined {
  const uses = usesOf(tree, id)
  if (uses < 2 || !stepOf(tree, id)) return undefined
  return uses === 2 ? 'used twice' : `used ${uses} times`
}
