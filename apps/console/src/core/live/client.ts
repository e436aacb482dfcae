import type { ClientFrame, ServerFrame } from '@carapace/shared/core/live/live-protocol'
import { type Effect, type LiveEvent, idle, stateOf, step } from './machine.ts'
import type { LiveState, Order, Report } from './messages.ts'
import { createOutbox } from './outbox.ts'

/** A socket as the client needs it; `listen` sets the receivers once, before the first event. */
export interface Line {
  send(frame: ClientFrame): void
  close(): void
}

export interface LiveClientDeps {
  readonly now: () => number
  readonly random: () => number
  readonly open: (onEvent: (event: LiveEvent) => void) => Line
  readonly report: (report: Report) => void
  /** Calls back once after the given time, ms. */
  readonly after: (ms: number, run: () => void) => void
}

export interface LiveClient {
  readonly apply: (order: Order) => void
  /** Call it a few times a second: heartbeat, back-off and the page's status depend on it. */
  readonly tick: () => void
}

/** How often the page receives a status in which only ages changed, ms. */
const statusEveryMs = 500

/** Connects the machine, the outbox and a socket. All dependencies are passed in, so that a test can replace them. */
export function createLiveClient(world: LiveClientDeps): LiveClient {
  let machine = idle
  let line: Line | undefined
  let isWakePending = false
  let reported: { state: LiveState; at: number } | undefined

  const outbox = createOutbox({
    post: (id, messages) => world.report({ op: 'messages', id, messages }),
    park: (id, from) => happen({ op: 'park', id, from }),
    unpark: (id) => happen({ op: 'unpark', id }),
    shed: (dropped) => happen({ op: 'shed', dropped }),
    now: world.now,
    wake,
  })

  return {
    apply,
    tick: () => {
      happen({ op: 'tick' })
      reportState(false)
    },
  }

  function apply(order: Order): void {
    if (order.op === 'taken') return outbox.taken(order.id)
    if (order.op === 'subscribe') outbox.open(order.id, order.wanted)
    if (order.op === 'unsubscribe') outbox.close(order.id)
    happen(order)
  }

  function happen(event: LiveEvent): void {
    const [next, effects] = step(machine, event, { now: world.now(), random: world.random() })
    machine = next
    effects.forEach(perform)
    reportState(true)
  }

  function perform(effect: Effect): void {
    switch (effect.op) {
      case 'open':
        return openLine()
      case 'close':
        return closeLine()
      case 'send':
        return line?.send(effect.frame)
      case 'deliver':
        return outbox.put(effect.id, effect.message)
      case 'signed-out':
        return world.report({ op: 'signed-out' })
    }
  }

  function openLine(): void {
    closeLine()
    // an abandoned line may still send events: only those of the current line are handled
    const opened: Line = world.open((event) => line === opened && happen(event))
    line = opened
  }

  function closeLine(): void {
    const old = line
    line = undefined
    old?.close()
  }

  /** One timer for all boxes: there are few of them, with similar delays. */
  function wake(afterMs: number): void {
    if (isWakePending) return
    isWakePending = true
    world.after(afterMs, () => {
      isWakePending = false
      outbox.flush()
    })
  }

  /** At once when the connection is lost, found or tried; else at most twice a second. */
  function reportState(onlyTurns: boolean): void {
    const state = stateOf(machine)
    const turned = state.state !== reported?.state.state || state.retryAt !== reported.state.retryAt
    const due = !onlyTurns && world.now() - (reported?.at ?? 0) >= statusEveryMs && !sameState(state, reported?.state)
    if (!turned && !due) return
    reported = { state, at: world.now() }
    world.report({ op: 'state', state })
  }
}

function sameState(a: LiveState, b: LiveState | undefined): boolean {
  return (
    b !== undefined && a.lastMessageAt === b.lastMessageAt && a.dropped === b.dropped && a.roundTripMs === b.roundTripMs
  )
}

/** The frame in a text from the server; undefined if it is none. Its content is trusted: the server validated it. */
export function frameIn(text: string): ServerFrame | undefined {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null && 'op' in value ? (value as ServerFrame) : undefined
}
