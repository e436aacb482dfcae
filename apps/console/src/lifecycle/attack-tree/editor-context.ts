import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { ControlScenario } from '@carapace/shared/lifecycle/rating/assessment'
import type { FeasibilityMethod, ImpactLevel, Method } from '@carapace/shared/lifecycle/methods/method'
import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { createContext, useContext } from 'react'
import type { ProgramStore } from '../../graph/store/program-store.ts'
import type { PlaceOf } from './places.ts'
import type { Rated, View } from './rating.ts'
import type { Seen } from './seen.ts'
import type { TreeStore } from './tree.store.ts'

/** What the parts of the editor of one tree have to hand. */
export interface TreeEditorContext {
  readonly program: ProgramStore
  readonly store: TreeStore
  readonly artefact: Artefact
  /** The threat scenario that the tree refines; undefined: a tree of its own. */
  readonly threat: Artefact | undefined
  readonly impact: ImpactLevel | null
  readonly method: Method
  readonly tree: Tree
  readonly rated: Rated | undefined
  readonly seen: Seen
  /** Why nothing can be rated. */
  readonly trouble: string | undefined
  readonly view: View
  readonly setMethod: (method: FeasibilityMethod) => void
  readonly setScenario: (scenario: ControlScenario) => void
  readonly places: ReadonlyMap<string, PlaceOf>
  readonly byStep: ReadonlyMap<string, readonly PlaceOf[]>
  /** The place that is chosen. */
  readonly selected: PlaceOf | undefined
  readonly select: (key: string | undefined) => void
  /** The path that is looked at, by its number. */
  readonly path: number
  readonly setPath: (number: number) => void
  /** A step is being moved, and the tree is asked where to. */
  readonly moving: PlaceOf | undefined
  readonly setMoving: (place: PlaceOf | undefined) => void
  readonly folded: ReadonlySet<string>
  readonly fold: (key: string) => void
  /** Why this person may not change the tree. */
  readonly refusal: string | undefined
}

const EditorReactContext = createContext<TreeEditorContext | undefined>(undefined)
export const TreeEditorContextProvider = EditorReactContext.Provider

export function useTreeEditorContext(): TreeEditorContext {
  const context = useContext(EditorReactContext)
  if (!context) throw new Error('Only an open tree has a desk.')
  return context
}
