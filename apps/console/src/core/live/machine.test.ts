import type { ServerFrame } from '@carapace/shared/core/live/live-protocol'
import { expect, test } from 'vitest'
import { type Effect, type LiveEvent, idle, type Machine, stateOf, step } from './machine.ts'
import type { Wanted } from './messages.ts'

const alerts: Wanted = { channel: 'msoc.alerts', delivery: 'event', params: {}, raw: false }
const counters: Wanted = { channel: 'msoc.counters', delivery: 'state', params: {}, raw: false }
const welcome: LiveEvent = { op: 'frame', frame: { op: 'welcome', protocol: 1, rate_hz: 5 } }

/** A machine and its actions, with a clock and a random number that the test controls. */
function run() {
  let machine: Machine = idle
  const clock = { now: 1_000_000, random: 0 }
  const happen = (...events: LiveEvent[]): Effect[] =>
    events.flatMap((event) => {
      const [next, effects] = step(machine, event, clock)
      machine = next
      return [...effects]
    })
  const frame = (serverFrame: ServerFrame) => happen({ op: 'frame', frame: serverFrame })
  const tickAfter = (ms: number) => {
    clock.now += ms
    return happen({ op: 'tick' })
  }
  return { clock, happen, frame, tickAfter, state: () => stateOf(machine), machine: () => machine }
}

/** Connected, with one event and one state subscription, of which the first has received its snapshot. */
function connected() {
  const world = run()
  world.happen(
    { op: 'token', token: 't' },
    { op: 'subscribe', id: 1, wanted: alerts },
    { op: 'subscribe', id: 2, wanted: counters },
    { op: 'opened' },
    welcome,
  )
  world.frame({ op: 'snapshot', sub: 1, epoch: 'e1', seq: 10, data: {} })
  return world
}

const sent = (effects: readonly Effect[]) => effects.flatMap((effect) => (effect.op === 'send' ? [effect.frame] : []))

test('[SOCKET-1] a token opens the socket, and hello is the first message', () => {
  const { happen } = run()
  expect(happen({ op: 'token', token: 't' })).toEqual([{ op: 'open' }])
  expect(sent(happen({ op: 'opened' }))).toEqual([{ op: 'hello', token: 't', protocol: 1 }])
})

test('[SOCKET-2] nothing is subscribed before the welcome, everything after it', () => {
  const { happen } = run()
  expect(sent(happen({ op: 'token', token: 't' }, { op: 'subscribe', id: 1, wanted: alerts }))).toEqual([])
  expect(sent(happen(welcome))).toEqual([{ op: 'subscribe', sub: 1, channel: 'msoc.alerts', params: {} }])
  expect(sent(happen({ op: 'subscribe', id: 2, wanted: counters }))).toEqual([
    { op: 'subscribe', sub: 2, channel: 'msoc.counters', params: {} },
  ])
})

test('[SOCKET-2] a frame with an old subscription number is ignored', () => {
  const world = connected()
  expect(sent(world.happen({ op: 'unsubscribe', id: 1 }))).toEqual([{ op: 'unsubscribe', sub: 1 }])
  expect(world.frame({ op: 'changes', sub: 1, seq: 11, data: [{}] })).toEqual([])
})

test('[SOCKET-3] the pause doubles from half a second to ten seconds', () => {
  const world = run()
  world.happen({ op: 'token', token: 't' })
  const pauses = Array.from({ length: 7 }, () => {
    world.happen({ op: 'closed', code: 1006 })
    const pause = (world.state().retryAt ?? 0) - world.clock.now
    expect(world.tickAfter(pause - 1)).toEqual([])
    expect(world.tickAfter(1)).toEqual([{ op: 'open' }])
    return pause
  })
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000])
})

test('[SOCKET-3] the random number spreads the pauses over the upper half', () => {
  const world = run()
  world.clock.random = 0.999_999
  world.happen({ op: 'token', token: 't' }, { op: 'closed', code: 1006 })
  expect((world.state().retryAt ?? 0) - world.clock.now).toBe(1_000)
})

test('[SOCKET-3] a stable connection resets the pauses; a connection that failed at once does not', () => {
  const world = run()
  world.happen(
    { op: 'token', token: 't' },
    { op: 'closed', code: 1006 },
    { op: 'retry' },
    { op: 'closed', code: 1006 },
    { op: 'retry' },
    welcome,
  )
  world.happen({ op: 'closed', code: 4408 })
  expect((world.state().retryAt ?? 0) - world.clock.now).toBe(2_000)

  world.happen({ op: 'retry' }, welcome)
  world.clock.now += 5_000
  world.happen({ op: 'closed', code: 4408 })
  expect((world.state().retryAt ?? 0) - world.clock.now).toBe(500)
})

test('[SOCKET-3] retry ends a pause, and does nothing while connected', () => {
  const world = connected()
  expect(world.happen({ op: 'retry' })).toEqual([])
  world.happen({ op: 'closed', code: 1012 })
  expect(world.happen({ op: 'retry' })).toEqual([{ op: 'open' }])
})

test('[SOCKET-4] the event channel resumes at its position, the state channel starts again', () => {
  const world = connected()
  world.frame({ op: 'changes', sub: 1, seq: 12, data: [{}, {}] })
  world.frame({ op: 'snapshot', sub: 2, epoch: 'e1', seq: 3, data: {} })
  world.happen({ op: 'closed', code: 1012 }, { op: 'retry' })
  expect(sent(world.happen(welcome))).toEqual([
    { op: 'subscribe', sub: 3, channel: 'msoc.alerts', params: {}, from: { epoch: 'e1', seq: 12 } },
    { op: 'subscribe', sub: 4, channel: 'msoc.counters', params: {} },
  ])
})

test('[SOCKET-5] 4401 signs out, without another attempt', () => {
  const world = connected()
  expect(world.happen({ op: 'closed', code: 4401 })).toEqual([{ op: 'signed-out' }])
  expect(world.tickAfter(60_000)).toEqual([])
})

test.for([1000, 1006, 1012, 4400, 4408, 4429])('[SOCKET-5] close code %d reconnects', (code) => {
  const world = connected()
  world.happen({ op: 'closed', code })
  expect(world.tickAfter(1_000)).toEqual([{ op: 'open' }])
})

test('[SOCKET-6] a ping every ten seconds; its answer gives the round-trip time', () => {
  const world = connected()
  expect(sent(world.tickAfter(9_999))).toEqual([])
  expect(sent(world.tickAfter(1))).toEqual([{ op: 'ping', at: world.clock.now }])
  world.clock.now += 42
  world.frame({ op: 'pong', at: world.clock.now - 42 })
  expect(world.state().roundTripMs).toBe(42)
})

test('[SOCKET-6] silence for 25 s is a loss, even if the socket still seems open', () => {
  const world = connected()
  world.tickAfter(24_999)
  expect(world.state().state).toBe('live')
  expect(world.tickAfter(1)).toEqual([{ op: 'close' }])
  expect(world.state()).toMatchObject({ state: 'lost', lostAt: world.clock.now })
})

test('[SOCKET-6] no welcome in ten seconds is a loss', () => {
  const world = run()
  world.happen({ op: 'token', token: 't' }, { op: 'opened' })
  expect(world.tickAfter(10_000)).toEqual([{ op: 'close' }])
})

test('[SOCKET-7] the time of a loss stays through failed attempts, until the next welcome', () => {
  const world = connected()
  world.happen({ op: 'closed', code: 1006 })
  const lostAt = world.clock.now
  for (const pause of [700, 1_500]) {
    world.clock.now += pause
    world.happen({ op: 'retry' }, { op: 'closed', code: 1006 })
    expect(world.state()).toMatchObject({ state: 'lost', lostAt })
  }
  world.happen({ op: 'retry' }, welcome)
  expect(world.state()).toMatchObject({ state: 'live', lostAt: undefined })
  world.clock.now += 60_000
  world.happen({ op: 'closed', code: 1006 })
  expect(world.state().lostAt).toBe(lostAt + 62_200)
})

test('[SOCKET-7] connecting, live, lost until the next welcome', () => {
  const world = run()
  expect(world.state().state).toBe('connecting')
  world.happen({ op: 'token', token: 't' }, welcome)
  expect(world.state().state).toBe('live')
  world.happen({ op: 'closed', code: 1006 })
  const { lostAt } = world.state()
  world.clock.now += 700
  world.happen({ op: 'retry' })
  expect(world.state()).toMatchObject({ state: 'lost', lostAt, retryAt: undefined })
  world.happen(welcome)
  expect(world.state()).toMatchObject({ state: 'live', lostAt: undefined })
})

test('[SOCKET-7] changes that the server leaves out are counted', () => {
  const world = connected()
  world.frame({ op: 'gap', sub: 1, dropped: 7 })
  world.happen({ op: 'shed', dropped: 3 })
  expect(world.state().dropped).toBe(10)
})

test("[SOCKET-9] a parked subscription is not requested until unparked, and then from the page's position", () => {
  const world = connected()
  world.frame({ op: 'changes', sub: 1, seq: 40, data: [{}] })
  expect(sent(world.happen({ op: 'park', id: 1, from: { epoch: 'e1', seq: 10 } }))).toEqual([
    { op: 'unsubscribe', sub: 1 },
  ])
  world.happen({ op: 'closed', code: 1012 }, { op: 'retry' })
  expect(sent(world.happen(welcome)).map((each) => each.op === 'subscribe' && each.channel)).toEqual(['msoc.counters'])
  expect(sent(world.happen({ op: 'unpark', id: 1 }))).toMatchObject([
    { op: 'subscribe', channel: 'msoc.alerts', from: { epoch: 'e1', seq: 10 } },
  ])
})
