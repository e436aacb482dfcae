import { expect, test } from 'vitest'
import { chance, frame, later, learnedFrom, watchOf } from '../../bus.fixture.ts'
import type { CanFrame } from '../../frame.ts'
import type { CanProfile } from '../../profile.ts'
import { advance, beginClock, errorAt, learnError, noiseOf, startClocks, takeTime } from './sender-clock.ts'

/** Ids of the tests' bus: cycle, ms, and the skew of the control unit's clock. Three units, of three or four ids. */
const ids = [
  { id: 0x120, ms: 20, skew: 60e-6 },
  { id: 0x1a0, ms: 10, skew: -80e-6 },
  { id: 0x200, ms: 10, skew: -80e-6 },
  { id: 0x210, ms: 20, skew: -80e-6 },
  { id: 0x220, ms: 25, skew: 5e-6 },
  { id: 0x230, ms: 40, skew: 5e-6 },
  { id: 0x240, ms: 50, skew: 60e-6 },
  { id: 0x250, ms: 50, skew: 60e-6 },
  { id: 0x260, ms: 100, skew: 5e-6 },
  { id: 0x270, ms: 100, skew: 5e-6 },
] as const
const target = 0x240
/** How late a frame is sent by accident, ms. */
const jitterMs = 0.4

interface Timing {
  /** When the n-th frame of an id is sent, ms after the beginning; NaN: it is not. */
  readonly at?: (due: number, id: number, n: number) => number
  readonly seconds?: number
  readonly jitter?: number
}

/** Returns frames that never change their payload: only their times can show who sends them. */
function bus({ at = (due) => due, seconds = 40, jitter = jitterMs }: Timing): CanFrame[] {
  const frames: CanFrame[] = []
  for (const { id, ms, skew } of ids) {
    const random = chance(id)
    for (let n = 0; n * ms < seconds * 1_000; n++) {
      const sent = at(n * ms * (1 + skew) + (id & 7), id, n) + jitter * random()
      if (!Number.isNaN(sent)) frames.push(frame(later + sent, id, payloads.get(id) ?? []))
    }
  }
  return frames.sort((a, b) => a.ts - b.ts)
}

const payloads = new Map(ids.map(({ id }, i) => [id, [i, 0x40 + i, 0, 0, 0xff, 0, 0, 0]]))

const learned = learnedFrom(bus({ seconds: 60 }))
/** As after ten minutes in which all senders kept to their beat. */
const profile: CanProfile = {
  ...learned,
  ids: learned.ids.map((one) => ({ ...one, cycle: one.cycle && { ...one.cycle, steadySeconds: 600 } })),
}
function judged(frames: readonly CanFrame[], known = profile) {
  const { signs, findings } = watchOf(frames, { profile: known })
  const ofClock = signs.filter(({ detector }) => detector === 'can-clock')
  const blamed = new Set(ofClock.flatMap(({ blamed }) => blamed))
  return { signs: ofClock, findings, blamed: frames.filter((_, seq) => blamed.has(seq)) }
}
const from = 15_000
const to = 23_000
/** Returns when another unit sends the id from 15 to 23 s, so much later. */
const taken =
  (lateMs: number, who: (id: number) => boolean = (id) => id === target): Timing['at'] =>
  (due, id) =>
    who(id) && due > from && due < to ? due + lateMs : due

test('[CAN-CLOCK-1] clocks that run as they did raise nothing, warm or cold', () => {
  expect(judged(bus({ seconds: 300 })).signs).toEqual([])
  const warming = (due: number) => due + 12 * (1 - Math.exp(-due / 200_000))
  expect(judged(bus({ seconds: 300, at: warming })).signs).toEqual([])
})

test.for([
  { what: '1.5 ms late', lateMs: 1.5 },
  { what: '3 ms early', lateMs: -3 },
  { what: 'half a cycle away', lateMs: 22 },
])('[CAN-CLOCK-1] another unit that sends an id with its own payload is found, $what', ({ lateMs }) => {
  const { blamed, findings } = judged(bus({ at: taken(lateMs) }))
  const own = blamed.filter(({ ts }) => ts > later + from && ts < later + to + 60)
  expect(new Set(blamed.map(({ id }) => id))).toEqual(new Set([target]))
  expect(blamed.length - own.length).toBeLessThanOrEqual(2)
  expect(own.length).toBeGreaterThan(150)
  expect(findings[0]).toMatchObject({ rule: 'can-clock', severity: 'medium' })
})

test('[CAN-CLOCK-1] a sender that is a little late for some time is no other one', () => {
  expect(judged(bus({ at: taken(0.6) })).signs).toEqual([])
})

test('[CAN-CLOCK-4] a clock that was never seen to be inaccurate does not learn the times of another sender', () => {
  const { blamed } = judged(bus({ at: taken(1.2), jitter: 0.02 }))
  expect(blamed.length).toBeGreaterThan(150)
  expect(blamed.every(({ id, ts }) => id === target && ts > later + from && ts < later + to + 60)).toBe(true)
})

test('[CAN-CLOCK-6] the explanation states how far the times are off, and the ids of the same clock', () => {
  const { signs } = judged(bus({ seconds: 90, at: (due, id) => (id === target && due > 60_000 ? due + 3 : due) }))
  expect(signs[0]!.explanation).toMatchObject([
    { field: "sender's clock", observed: expect.stringMatching(/^(2\.\d|3\.\d) ms late/) },
    { field: 'ids of the same clock', observed: expect.stringContaining('0x250') },
  ])
})

test('[CAN-CLOCK-2] coarse times, and a timer that starts after each frame, identify nobody', () => {
  const coarse = bus({ at: taken(3) }).map((one) => ({ ...one, ts: Math.floor(one.ts / 10) * 10 }))
  expect(judged(coarse).signs).toEqual([])
  const walked = new Map<number, { sum: number; next: () => number }>()
  const restarting = (due: number, id: number) => {
    const walk = walked.get(id) ?? { sum: 0, next: chance(id + 1) }
    walked.set(id, walk)
    walk.sum += (walk.next() - 0.5) * 1.5
    return due + walk.sum
  }
  expect(judged(bus({ seconds: 300, at: restarting, jitter: 0.05 })).signs).toEqual([])
})

test('[CAN-CLOCK-2] a clock is not known in less than 5 s', () => {
  const early = (due: number, id: number) => (id === target && due > 4_000 ? due + 3 : due)
  expect(judged(bus({ seconds: 20, at: early })).signs).toEqual([])
})

test("[CAN-CLOCK-3] a step of the recorder's clock, and a unit whose ids are all off, are no other sender", () => {
  expect(judged(bus({ at: (due) => (due > from ? due + 3 : due) })).signs).toEqual([])
  const unit = new Set<number>(ids.filter(({ skew }) => skew === -80e-6).map(({ id }) => id))
  const restarted = (due: number, id: number) => (unit.has(id) && due > 70_000 ? due + 3 : due)
  expect(judged(bus({ seconds: 100, at: restarted })).signs).toEqual([])
  const one = (due: number, id: number) => (id === 0x210 && due > 70_000 ? due + 3 : due)
  expect(judged(bus({ seconds: 100, at: one })).signs).not.toEqual([])
})

test.for([
  { frames: 34, least: 2, most: 4 },
  { frames: 600, least: 1, most: 1.1 },
])('[CAN-CLOCK-2] 100 cycles later a clock learned from $frames frames is less certain', ({ frames, least, most }) => {
  const clocks = startClocks(1)
  const random = chance(3)
  const cycle = 200
  clocks.resolution = 0.001
  beginClock(clocks, 0, later, cycle)
  for (let n = 1; n < frames; n++) {
    const ts = later + n * cycle + 5 * random()
    takeTime(clocks, 0, ts)
    learnError(clocks, 0, errorAt(clocks, 0, ts))
    advance(clocks, 0)
  }
  const last = later + (frames - 1) * cycle
  const ratio = noiseOf(clocks, 0, last + 100 * cycle) / noiseOf(clocks, 0, last + cycle)
  expect(ratio).toBeGreaterThan(least)
  expect(ratio).toBeLessThan(most)
})

test('[CAN-CLOCK-3] another unit that sends half of the ids is found, since the others come in time', () => {
  const played = new Set<number>([0x1a0, 0x220, 0x240, 0x250, 0x260])
  const { blamed } = judged(bus({ at: taken(4, (id) => played.has(id)) }))
  expect(new Set(blamed.map(({ id }) => id))).toEqual(played)
})

test('[CAN-CLOCK-4] after a pause, at another rate and late once, an id has the clock it had', () => {
  const paused = (due: number, id: number) =>
    id !== target || due < from ? due : due < from + 1_000 ? Number.NaN : due + 7
  expect(judged(bus({ at: paused })).signs).toEqual([])
  const slower = (due: number, id: number, n: number) => (id === target && due > from && n % 2 === 1 ? Number.NaN : due)
  expect(judged(bus({ at: slower })).signs).toEqual([])
  const late = (due: number, id: number, n: number) => (id === target && n % 9 === 0 ? due + 4 : due)
  expect(judged(bus({ at: late })).signs).toEqual([])
})

test('[CAN-CLOCK-5] an id whose clock changes again and again is no evidence, nor is a bus of such ids', () => {
  const hopping = (due: number, id: number) => (id === target ? due + 3 * (Math.floor(due / 30_000) % 2) : due)
  const { signs } = judged(bus({ seconds: 400, at: hopping }))
  const last = signs.at(-1)!.ts - later
  expect(last).toBeLessThan(200_000)
})

test('[CAN-CLOCK-5] what was off before the clocks were seen to hold is followed, and may return', () => {
  const few = new Set<number>([...ids.slice(1, 4).map(({ id }) => id), target])
  const away = (due: number, id: number) => (id === target && due > 6_000 && due < 40_000 ? due + 3 : due)
  const frames = bus({ seconds: 70, at: away }).filter(({ id }) => few.has(id))
  expect(judged(frames).signs).toEqual([])
})

test('[CAN-CLOCK-7] frames are blamed until the first clock is back, or the other one has stayed for 20 s', () => {
  const stays = judged(bus({ seconds: 60, at: (due, id) => (id === target && due > from ? due + 3 : due) }))
  const at = stays.blamed.map(({ ts }) => ts - later)
  expect(at[0]).toBeLessThan(from + 200)
  expect(at.at(-1)).toBeGreaterThan(from + 18_000)
  expect(at.at(-1)).toBeLessThan(from + 22_000)
})

/** Frames of the target at `from` ms and from then on: the time by which the n-th of them is late, ms. */
const lateFrom =
  (from: number, lateMs: (n: number) => number): Timing['at'] =>
  (due, id) =>
    id === target && due > from ? due + lateMs(Math.floor((due - from) / 50)) : due

test.for([
  { what: 'half a cycle off', at: lateFrom(from, () => 25), few: undefined },
  {
    what: 'far off after an offset that proved nothing',
    at: lateFrom(from, (n) => (n < 120 ? 0.6 : 10)),
    few: undefined,
  },
  { what: 'of a bus with one other id', at: lateFrom(from, () => 10), few: [target, 0x1a0] },
])('[CAN-CLOCK-1] [CAN-CLOCK-3] [CAN-CLOCK-9] another sender $what is found', ({ at, few }) => {
  const frames = bus({ at }).filter(({ id }) => few === undefined || few.includes(id))
  expect(judged(frames).signs).not.toEqual([])
})

test.for([
  { what: 'sends a frame now in one task and now in another', at: lateFrom(from, (n) => (n % 3 === 2 ? 0 : 4)) },
  { what: 'catches up a delay', at: lateFrom(from, (n) => Math.max(0, 5 - 0.4 * n)) },
  { what: 'has a timer that wanders', at: lateFrom(from, (n) => Math.min(3, 0.06 * n)) },
])('[CAN-CLOCK-9] a control unit that $what is no other sender', ({ at }) => {
  expect(judged(bus({ at })).signs).toEqual([])
})

test('[CAN-CLOCK-9] a frame that moves by up to 3 ms moved to another task, unless its sender is steady', () => {
  // one frame is late by far
  const moved = bus({ at: lateFrom(from, (n) => (n === 60 ? 14 : 2)) })
  expect(judged(moved, learned).signs).toEqual([])
  expect(judged(moved, profile).signs).not.toEqual([])
  expect(judged(bus({ at: lateFrom(from, () => 4) }), learned).signs).not.toEqual([])
})

test.for([
  { what: 'by as much as before is its own in another task', second: 2, isReported: false },
  { what: 'by something else is not', second: -1.3, isReported: true },
])('[CAN-CLOCK-9] a frame that was off for a while, came back and is off again $what', ({ second, isReported }) => {
  const off = (due: number) => (due > 40_000 && due < 46_000 ? second : due > from && due < 22_000 ? 2 : 0)
  const { signs } = judged(bus({ at: (due, id) => (id === target ? due + off(due) : due), seconds: 60 }))
  expect(signs.some(({ ts }) => ts - later < 22_500)).toBe(true)
  expect(signs.some(({ ts }) => ts - later > 30_000)).toBe(isReported)
})

test('[CAN-CLOCK-8] one late frame that happens to meet a clock of before does not bring it back', () => {
  const at = (due: number, id: number, n: number) => {
    if (id !== target) return due
    if (due < 12_600) return due < 12_000 ? due + 6 : Number.NaN
    return due < 30_000 ? due : due + (n === 640 ? 6 : 2)
  }
  expect(judged(bus({ at, seconds: 50 }), learned).signs).toEqual([])
})

test('[CAN-CLOCK-10] what a flood delays has no other sender, and its clock is learned again', () => {
  const flood = Array.from({ length: 6_000 }, (_, n) => frame(later + from + n, 0x001, [n & 255]))
  const slow = new Set<number>([target, 0x260])
  const { signs } = judged(
    [...bus({ at: taken(3, (id) => slow.has(id)), seconds: 60 }), ...flood].sort((a, b) => a.ts - b.ts),
  )
  expect(signs).toEqual([])
})

test('[CAN-PERIOD-8] of two frames with the same payload the one that comes by the clock is genuine', () => {
  const genuine = bus({})
  const injected = genuine
    .filter(({ id, ts }) => id === target && ts > later + from && ts < later + to)
    .map((one, n) => ({ ...one, ts: one.ts - 3 - 0.3 * (n % 3) }))
  const frames: CanFrame[] = [...genuine, ...injected].sort((a, b) => a.ts - b.ts)
  const { blamed } = watchOf(frames, { profile })
  const rightly = blamed.filter((one) => injected.includes(one)).length
  expect(rightly / injected.length).toBeGreaterThan(0.95)
  expect(rightly / blamed.length).toBeGreaterThan(0.98)
})
