import type { PlaybookNode, Problem } from '@carapace/shared/msoc/playbooks/playbook'
import { createContext, useContext } from 'react'
import type { CardState } from '../graph/card.tsx'
import type { Chosen } from '../graph/graph-canvas.tsx'
import type { DraftStore } from './draft.store.ts'

/** What the parts of one editor share. */
export interface EditorContext {
  readonly store: DraftStore
  /** The playbook on the server; undefined: a new one. */
  readonly uuid: string | undefined
  readonly chosen: Chosen
  readonly choose: (chosen: Chosen) => void
  /** The only chosen node. */
  readonly selected: PlaybookNode | undefined
  readonly problems: readonly Problem[]
  /** Why the check did not happen. */
  readonly checkProblem: string | undefined
  /** The result of a dry run on the graph. */
  readonly outcomes: ReadonlyMap<string, CardState> | undefined
  readonly showOutcomes: (outcomes: ReadonlyMap<string, CardState> | undefined) => void
  /** Why the user may not change it; undefined if they may. */
  readonly refusal: string | undefined
}

const EditorReactContext = createContext<EditorContext | undefined>(undefined)
export const EditorContextProvider = EditorReactContext.Provider

export function useEditorContext(): EditorContext {
  const context = useContext(EditorReactContext)
  if (!context) throw new Error('Only an open playbook has an editor context.')
  return context
}
