import type { AlertOrder } from '@carapace/shared/msoc/alerts/alerts'
import type { Alert, AlertFilter, LiveAlert, listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { type Observable, Subject, type Subscription } from 'rxjs'
import type { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { inBursts, joined, type Message } from './bursts.ts'
import { alertPager, type Pager } from './pager.ts'
import { resumed } from './queue-paging.ts'
import { alertIn, changeRows, kept, moveCursor, type QueueState, untouched } from './queue-state.ts'
import { changed, keptApart, opened, type Page, type Queue, shown } from './queue.ts'

/** The filter and the order of the list. */
export interface AlertListQuery {
  readonly filter: z.input<typeof AlertFilter>
  readonly sort: AlertOrder
}

/** The data sources of the list: the live channel and the list call, or test doubles. */
export interface QueueSources {
  readonly live: (query: AlertListQuery) => Observable<Message>
  readonly list: (input: z.input<typeof listAlerts.input>) => Promise<Page>
  /** The open alert: the cursor begins there. */
  readonly openAlert: () => string | undefined
  readonly frameMs?: number
}

export interface AlertQueue extends StoreApi<QueueState>, Pick<Pager, 'more' | 'reach' | 'goTo' | 'rowInSight'> {
  /** Each change as it arrives, for views of one alert's detail. */
  readonly changes: Subject<Pick<LiveAlert, 'uuid' | 'kind'>>
  /** Starts listening; the returned function stops it. */
  readonly open: () => () => void
  /** Reads everything again. */
  readonly reload: () => void
  /** Adds the waiting alerts to the list. */
  readonly show: () => void
  /** The query of the list: bulk actions use the same query. */
  readonly query: () => AlertListQuery
  readonly pointAt: (uuid: string | null) => void
  /** Changes the rows; cursor and selection are updated accordingly. */
  readonly change: (edit: (queue: Queue) => Queue) => void
  readonly alertOf: (uuid: string) => Alert | undefined
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
  let query = readQuery()
  const pager = alertPager(store, (where) => list({ ...query.filter, sort: query.sort, ...where }))
  const change = (edit: (queue: Queue) => Queue) => changeRows(store, edit)
  const { more, reach, goTo, rowInSight } = pager

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
    pointAt(uuid) {
      pager.stay()
      moveCursor(store, uuid)
    },
    change,
    alertOf: (uuid) => alertIn(store.getState(), uuid),
  }

  function open(): () => void {
    query = readQuery()
    listen()
    return () => {
      pager.disown()
      subscription?.unsubscribe()
    }
  }

  function listen(): void {
    pager.disown()
    subscription?.unsubscribe()
    subscription = live(query).pipe(inBursts(frameMs)).subscribe(receive)
  }

  function reload(): void {
    const { queue, selected, anchor, everything } = store.getState()
    query = readQuery()
    pager.restart()
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
    const keep = kept(store.getState())
    change((queue) =>
      first ? opened(snapshot, epoch, { ...queue, sort: query.sort }) : resumed(queue, snapshot, epoch, keep),
    )
    pager.disown() // a page of the previous list does not belong to this one
    store.setState({ phase: 'ready', paging: 'idle', ...(first && { cursor: firstCursor() }) })
    more()
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

  function show(): void {
    const { crowded, start } = store.getState().queue
    if (crowded || start > 0) return reload()
    change(shown)
  }
}
