import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { alertsChannel, type LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Severity } from '@carapace/shared/msoc/severity'
import { Subscription } from 'rxjs'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { live, type LiveMessageOf } from '../../../core/live/live.ts'
import { type AlertBook, type AlertOrder, changed, emptyBook, isShort, opened, released } from './alert-book.ts'

export interface AlertFeedState {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly problem: string | undefined
  readonly book: AlertBook
}

export interface AlertFeed extends Pick<StoreApi<AlertFeedState>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** While true, new alerts wait (rule DASHBOARD-UI-8); false shows them. */
  readonly hold: (held: boolean) => void
  /** Shows the waiting alerts. */
  readonly show: () => void
  readonly reload: () => void
  readonly close: () => void
}

interface FeedOptions {
  readonly severity?: Severity[]
  readonly order: AlertOrder
  /** The order of the snapshot's alerts. */
  readonly sort: 'newest' | 'severity'
}

/** Changes within this time are shown together, ms. */
const burstMs = 250

/** The open alerts, kept up to date by the live queue. */
export function openAlertFeed({ severity, order, sort }: FeedOptions): AlertFeed {
  const store = createStore<AlertFeedState>(() => ({ phase: 'loading', problem: undefined, book: emptyBook }))
  let waiting: LiveAlert[] = []
  let burst: ReturnType<typeof setTimeout> | undefined
  let held = false
  let feed = subscribe()

  function subscribe(): Subscription {
    return live(alertsChannel, {
      filter: { status: [...openStatuses], ...(severity && { severity }) },
      sort,
    }).subscribe(receive)
  }

  function receive(message: LiveMessageOf<typeof alertsChannel>): void {
    if (message.op === 'snapshot') return begin(message.data)
    if (message.op === 'error') return store.setState({ phase: 'failed', problem: message.message })
    if (message.op !== 'changes') return
    waiting.push(...message.data)
    burst ??= setTimeout(take, burstMs)
  }

  function begin(snapshot: Parameters<typeof opened>[0]): void {
    forgetBurst()
    store.setState({ phase: 'ready', problem: undefined, book: opened(snapshot, order) })
  }

  function take(): void {
    const changes = waiting
    forgetBurst()
    const book = changed(store.getState().book, changes, order, held)
    store.setState({ book })
    if (isShort(book)) reload()
  }

  function forgetBurst(): void {
    clearTimeout(burst)
    burst = undefined
    waiting = []
  }

  function show(): void {
    store.setState(({ book }) => ({ book: released(book, order) }))
  }

  function reload(): void {
    feed.unsubscribe()
    feed = subscribe()
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    show,
    reload,
    hold(next) {
      held = next
      if (!next) show()
    },
    close() {
      forgetBurst()
      feed.unsubscribe()
    },
  }
}
