import {
  type ClientFrame,
  closeCodes,
  PROTOCOL,
  type ResumePoint,
  type ServerFrame,
} from '@carapace/shared/core/live/live-protocol'
import type { LiveMessage, LiveState, Wanted } from './messages.ts'
import { againAfter, silentMs, stableMs, welcomeMs, pingEveryMs } from './timing.ts'

/** One subscription of the page, whether or not the server knows it now. */
interface Subscription {
  readonly wanted: Wanted
  /**
   * The number of this subscription at the server. Each subscribe frame has a new number, so that frames for an earlier
   * subscription are not taken for its own. Undefined: not requested now.
   */
  readonly wire: number | undefined
  /** The position to resume from; for event channels only, the others start with a snapshot (rule SOCKET-4). */
  readonly from: ResumePoint | undefined
  /** The page is too slow: not requested until it has taken its messages (rule SOCKET-9). */
  readonly parked: boolean
}

type Phase =
  | { readonly at: 'idle' }
  /** The socket is opening, or has sent hello and waits for the welcome. */
  | { readonly at: 'opening'; readonly since: number }
  | { readonly at: 'live'; readonly since: number; readonly receivedAt: number; readonly pingedAt: number }
  | { readonly at: 'waiting'; readonly until: number }
  /** The session is over; there are no more attempts. */
  | { readonly at: 'over' }

/** The connection and its subscriptions. An immutable value: `step` returns the next one. */
export interface Machine {
  readonly phase: Phase
  readonly token: string
  readonly subscriptions: ReadonlyMap<number, Subscription>
  readonly nextWire: number
  /** Connections that failed in a row. */
  readonly failed: number
  readonly lostAt: number | undefined
  readonly lastMessageAt: number | undefined
  readonly dropped: number
  readonly roundTripMs: number | undefined
}

export type LiveEvent =
  | { readonly op: 'token'; readonly token: string }
  | { readonly op: 'subscribe'; readonly id: number; readonly wanted: Wanted }
  | { readonly op: 'unsubscribe'; readonly id: number }
  | { readonly op: 'park'; readonly id: number; readonly from: ResumePoint | undefined }
  | { readonly op: 'unpark'; readonly id: number }
  | { readonly op: 'opened' }
  | { readonly op: 'frame'; readonly frame: ServerFrame }
  | { readonly op: 'closed'; readonly code: number }
  /** Time passed; sent a few times a second. */
  | { readonly op: 'tick' }
  | { readonly op: 'retry' }
  /** Left out in the browser, between the socket and the page. */
  | { readonly op: 'shed'; readonly dropped: number }

export type Effect =
  | { readonly op: 'open' }
  | { readonly op: 'close' }
  | { readonly op: 'send'; readonly frame: ClientFrame }
  | { readonly op: 'deliver'; readonly id: number; readonly message: LiveMessage }
  | { readonly op: 'signed-out' }

/** The time and a random number for an event: injected, so that the machine stays a pure function. */
export interface Clock {
  /** Epoch ms. */
  readonly now: number
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: number
}

export type Step = readonly [Machine, readonly Effect[]]

export const idle: Machine = {
  phase: { at: 'idle' },
  token: '',
  subscriptions: new Map(),
  nextWire: 1,
  failed: 0,
  lostAt: undefined,
  lastMessageAt: undefined,
  dropped: 0,
  roundTripMs: undefined,
}

/**
 * The whole behaviour of the live client: the connection after an event, and the actions to take. Rules SOCKET-1 to
 * SOCKET-9 of ../SPEC.md.
 */
export function step(machine: Machine, event: LiveEvent, clock: Clock): Step {
  switch (event.op) {
    case 'token':
      return opening({ ...machine, token: event.token }, clock)
    case 'subscribe':
      return subscribed(
        withSubscription(machine, event.id, { wanted: event.wanted, wire: undefined, from: undefined, parked: false }),
      )
    case 'unsubscribe':
      return unsubscribed(machine, event.id)
    case 'park':
      return parked(machine, event.id, event.from)
    case 'unpark':
      return unparked(machine, event.id)
    case 'opened':
      return [machine, [{ op: 'send', frame: { op: 'hello', token: machine.token, protocol: PROTOCOL } }]]
    case 'frame':
      return received(machine, event.frame, clock)
    case 'closed':
      return closed(machine, event.code, clock)
    case 'tick':
      return ticked(machine, clock)
    case 'retry':
      return machine.phase.at === 'waiting' ? opening(machine, clock) : [machine, []]
    case 'shed':
      return [{ ...machine, dropped: machine.dropped + event.dropped }, []]
  }
}

function opening(machine: Machine, { now }: Clock): Step {
  return [{ ...machine, phase: { at: 'opening', since: now } }, [{ op: 'open' }]]
}

function received(machine: Machine, frame: ServerFrame, { now }: Clock): Step {
  if (frame.op === 'welcome') return welcomed(machine, now)
  if (machine.phase.at !== 'live') return [machine, []]

  const awake: Machine = { ...machine, phase: { ...machine.phase, receivedAt: now } }
  if (frame.op === 'pong') return [{ ...awake, roundTripMs: now - frame.at }, []]
  return delivered({ ...awake, lastMessageAt: now }, frame)
}

function welcomed(machine: Machine, now: number): Step {
  const live: Machine = {
    ...machine,
    phase: { at: 'live', since: now, receivedAt: now, pingedAt: now },
    lostAt: undefined,
  }
  return subscribed(live)
}

type DataFrame = Exclude<ServerFrame, { op: 'welcome' | 'pong' }>

function delivered(machine: Machine, frame: DataFrame): Step {
  const found = [...machine.subscriptions].find(([, each]) => each.wire !== undefined && each.wire === frame.sub)
  if (!found) return [machine, []]

  const [id, subscription] = found
  const reached = withSubscription(machine, id, { ...subscription, from: pointAfter(subscription, frame) })
  const dropped = frame.op === 'gap' ? machine.dropped + frame.dropped : machine.dropped
  return [{ ...reached, dropped }, [{ op: 'deliver', id, message: messageOf(frame) }]]
}

/** The position of an event channel after a frame; the other classes never resume. */
function pointAfter({ wanted, from }: Subscription, frame: DataFrame): ResumePoint | undefined {
  if (wanted.delivery !== 'event') return undefined
  if (frame.op === 'snapshot') return { epoch: frame.epoch, seq: frame.seq }
  if (frame.op === 'changes' && from) return { epoch: from.epoch, seq: frame.seq }
  return from
}

function messageOf(frame: DataFrame): LiveMessage {
  switch (frame.op) {
    case 'snapshot':
      return { op: 'snapshot', epoch: frame.epoch, seq: frame.seq, data: frame.data }
    case 'changes':
      return { op: 'changes', seq: frame.seq, data: frame.data }
    case 'gap':
      return { op: 'gap', dropped: frame.dropped }
    case 'error':
      return { op: 'error', code: frame.code, message: frame.message }
  }
}

function closed(machine: Machine, code: number, clock: Clock): Step {
  if (machine.phase.at === 'waiting' || machine.phase.at === 'over') return [machine, []] // our own closing, echoed
  if (code === closeCodes.notSignedIn) return [{ ...machine, phase: { at: 'over' } }, [{ op: 'signed-out' }]]
  return [lost(machine, clock), []]
}

/** Back to waiting. A connection that was stable resets the back-off, a connection that failed at once increases it. */
function lost(machine: Machine, { now, random }: Clock): Machine {
  const held = machine.phase.at === 'live' && now - machine.phase.since >= stableMs
  const failed = held ? 0 : machine.failed
  const inactive = [...machine.subscriptions].map(([id, each]) => [id, { ...each, wire: undefined }] as const)
  return {
    ...machine,
    phase: { at: 'waiting', until: now + againAfter(failed, random) },
    subscriptions: new Map(inactive),
    failed: failed + 1,
    lostAt: machine.lostAt ?? now,
    roundTripMs: undefined,
  }
}

function ticked(machine: Machine, clock: Clock): Step {
  const { phase } = machine
  const { now } = clock
  if (phase.at === 'waiting' && now >= phase.until) return opening(machine, clock)
  if (phase.at === 'opening' && now - phase.since >= welcomeMs) return [lost(machine, clock), [{ op: 'close' }]]
  if (phase.at !== 'live') return [machine, []]

  if (now - phase.receivedAt >= silentMs) return [lost(machine, clock), [{ op: 'close' }]]
  if (now - phase.pingedAt < pingEveryMs) return [machine, []]
  return [{ ...machine, phase: { ...phase, pingedAt: now } }, [{ op: 'send', frame: { op: 'ping', at: now } }]]
}

/** Requests every subscription that should run and that the server does not know. */
function subscribed(machine: Machine): Step {
  if (machine.phase.at !== 'live') return [machine, []]

  const subscriptions = new Map(machine.subscriptions)
  const effects: Effect[] = []
  let { nextWire } = machine
  for (const [id, subscription] of subscriptions) {
    if (subscription.parked || subscription.wire !== undefined) continue
    subscriptions.set(id, { ...subscription, wire: nextWire })
    effects.push({ op: 'send', frame: subscribeFrame(nextWire, subscription) })
    nextWire += 1
  }
  return [{ ...machine, subscriptions, nextWire }, effects]
}

function subscribeFrame(sub: number, { wanted, from }: Subscription): ClientFrame {
  return { op: 'subscribe', sub, channel: wanted.channel, params: { ...wanted.params }, ...(from && { from }) }
}

function unsubscribed(machine: Machine, id: number): Step {
  const subscriptions = new Map(machine.subscriptions)
  subscriptions.delete(id)
  return [{ ...machine, subscriptions }, unsubscribeEffects(machine, id)]
}

function parked(machine: Machine, id: number, from: ResumePoint | undefined): Step {
  const subscription = machine.subscriptions.get(id)
  if (!subscription) return [machine, []]
  const resumable = subscription.wanted.delivery === 'event' ? from : undefined
  return [
    withSubscription(machine, id, { ...subscription, wire: undefined, from: resumable, parked: true }),
    unsubscribeEffects(machine, id),
  ]
}

function unparked(machine: Machine, id: number): Step {
  const subscription = machine.subscriptions.get(id)
  if (!subscription?.parked) return [machine, []]
  return subscribed(withSubscription(machine, id, { ...subscription, parked: false }))
}

function unsubscribeEffects(machine: Machine, id: number): Effect[] {
  const wire = machine.subscriptions.get(id)?.wire
  return wire === undefined ? [] : [{ op: 'send', frame: { op: 'unsubscribe', sub: wire } }]
}

function withSubscription(machine: Machine, id: number, subscription: Subscription): Machine {
  return { ...machine, subscriptions: new Map(machine.subscriptions).set(id, subscription) }
}

/** The state of the connection for the page. */
export function stateOf({ phase, lostAt, lastMessageAt, dropped, roundTripMs }: Machine): LiveState {
  const retryAt = phase.at === 'waiting' ? phase.until : undefined
  const state = phase.at === 'live' ? 'live' : lostAt === undefined ? 'connecting' : 'lost'
  return { state, lostAt, retryAt, lastMessageAt, dropped, roundTripMs }
}
