import { Failure } from '@carapace/shared/core/failure'
import {
  type Artefact,
  type ArtefactInput,
  confirmLinks,
  deleteArtefacts,
  getArtefact,
  getArtefacts,
  type GraphChange,
  mostListed,
  programChannel,
  saveArtefacts,
} from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useEffect, useMemo } from 'react'
import type { Observable } from 'rxjs'
import type { z } from 'zod'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { call, messageOf } from '../../core/call/call.ts'
import { againAfter } from '../../core/live/timing.ts'
import { live, type LiveMessageOf } from '../../core/live/live.ts'
import {
  type Computed,
  type ComputedValues,
  type GraphState,
  nothingKnown,
  withPage,
  withReread,
  withWritten,
} from './graph-state.ts'

type ArtefactsAnswer = z.output<typeof getArtefacts.output>
type SaveInput = z.input<typeof saveArtefacts.input>
export type LinkInput = NonNullable<SaveInput['link']>[number]
export type Detail = z.output<typeof getArtefact.output>

/** The calls to the server; a test replaces them. */
export interface ProgramApi {
  readonly artefacts: (input: z.input<typeof getArtefacts.input>, signal: AbortSignal) => Promise<ArtefactsAnswer>
  readonly artefact: (uuid: string) => Promise<Detail>
  readonly save: (input: SaveInput) => Promise<z.output<typeof saveArtefacts.output>>
  readonly remove: (input: z.input<typeof deleteArtefacts.input>) => Promise<{ readonly seq: number }>
  readonly confirm: (input: z.input<typeof confirmLinks.input>) => Promise<{ readonly seq: number }>
  readonly changes: (programUuid: string) => Observable<LiveMessageOf<typeof programChannel>>
}

const served: ProgramApi = {
  artefacts: (input, signal) => call(getArtefacts, input, { signal }),
  artefact: (uuid) => call(getArtefact, { uuid }),
  save: (input) => call(saveArtefacts, input),
  remove: (input) => call(deleteArtefacts, input),
  confirm: (input) => call(confirmLinks, input),
  changes: (programUuid) => live(programChannel, { program_uuid: programUuid }),
}

interface Wanted {
  readonly programUuid: string
  readonly kinds: readonly string[]
  /** Computed values that the page also needs. */
  readonly computed?: readonly Computed<unknown>[]
}

export interface Writing {
  readonly artefacts?: readonly ArtefactInput[]
  readonly link?: readonly LinkInput[]
  readonly unlink?: readonly LinkInput[]
}

/** Maximum number of artefacts that one call writes or reads by uuid. */
const mostAtOnce = 200

/** A program's graph for one page, kept up to date while the page is open. */
export interface ProgramStore {
  readonly programUuid: string
  readonly kinds: readonly string[]
  readonly state: StoreApi<GraphState>
  /** Loads the graph and follows its changes; returns the function that closes it. */
  readonly open: () => () => void
  readonly reload: () => void
  /** One artefact with its long fields, in its current state on the server. */
  readonly whole: (uuid: string) => Promise<Detail>
  /** Writes and shows the result. Returns the artefacts that were created and changed, in the order of the input. */
  readonly save: (writing: Writing) => Promise<readonly Artefact[]>
  readonly remove: (rows: readonly Pick<Artefact, 'uuid' | 'revision'>[]) => Promise<void>
  readonly confirm: (links: readonly string[]) => Promise<void>
}

/**
 * A program's artefacts of some kinds with their links: read page by page, then followed live (rules GRAPH-UI-1 to
 * GRAPH-UI-4, GRAPH-UI-22 of ../SPEC.md).
 */
export function programStore({ programUuid, kinds, computed = [] }: Wanted, api: ProgramApi = served): ProgramStore {
  const state = createStore<GraphState>(() => nothingKnown)
  let reading = new AbortController()
  const waiting = new Set<string>()
  /** Artefacts whose computed values must be read again. */
  const stale = new Map(computed.map((each) => [each, new Set<string>()]))
  let isBusy = false
  /** A full read is under way, or will be retried after a failure; changes wait until then. */
  let isLoading = false
  /**
   * All changes up to this graph version are known or queued. The user's own writes may be later; they do not show that
   * earlier changes by others are known.
   */
  let upTo = 0
  /** The graph version at the start of the connection (or reconnection), during a full read. */
  let snapshotAt = 0
  /** Number of consecutive failed reads. */
  let failed = 0
  return { programUuid, kinds, state, open, reload, whole: api.artefact, save, remove, confirm }

  function open(): () => void {
    reload()
    const feed = api.changes(programUuid).subscribe((message) => {
      if (message.op === 'changes') receive(message)
      else if (message.op === 'snapshot') connected(message.data.seq)
      else if (message.op === 'gap') reload()
    })
    return () => {
      feed.unsubscribe()
      reading.abort()
    }
  }

  function reload(): void {
    reading.abort()
    reading = new AbortController()
    waiting.clear()
    for (const uuids of stale.values()) uuids.clear()
    isBusy = false
    isLoading = true
    snapshotAt = 0
    failed = 0
    void load(reading.signal)
  }

  /** Handles changes before this graph version that were missed while the connection was lost or pages were loading. */
  function connected(seq: number): void {
    snapshotAt = seq
    if (state.getState().problem !== undefined || (!isLoading && seq > upTo)) reload()
  }

  /** Reads everything; the old data stays visible until all the new data has arrived (rule GRAPH-UI-1). */
  async function load(signal: AbortSignal): Promise<void> {
    try {
      const [{ graph, since }, values] = await Promise.all([allArtefacts(signal), allComputed(signal)])
      if (signal.aborted) return
      isLoading = false
      upTo = Math.max(upTo, since)
      state.setState({ ...graph, computed: values, isWhole: true, problem: undefined }, true)
      if (snapshotAt > since) return reload()
      void readWaiting(signal)
    } catch (problem) {
      tryLater(problem, signal, () => void load(signal))
    }
  }

  /**
   * Shows why a read failed, and retries after a delay. A read that was refused for good is retried only by the user
   * (rule GRAPH-UI-22).
   */
  function tryLater(problem: unknown, signal: AbortSignal, again: () => void): void {
    if (signal.aborted) return
    state.setState({ problem: messageOf(problem) })
    if (isRefusal(problem)) return
    const timer = setTimeout(again, againAfter(failed, Math.random()))
    failed += 1
    signal.addEventListener('abort', () => clearTimeout(timer))
  }

  /** All pages, and the graph version of the first: later changes may be missing from every page. */
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

  function receive({ data: changes, seq }: { readonly data: readonly GraphChange[]; readonly seq: number }): void {
    upTo = Math.max(upTo, seq)
    if (changes.some(({ what }) => what === 'much')) return reload()
    for (const { what, kind, uuids, seq: at } of changes) {
      for (const uuid of uuids) {
        if (what === 'artefact' && isShown(uuid, at)) continue
        waiting.add(uuid)
        for (const [of, stillOld] of stale) if (what === 'computed' && kind === of.kind) stillOld.add(uuid)
      }
    }
    void readWaiting(reading.signal)
  }

  /**
   * Whether an artefact is shown at this graph version or a later one. The user's own write is, since its answer was
   * applied (rule GRAPH-UI-24). A full read that is under way may restore an earlier state.
   */
  function isShown(uuid: string, at: number): boolean {
    return !isLoading && (state.getState().artefacts.get(uuid)?.seq ?? 0) >= at
  }

  /**
   * Reads the queued artefacts again. Changes during a read wait for the next read, so that many changes cause few
   * reads (rule GRAPH-UI-2).
   */
  async function readWaiting(signal: AbortSignal): Promise<void> {
    if (isBusy || isLoading) return
    isBusy = true
    try {
      while (!signal.aborted && isAnyWaiting()) await readSome(signal)
      if (!signal.aborted) caughtUp()
    } catch (problem) {
      tryLater(problem, signal, () => ((isBusy = false), void readWaiting(signal)))
    }
  }

  function caughtUp(): void {
    isBusy = false
    failed = 0
    if (state.getState().problem !== undefined) state.setState({ problem: undefined })
  }

  function isAnyWaiting(): boolean {
    return waiting.size > 0 || [...stale.values()].some(({ size }) => size > 0)
  }

  /** Artefacts that could not be read stay in the queue (rule GRAPH-UI-22). */
  async function readSome(signal: AbortSignal): Promise<void> {
    const part = [...stale].map(([of, uuids]) => ({ of, uuids, taken: taken(uuids) }))
    const uuids = taken(waiting)
    try {
      await Promise.all([reread(uuids, signal), ...part.map((each) => recompute(each.of, each.taken, signal))])
    } catch (problem) {
      if (!signal.aborted) {
        putBack(waiting, uuids)
        for (const each of part) putBack(each.uuids, each.taken)
      }
      throw problem
    }
  }

  async function recompute<T>(of: Computed<T>, uuids: readonly string[], signal: AbortSignal): Promise<void> {
    if (uuids.length === 0) return
    const values = await of.some(programUuid, uuids, state.getState().computed.get(of.kind) as T, signal)
    if (!signal.aborted) state.setState((before) => ({ computed: new Map(before.computed).set(of.kind, values) }))
  }

  async function reread(uuids: readonly string[], signal: AbortSignal): Promise<void> {
    if (uuids.length === 0) return
    const answer = await api.artefacts({ program_uuid: programUuid, uuids: uuids.join(','), limit: mostAtOnce }, signal)
    if (!signal.aborted) state.setState((before) => withReread(before, kinds, uuids, answer), true)
  }

  async function save({ artefacts = [], link = [], unlink = [] }: Writing): Promise<readonly Artefact[]> {
    const parts = inParts(artefacts)
    const written: Artefact[] = []
    // links may refer to artefacts that the same call creates, so they go with the last part
    for (const [index, part] of parts.entries()) {
      const links = index === parts.length - 1 ? { link: [...link], unlink: [...unlink] } : {}
      const answer = await api.save({ program_uuid: programUuid, artefacts: part, ...links })
      state.setState((before) => withWritten(before, kinds, answer.artefacts, answer.seq), true)
      written.push(...answer.artefacts)
    }
    if (link.length + unlink.length > 0) await settle([...link, ...unlink].flatMap(({ from, to }) => [from, to]))
    return written
  }

  async function remove(rows: readonly Pick<Artefact, 'uuid' | 'revision'>[]): Promise<void> {
    for (const part of inParts(rows.map(({ uuid, revision }) => ({ uuid, revision })))) {
      await api.remove({ program_uuid: programUuid, artefacts: part })
      await settle(part.map(({ uuid }) => uuid))
    }
  }

  async function confirm(links: readonly string[]): Promise<void> {
    const known = state.getState().links
    await api.confirm({ program_uuid: programUuid, links: [...links] })
    await settle(links.flatMap((uuid) => (known.has(uuid) ? [known.get(uuid)!.from, known.get(uuid)!.to] : [])))
  }

  /** The writer sees the result without waiting for a live message. The write succeeded even if this read fails. */
  async function settle(uuids: readonly string[]): Promise<void> {
    for (const part of inParts([...new Set(uuids)]))
      await reread(part, reading.signal).catch(() => (putBack(waiting, part), void readWaiting(reading.signal)))
  }
}

function putBack(waiting: Set<string>, uuids: readonly string[]): void {
  for (const uuid of uuids) waiting.add(uuid)
}

/** Removes as many items from the queue as one call can read, and returns them. */
function taken(waiting: Set<string>): string[] {
  const uuids = [...waiting].slice(0, mostAtOnce)
  for (const uuid of uuids) waiting.delete(uuid)
  return uuids
}

/** Whether a retry would fail in the same way. */
function isRefusal(problem: unknown): boolean {
  return problem instanceof Failure && problem.status < 500 && problem.code !== 'TOO_MANY'
}

function inParts<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return Array.from({ length: Math.ceil(all.length / mostAtOnce) }, (_, part) =>
    all.slice(part * mostAtOnce, (part + 1) * mostAtOnce),
  )
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
