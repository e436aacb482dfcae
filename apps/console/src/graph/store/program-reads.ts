import { mostListed } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { StoreApi } from 'zustand/vanilla'
import {
  type Computed,
  type ComputedValues,
  type GraphState,
  nothingKnown,
  withPage,
  withReread,
} from './graph-state.ts'
import { mostAtOnce, type ProgramApi } from './program-api.ts'

/** What a page shows of a program. */
export interface Wanted {
  readonly programUuid: string
  readonly kinds: readonly string[]
  /** Computed values that the page also needs. */
  readonly computed?: readonly Computed<unknown>[]
}

/** The reads of a program's graph into its state. */
export interface ProgramReads {
  /** Everything, and the graph version of its first page: later changes may be missing from every page. */
  readonly all: (signal: AbortSignal) => Promise<{ readonly graph: GraphState; readonly since: number }>
  /** Reads some artefacts again. */
  readonly some: (uuids: readonly string[], signal: AbortSignal) => Promise<void>
  /** Reads some computed values again. */
  readonly recompute: (of: Computed<unknown>, uuids: readonly string[], signal: AbortSignal) => Promise<void>
}

/** The reads for one page, by the calls of `api`. */
export function programReads(
  { programUuid, kinds, computed = [] }: Wanted,
  api: ProgramApi,
  state: StoreApi<GraphState>,
): ProgramReads {
  return { all, some, recompute }

  async function all(signal: AbortSignal): Promise<{ graph: GraphState; since: number }> {
    const [{ graph, since }, values] = await Promise.all([allArtefacts(signal), allComputed(signal)])
    return { graph: { ...graph, computed: values }, since }
  }

  /** All pages. The first time each is shown as it arrives. */
  async function allArtefacts(signal: AbortSignal): Promise<{ graph: GraphState; since: number }> {
    const isFirst = !state.getState().isWhole
    let graph: GraphState = { ...nothingKnown, computed: state.getState().computed }
    let since: number | undefined
    for (let after: string | undefined; ;) {
      const page = await api.artefacts(
        { program_uuid: programUuid, kinds: kinds.join(','), limit: mostListed, ...(after !== undefined && { after }) },
        signal,
      )
      graph = withPage(graph, page)
      since ??= page.seq
      if (page.next === null || signal.aborted) return { graph, since }
      if (isFirst) state.setState(graph)
      after = page.next
    }
  }

  async function allComputed(signal: AbortSignal): Promise<ComputedValues> {
    return new Map(
      await Promise.all(computed.map(async (each) => [each.kind, await each.all(programUuid, signal)] as const)),
    )
  }

  async function some(uuids: readonly string[], signal: AbortSignal): Promise<void> {
    if (uuids.length === 0) return
    const answer = await api.artefacts({ program_uuid: programUuid, uuids: uuids.join(','), limit: mostAtOnce }, signal)
    if (!signal.aborted) state.setState((before) => withReread(before, kinds, uuids, answer), true)
  }

  async function recompute(of: Computed<unknown>, uuids: readonly string[], signal: AbortSignal): Promise<void> {
    if (uuids.length === 0) return
    const values = await of.some(programUuid, uuids, state.getState().computed.get(of.kind), signal)
    if (!signal.aborted) state.setState((before) => ({ computed: new Map(before.computed).set(of.kind, values) }))
  }
}
