import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'

/** The maximum number of trees that one tree transfers in, directly or through others. */
const mostTrees = 200

/** The uuids of the trees that a tree transfers in itself. */
export function transfersOf({ nodes }: StoredTree): readonly string[] {
  return [...new Set(nodes.flatMap((node) => (node.kind === 'transfer' ? [node.tree] : [])))].toSorted()
}

/**
 * Reads all trees that a tree transfers in, directly or through others. A tree that is not there is missing from the
 * answer: the analysis reports it.
 */
export async function transferredTrees(
  own: string,
  first: readonly string[],
  read: (uuid: string) => Promise<StoredTree | undefined>,
): Promise<ReadonlyMap<string, StoredTree>> {
  const trees = new Map<string, StoredTree>()
  const wanted = new Set(first)
  for (const uuid of wanted) {
    if (uuid === own) continue
    if (trees.size >= mostTrees) throw new Error(`It transfers in more than ${mostTrees} trees.`)
    const tree = await read(uuid)
    if (tree === undefined) continue
    trees.set(uuid, tree)
    for (const next of transfersOf(tree)) wanted.add(next)
  }
  return trees
}
