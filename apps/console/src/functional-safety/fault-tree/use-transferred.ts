import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import { useMemo } from 'react'
import { useRequest } from '../../core/call/query.ts'
import { type ProgramStore, useGraph } from '../../graph/store/program-store.ts'
import { treeIn } from './edits.ts'
import { transferredTrees, transfersOf } from './transferred.ts'

const none: ReadonlyMap<string, StoredTree> = new Map()

/** A tree with those that it transfers in, by uuid; `trees` is undefined until they are read. */
export function useWithTransferred(
  program: ProgramStore,
  uuid: string,
  tree: StoredTree,
): { readonly trees: ReadonlyMap<string, StoredTree> | undefined; readonly problem: string | undefined } {
  const first = useMemo(() => transfersOf(tree), [tree])
  const revisions = useGraph(program, ({ artefacts }) =>
    first.length === 0
      ? ''
      : [...artefacts.values()]
          .filter((each) => each.kind === 'fault-tree' && each.uuid !== uuid)
          .map((each) => `${each.uuid} ${each.revision}`)
          .sort()
          .join(),
  )
  const { data, problem } = useRequest(
    ['trees that a fault tree transfers in', program.programUuid, uuid, first.join(), revisions],
    () =>
      transferredTrees(uuid, first, async (other) => {
        if (!program.state.getState().artefacts.has(other)) return undefined
        return treeIn((await program.whole(other)).artefact)
      }),
    { enabled: first.length > 0 },
  )
  const others = first.length === 0 ? none : data
  const trees = useMemo(() => others && new Map([[uuid, tree], ...others]), [uuid, tree, others])
  return { trees, problem }
}
