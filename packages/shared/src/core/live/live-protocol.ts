import { z } from 'zod'

/**
 * The live protocol: JSON frames over one WebSocket, `/api/live`.
 *
 *   client                                       server
 *   {op:hello, token, protocol}                  ->
 *                                                <-  {op:welcome, protocol, rate_hz}
 *   {op:subscribe, sub, channel, params, from?}  ->
 *                                                <-  {op:snapshot, sub, epoch, seq, data}   or, if `from` is resumed,
 *                                                <-  {op:changes, sub, seq, data:[…]}       (then more of these)
 *                                                <-  {op:gap, sub, dropped}                 something was shed
 *                                                <-  {op:error, sub?, code, message}
 *   {op:unsubscribe, sub}                        ->
 *   {op:ping, at}                                ->  {op:pong, at}
 *
 * `seq` orders a subscription's data. `epoch` names the history that `seq` counts in: a resume under another epoch gets
 * a snapshot. A test fingerprints every shape. Additions keep `PROTOCOL`; any change that an open console would misread
 * raises it.
 */
export const PROTOCOL = 1

/** The codes with which the server closes; the console explains each to the user. */
export const closeCodes = {
  /** The server is shutting down: reconnect, to another server if there is one. */
  goingAway: 1012,
  /** No valid hello within five seconds, or the session is over. */
  notSignedIn: 4401,
  /** The viewer could not take its events quickly enough; reconnect and resume. */
  tooSlow: 4408,
  /** A frame that violates the protocol. */
  badFrame: 4400,
  /** Too many sockets without a hello from this address. */
  tooMany: 4429,
} as const

/** The position of a subscription when its connection was lost. */
export const ResumePoint = z.object({ epoch: z.string().max(64), seq: z.int().nonnegative() })
export type ResumePoint = z.infer<typeof ResumePoint>

const sub = z.int().nonnegative()

export const ClientFrame = z.discriminatedUnion('op', [
  z.object({ op: z.literal('hello'), token: z.string().max(256), protocol: z.int() }),
  z.object({
    op: z.literal('subscribe'),
    sub,
    channel: z.string().max(64),
    params: z.record(z.string(), z.unknown()).default({}),
    from: ResumePoint.optional(),
  }),
  z.object({ op: z.literal('unsubscribe'), sub }),
  z.object({ op: z.literal('ping'), at: z.number() }),
])
export type ClientFrame = z.infer<typeof ClientFrame>

export const ServerFrame = z.discriminatedUnion('op', [
  z.object({ op: z.literal('welcome'), protocol: z.int(), rate_hz: z.number() }),
  z.object({ op: z.literal('snapshot'), sub, epoch: z.string(), seq: z.int(), data: z.unknown() }),
  z.object({ op: z.literal('changes'), sub, seq: z.int(), data: z.array(z.unknown()) }),
  z.object({ op: z.literal('gap'), sub, dropped: z.int() }),
  z.object({ op: z.literal('error'), sub: sub.optional(), code: z.string(), message: z.string() }),
  z.object({ op: z.literal('pong'), at: z.number() }),
])
export type ServerFrame = z.infer<typeof ServerFrame>
