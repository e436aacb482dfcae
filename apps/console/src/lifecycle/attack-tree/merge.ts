import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { Tree, TreeStep } from '@carapace/shared/lifecycle/attack-tree/tree'
import { mergedList } from '../../graph/tree/merged-list.ts'
import { repaired, stepsOf } from './edits.ts'

/**
 * Merges two users' versions of one tree, step by step and field by field. Where both changed the same field, mine wins
 * (rule TREE-UI-8).
 */
export function mergedTrees(base: Tree, mine: Tree, theirs: Tree): Tree {
  if (isSame(base, theirs)) return mine
  if (isSame(base, mine)) return theirs
  const [was, my, their] = [stepsOf(base), stepsOf(mine), stepsOf(theirs)]
  const ids = [...new Set([...their.keys(), ...my.keys()])]
  const steps = ids.flatMap((id) => mergedStep(was.get(id), my.get(id), their.get(id)) ?? [])
  return repaired({ root: mine.root === base.root ? theirs.root : mine.root, steps })
}

function mergedStep(
  base: TreeStep | undefined,
  mine: TreeStep | undefined,
  theirs: TreeStep | undefined,
): TreeStep | undefined {
  if (!base) return mine ?? theirs
  // a step that one user changed is kept, even if the other removed it
  if (!mine) return theirs && !isSame(theirs, base) ? theirs : undefined
  if (!theirs) return isSame(mine, base) ? undefined : mine
  const merged = {
    ...theirs,
    parts: mergedList(base.parts, mine.parts, theirs.parts),
    controls: mergedList(base.controls, mine.controls, theirs.controls),
  }
  const fields = ['title', 'note', 'gate', 'effort', 'techniques', 'caps', 'indicators', 'at'] as const
  return {
    ...merged,
    ...Object.fromEntries(fields.filter((name) => !isSame(mine[name], base[name])).map((name) => [name, mine[name]])),
  }
}
