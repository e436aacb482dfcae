import type { ClientFrame, ServerFrame } from '@carapace/shared/core/live/live-protocol'
import { type Effect, type Happening, idle, stateOf, step } from './machine.ts'
import type { LiveState, Order, Report } from './messages.ts'
import { createOutbox } from './outbox.ts'

/** A socket as the client needs it; `listen` names the receivers once, before anything happens. */
export interface Line {
  send(frame: ClientFrame): void
  close(): void
}

export interface Surroundings {
  readonly now: () => number
  readonly random: () => number
  readonly open: (heard: (happening: Happening) => void) => Line
  readonly report: (report: Report) => void
  /** Calls back once after so many ms. */
  readonly after: (ms: number, run: () => void) => void
}

export interface LiveClient {
  readonly obey: (order: Order) => void
  /** To be called a few times a second: heartbeat, back-off and the page's status hang on it. */
  readonly tick: () => void
}

/** How often the page hears of a status that only got older. */
const statusEveryMs = 500

/** Joins the machine, the outbox and a socket. Everything it touches is handed in, so that a test can be the world. */
export function createLiveClient(world: Surroundings): LiveClient {
  let machine = idle
  let line: Line | undefined
  let woken = false
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
    obey,
    tick: () => {
      happen({ op: 'tick' })
      reportState(false)
    },
  }

  function obey(order: Order): void {
    if (order.op === 'taken') return outbox.taken(order.id)
    if (order.op === 'subscribe') outbox.open(order.id, order.wanted)
    if (order.op === 'unsubscribe') outbox.close(order.id)
    happen(order)
  }

  function happen(happening: Happening): void {
    const [next, effects] = step(machine, happening, { now: world.now(), random: world.random() })
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
    // a line that was given up may still speak: only the present one is heard
    const opened: Line = world.open((happening) => line === opened && happen(happening))
    line = opened
  }

  function closeLine(): void {
    const old = line
    line = undefined
    old?.close()
  }

  /** One timer for all boxes; they are few and their paces alike. */
  function wake(afterMs: number): void {
    if (woken) return
    woken = true
    world.after(afterMs, () => {
      woken = false
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

/**
 * What a text from the server means; undefined where it isn't a frame. Its inside is trusted: the server validated it.
 */
export function frameIn(text: string): ServerFrame | undefined {
  const said: unknown = JSON.parse(text)
  return typeof said === 'object' && said !== null && 'op' in said ? (said as ServerFrame) : undefined
}
