import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { ControlScenario } from '@carapace/shared/lifecycle/rating/assessment'
import type { FeasibilityMethod, ImpactLevel, Method } from '@carapace/shared/lifecycle/methods/method'
import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { createContext, useContext } from 'react'
import type { ProgramStore } from '../../graph/store/program-store.ts'
import type { TreeStore } from '../../graph/tree/tree.store.ts'
import type { PlaceOf } from './places.ts'
import type { Rated, View } from './rating.ts'
import type { Seen } from './seen.ts'

/** The context that all components of one tree's editor share. */
export interface TreeEditorContext {
  readonly program: ProgramStore
  readonly store: TreeStore<Tree>
  readonly artefact: Artefact
  /** The threat scenario that the tree refines; undefined for a custom tree. */
  readonly threat: Artefact | undefined
  readonly impact: ImpactLevel | null
  readonly method: Method
  readonly tree: Tree
  readonly rated: Rated | undefined
  readonly seen: Seen
  /** Why nothing can be rated; undefined if it can. */
  readonly trouble: string | undefined
  readonly view: View
  readonly setMethod: (method: FeasibilityMethod) => void
  readonly setScenario: (scenario: ControlScenario) => void
  readonly places: ReadonlyMap<string, PlaceOf>
  readonly byStep: ReadonlyMap<string, readonly PlaceOf[]>
  /** The selected place. */
  readonly selected: PlaceOf | undefined
  readonly select: (key: string | undefined) => void
  /** The number of the path that is shown. */
  readonly path: number
  readonly setPath: (number: number) => void
  /** The step that is being moved; the next selected place is its destination. */
  readonly moving: PlaceOf | undefined
  readonly setMoving: (place: PlaceOf | undefined) => void
  readonly folded: ReadonlySet<string>
  readonly fold: (key: string) => void
  /** Why the user may not change the tree; undefined if they may. */
  readonly refusal: string | undefined
}

const EditorReactContext = createContext<TreeEditorContext | undefined>(undefined)
export const TreeEditorContextProvider = EditorReactContext.Provider

export function useTreeEditorContext(): TreeEditorContext {
  const context = useContext(EditorReactContext)
  if (!context) throw new Error('Only an open tree has an editor context.')
  return context
}
