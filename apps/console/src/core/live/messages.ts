import type { Channel, Delivery } from '@carapace/shared/core/live/channel'
import type { z } from 'zod'
import type { ColumnBatch, ColumnPlan } from './columns.ts'

/** What a subscriber of a channel hears. Typed from the contract; not validated again, the server did. */
export type LiveMessage<Snapshot = unknown, Change = unknown> =
  | { readonly op: 'snapshot'; readonly epoch: string; readonly seq: number; readonly data: Snapshot }
  | { readonly op: 'changes'; readonly seq: number; readonly data: readonly Change[] }
  /** Something was left out, by the server or here. */
  | { readonly op: 'gap'; readonly dropped: number }
  | { readonly op: 'error'; readonly code: string; readonly message: string }

/** The messages of one channel, by its declaration: `LiveMessageOf<typeof alertsChannel>`. */
export type LiveMessageOf<C extends Channel> = LiveMessage<z.output<C['snapshot']>, z.output<C['change']>>

/**
 * What a subscriber of a channel in columns hears: the entries that have columns come as those, and in no snapshot or
 * change.
 */
export type ColumnMessage<Snapshot = unknown, Change = unknown> = LiveMessage<Snapshot, Change> | ColumnBatch

/** What a subscription asks for. */
export interface Wanted {
  readonly channel: string
  readonly delivery: Delivery
  readonly params: Readonly<Record<string, unknown>>
  /** Each frame is handed on as it comes, unbatched: for what already arrives at the screen's pace. */
  readonly raw: boolean
  /** Entries are merged and handed on as typed arrays: for what is too much to be copied between threads. */
  readonly columns?: ColumnPlan
}

/** Where the connection stands. */
export interface LiveState {
  readonly state: 'connecting' | 'live' | 'lost'
  /** When the connection was lost; undefined while it is live, or never was. Epoch ms, like the others. */
  readonly lostAt: number | undefined
  readonly retryAt: number | undefined
  readonly lastMessageAt: number | undefined
  /** How many changes were left out since the page was opened, by the server or here. */
  readonly dropped: number
  /** How long the latest ping took there and back, ms. */
  readonly roundTripMs: number | undefined
}

/** Page to worker. */
export type Order =
  | { readonly op: 'token'; readonly token: string }
  | { readonly op: 'subscribe'; readonly id: number; readonly wanted: Wanted }
  | { readonly op: 'unsubscribe'; readonly id: number }
  /** The page has taken one post of this subscription: the worker may post another. */
  | { readonly op: 'taken'; readonly id: number }
  | { readonly op: 'retry' }

/** Worker to page. */
export type Report =
  | { readonly op: 'messages'; readonly id: number; readonly messages: readonly ColumnMessage[] }
  | { readonly op: 'state'; readonly state: LiveState }
  | { readonly op: 'signed-out' }
