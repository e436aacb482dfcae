import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { createContext, useContext } from 'react'
import type { ProgramStore } from '../../graph/store/program-store.ts'
import type { TreeStore } from '../../graph/tree/tree.store.ts'
import type { TreeAnalysis } from './analysis/use-analysis.ts'
import type { FaultPlace, Places } from './places.ts'

/** What all components of one fault tree's editor share. */
export interface FaultTreeContext {
  readonly program: ProgramStore
  readonly store: TreeStore<StoredTree>
  readonly artefact: Artefact
  readonly tree: StoredTree
  readonly places: Places
  /** Changes the tree, or shows why it would not be valid (rule FTA-UI-5). Returns whether it did. */
  readonly run: (label: string, change: (tree: StoredTree) => StoredTree) => boolean
  /** The selected place. */
  readonly selected: FaultPlace | undefined
  readonly select: (key: string | undefined) => void
  /** Selects the first place of a node, unfolding what hides it. */
  readonly reveal: (id: string) => void
  /** The node that is being moved; the next selected place is its destination. */
  readonly moving: FaultPlace | undefined
  readonly setMoving: (place: FaultPlace | undefined) => void
  readonly fold: (key: string) => void
  /** Shows the inputs of a place. */
  readonly unfold: (key: string) => void
  /** Folds everything below this depth; Infinity: nothing. */
  readonly foldBelow: (depth: number) => void
  readonly words: string
  readonly setWords: (words: string) => void
  /** Ids of the nodes that have the searched words. */
  readonly found: readonly string[]
  readonly analysis: TreeAnalysis
  /** Why the user may not change the tree; undefined if they may. */
  readonly refusal: string | undefined
}

const ReactContext = createContext<FaultTreeContext | undefined>(undefined)
export const FaultTreeContextProvider = ReactContext.Provider

export function useFaultTreeContext(): FaultTreeContext {
  const context = useContext(ReactContext)
  if (!context) throw new Error('Only an open fault tree has an editor context.')
  return context
}
