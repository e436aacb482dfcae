import type { Channel, Delivery } from '@carapace/shared/core/live/channel'
import type { z } from 'zod'
import type { ColumnBatch, ColumnPlan } from './columns.ts'
import type { RowBatch, RowPlan } from './rows.ts'

/** A message to a subscriber of a channel. Typed by the contract; not validated again, since the server did it. */
export type LiveMessage<Snapshot = unknown, Change = unknown> =
  | { readonly op: 'snapshot'; readonly epoch: string; readonly seq: number; readonly data: Snapshot }
  | { readonly op: 'changes'; readonly seq: number; readonly data: readonly Change[] }
  /** Some changes were left out, by the server or in the browser. */
  | { readonly op: 'gap'; readonly dropped: number }
  | { readonly op: 'error'; readonly code: string; readonly message: string }

/** The messages of one channel, by its declaration: `LiveMessageOf<typeof alertsChannel>`. */
export type LiveMessageOf<C extends Channel> = LiveMessage<z.output<C['snapshot']>, z.output<C['change']>>

/**
 * A message to a subscriber of a channel in columns: entries that have columns come as columns, and in no snapshot or
 * change.
 */
export type ColumnMessage<Snapshot = unknown, Change = unknown> = LiveMessage<Snapshot, Change> | ColumnBatch

/** A message to a subscriber of a channel in rows: a snapshot has an empty list, and its rows follow as arrays. */
export type RowMessage<P extends RowPlan = RowPlan, Snapshot = unknown> =
  Exclude<LiveMessage<Snapshot>, { readonly op: 'changes' }> | RowBatch<P>

/** Any message from the worker to a subscriber. */
export type AnyMessage = ColumnMessage | RowBatch

/** The request of a subscription. */
export interface Wanted {
  readonly channel: string
  readonly delivery: Delivery
  readonly params: Readonly<Record<string, unknown>>
  /** Each frame is passed on as it arrives, unbatched: for frames that already arrive at the screen's pace. */
  readonly raw: boolean
  /** Entries are merged and passed on as typed arrays: for data that is too much to copy between threads. */
  readonly columns?: ColumnPlan
  /** Changes are rows, which are passed on as typed arrays, all of them and in order. */
  readonly rows?: RowPlan
}

/** The state of the connection. */
export interface LiveState {
  readonly state: 'connecting' | 'live' | 'lost'
  /** When the connection was lost; undefined while it is live, or never was. Epoch ms, like the others. */
  readonly lostAt: number | undefined
  readonly retryAt: number | undefined
  readonly lastMessageAt: number | undefined
  /** How many changes were left out since the page was opened, by the server or in the browser. */
  readonly dropped: number
  /** The round-trip time of the latest ping, ms. */
  readonly roundTripMs: number | undefined
}

/** From the page to the worker. */
export type Order =
  | { readonly op: 'token'; readonly token: string }
  | { readonly op: 'subscribe'; readonly id: number; readonly wanted: Wanted }
  | { readonly op: 'unsubscribe'; readonly id: number }
  /** The page has taken one post of this subscription: the worker may post another. */
  | { readonly op: 'taken'; readonly id: number }
  | { readonly op: 'retry' }

/** From the worker to the page. */
export type Report =
  | { readonly op: 'messages'; readonly id: number; readonly messages: readonly AnyMessage[] }
  | { readonly op: 'state'; readonly state: LiveState }
  | { readonly op: 'signed-out' }
