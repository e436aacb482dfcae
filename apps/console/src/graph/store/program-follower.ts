import { Failure } from '@carapace/shared/core/failure'
import type { GraphChange, programChannel } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Observable } from 'rxjs'
import type { StoreApi } from 'zustand/vanilla'
import { messageOf } from '../../core/call/call.ts'
import type { LiveMessageOf } from '../../core/live/live.ts'
import { againAfter } from '../../core/live/timing.ts'
import type { GraphState } from './graph-state.ts'
import type { ProgramReads } from './program-reads.ts'
import type { RereadQueue } from './reread-queue.ts'

interface FollowerDeps {
  readonly state: StoreApi<GraphState>
  readonly reads: ProgramReads
  readonly queue: RereadQueue
  readonly changes: () => Observable<LiveMessageOf<typeof programChannel>>
}

interface ProgramFollower {
  /** Loads the graph and follows its changes; returns the function that closes it. */
  readonly open: () => () => void
  readonly reload: () => void
  /** Reads some artefacts at once; after a failure they wait in the queue. */
  readonly readNow: (uuids: readonly string[]) => Promise<void>
}

/** Keeps the state of a program's graph up to date: one full read, then what changes (rules GRAPH-UI-1, GRAPH-UI-2). */
export function programFollower({ state, reads, queue, changes }: FollowerDeps): ProgramFollower {
  let reading = new AbortController()
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
  return { open, reload, readNow }

  function open(): () => void {
    reload()
    const feed = changes().subscribe((message) => {
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
    queue.clear()
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
      const { graph, since } = await reads.all(signal)
      if (signal.aborted) return
      isLoading = false
      upTo = Math.max(upTo, since)
      state.setState({ ...graph, isWhole: true, problem: undefined }, true)
      if (snapshotAt > since) return reload()
      void readWaiting(signal)
    } catch (problem) {
      tryLater(problem, signal, () => void load(signal))
    }
  }

  function receive({ data, seq }: { readonly data: readonly GraphChange[]; readonly seq: number }): void {
    upTo = Math.max(upTo, seq)
    if (data.some(({ what }) => what === 'much')) return reload()
    for (const change of data) queue.add(change, (uuid) => isShown(uuid, change.seq))
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
      while (!signal.aborted && !queue.isEmpty()) await readSome(signal)
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

  /** Artefacts that could not be read stay in the queue (rule GRAPH-UI-22). */
  async function readSome(signal: AbortSignal): Promise<void> {
    const part = queue.take()
    try {
      await Promise.all([
        reads.some(part.artefacts, signal),
        ...part.computed.map(({ of, uuids }) => reads.recompute(of, uuids, signal)),
      ])
    } catch (problem) {
      if (!signal.aborted) queue.putBack(part)
      throw problem
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

  async function readNow(uuids: readonly string[]): Promise<void> {
    try {
      await reads.some(uuids, reading.signal)
    } catch {
      queue.putBack({ artefacts: uuids, computed: [] })
      void readWaiting(reading.signal)
    }
  }
}

/** Whether a retry would fail in the same way. */
function isRefusal(problem: unknown): boolean {
  return problem instanceof Failure && problem.status < 500 && problem.code !== 'TOO_MANY'
}
