import { expect, test } from 'vitest'
import { began, frame, watchOf } from '../bus.fixture.ts'
import type { CanFrame } from '../frame.ts'
import type { CanProfile, IdProfile } from '../profile.ts'

/** Tests of each detector's threshold: with one frame, one id or a little time less, nothing is reported. */

const cyclic = (
  id: number,
  ms: number,
  { jitterMs = 0, ...others }: Partial<IdProfile> & { jitterMs?: number } = {},
) => ({
  id,
  ext: false,
  name: null,
  frames: 0,
  lengths: [],
  cycle: ms === 0 ? null : { ms, jitterMs, minMs: ms, maxMs: ms },
  peak: 0,
  repeats: 0,
  bytes: [],
  counters: [],
  checksums: [],
  signals: [],
  ...others,
})

/** Returns a profile that was learned for a number of seconds; 0: derived from a database, and certain. */
const profileOf = (ids: readonly IdProfile[], seconds = 0, peak = 0): CanProfile => ({
  shape: 1,
  learned: { frames: seconds * 1_000, seconds, vehicles: 1 },
  load: { mean: peak, peak },
  ids,
  exceptions: [],
})

const sorted = (frames: readonly CanFrame[]) => frames.toSorted((a, b) => a.ts - b.ts)
const signsOf = (detector: string, frames: readonly CanFrame[], profile: CanProfile) =>
  watchOf(sorted(frames), { profile, isMoving: true }).signs.filter((sign) => sign.detector === detector)

/** Returns frames of an id at each multiple of `ms` within a span of ms. */
const steady = (id: number, ms: number, until: number, from = 0): CanFrame[] =>
  Array.from({ length: Math.floor((until - from) / ms) }, (_, n) => frame(began + from + n * ms, id, [1]))

test.for([
  { what: 'well learned', seconds: 30, frames: 100, jitterMs: 5, surplus: 4 },
  { what: 'loose', seconds: 30, frames: 100, jitterMs: 5.1, surplus: 7 },
  { what: 'learned for less than 30 s', seconds: 29, frames: 100, jitterMs: 5, surplus: 6 },
  { what: 'seen fewer than 100 times', seconds: 30, frames: 99, jitterMs: 5, surplus: 6 },
  { what: 'loose and little learned', seconds: 29, frames: 99, jitterMs: 5.1, surplus: 9 },
  { what: 'seen fewer than 30 times', seconds: 30, frames: 29, jitterMs: 5, surplus: 12 },
])(
  '[CAN-PERIOD-1] for a cycle that is $what, $surplus surplus frames are an injection, and one fewer is not',
  (known) => {
    const { seconds, frames, jitterMs, surplus } = known
    const profile = profileOf([cyclic(0x100, 20, { frames, jitterMs })], seconds)
    const beside = (count: number) =>
      Array.from({ length: count }, (_, n) => frame(began + 1_000 + 0.9 * (n + 1), 0x100, [1]))
    const reported = (count: number) => signsOf('can-period', [...steady(0x100, 20, 2_000), ...beside(count)], profile)
    expect(reported(surplus - 1)).toEqual([])
    expect(reported(surplus)).not.toEqual([])
  },
)

test('[CAN-PERIOD-5] the explanation counts frames that the cycle does not allow in the stated time', () => {
  const profile = profileOf([cyclic(0x100, 10, { frames: 1_000, jitterMs: 0.2 })], 60)
  const injected = Array.from({ length: 40 }, (_, n) => frame(began + 1_002 + n * 10, 0x100, [9]))
  const signs = signsOf('can-period', [...steady(0x100, 10, 2_000), ...injected], profile)
  expect(signs.length).toBeGreaterThan(1)
  for (const { explanation } of signs) {
    const [, frames, ms] = /^(\d+) within ([\d.]+) ms$/.exec(explanation[0]!.observed)!
    const [, due] = /^at most (\d+) \(1 every 10\.0 ms ± 0\.2 ms\)$/.exec(explanation[0]!.expected)!
    expect(Number(due)).toBe(Math.floor(Number(ms) / 10) + 1)
    expect(Number(frames)).toBeGreaterThanOrEqual(Number(due) + 3)
  }
})

const busy = (count: number, ids: readonly number[], ms = 0.25): CanFrame[] =>
  Array.from({ length: count }, (_, n) => frame(began + n * ms, ids[n % ids.length]!, [1]))

test.for([
  { what: 'of which nothing was learned', seconds: 0, peak: 0, most: 500 },
  { what: 'learned for less than a minute', seconds: 59, peak: 20, most: 500 },
  { what: 'that came at most 16 times a second', seconds: 60, peak: 16, most: 250 },
  { what: 'that came at most 50 times a second', seconds: 60, peak: 50, most: 300 },
  { what: 'that came at most 90 times a second', seconds: 60, peak: 90, most: 500 },
])('[CAN-FLOOD-1] $most frames within a second are a flood of an id $what', ({ seconds, peak, most }) => {
  const profile = profileOf([cyclic(0x100, 0, { peak })], seconds)
  expect(signsOf('can-flood', busy(most - 1, [0x100]), profile)).toEqual([])
  expect(signsOf('can-flood', busy(most, [0x100]), profile)).toMatchObject([{ key: 0x100, severity: 'critical' }])
})

test.for([
  { what: 'of which nothing was learned', seconds: 0, peak: 0, most: 3_500 },
  { what: 'learned for less than a minute', seconds: 59, peak: 100, most: 3_500 },
  { what: 'that carried at most 400 a second', seconds: 60, peak: 400, most: 900 },
  { what: 'that carried at most 600 a second', seconds: 60, peak: 600, most: 1_200 },
  { what: 'that carried at most 2,000 a second', seconds: 60, peak: 2_000, most: 3_500 },
])(
  '[CAN-FLOOD-2] $most frames within a second are a flood of a bus $what, reported once',
  ({ seconds, peak, most }) => {
    const ids = Array.from({ length: 50 }, (_, n) => 0x100 + n)
    const profile = profileOf(
      ids.map((id) => cyclic(id, 0)),
      seconds,
      peak,
    )
    expect(signsOf('can-flood', busy(most - 1, ids), profile)).toEqual([])
    for (const count of [most, most + 50])
      expect(signsOf('can-flood', busy(count, ids), profile)).toMatchObject([{ key: null, severity: 'critical' }])
  },
)

test('[CAN-FLOOD-3] two windows of 499 frames are not a flood, and a clock that is set back starts a window', () => {
  const profile = profileOf([cyclic(0x100, 0)])
  const [first, second] = [busy(499, [0x100], 2), busy(499, [0x100], 2).map((one) => ({ ...one, ts: one.ts + 1_000 }))]
  expect(signsOf('can-flood', [...first, ...second], profile)).toEqual([])
  const setBack = [...first, ...first.map((one) => ({ ...one, ts: one.ts - 5_000 }))]
  expect(watchOf(setBack, { profile }).signs.filter(({ detector }) => detector === 'can-flood')).toEqual([])
})

const silentFrom = 3_000

/** Returns how long after its last frame each of the first `silent` of `ids` cyclic ids was reported, ms. */
function reportedAfter(silent: number, ids: number, cycleMs = 100): number[] {
  const all = Array.from({ length: ids }, (_, n) => 0x100 + n)
  const cycle = (id: number) => (id - 0x100 < silent ? cycleMs : 100)
  const until = (id: number) => (id - 0x100 < silent ? silentFrom : silentFrom + 10_000)
  const frames = all.flatMap((id, n) =>
    steady(id, cycle(id), until(id)).map((one) => ({ ...one, ts: one.ts + (n * 100) / ids })),
  )
  const last = new Map(sorted(frames).map(({ id, ts }) => [id, ts]))
  return signsOf('can-suppression', frames, profileOf(all.map((id) => cyclic(id, cycle(id))))).map(
    ({ key, ts }) => ts - last.get(key!)!,
  )
}

test.for([
  { rule: 'CAN-SUPPRESSION-1', silent: 2, ids: 10, ms: 2_500 },
  { rule: 'CAN-SUPPRESSION-3', silent: 3, ids: 10, ms: 4_000 },
  { rule: 'CAN-SUPPRESSION-3', silent: 3, ids: 20, ms: 2_500 },
  { rule: 'CAN-SUPPRESSION-3', silent: 4, ids: 20, ms: 4_000 },
  { rule: 'CAN-SUPPRESSION-3', silent: 5, ids: 10, ms: 4_000 },
])('[$rule] $silent silent ids of $ids are reported after $ms ms', ({ silent, ids, ms }) => {
  const after = reportedAfter(silent, ids)
  expect(after).toHaveLength(silent)
  for (const one of after) expect([one >= ms, one < ms + 400]).toEqual([true, true])
})

test('[CAN-SUPPRESSION-3] six silent ids of ten mean that the bus falls asleep', () => {
  expect(reportedAfter(6, 10)).toEqual([])
})

test('[CAN-SUPPRESSION-1] an id with a cycle of one second is silent after 5.5 cycles', () => {
  const after = reportedAfter(1, 10, 1_000)
  expect(after).toEqual([expect.closeTo(5_600, -2.4)])
})

test.for([
  { what: '600 ms where the id is punctual', jitterMs: 2.3, ms: 600, frames: 20 },
  { what: 'a second where it is not', jitterMs: 2.5, ms: 1_000, frames: 20 },
  { what: 'nothing where it was seen too seldom', jitterMs: 2.3, ms: undefined, frames: 19 },
])('[CAN-SUPPRESSION-1] silence after less than a minute of learning: $what', ({ jitterMs, ms, frames }) => {
  const profile = profileOf([cyclic(0x100, 20, { jitterMs, frames }), cyclic(0x101, 10, { frames: 100 })], 59)
  const [sign, more] = signsOf('can-suppression', [...steady(0x100, 20, 1_000), ...steady(0x101, 10, 4_000)], profile)
  expect(more).toBeUndefined()
  if (ms === undefined) expect(sign).toBeUndefined()
  else expect(sign!.ts - (began + 980)).toBeOneOf([ms, ms + 10, ms + 20, ms + 30])
})

test('[CAN-SUPPRESSION-2] an id that sends a third as often owes 8 frames after about 40 cycles', () => {
  const profile = profileOf([cyclic(0x100, 20), cyclic(0x101, 10)])
  const thinned = [...steady(0x100, 20, 1_000), ...steady(0x100, 60, 4_000, 1_000)]
  const [sign] = signsOf('can-suppression', [...thinned, ...steady(0x101, 10, 4_000)], profile)
  const cycles = (sign!.ts - (began + 1_000)) / 20
  expect([cycles > 41, cycles < 47]).toEqual([true, true])
})
