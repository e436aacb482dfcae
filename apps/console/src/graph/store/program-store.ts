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

/** What is asked of the server; a test answers by itself. */
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
  /** Values of modules that are wanted, too. */
  readonly computed?: readonly Computed<unknown>[]
}

export interface Writing {
  readonly artefacts?: readonly ArtefactInput[]
  readonly link?: readonly LinkInput[]
  readonly unlink?: readonly LinkInput[]
}

/** So many artefacts a call writes, or is asked for by name. */
const mostAtOnce = 200

/** A program's graph as one page sees it, kept up to date while it is open. */
export interface ProgramStore {
  readonly programUuid: string
  readonly kinds: readonly string[]
  readonly state: StoreApi<GraphState>
  /** Loads, and follows what changes; the answer closes it. */
  readonly open: () => () => void
  readonly reload: () => void
  /** One artefact with its long fields, as the server has it now. */
  readonly whole: (uuid: string) => Promise<Detail>
  /** Writes, and shows what came of it. Answers what was made and changed, in the order asked. */
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
  /** Artefacts whose computed values are to be read again. */
  const stale = new Map(computed.map((each) => [each, new Set<string>()]))
  let isBusy = false
  /** Everything is being read, or to be read again since that failed: what changes waits. */
  let isLoading = false
  /**
   * All that changed up to this moment is known, or waits. What one wrote oneself may be later, and says nothing of
   * what others did before.
   */
  let upTo = 0
  /** The moment at which the connection began, or began again, while everything is being read. */
  let snapshotAt = 0
  /** Readings that failed in a row. */
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

  /**
   * What happened before this moment was not told: after a lost connection, or while the first pages were on their way.
   */
  function connected(seq: number): void {
    snapshotAt = seq
    if (state.getState().problem !== undefined || (!isLoading && seq > upTo)) reload()
  }

  /** Reads everything; what was known stays in sight until all of the new is there (rule GRAPH-UI-1). */
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
   * Shows what a reading failed by, and reads again after a while; what is refused for good waits for who asks again
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

  /** All pages, and the moment of the first: what changed after it may be on none of them. */
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
   * Whether an artefact is shown as of this moment or later: what one wrote oneself is, from the answer (rule
   * GRAPH-UI-24). A reading of everything that is under way may put back an earlier state.
   */
  function isShown(uuid: string, at: number): boolean {
    return !isLoading && (state.getState().artefacts.get(uuid)?.seq ?? 0) >= at
  }

  /**
   * Reads anew what waits. What changes while a reading is under way waits for the next one, so that many changes are
   * few readings (rule GRAPH-UI-2).
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

  /** What could not be read waits on (rule GRAPH-UI-22). */
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
    // links may name what the same call makes: they go with the last part
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

  /** Who did something sees what came of it, without waiting to be told. It is done, though this cannot be read now. */
  async function settle(uuids: readonly string[]): Promise<void> {
    for (const part of inParts([...new Set(uuids)]))
      await reread(part, reading.signal).catch(() => (putBack(waiting, part), void readWaiting(reading.signal)))
  }
}

function putBack(waiting: Set<string>, uuids: readonly string[]): void {
  for (const uuid of uuids) waiting.add(uuid)
}

/** Takes as many of what waits as one call asks for. */
function taken(waiting: Set<string>): string[] {
  const uuids = [...waiting].slice(0, mostAtOnce)
  for (const uuid of uuids) waiting.delete(uuid)
  return uuids
}

/** It will not be answered otherwise, however often one asks. */
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
 * A page's view of a program, open while the page is: `useProgram(uuid, ['asset', 'damage-scenario'])`. Make one
 * constant of `computed`: another list opens the program again.
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
