import type {
  Alert,
  alertsChannel,
  AlertFilter,
  AlertOrder,
  LiveAlert,
  listAlerts,
} from '@carapace/shared/msoc/alerts/alerts.contract'
import { bufferTime, concat, connect, filter, map, type Observable, Subject, type Subscription, take } from 'rxjs'
import type { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { LiveMessageOf } from '../../../core/live/live.ts'
import { pruned, resettled } from './moves.ts'
import { changed, emptyQueue, keptApart, leftBehind, opened, type Page, type Queue, shown } from './queue.ts'
import {
  lengthOf,
  nextRead,
  pageSize,
  paged,
  type Read,
  resumed,
  skipTo,
  type Span,
  trimmed,
  turned,
} from './queue-paging.ts'

type Message = LiveMessageOf<typeof alertsChannel>

/** The filter and the order of the list. */
export interface AlertListQuery {
  readonly filter: z.input<typeof AlertFilter>
  readonly sort: AlertOrder
}

type End = 'first' | 'last'

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

const top: Span = { first: 0, last: 0 }

/** The data sources of the list: the live channel and the list call, or test doubles. */
export interface QueueSources {
  readonly live: (query: AlertListQuery) => Observable<Message>
  readonly list: (input: z.input<typeof listAlerts.input>) => Promise<Page>
  /** The open alert: the cursor begins there. */
  readonly openAlert: () => string | undefined
  readonly frameMs?: number
}

export interface AlertQueue extends StoreApi<QueueState> {
  /** Each change as it arrives, for views of one alert's detail. */
  readonly changes: Subject<Pick<LiveAlert, 'uuid' | 'kind'>>
  /** Starts listening; the returned function stops it. */
  readonly open: () => () => void
  /** Reads everything again. */
  readonly reload: () => void
  /** Reads missing rows around the visible ones if no read is running, including reads that failed before. */
  readonly more: () => void
  /** Sets the visible rows: reads until they and many rows around them are loaded. */
  readonly reach: (inSight: Span) => void
  /** Moves the cursor to the first or the last row of the list, which may have to be read first. */
  readonly goTo: (end: End) => void
  /** The row in the middle of the visible rows. */
  readonly rowInSight: () => string | null
  /** Adds the waiting alerts to the list. */
  readonly show: () => void
  /** The query of the list: bulk actions use the same query. */
  readonly query: () => AlertListQuery
  readonly pointAt: (uuid: string | null) => void
  /** Changes the rows; cursor and selection are updated accordingly. */
  readonly change: (edit: (queue: Queue) => Queue) => void
  readonly alertOf: (uuid: string) => Alert | undefined
}

const untouched: QueueState = {
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

/**
 * A live list of the alerts that match one filter. Changes arrive one by one and are shown in bursts: one render per
 * `frameMs`.
 */
export function alertQueue(
  readQuery: () => AlertListQuery,
  { live, list, openAlert, frameMs = 250 }: QueueSources,
): AlertQueue {
  const store = createStore<QueueState>(() => untouched)
  const changes: AlertQueue['changes'] = new Subject()
  let subscription: Subscription | undefined
  /** Counts the subscriptions, so that a page requested before a reload is not taken for a current page. */
  let reading = 0
  let query = readQuery()
  let inSight = top
  /** The end of the list that the cursor moves to once it is loaded. */
  let goal: End | undefined

  return {
    ...store,
    changes,
    open,
    reload,
    more,
    reach,
    goTo,
    rowInSight,
    show,
    query: () => query,
    pointAt,
    change,
    alertOf,
  }

  function open(): () => void {
    query = readQuery()
    listen()
    return () => {
      reading += 1
      subscription?.unsubscribe()
    }
  }

  function listen(): void {
    reading += 1
    subscription?.unsubscribe()
    subscription = live(query).pipe(inBursts(frameMs)).subscribe(receive)
  }

  function reload(): void {
    const { queue, selected, anchor, everything } = store.getState()
    query = readQuery()
    inSight = top
    goal = undefined
    // the selection is kept: only the list is reset
    store.setState({ ...untouched, selected, anchor, everything, queue: keptApart(queue, selected) })
    listen()
  }

  function receive(burst: readonly Message[]): void {
    for (const message of joined(burst)) {
      takeMessage(message)
      if (message.op === 'changes') for (const { uuid, kind } of message.data) changes.next({ uuid, kind })
    }
  }

  function takeMessage(message: Message): void {
    switch (message.op) {
      case 'snapshot':
        return takeSnapshot(message.data, message.epoch)
      case 'changes':
        return change((queue) => changed(queue, message.data))
      case 'gap':
        return listen() // the new snapshot contains what was missed
      case 'error':
        return store.setState({ phase: 'failed', problem: message.message })
    }
  }

  function takeSnapshot(snapshot: Page, epoch: string): void {
    const first = store.getState().phase !== 'ready'
    change((queue) =>
      first ? opened(snapshot, epoch, { ...queue, sort: query.sort }) : resumed(queue, snapshot, epoch, kept()),
    )
    reading += 1 // a page of the previous list does not belong to this one
    store.setState({ phase: 'ready', paging: 'idle', ...(first && { cursor: firstCursor() }) })
    more()
  }

  /** The alerts to keep, whichever part of the list is shown. */
  function kept(): ReadonlySet<string> {
    const { selected, cursor } = store.getState()
    return cursor === null ? selected : new Set([...selected, cursor])
  }

  /**
   * The initial cursor. An open alert that is not in the list has no row; no other row may take its place (rule
   * QUEUE-34).
   */
  function firstCursor(): string | null {
    const { order, entries } = store.getState().queue
    const open = openAlert()
    if (open === undefined) return order[0] ?? null
    return entries.has(open) ? open : null
  }

  function more(): void {
    const { queue, paging, phase } = store.getState()
    const read = nextRead(queue, inSight)
    if (phase !== 'ready' || paging === 'loading' || read === undefined) return

    const begun = reading
    const towards = goal
    store.setState({ paging: 'loading' })
    const where = 'at' in read ? { skip: skipTo(queue, read.at) } : read
    list({ ...query.filter, sort: query.sort, ...where, limit: pageSize }).then(
      (page) => begun === reading && (goal === towards ? takePage(page, read) : readOn()),
      () => begun === reading && fail(),
    )
  }

  /** Requests made before the user moved elsewhere are not needed there. */
  function readOn(): void {
    store.setState({ paging: 'idle' })
    more()
  }

  function fail(): void {
    goal = undefined
    store.setState({ paging: 'failed' })
  }

  function takePage(page: Page, read: Read): void {
    change((queue) =>
      trimmed('at' in read ? turned(queue, page, read.at, kept()) : paged(queue, page), inSight, kept()),
    )
    store.setState({ paging: 'idle' })
    arrive()
    more()
  }

  function reach(rows: Span): void {
    // rows passed on the way to an end of the list are not the ones to show
    if (goal !== undefined) return
    inSight = rows
    more()
  }

  function goTo(end: End): void {
    const last = lengthOf(store.getState().queue) - 1
    inSight = end === 'first' ? top : { first: last, last }
    goal = end
    arrive()
    more()
  }

  /** Sets the cursor once the end that it moves to is loaded. */
  function arrive(): void {
    const { start, order, rest } = store.getState().queue
    if (goal === undefined || (goal === 'first' ? start > 0 : rest !== null)) return
    pointAt((goal === 'first' ? order[0] : order.at(-1)) ?? null)
  }

  function rowInSight(): string | null {
    const { start, order } = store.getState().queue
    return order[Math.round((inSight.first + inSight.last) / 2) - start] ?? order[0] ?? null
  }

  function show(): void {
    const { crowded, start } = store.getState().queue
    if (crowded || start > 0) return reload()
    change(shown)
  }

  function pointAt(uuid: string | null): void {
    const before = store.getState().cursor
    goal = undefined
    store.setState({ cursor: uuid })
    if (before !== uuid) change((queue) => leftBehind(queue, before))
  }

  function change(edit: (queue: Queue) => Queue): void {
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

  function alertOf(uuid: string): Alert | undefined {
    const { entries, held } = store.getState().queue
    return entries.get(uuid)?.alert ?? held.get(uuid)?.alert
  }
}

/** Joins consecutive changes into one message: the list is copied once per burst. */
function joined(burst: readonly Message[]): Message[] {
  const messages: Message[] = []
  for (const message of burst) {
    const last = messages.at(-1)
    if (message.op === 'changes' && last?.op === 'changes')
      messages[messages.length - 1] = { ...message, data: [...last.data, ...message.data] }
    else messages.push(message)
  }
  return messages
}

/** Emits the first message at once, since the user waits for it; then what arrives within a frame, together. */
function inBursts(frameMs: number) {
  return (messages: Observable<Message>): Observable<readonly Message[]> =>
    messages.pipe(
      connect((shared) =>
        concat(
          shared.pipe(
            take(1),
            map((message) => [message]),
          ),
          shared.pipe(
            bufferTime(frameMs),
            filter((burst) => burst.length > 0),
          ),
        ),
      ),
    )
}
