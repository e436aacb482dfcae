import { expect, test } from 'vitest'
import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import { intensities, scenarios } from '../eval/scenarios.ts'
import { arbitrate, durationOf } from './arbitrate.ts'
import { createChance } from './chance.ts'
import { inject, stamped } from './inject.ts'
import { keyOfFrame, labelled, type LabelledFrame } from './labelled.ts'
import { surveyOf } from './survey.ts'

const span = { from: 4_000, to: 6_000 }
const cycles = [10, 20, 50, 100]

/** Eight seconds of a small bus: four cyclic ids, with a counter, a slow value and noise. */
function bus(ext = false): CanFrame[] {
  const frames = cycles.flatMap((cycle, nth) =>
    Array.from({ length: 8_000 / cycle }, (_, i): CanFrame => ({
      ts: i * cycle + nth,
      bus: 'can0',
      id: ext ? 0x18fe_0000 + nth : 0x100 + nth,
      flags: ext ? 1 : 0,
      dlc: 4,
      data: Uint8Array.of(i & 15, i >> 3, (i * 37) & 255, 7),
    })),
  )
  return frames.sort((a, b) => a.ts - b.ts)
}

const rows = scenarios.flatMap((scenario) => intensities.map((intensity) => ({ ...scenario, intensity })))

test.for(rows)(
  '$kind, $variant, $intensity: keeps the order and the genuine frames, and forges only in its time span',
  ({ make, intensity, kind }) => {
    const genuine = bus(kind === 'j1939')
    const attack = make[intensity](surveyOf(genuine.slice(0, 300)), span, createChance(5))
    const seen = [...inject(genuine, [attack])]
    expect(seen.every((frame, i) => i === 0 || frame.ts >= seen[i - 1]!.ts)).toBe(true)
    const original = new Map(genuine.map((frame) => [`${frame.ts}/${frame.id}`, frame.data]))
    const kept = seen.filter(({ truth }) => truth === 'genuine')
    expect(kept.every((frame) => original.get(`${frame.ts}/${frame.id}`) === frame.data)).toBe(true)
    const forged = seen.filter(({ truth }) => truth !== 'genuine')
    expect(forged.every(({ ts }) => ts >= span.from && ts < span.to + 10)).toBe(true)
    const lost = genuine.length - kept.length
    expect(forged.length + lost).toBeGreaterThan(0)
    const outside = (frames: readonly CanFrame[]) =>
      frames.filter(({ ts }) => ts < span.from || ts >= span.to + 10).length
    expect(outside(kept)).toBe(outside(genuine))
  },
)

test.for(rows)('$kind, $variant, $intensity: the same chance makes the same attack', ({ make, intensity }) => {
  const genuine = bus()
  const run = () => [...inject(genuine, [make[intensity](surveyOf(genuine.slice(0, 300)), span, createChance(9))])]
  expect(run()).toEqual(run())
})

test('a masquerade sends one forged frame for each genuine one, under its id, by a clock of its own', () => {
  const genuine = bus()
  const constant = scenarios.find(({ variant }) => variant === 'constant')!
  const seen = [...inject(genuine, [constant.make.ordinary(surveyOf(genuine.slice(0, 300)), span, createChance(1))])]
  const forged = seen.filter(({ truth }) => truth === 'attack')
  const [key] = new Set(forged.map(keyOfFrame))
  const replaced = genuine.filter((frame) => keyOfFrame(frame) === key && frame.ts >= span.from && frame.ts < span.to)
  expect(seen.length).toBe(genuine.length)
  expect(forged.length).toBe(replaced.length)
  const late = forged.map(({ ts }, i) => ts - replaced[i]!.ts)
  expect(Math.min(...late)).toBeGreaterThan(0)
  expect(Math.max(...late)).toBeLessThan(5)
})

test('a spoof at three times the rate adds two frames for each genuine one', () => {
  const genuine = bus()
  const spoof = scenarios.find(({ kind }) => kind === 'spoof')!
  const attack = spoof.make.ordinary(surveyOf(genuine.slice(0, 300)), span, createChance(3))
  const [key] = new Set(attack.frames.map(keyOfFrame))
  const own = genuine.filter((frame) => keyOfFrame(frame) === key && frame.ts >= span.from && frame.ts < span.to)
  expect(Math.abs(attack.frames.length - 2 * own.length)).toBeLessThanOrEqual(2)
})

test('a bus transmits one frame at a time: the lowest waiting id first; a newer frame replaces an older', () => {
  const at = (ts: number, id: number, byte: number) =>
    labelled({ ts, bus: 'can0', id, flags: 0, dlc: 1, data: Uint8Array.of(byte) }, 'genuine')
  const frame = at(10, 0x200, 0)
  const length = durationOf(frame, 500_000)
  const sent = [
    ...arbitrate([frame, at(10.01, 0x300, 1), at(10.02, 0x100, 2), at(10.03, 0x300, 3), at(20, 0x400, 4)], 500_000),
  ]
  expect(sent.map(({ id, data }) => [id, data[0]])).toEqual([
    [0x200, 0],
    [0x100, 2],
    [0x300, 3],
    [0x400, 4],
  ])
  expect(sent.map(({ ts }) => ts)).toEqual([10, 10 + length, 10 + 2 * length, 20].map((ts) => expect.closeTo(ts, 9)))
})

test('a frame that is sent is not interrupted, and a long one is wanted long before its end', () => {
  const at = (ts: number, id: number, length: number) =>
    labelled({ ts, bus: 'can0', id, flags: 0, dlc: length, data: new Uint8Array(length) }, 'genuine')
  const [long, short] = [durationOf(at(0, 1, 8), 500_000), durationOf(at(0, 1, 0), 500_000)]
  const orderOf = (frames: LabelledFrame[]) => [...arbitrate(frames, 500_000)].map(({ id, ts }) => [id, ts])
  // 0x300 begins when 0x200 ends; 0x100 is wanted while it is sent
  expect(orderOf([at(10, 0x200, 8), at(10.01, 0x300, 8), at(10.02 + short, 0x100, 0)])).toEqual([
    [0x200, 10],
    [0x300, expect.closeTo(10 + long, 9)],
    [0x100, expect.closeTo(10 + long + short, 9)],
  ])
  // the long one is wanted first, although it would end last
  expect(orderOf([at(10, 0x100, 0), at(10.05, 0x300, 8)])).toEqual([
    [0x300, 10.05],
    [0x100, expect.closeTo(10.05 + short, 9)],
  ])
})

test('a flood of 0x000 delays the other frames on a slow bus', () => {
  const genuine = bus()
  const flood = scenarios[0]!.make.high(surveyOf(genuine.slice(0, 300)), span, createChance(2))
  const carried = [...arbitrate(inject(genuine, [flood]), 250_000)]
  const inside = (frames: readonly CanFrame[]) =>
    frames.filter(({ ts, id }) => id !== 0 && ts >= span.from && ts < span.to).length
  expect(inside(carried)).toBeLessThan(inside(genuine) / 2)
  expect(carried.every((frame, i) => i === 0 || frame.ts >= carried[i - 1]!.ts)).toBe(true)
})

test('a coarse clock rounds times down to its ticks and keeps the order', () => {
  const ticks = [
    ...stamped(
      bus().map((frame) => labelled(frame, 'genuine')),
      10,
    ),
  ].map(({ ts }) => ts)
  expect(ticks.every((ts, i) => ts % 10 === 0 && (i === 0 || ts >= ticks[i - 1]!))).toBe(true)
})
