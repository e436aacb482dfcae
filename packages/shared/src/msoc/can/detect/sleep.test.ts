import { expect, test } from 'vitest'
import { attacked, benign, every, frame, later, learnedFrom, victim, victimData, watchOf } from '../bus.fixture.ts'
import type { CanFrame } from '../frame.ts'

const ofSuppression = (frames: readonly CanFrame[], isMoving?: boolean) =>
  watchOf(frames, { isMoving }).signs.filter(({ detector }) => detector === 'can-suppression')

/** Control units of two ids each, in the order in which they fall asleep after the ignition is switched off. */
const units = [[0x260, 0x270], [0x240, 0x250], [0x220, 0x230], [0x200, 0x210], [victim]]
const asleepFrom = (gapMs: number) =>
  new Map(units.flatMap((ids, n) => ids.map((id) => [id, later + 5_000 + n * gapMs])))

test.for([
  { gapMs: 1_000, isMoving: undefined },
  { gapMs: 4_000, isMoving: undefined },
  { gapMs: 4_000, isMoving: false },
  { gapMs: 12_000, isMoving: false },
])(
  '[CAN-SUPPRESSION-5] control units that fall asleep every $gapMs ms are not suppressed, moving: $isMoving',
  ({ gapMs, isMoving }) => {
    const asleep = asleepFrom(gapMs)
    const frames = attacked([], { seconds: 75, without: ({ id, ts }) => ts > (asleep.get(id) ?? Infinity) })
    expect(ofSuppression(frames, isMoving)).toEqual([])
  },
)

test('[CAN-SUPPRESSION-5] while the vehicle moves, control units do not fall asleep', () => {
  const asleep = asleepFrom(4_000)
  const frames = attacked([], { seconds: 20, without: ({ id, ts }) => ts > (asleep.get(id) ?? Infinity) })
  expect(ofSuppression(frames, true).length).toBeGreaterThan(2)
})

test('[CAN-SUPPRESSION-5] one silent id is reported after 5 s, at rest 30 s; one silent for long is no matter', () => {
  const silent = (ids: readonly number[]) => (one: CanFrame) =>
    (one.id === ids[0] && one.ts > later + 50_000) || (one.id === ids[1] && one.ts > later + 2_000)
  const after = (isMoving: boolean | undefined, ids: readonly number[]) =>
    ofSuppression(attacked([], { seconds: 90, without: silent(ids) }), isMoving)
      .filter(({ key }) => key === victim)
      .map(({ ts }) => Math.round((ts - later) / 1_000))
  expect(after(true, [victim])).toEqual([53])
  expect(after(undefined, [victim])).toEqual([55])
  expect(after(undefined, [victim, 0x270])).toEqual([55])
  expect(after(false, [victim])).toEqual([80])
})

const rulesAfter = (
  learnedSeconds: number,
  watchedSeconds: number,
  injected: (from: number) => readonly CanFrame[],
) => {
  const profile = learnedFrom(benign(learnedSeconds))
  const from = later + watchedSeconds * 1_000
  const frames = [...benign(watchedSeconds + 10, { from: later, seed: 2 }), ...injected(from)]
  return watchOf(
    frames.toSorted((a, b) => a.ts - b.ts),
    { profile, isMoving: true },
  ).signs
}

test('[WATCH-8] a minute of learning is not trusted as much after an hour as after a minute', () => {
  const one = (from: number) => [frame(from, 0x666, [1])]
  expect(rulesAfter(61, 20, one)).toMatchObject([{ detector: 'can-unknown-id', severity: 'high' }])
  expect(rulesAfter(61, 700, one)).toMatchObject([{ detector: 'can-unknown-id', severity: 'medium' }])
})

test('[WATCH-8] what half a minute of learning could not show needs more evidence after five minutes', () => {
  const shorter = (from: number) => [frame(from, 0x200, [0, 0x40, 0, 0])]
  expect(rulesAfter(30, 20, shorter)).toMatchObject([{ detector: 'can-dlc' }])
  expect(rulesAfter(5, 60, shorter)).toEqual([])
  const doubled = (from: number) =>
    Array.from({ length: 4 }, (_, n) => frame(from + 3 + n * 0.5, victim, victimData(2_000, n)))
  expect(rulesAfter(31, 20, doubled).map(({ detector }) => detector)).toContain('can-period')
  expect(rulesAfter(31, 320, doubled).map(({ detector }) => detector)).not.toContain('can-period')
})

test('[WATCH-8] an attack of many frames is found by such a profile too', () => {
  const spoofed = (from: number) => every(5, victim, (n) => victimData(9_000, n), { after: (from - later) / 1_000 })
  expect(rulesAfter(31, 320, spoofed).map(({ detector }) => detector)).toContain('can-period')
})
