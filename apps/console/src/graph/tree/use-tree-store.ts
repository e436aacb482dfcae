import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { type ProgramStore, useGraph } from '../store/program-store.ts'
import { treeStore, type TreeStore, type TreeStoreOptions } from './tree.store.ts'

interface UseTreeStoreOptions<Tree> extends Pick<TreeStoreOptions<Tree>, 'treeIn' | 'merged'> {
  readonly program: ProgramStore
  /** Including its tree. */
  readonly artefact: Artefact
}

/** The store of an open tree, which follows the changes of other users. */
export function useTreeStore<Tree>({ program, artefact, treeIn, merged }: UseTreeStoreOptions<Tree>): TreeStore<Tree> {
  const [store] = useState(() =>
    treeStore<Tree>({
      artefact,
      treeIn,
      merged,
      model: { save: program.save, read: async (uuid) => (await program.whole(uuid)).artefact },
    }),
  )
  const revision = useGraph(program, ({ artefacts }) => artefacts.get(artefact.uuid)?.revision ?? 0)
  const isSaving = useStore(store, (state) => state.isSaving)
  useEffect(() => {
    if (isSaving || revision <= store.getState().revision) return
    // a failure here is reported by the next action of the user
    program.whole(artefact.uuid).then(
      ({ artefact: news }) => store.receive(news),
      () => undefined,
    )
  }, [revision, isSaving, program, artefact.uuid, store])
  return store
}

/** The time of the last save in this editor, epoch ms; undefined: nothing was saved yet. */
export function useSavedAt<Tree>(store: TreeStore<Tree>): number | undefined {
  const revision = useStore(store, (state) => state.revision)
  const [first] = useState(revision)
  return useMemo(() => (revision === first ? undefined : Date.now()), [revision, first])
}
