import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { StoreApi } from 'zustand/vanilla'
import { pruned, resettled } from './moves.ts'
import { emptyQueue, leftBehind, type Queue } from './queue.ts'

/** The list, its cursor and its selection. */
export interface QueueState {
  readonly phase: 'loading' | 'ready' | 'failed'
  /** The error message, if loading failed. */
  readonly problem: string
  readonly queue: Queue
  readonly cursor: string | null
  /** The row where a range selection begins: the row that was selected last. */
  readonly anchor: string | null
  readonly selected: ReadonlySet<string>
  /** Whether every alert that matches is selected, loaded or not: actions then apply to the query (rule QUEUE-68). */
  readonly everything: boolean
  /** The pending action by alert: "Closing". */
  readonly pending: ReadonlyMap<string, string>
  readonly paging: 'idle' | 'loading' | 'failed'
}

export const untouched: QueueState = {
  phase: 'loading',
  problem: '',
  queue: emptyQueue,
  cursor: null,
  anchor: null,
  selected: new Set(),
  everything: false,
  pending: new Map(),
  paging: 'idle',
}

/** Changes the rows; cursor and selection are updated accordingly. */
export function changeRows(store: StoreApi<QueueState>, edit: (queue: Queue) => Queue): void {
  store.setState((state) => {
    const queue = edit(state.queue)
    if (queue === state.queue) return state
    return {
      queue,
      cursor:
        queue.order === state.queue.order || (state.cursor !== null && queue.entries.has(state.cursor))
          ? state.cursor
          : resettled(state.queue.order, queue.order, state.cursor),
      selected: pruned(state.selected, (uuid) => queue.entries.get(uuid)?.left === false),
    }
  })
}

/** Moves the cursor to a row, or to none. */
export function moveCursor(store: StoreApi<QueueState>, uuid: string | null): void {
  const before = store.getState().cursor
  store.setState({ cursor: uuid })
  if (before !== uuid) changeRows(store, (queue) => leftBehind(queue, before))
}

/** The alerts to keep, whichever part of the list is shown. */
export function kept({ selected, cursor }: QueueState): ReadonlySet<string> {
  return cursor === null ? selected : new Set([...selected, cursor])
}

/** An alert of the list, or one that is kept outside it. */
export function alertIn({ queue: { entries, held } }: QueueState, uuid: string): Alert | undefined {
  return entries.get(uuid)?.alert ?? held.get(uuid)?.alert
}
