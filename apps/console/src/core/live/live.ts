import type { Channel } from '@carapace/shared/core/live/channel'
import { Observable } from 'rxjs'
import type { z } from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ColumnPlan } from './columns.ts'
import type {
  AnyMessage,
  ColumnMessage,
  LiveMessage,
  LiveState,
  Order,
  Report,
  RowMessage,
  Wanted,
} from './messages.ts'
import type { RowPlan } from './rows.ts'
import { createSharedFeeds } from './shared.ts'
import { accessToken, sessionOver } from '../session/session.ts'

export type { ColumnBatch, ColumnPlan } from './columns.ts'
export type { ColumnMessage, LiveMessage, LiveMessageOf } from './messages.ts'

interface LiveOptions {
  /** Forward each frame as it arrives instead of at most one post per 50 ms. */
  readonly raw?: boolean
}

export interface LiveStatus extends LiveState {
  /** The time from an event's arrival at the server to its commit, as the counters last reported it, ms. */
  readonly serverLagMs: number | undefined
}

/** The connection as the whole page sees it, updated at most twice a second and at once when it is lost or found. */
export const liveStatus = createStore<LiveStatus>(() => ({
  state: 'connecting',
  lostAt: undefined,
  retryAt: undefined,
  lastMessageAt: undefined,
  dropped: 0,
  roundTripMs: undefined,
  serverLagMs: undefined,
}))

export function useLiveStatus<T>(pick: (status: LiveStatus) => T): T {
  return useStore(liveStatus, pick)
}

/** The listener of each open subscription, by the id that the worker uses. */
const listeners = new Map<number, (message: AnyMessage) => void>()
let worker: Worker | undefined
let lastId = 0

/**
 * The messages of a channel from now on: a snapshot, then the changes after it. After a lost connection it continues,
 * with the missed changes or with another snapshot. All subscribers of the same channel with the same parameters share
 * one subscription on the socket; the last to unsubscribe closes it (rule SOCKET-11). It neither completes nor fails.
 */
export function live<P extends z.ZodType, S extends z.ZodType, C extends z.ZodType>(
  channel: Channel<P, S, C>,
  params: z.input<P>,
  { raw = false }: LiveOptions = {},
): Observable<LiveMessage<z.output<S>, z.output<C>>> {
  return observe<LiveMessage<z.output<S>, z.output<C>>>({
    channel: channel.name,
    delivery: channel.delivery,
    params: params as Wanted['params'],
    raw,
  })
}

/**
 * A state channel whose entries come as typed arrays, the latest of each, in batches that are small enough for smooth
 * rendering (rule SOCKET-10).
 */
export function liveColumns<P extends z.ZodType, S extends z.ZodType, C extends z.ZodType>(
  channel: Channel<P, S, C>,
  params: z.input<P>,
  columns: ColumnPlan,
): Observable<ColumnMessage<z.output<S>, z.output<C>>> {
  return observe<ColumnMessage<z.output<S>, z.output<C>>>({
    channel: channel.name,
    delivery: channel.delivery,
    params: params as Wanted['params'],
    raw: true,
    columns,
  })
}

/**
 * A channel whose changes are rows, which come as typed arrays, all of them and in order. The arrays are the
 * subscriber's own, and may be transferred to another thread: the subscription is not shared (rule SOCKET-12).
 */
export function liveRows<P extends z.ZodType, S extends z.ZodType, C extends z.ZodType, R extends RowPlan>(
  channel: Channel<P, S, C>,
  params: z.input<P>,
  rows: R,
): Observable<RowMessage<R, z.output<S>>> {
  const wanted: Wanted = {
    channel: channel.name,
    delivery: channel.delivery,
    params: params as Wanted['params'],
    raw: false,
    rows,
  }
  return new Observable((subscriber) =>
    open(wanted, (message) => subscriber.next(message as RowMessage<R, z.output<S>>)),
  )
}

const listen = createSharedFeeds(open)

function open(wanted: Wanted, listener: (message: AnyMessage) => void): () => void {
  const id = ++lastId
  listeners.set(id, listener)
  order({ op: 'subscribe', id, wanted })
  return () => {
    listeners.delete(id)
    order({ op: 'unsubscribe', id })
  }
}

function observe<M extends ColumnMessage>(wanted: Wanted): Observable<M> {
  return new Observable((subscriber) => listen(wanted, (message) => subscriber.next(message as M)))
}

/** Tries again now instead of after the back-off. */
export function retryNow(): void {
  order({ op: 'retry' })
}

function order(message: Order): void {
  worker ??= startWorker()
  worker.postMessage(message)
}

function startWorker(): Worker {
  const started = new Worker(new URL('./live.worker.ts', import.meta.url), { type: 'module', name: 'live' })
  started.addEventListener('message', (event: MessageEvent<Report>) => receive(event.data, started))
  started.postMessage({ op: 'token', token: accessToken() ?? '' } satisfies Order)
  return started
}

function receive(report: Report, from: Worker): void {
  if (report.op === 'state') return liveStatus.setState(report.state)
  if (report.op === 'signed-out') return sessionOver()

  // after an error in a listener the worker must still get its credit back
  try {
    for (const message of report.messages) listeners.get(report.id)?.(message)
  } finally {
    from.postMessage({ op: 'taken', id: report.id } satisfies Order)
  }
}
