import { Failure } from '@carapace/shared/core/failure'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Computed, type GraphState, nothingKnown } from './graph-state.ts'
import { type Detail, inParts, mostAtOnce, type ProgramApi, served } from './program-api.ts'
import { programFollower } from './program-follower.ts'
import { programReads, type Wanted } from './program-reads.ts'
import { type ProgramWrites, programWrites } from './program-writes.ts'
import { rereadQueue } from './reread-queue.ts'

/** A program's graph for one page, kept up to date while the page is open. */
export interface ProgramStore extends ProgramWrites {
  readonly programUuid: string
  readonly kinds: readonly string[]
  readonly state: StoreApi<GraphState>
  /** Loads the graph and follows its changes; returns the function that closes it. */
  readonly open: () => () => void
  readonly reload: () => void
  /** Reads some artefacts again. */
  readonly readNow: (uuids: readonly string[]) => Promise<void>
  /** One artefact with its long fields, in its current state on the server. */
  readonly whole: (uuid: string) => Promise<Detail>
}

/**
 * A program's artefacts of some kinds with their links: read page by page, then followed live (rules GRAPH-UI-1 to
 * GRAPH-UI-4, GRAPH-UI-22 of ../SPEC.md).
 */
export function programStore(wanted: Wanted, api: ProgramApi = served): ProgramStore {
  const { programUuid, kinds, computed = [] } = wanted
  const state = createStore<GraphState>(() => nothingKnown)
  const { open, reload, readNow } = programFollower({
    state,
    reads: programReads(wanted, api, state),
    queue: rereadQueue(computed),
    changes: () => api.changes(programUuid),
  })
  const readAll = async (uuids: readonly string[]) => {
    await Promise.all(inParts(uuids, mostAtOnce).map(readNow))
  }
  const writes = programWrites({ programUuid, kinds, api, state, readNow })
  return { programUuid, kinds, state, open, reload, readNow: readAll, whole: api.artefact, ...writes }
}

const none: readonly Computed<unknown>[] = []

/**
 * A page's view of a program, open as long as the page is: `useProgram(uuid, ['asset', 'damage-scenario'])`. Keep
 * `computed` in a constant: a new array opens the program again.
 */
export function useProgram(programUuid: string, kinds: readonly string[], computed = none): ProgramStore {
  const key = kinds.join(',')
  const program = useMemo(
    () => programStore({ programUuid, kinds: key.split(','), computed }),
    [programUuid, key, computed],
  )
  useEffect(() => program.open(), [program])
  return program
}

export function useGraph<T>({ state }: ProgramStore, pick: (graph: GraphState) => T): T {
  return useStore(state, pick)
}

export function isConflict(problem: unknown): boolean {
  return problem instanceof Failure && problem.code === 'ROW_CHANGED'
}
