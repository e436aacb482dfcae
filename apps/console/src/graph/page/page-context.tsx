import type { Artefact, Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { messageOf } from '../../core/call/call.ts'
import { toast } from '../../core/ui/toast.ts'
import { type Edit, editKey, type Edits } from '../editing/edits.ts'
import { type GraphState, pageOf } from '../store/graph-state.ts'
import { isConflict, type ProgramStore, useGraph } from '../store/program-store.ts'
import type { ArtefactSearch } from './search.ts'
import type { Part } from '../editing/values.ts'

/** The context that all components of an artefact page share. */
export interface PageContext {
  readonly program: ProgramStore
  readonly edits: Edits
  /** Why the user may not change anything; undefined if they may. */
  readonly refusal: string | undefined
  /** The kind of artefact that the page shows. */
  readonly kind: string
  readonly search: ArtefactSearch
  readonly go: (change: Partial<ArtefactSearch>, replace?: boolean) => void
}

const Context = createContext<PageContext | undefined>(undefined)
export const PageContextProvider = Context.Provider

export function usePageContext(): PageContext {
  const context = useContext(Context)
  if (!context) throw new Error('Only a page of artefacts has a page context.')
  return context
}

export function usePageGraph<T>(pick: (graph: GraphState) => T): T {
  return useGraph(usePageContext().program, pick)
}

/** The edit in progress on a part of an artefact, if any. */
export function useEdit(uuid: string, part: Part): Edit | undefined {
  return useStore(usePageContext().edits.state, ({ all }) => all.get(editKey(uuid, part)))
}

/** The address of an artefact on the page of its kind; within a project if one is given (rule GRAPH-UI-21). */
export function placeOf(
  programUuid: string,
  { kind, code }: Pick<Node, 'kind' | 'code'>,
  projectId?: string,
): { to: string; search: { programId: string; projectId?: string; open: string } } | undefined {
  const to = pageOf(kind)
  return to === undefined
    ? undefined
    : { to, search: { programId: programUuid, ...(projectId !== undefined && { projectId }), open: code } }
}

/** Runs a change of the graph and shows its failure to the user. Returns whether it succeeded. */
export async function tried(doing: () => Promise<unknown>): Promise<boolean> {
  try {
    await doing()
    return true
  } catch (problem) {
    toast.error(
      isConflict(problem) ? 'Somebody changed this first. It is shown as it is now; try again.' : messageOf(problem),
    )
    return false
  }
}

/** Sets one part of an artefact at once, in the same way as a typed edit, so that a conflict stays visible. */
export async function setPart({ edits }: PageContext, artefact: Artefact, part: Part, value: unknown): Promise<void> {
  edits.type(artefact, part, value)
  await edits.commit(artefact.uuid, part)
}
