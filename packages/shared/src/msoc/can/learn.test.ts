import { expect, test } from 'vitest'
import { began, benign, chance, frame, learnedFrom, plain, victim } from './bus.fixture.ts'
import { checksumKinds, kindNumber, seedOf } from './checksums.ts'
import { createLearner } from './learn.ts'
import type { CanFrame } from './frame.ts'
import type { IdProfile } from './profile.ts'

const idOf = (frames: readonly CanFrame[], id: number): IdProfile =>
  learnedFrom(frames).ids.find((one) => one.id === id)!
const framesWith = (data: (n: number) => number[], { count = 2_000, ms = 10 } = {}) =>
  Array.from({ length: count }, (_, n) => frame(began + n * ms, 0x100, data(n)))

test('[PROFILE-1] a cycle is found with its jitter; an id that is sent on events has none', () => {
  const { cycle } = idOf(benign(60), victim)
  expect(cycle!.ms).toBeCloseTo(20, 0)
  expect(cycle!.jitterMs).toBeLessThan(1)
  const random = chance(3)
  let ts = began
  const events = Array.from({ length: 500 }, () => frame((ts += 5 + random() ** 3 * 400), 0x100, [1]))
  expect(idOf(events, 0x100).cycle).toBeNull()
})

test('[PROFILE-1] an id that is sent in a cycle and also on changes has no cycle', () => {
  const changes = Array.from({ length: 40 }, (_, n) => frame(began + n * 1_230 + 4, 0x100, [2]))
  expect(
    idOf(
      [...framesWith(() => [1], { count: 5_000 }), ...changes].sort((a, b) => a.ts - b.ts),
      0x100,
    ).cycle,
  ).toBeNull()
})

test.for([
  { what: 'is late now and then', lateMs: (n: number) => (n % 997 === 5 ? 3 : n % 1_511 === 7 ? 6 : 0), steady: true },
  { what: 'moves to another task and back', lateMs: (n: number) => (n % 20_000 > 19_000 ? 1.2 : 0), steady: false },
])('[PROFILE-11] a frame that $what: its sender keeps to its beat: $steady', ({ lateMs, steady }) => {
  const random = chance(8)
  const frames = Array.from({ length: 60_000 }, (_, n) =>
    frame(began + n * 10 + 0.2 * random() + lateMs(n), 0x100, [1]),
  )
  expect(idOf(frames, 0x100).cycle!.steadySeconds).toEqual(steady ? expect.closeTo(598, -1) : undefined)
})

test('[PROFILE-2] a pause of the bus, or a step back of its clock, is not an interval', () => {
  const stretch = (from: number) => framesWith(() => [1], { count: 500 }).map((one) => ({ ...one, ts: one.ts + from }))
  const { cycle } = idOf([...stretch(0), ...stretch(3_600_000), ...stretch(-7_200_000)], 0x100)
  expect(cycle).toMatchObject({ ms: 10, minMs: 10, maxMs: 10 })
  expect(learnedFrom([...stretch(0), ...stretch(3_600_000)]).learned.seconds).toBeCloseTo(9.98, 2)
})

test('[PROFILE-3] lengths, constant bits and small sets of values are learned as seen', () => {
  const { lengths, bytes } = idOf(
    framesWith((n) => (n % 2 === 0 ? [0x80 | (n % 3), n & 255] : [0x81])),
    0x100,
  )
  expect(lengths).toEqual([1, 2])
  expect(bytes[0]).toMatchObject({
    constantMask: 0xfc,
    constantValue: 0x80,
    min: 0x80,
    max: 0x82,
    values: [0x80, 0x81, 0x82],
  })
  expect(bytes[1]!.values).toBeNull()
})

test.for([
  { bit: 0, length: 8, step: 1 },
  { bit: 4, length: 4, step: 1 },
  { bit: 2, length: 3, step: 1 },
  { bit: 0, length: 2, step: 1 },
  { bit: 0, length: 3, step: 1 },
  { bit: 6, length: 2, step: 1 },
  { bit: 0, length: 8, step: 3 },
  { bit: 0, length: 4, step: 5 },
])('[PROFILE-4] a counter of $length bits from bit $bit that counts by $step is found', ({ bit, length, step }) => {
  const random = chance(bit + length)
  const counted = (n: number) => ((n * step) & (2 ** length - 1)) << bit
  const { counters } = idOf(
    framesWith((n) => [counted(n), Math.floor(random() * 256)]),
    0x100,
  )
  expect(counters).toEqual([{ startBit: bit, length, isIntel: true, step }])
})

test('[PROFILE-4] a rising number is not a counter', () => {
  expect(
    idOf(
      framesWith((n) => [(n >> 2) & 255, n >> 10], { count: 900 }),
      0x100,
    ).counters,
  ).toEqual([])
})

test('[PROFILE-4] a counter that rests at 0 is none, since it repeats', () => {
  const random = chance(4)
  const rests = (n: number) => [n < 2_000 ? (n & 3) << 6 : 0, Math.floor(random() * 256)]
  expect(idOf(framesWith(rests, { count: 4_000 }), 0x100).counters).toEqual([])
})

test.for(checksumKinds.filter((kind) => kind !== 'nibble-sum').map((kind) => ({ kind })))(
  '[PROFILE-5] a checksum of kind $kind is found with its seed',
  ({ kind }) => {
    const random = chance(kindNumber(kind))
    const { checksums } = idOf(
      framesWith(() => {
        const data = Uint8Array.from([
          Math.floor(random() * 256),
          Math.floor(random() * 256),
          Math.floor(random() * 256),
          0,
        ])
        // computed backwards: the byte that gives the seed 0x5A, from what the plain method leaves for a 0 there
        const left = seedOf(kindNumber(kind), data, 3)
        data[3] = kind === 'sum' ? (0x5a - left) & 255 : kind === 'negated-sum' ? (0x5a - left) & 255 : 0x5a ^ left
        return [...data]
      }),
      0x100,
    )
    expect(checksums).toEqual([{ byte: 3, kind, seed: 0x5a }])
  },
)

test('[PROFILE-5] no checksum is found in random bytes', () => {
  const random = chance(4)
  expect(
    idOf(
      framesWith(() => Array.from({ length: 8 }, () => Math.floor(random() * 256))),
      0x100,
    ).checksums,
  ).toEqual([])
})

test('[PROFILE-6] numbers are found with their byte order, range and largest step', () => {
  const { signals } = idOf(benign(120), plain)
  // the twelve bits of the two bytes that flip
  expect(signals[0]).toMatchObject({ startBit: 3, length: 12, isIntel: false, isSigned: false })
  expect(signals[0]!.min).toBeGreaterThanOrEqual(800)
  expect(signals[0]!.max).toBeLessThanOrEqual(3_220)
  expect(signals[0]!.maxStep).toBeLessThan(60)
})

test('[PROFILE-6] a number that crosses 0 is signed, and its steps are short', () => {
  const { signals } = idOf(
    framesWith(
      (n) => {
        const value = Math.round(900 * Math.sin(n / 40)) & 0xffff
        return [value & 255, value >> 8]
      },
      { count: 4_000 },
    ),
    0x100,
  )
  expect(signals[0]).toMatchObject({ startBit: 0, length: 16, isIntel: true, isSigned: true })
  expect(signals[0]!.maxStep).toBeLessThan(40)
})

test('[PROFILE-7] 256 ids are learned in detail, 2,048 are known, and further ones are not', () => {
  const learner = createLearner()
  for (let id = 0; id < 3_000; id++) learner.push(frame(began + id, id, [1], 1))
  const { ids } = learner.profile()
  expect(ids).toHaveLength(2_048)
  expect(ids.filter(({ frames }) => frames > 0)).toHaveLength(256)
})

test('[PROFILE-8] a restored learner continues where it stopped, also through JSON', () => {
  const frames = benign(40)
  const half = createLearner()
  for (const one of frames.slice(0, 8_000)) half.push(one)
  const again = createLearner(JSON.parse(JSON.stringify(half.save())) as ReturnType<typeof half.save>)
  expect(again.profile()).toEqual(half.profile())
  for (const one of frames.slice(8_000)) again.push(one)
  expect(again.profile().ids.map(({ id, frames: count }) => [id, count])).toEqual(
    learnedFrom(frames).ids.map(({ id, frames: count }) => [id, count]),
  )
})

test('[PROFILE-9] one learner combines several vehicles, and learns nothing across the border between them', () => {
  const learner = createLearner()
  for (const one of [...benign(60), ...benign(60, { seed: 3 })]) learner.push(one)
  const { ids, learned } = learner.profile()
  const alone = [1, 3].map((seed) => idOf(benign(60, { seed }), plain))
  const both = ids.find(({ id }) => id === plain)!
  expect(both.bytes[0]).toMatchObject({
    min: Math.min(...alone.map(({ bytes }) => bytes[0]!.min)),
    max: Math.max(...alone.map(({ bytes }) => bytes[0]!.max)),
  })
  expect(both.signals[0]!.maxStep).toBe(Math.max(...alone.map(({ signals }) => signals[0]!.maxStep!)))
  expect(both.cycle!.ms).toBeCloseTo(10, 1)
  expect(learned.seconds).toBeCloseTo(120, 0)
})

const xorOf = (data: readonly number[]) => data.reduce((sum, byte) => sum ^ byte, 0)
/** Returns a number that wanders by up to `step` between two limits. */
function wandering(seed: number, most: number, step: number): () => number {
  const random = chance(seed)
  let value = most / 2
  let way = 1
  return () => {
    if (random() < 0.002) way = -way
    value += way * step * random()
    if (value > most || value < 0) way = -way
    return Math.round(Math.min(most, Math.max(0, value)))
  }
}

test.for([
  { what: 'first, the counter last', at: 0, data: (value: number, n: number) => [value, 0x5a, n & 255] },
  { what: 'last, the counter first', at: 3, data: (value: number, n: number) => [n & 255, value, 0x5a] },
])('[PROFILE-5] where all payloads XOR to 0, the checksum is found $what', ({ at, data }) => {
  const value = wandering(3, 250, 4)
  const summed = (n: number) => {
    const bytes = data(value(), n)
    return bytes.toSpliced(at, 0, xorOf(bytes))
  }
  const { checksums, counters, signals } = idOf(framesWith(summed, { count: 6_000 }), 0x100)
  expect(checksums).toEqual([{ byte: at, kind: 'xor', seed: 0 }])
  expect(counters).toEqual([{ startBit: (3 - at) * 8, length: 8, isIntel: true, step: 1 }])
  expect(signals.map(({ name }) => name)).toEqual(['byte 1'])
})

test.for([
  { what: 'a copy', other: (value: number) => value },
  { what: 'the complement', other: (value: number) => 0xff - value },
])('[PROFILE-5] a byte that is $what of another one is no checksum', ({ other }) => {
  const value = wandering(5, 250, 9)
  const doubled = (n: number) => {
    const byte = value()
    return [n < 20 ? 1 : 0, byte, n < 20 ? 0 : 1, other(byte), 0x10]
  }
  expect(idOf(framesWith(doubled, { count: 6_000 }), 0x100).checksums).toEqual([])
})

test('[PROFILE-5] a checksum that counts as long as nothing else changes is no counter', () => {
  const summed = (n: number) => {
    const bytes = [n & 255, n % 700 < 350 ? 0 : 0x40, 0]
    return [...bytes, xorOf(bytes)]
  }
  expect(idOf(framesWith(summed, { count: 6_000 }), 0x100).counters).toMatchObject([{ startBit: 0 }])
  // and where nothing else ever changed, nobody knows which of the two is the counter
  const still = (n: number) => [n & 255, 0, 0, n & 255]
  expect(idOf(framesWith(still), 0x100).counters).toEqual([])
})

test.for([
  { what: 'a number that moves faster', beside: wandering(3, 255, 30), value: wandering(13, 6_000, 8) },
  { what: 'a number that leaps', beside: wandering(3, 255, 90), value: wandering(13, 6_000, 8) },
  { what: 'noise', beside: wandering(2, 255, 500), value: wandering(12, 6_000, 8) },
])('[PROFILE-6] a big-endian number beside $what keeps its bytes', ({ beside, value }) => {
  const motorola = framesWith(
    () => {
      const now = value()
      return [beside(), now >> 8, now & 255, 0]
    },
    { count: 24_000 },
  )
  const { signals } = idOf(motorola, 0x100)
  expect(signals.map(({ startBit, length, isIntel }) => [startBit, length, isIntel])).toEqual([
    [0, 8, true],
    [12, 13, false],
  ])
})

test('[PROFILE-6] and so does a little-endian one', () => {
  const [value, beside] = [wandering(6, 6_000, 8), wandering(2, 250, 6)]
  const intel = framesWith(
    () => {
      const now = value()
      return [now & 255, now >> 8, beside(), 0]
    },
    { count: 24_000 },
  )
  const { signals } = idOf(intel, 0x100)
  expect(signals.map(({ startBit, length, isIntel }) => [startBit, length, isIntel])).toEqual([
    [0, 13, true],
    [16, 8, true],
  ])
})

/** A number that goes up and down between two limits, by one every few frames. */
const between = (low: number, high: number, n: number) =>
  low + Math.abs((Math.floor(n / 3) % (2 * (high - low))) - (high - low))

test.for([
  { where: 'in its byte', flag: (n: number) => [between(10, 50, n) | (n % 1_900 < 950 ? 0 : 0x40), 0] },
  { where: 'in the byte above', flag: (n: number) => [between(10, 200, n), n % 1_900 < 950 ? 0 : 1] },
])('[PROFILE-6] a flag above a number $where is no part of it', ({ flag }) => {
  const { signals } = idOf(framesWith(flag, { count: 12_000 }), 0x100)
  expect(signals[0]).toMatchObject({ startBit: 0, maxStep: 1 })
  expect(signals[0]!.max).toBeLessThanOrEqual(200)
})

test('[PROFILE-6] a number that reaches a higher bit keeps what was counted of it', () => {
  const grows = (n: number) => [0x80 | (n < 20_000 ? between(10, 30, n) : between(10, 50, n)), 0]
  const { signals } = idOf(framesWith(grows, { count: 40_000 }), 0x100)
  expect(signals[0]).toMatchObject({ startBit: 0, length: 6, min: 10 })
  expect(signals[0]!.max).toBeGreaterThanOrEqual(50)
  expect(signals[0]!.frames).toBeGreaterThan(37_000)
})
