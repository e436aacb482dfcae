import type { z } from 'zod'
import type { Licence } from '../../modules.ts'
import type { Permission } from '../../permissions.ts'

/**
 * How a channel may treat a slow viewer.
 * - `state`: keyed; the latest value replaces earlier ones at the viewer's pace; nothing is queued.
 * - `event`: ordered and complete, resumable from a sequence number; never conflated.
 * - `firehose`: a window or a sample, with an exact count of what was left out.
 */
export type Delivery = 'state' | 'event' | 'firehose'

/** One live channel: it gives the types of the server's subscription and of the console's stream. */
export interface Channel<
  Params extends z.ZodType = z.ZodType,
  Snapshot extends z.ZodType = z.ZodType,
  Change extends z.ZodType = z.ZodType,
> {
  readonly name: string
  readonly delivery: Delivery
  /** Who may subscribe: any signed-in member, or one whose organisation holds this licence, or one of these. */
  readonly access: 'member' | Licence | readonly Licence[]
  /** What the subscriber's role must allow; absent: every role may subscribe. */
  readonly needs?: Permission
  readonly params: Params
  readonly snapshot: Snapshot
  readonly change: Change
}

/** Declares a channel and infers the types of its parameters, snapshot and changes. */
export function channel<P extends z.ZodType, S extends z.ZodType, C extends z.ZodType>(
  declared: Channel<P, S, C>,
): Channel<P, S, C> {
  return declared
}
