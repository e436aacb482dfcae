import { expect, test } from 'vitest'
import { benign, chance, frame, later, learnedFrom, watchOf } from '../bus.fixture.ts'
import type { CanFrame } from '../frame.ts'

const sensor = 0x150
const level = 0x160

/** Returns frames of a sensor with a counter and noise, and of a level that hardly moves, in addition to the bus. */
function drive(seconds: number, from: number, seed: number): CanFrame[] {
  const random = chance(seed)
  const frames = benign(seconds, { from, seed })
  for (let n = 0; n < seconds * 50; n++) {
    const value = Math.round(3_000 + 900 * Math.sin(n / 60) + 60 * random())
    frames.push(frame(from + n * 20 + random(), sensor, [value >> 8, value & 255, n & 15, Math.floor(random() * 16)]))
    frames.push(frame(from + n * 20 + 5 + random(), level, [40, Math.floor(n / 400) & 1, 0]))
  }
  return frames.sort((a, b) => a.ts - b.ts)
}

const profile = { ...learnedFrom(drive(120, later - 3_600_000, 1)), correlations: [] }
const replays = (frames: readonly CanFrame[]) => {
  const { signs } = watchOf(frames, { profile })
  const ofReplay = signs.filter(({ detector }) => detector === 'can-replay')
  const blamed = new Set(ofReplay.flatMap(({ blamed }) => blamed))
  return { signs: ofReplay, blamed: frames.filter((_, seq) => blamed.has(seq)) }
}

/** Returns the drive in which the frames of an id from 30 to 40 s are those of `agoMs` before. */
function played(id: number, agoMs: number): CanFrame[] {
  const frames = drive(50, later, 2)
  const isPlayed = (ts: number) => ts > later + 30_000 && ts < later + 40_000
  const recorded = frames
    .filter((one) => one.id === id && isPlayed(one.ts + agoMs))
    .map((one) => ({ ...one, ts: one.ts + agoMs }))
  return [...frames.filter((one) => one.id !== id || !isPlayed(one.ts)), ...recorded].sort((a, b) => a.ts - b.ts)
}

test.for([12_000, 25_000])(
  '[CAN-REPLAY-2] a stretch of %d ms before, in the place of the genuine frames, is a replay',
  (agoMs) => {
    const { blamed } = replays(played(sensor, agoMs))
    expect(blamed.length).toBeGreaterThan(250)
    expect(blamed.every(({ id, ts }) => id === sensor && ts > later + 30_000 && ts < later + 40_100)).toBe(true)
  },
)

test('[CAN-REPLAY-2] what hardly changes, or comes round again and again, is no replay', () => {
  expect(replays(played(level, 12_000)).signs).toEqual([])
  const round = drive(50, later, 2).map((one, n) =>
    one.id === sensor ? { ...one, data: Uint8Array.of(12, n % 7, (n >> 1) & 15, 0) } : one,
  )
  expect(replays(round).signs).toEqual([])
  expect(replays(drive(120, later, 3)).signs).toEqual([])
})

test('[CAN-REPLAY-2] a counter that did not come round while it was learned is no replay when it does', () => {
  const counted = (seconds: number, from: number) => [
    ...benign(seconds, { from, seed: 4 }),
    ...Array.from({ length: seconds * 100 }, (_, n) =>
      frame(from + n * 10 + 0.5, 0x170, [0, 0xff, 7, (0x53 + n) & 255, (0xd9 + n) & 255]),
    ),
  ]
  const ordered = (frames: CanFrame[]) => frames.sort((a, b) => a.ts - b.ts)
  const short = learnedFrom(ordered(counted(4, later - 3_600_000)))
  const { signs } = watchOf(ordered(counted(30, later)), { profile: short })
  expect(signs.filter(({ detector }) => detector === 'can-replay')).toEqual([])
})
