import type { Artefact, Link } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { DiagramLayout } from '@carapace/shared/lifecycle/kinds/item.kinds'
import { createContext, useContext } from 'react'
import type { ProgramStore } from '../../graph/store/program-store.ts'
import type { DiagramStore } from './diagram.store.ts'

/** The selection on a diagram: nodes by uuid, lines by their keys. */
export interface Chosen {
  readonly nodes: ReadonlySet<string>
  readonly edges: ReadonlySet<string>
}

export const nothingChosen: Chosen = { nodes: new Set(), edges: new Set() }

/** The context that all components of one diagram's editor share. */
export interface DiagramEditorContext {
  readonly program: ProgramStore
  readonly store: DiagramStore
  readonly diagram: Artefact
  /** The shown layout, without elements that no longer exist. */
  readonly layout: DiagramLayout
  readonly artefacts: ReadonlyMap<string, Artefact>
  readonly links: ReadonlyMap<string, Link>
  readonly kindOf: (uuid: string) => string
  readonly chosen: Chosen
  readonly choose: (chosen: Chosen) => void
  /** Why the user may not change the diagram; undefined if they may. */
  readonly refusal: string | undefined
}

const EditorReactContext = createContext<DiagramEditorContext | undefined>(undefined)
export const DiagramEditorContextProvider = EditorReactContext.Provider

export function useDiagramEditorContext(): DiagramEditorContext {
  const context = useContext(EditorReactContext)
  if (!context) throw new Error('Only an open diagram has an editor context.')
  return context
}

export const justNode = (uuid: string): Chosen => ({ nodes: new Set([uuid]), edges: new Set() })
export const justEdge = (key: string): Chosen => ({ nodes: new Set(), edges: new Set([key]) })
