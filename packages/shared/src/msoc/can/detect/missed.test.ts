import { expect, test } from 'vitest'
import {
  attacked,
  began,
  benign,
  benignProfile,
  chance,
  every,
  frame,
  later,
  learnedFrom,
  plain,
  watchOf,
} from '../bus.fixture.ts'
import type { CanFrame } from '../frame.ts'

const sent = (value: number) => [value >> 8, value & 255, 0, 0x7f]
const replaced = (data: (n: number) => number[]) =>
  attacked(every(10, plain, data, { after: 5, seconds: 5 }), {
    without: ({ id, ts }) => id === plain && ts > later + 5_000 && ts < later + 10_000,
  })
/** The profile without numbers that go together, so that each is judged alone. */
const lonely = { ...benignProfile(), correlations: [] }
const ofContent = (frames: readonly CanFrame[]) =>
  watchOf(frames, { profile: lonely }).signs.filter(({ detector }) => detector === 'can-masquerade')

test('[CAN-MASQUERADE-5] a number that leaps into bits never set before is blamed, the genuine one is not', () => {
  // the bits that were set before stay near what they were
  const near = attacked([]).filter(({ id, ts }) => id === plain && ts > later + 4_980 && ts < later + 5_000)
  const last = near.at(-1)!.data
  const value = (last[0]! << 8) | last[1]!
  const frames = replaced((n) => sent(0x9000 + ((value + 180 + n) & 0xfff)))
  const { blamed } = watchOf(frames, { profile: lonely })
  expect(blamed.length).toBeGreaterThan(450)
  expect(blamed.every(({ ts }) => ts < later + 10_000)).toBe(true)
})

test('[CAN-MASQUERADE-5] a flag above a number, and a number that grows beyond what was seen, are no leap', () => {
  const frames = attacked([]).map((one) =>
    one.id === plain && one.ts > later + 5_000
      ? { ...one, data: Uint8Array.from(one.data, (byte, i) => (i === 0 ? byte | 0x80 : byte)) }
      : one,
  )
  expect(ofContent(frames)).toEqual([])
  const grown = attacked([]).map((one) => {
    if (one.id !== plain || one.ts < later + 5_000) return one
    const value = ((one.data[0]! << 8) | one.data[1]!) + Math.min(2_000, Math.floor((one.ts - later - 5_000) / 5))
    return { ...one, data: Uint8Array.from(sent(value)) }
  })
  expect(ofContent(grown)).toEqual([])
})

test('[CAN-MASQUERADE-5] after 30 s a profile judges leaps far beyond any step', () => {
  const far = replaced((n) => sent(800 + 1_400 + n))
  const profile = { ...learnedFrom(benign(30)), correlations: [] }
  const { signs, blamed } = watchOf(far, { profile })
  expect(signs[0]).toMatchObject({ detector: 'can-masquerade', key: plain })
  expect(blamed.length).toBeGreaterThan(450)
  // a number that grows into bits that were never set takes others with it
  const wide = replaced((n) => [...sent(800 + 1_400 + n).slice(0, 2), 1, 0x7f])
  expect(watchOf(wide, { profile }).signs).toEqual([])
  const self = watchOf([...benign(100, { from: later - 100_000 }), ...far], { profile: undefined })
  expect(self.signs).toEqual([])
})

test('[CAN-MASQUERADE-4] after little learning a number is frozen if others of its id go on', () => {
  const random = chance(5)
  const measured = (from: number, seconds: number, frozen: readonly number[]) =>
    Array.from({ length: seconds * 50 }, (_, n) => {
      const data = Array.from({ length: 6 }, (_number, i) => {
        const at = frozen.includes(i) ? Math.min(n, 250) : n
        return Math.round(120 + 60 * Math.sin(at / (20 + 3 * i)) + (at === n ? 3 * random() : 0))
      })
      return frame(from + n * 20, 0x2f0, data)
    })
  const bus = benign(30)
  const taught = [...bus, ...measured(bus[0]!.ts, 30, [])].toSorted((a, b) => a.ts - b.ts)
  const profile = { ...learnedFrom(taught), correlations: [] }
  const signsOf = (frozen: readonly number[]) => watchOf(attacked(measured(later, 20, frozen)), { profile }).signs
  expect(signsOf([])).toEqual([])
  expect(signsOf([2])[0]).toMatchObject({ detector: 'can-masquerade', key: 0x2f0 })
  // a control unit that is at rest sends nothing new at all
  expect(signsOf([0, 1, 2, 3, 4, 5])).toEqual([])
})

test('[PROFILE-5] a sum of nibbles is not judged where bits differ that never changed while learning', () => {
  const summed = (from: number, flag: number, error: number, seconds: number) =>
    Array.from({ length: seconds * 50 }, (_, n) => {
      const [value, count] = [(n * 7) & 0xff, n & 15]
      const sum = (value >> 4) + (value & 15) + count + (flag === 0 ? 0 : 1) + error
      return frame(from + n * 20, 0x2f0, [value, flag, count << 4, 0xf0 | ((7 - sum) & 15)])
    })
  const bus = benign(60)
  const profile = learnedFrom([...bus, ...summed(bus[0]!.ts, 0, 0, 60)].toSorted((a, b) => a.ts - b.ts))
  expect(profile.ids.find(({ id }) => id === 0x2f0)!.checksums).toMatchObject([{ kind: 'nibble-sum' }])
  const signsOf = (flag: number, error: number) => watchOf(attacked(summed(later, flag, error, 20)), { profile }).signs
  expect(signsOf(0, 0)).toEqual([])
  expect(signsOf(8, 0)).toEqual([])
  expect(signsOf(0, 1)[0]).toMatchObject({ detector: 'can-masquerade', key: 0x2f0 })
})

/** The bus on which the number is `value(n)`, added to what it is after 5 s, in the n-th of the frames after that. */
const held = (value: (n: number) => number) => {
  let [base, n] = [Number.NaN, 0]
  return attacked([]).map((one) => {
    if (one.id !== plain || one.ts < later + 5_000) return one
    if (Number.isNaN(base)) base = (one.data[0]! << 8) | one.data[1]!
    return { ...one, data: Uint8Array.from(sent(base + value(n++))) }
  })
}

test('[CAN-MASQUERADE-4] a number that hardly ever stood still and stands still now is blamed', () => {
  const signs = ofContent(held(() => 0))
  expect(signs[0]!.explanation).toMatchObject([{ observed: expect.stringMatching(/^the same in \d+ frames$/) }])
})

test('[CAN-MASQUERADE-4] a number that swings between two neighbours may rest at one of them', () => {
  const swing = (n: number) => (n < 10 ? n % 2 : Math.floor(n / 60) % 2)
  expect(ofContent(held(swing))).toEqual([])
})

test('[CAN-MASQUERADE-1] a number that goes on faster than ever, but evenly, is the genuine one', () => {
  const rising = (uneven: number) => (n: number) =>
    110 * Math.min(n, 15) + (n % 2 === 0 && n < 15 ? uneven : 0) + ((7 * n) % 20)
  const rises = held(rising(0))
  expect(ofContent(rises)).toEqual([])
  const lost = rises.filter(({ id, ts }) => id === plain && ts > later + 5_000)[7]
  expect(ofContent(rises.filter((one) => one !== lost))).toEqual([])
  expect(ofContent(held(rising(300)))).not.toEqual([])
})

const unlearned = (frames: readonly CanFrame[]) =>
  watchOf(
    frames.toSorted((a, b) => a.ts - b.ts),
    { profile: undefined },
  )
const randomIds = (perSecond: number, seconds: number, most: number) => {
  const random = chance(11)
  return Array.from({ length: perSecond * seconds }, (_, n) =>
    frame(began + 8_000 + (n * 1_000) / perSecond, Math.floor(random() * most), [Math.floor(random() * 256), n & 255]),
  )
}

test.for([
  { perSecond: 10, most: 0x800 },
  { perSecond: 40, most: 0x800 },
  { perSecond: 20, most: 0x1fffffff },
])('[CAN-FUZZING-4] $perSecond random ids a second below $most are fuzzing, before a bus was learned', (fuzzing) => {
  const fuzz = randomIds(fuzzing.perSecond, 20, fuzzing.most)
  const { findings, blamed } = unlearned([...benign(40), ...fuzz])
  expect(findings[0]).toMatchObject({ rule: 'can-fuzz', severity: 'critical' })
  expect(blamed.filter((one) => fuzz.includes(one)).length).toBeGreaterThan(0.6 * fuzz.length)
  expect(blamed.every((one) => fuzz.includes(one))).toBe(true)
})

test('[CAN-FUZZING-4] what was fuzzed is not learned', () => {
  const { watch } = unlearned([...benign(65), ...randomIds(40, 30, 0x800)])
  expect(watch.save()!.learner.ids).toBeLessThan(120)
})

test('[CAN-FUZZING-4] a bus that starts is not fuzzed: units, their claims and rare ids', () => {
  const units = Array.from({ length: 120 }, (_, n) =>
    Array.from({ length: 20 }, (__, i) =>
      frame(began + 300 + n * 7 + i * (n % 10 === 0 ? 5_000 : 900), 0x400 + n, [n]),
    ),
  ).flat()
  const claims = Array.from({ length: 50 }, (_, n) =>
    frame(began + 500 + n * 9, 0x18eeff00 + n, [n + 1, 0x30, 0xe0, 4, 0, 0, 0, 0x10]),
  )
  expect(unlearned([...benign(20), ...units, ...claims]).signs).toEqual([])
})
