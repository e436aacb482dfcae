import { expect, test } from 'vitest'
import { began, chance, frame, learnedFrom } from './bus.fixture.ts'
import type { CanFrame } from './frame.ts'
import { createLearner } from './learn.ts'

/**
 * Returns the frames of a drive: speeds of two ids that follow each other, a number of twelve bits that shares a byte
 * with a state, and an independent number.
 */
function drive(seconds: number, { from = began, seed = 1 } = {}): CanFrame[] {
  const random = chance(seed)
  const frames: CanFrame[] = []
  let alone = 2_000
  for (let n = 0; n * 20 < seconds * 1000; n++) {
    const speed = 900 + 800 * Math.sin(n / 400 + seed) + 60 * Math.sin(n / 37)
    const wheel = Math.round(speed * 4 + 6 * random())
    const dash = Math.round(speed + 2 * random())
    alone = Math.max(0, Math.min(4_000, alone + Math.round((random() - 0.5) * 40)))
    frames.push(
      frame(from + n * 20, 0x110, [wheel >> 8, wheel & 255, 0x11]),
      frame(from + n * 20 + 7, 0x220, [dash & 255, (dash >> 8) | 0xa0, alone & 255, alone >> 8]),
    )
  }
  return frames
}

test('[CAN-RELATION-1] numbers are found bit by bit, even if they share a byte with a state', () => {
  const { signals } = learnedFrom(drive(120)).ids.find(({ id }) => id === 0x220)!
  expect(signals.map(({ startBit, length, isIntel }) => ({ startBit, length, isIntel }))).toEqual([
    { startBit: 0, length: 11, isIntel: true },
    { startBit: 16, length: 12, isIntel: true },
  ])
  const [dash] = signals
  expect([dash!.min, dash!.max]).toEqual([expect.closeTo(40, -2), expect.closeTo(1_760, -2)])
  expect(dash!.maxStep).toBeLessThan(10)
})

test('[CAN-RELATION-2] two numbers in a linear relation are a correlation, with its gain and spread', () => {
  const { correlations } = learnedFrom(drive(400))
  expect(correlations).toHaveLength(1)
  const [{ x, y, gain, offset, spread }] = correlations as [NonNullable<typeof correlations>[number]]
  expect([x.id, y.id, x.startBit, y.startBit]).toEqual([0x110, 0x220, 4, 0])
  expect(gain).toBeCloseTo(0.25, 2)
  expect(Math.abs(offset)).toBeLessThan(10)
  expect(spread).toBeLessThan(40)
})

test('[CAN-RELATION-3] no correlation is accepted before it held through several swings', () => {
  expect(learnedFrom(drive(100)).correlations).toEqual([])
})

test('[CAN-RELATION-3] numbers that only happen to rise together are not a correlation', () => {
  const rising = Array.from({ length: 30_000 }, (_, n) =>
    frame(began + n * 20, n % 2 ? 0x110 : 0x220, [n >> 9, (n >> 1) & 255]),
  )
  expect(learnedFrom(rising).correlations).toEqual([])
})

test('[CAN-RELATION-4] a restored state continues where it stopped, also through JSON', () => {
  const frames = drive(400)
  const whole = learnedFrom(frames)
  const half = createLearner()
  for (const one of frames.slice(0, 30_000)) half.push(one)
  const again = createLearner(JSON.parse(JSON.stringify(half.save())) as ReturnType<typeof half.save>)
  expect(again.profile()).toEqual(half.profile())
  for (const one of frames.slice(30_000)) again.push(one)
  expect(again.profile().correlations).toHaveLength(whole.correlations!.length)
})
