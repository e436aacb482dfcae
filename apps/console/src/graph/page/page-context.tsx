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

/** What every part of a page of artefacts has to hand. */
export interface PageContext {
  readonly program: ProgramStore
  readonly edits: Edits
  /** Why this person may not change anything; undefined when they may. */
  readonly refusal: string | undefined
  /** The kind that the page is of. */
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

/** What is being typed into a part of an artefact now. */
export function useEdit(uuid: string, part: Part): Edit | undefined {
  return useStore(usePageContext().edits.state, ({ all }) => all.get(editKey(uuid, part)))
}

/**
 * The address of an artefact's own place, whichever kind it is of; within a project where one is named (rule
 * GRAPH-UI-21).
 */
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

/** Does something to the graph; what is refused is said. Answers whether it was done. */
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

/** Gives one part of an artefact a value at once, through the same door as typing: a conflict stays in sight. */
export async function setPart({ edits }: PageContext, artefact: Artefact, part: Part, value: unknown): Promise<void> {
  edits.type(artefact, part, value)
  await edits.commit(artefact.uuid, part)
}
