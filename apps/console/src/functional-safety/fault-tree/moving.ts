import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import { whyNotPart } from './edits.ts'
import type { FaultPlace } from './places.ts'

/** Why a node may not be put under another; undefined if it may (rule FTA-UI-4). */
export function whyNotThere(tree: StoredTree, place: FaultPlace, host: FaultPlace): string | undefined {
  return place.parent === host.key
    ? 'It is an input of this gate already.'
    : whyNotPart(tree, place.node.id, host.node.id)
}
