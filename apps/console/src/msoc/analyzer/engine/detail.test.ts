import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import { columnsOf } from '@carapace/shared/msoc/can/frame-columns'
import type { CanProfile, IdProfile } from '@carapace/shared/msoc/can/profile'
import { expect, test } from 'vitest'
import { changedBits, changeOf } from './changes.ts'
import { createCodebook } from './codebook.ts'
import { detailOf } from './detail.ts'
import { cycle, database, frame, storeOf, together, torque } from './frames.fixture.ts'
import { decimate, plotOf } from './plots.ts'

const learned: IdProfile = {
  id: 0x2c1,
  ext: false,
  name: null,
  frames: 1_000,
  lengths: [8],
  cycle: { ms: 20, jitterMs: 0.2, minMs: 19, maxMs: 21 },
  bytes: [],
  peak: 60,
  repeats: 0,
  counters: [{ startBit: 24, length: 4, isIntel: true, step: 1 }],
  checksums: [{ byte: 7, kind: 'xor', seed: 0 }],
  signals: [],
}
const profile: CanProfile = {
  shape: 1,
  learned: { frames: 1_000, seconds: 20, vehicles: 1 },
  load: { mean: 50, peak: 60 },
  ids: [learned],
  exceptions: [],
}

function detail(frames: readonly CanFrame[], { dbc = database, isLearned = false, asOf = Infinity } = {}) {
  const store = storeOf(columnsOf(frames))
  const book = createCodebook()
  book.useDbc('', dbc)
  if (isLearned) book.useProfile('can0', profile)
  return detailOf(store, book, 0, undefined, { from: 0, to: store.end(), asOf })!
}

/** A payload of 0x2C1 whose last byte makes the XOR of all bytes zero. */
function sealed(nm: number, counter: number): number[] {
  const bytes = torque(nm, 0, counter)
  bytes[7] = bytes.reduce((sum, byte) => sum ^ byte, 0)
  return bytes
}

test('[ANALYZER-21] flip shares are at the position where the bit is drawn: byte * 8 + (7 - bit)', () => {
  const { flips } = detail(cycle(0x2c1, 20, 9, (i) => [0, i % 2 === 0 ? 0x80 : 0, i % 4 < 2 ? 0 : 1, 0, 0, 0, 0, 0]))
  expect(flips[8]).toBe(1)
  expect(flips[23]).toBe(0.5)
  expect(flips.filter((share) => share > 0)).toHaveLength(2)
})

test('[ANALYZER-20] [ANALYZER-22] signals of the latest frame, or at a time, with their previous values', () => {
  const frames = cycle(0x2c1, 20, 100, (i) => torque(i < 50 ? 100 : 600, i % 2))
  const { signals, facts, name, data } = detail(frames)
  expect(name).toBe('TorqueRequest')
  expect(facts).toEqual(['VCU', 'cycle 20 ms', '8 bytes', 'Intel and Motorola'])
  expect([...data]).toEqual(torque(600, 1))
  expect(signals[0]).toMatchObject({
    name: 'TorqueReq',
    bitsText: '0..15',
    raw: '6000',
    text: '600.0',
    unit: 'Nm',
    range: '-500\u2013500',
    isOutOfRange: true,
    isConstant: false,
    colour: 0,
  })
  expect(signals[1]).toMatchObject({ text: 'Limited', isOutOfRange: false })
  expect(signals[2]).toMatchObject({ name: 'AliveCounter', isConstant: true, bitsText: '24..27' })
  expect(signals[0]!.spark).toHaveLength(48)
  expect([signals[0]!.spark[0], signals[0]!.spark[47]]).toEqual([100, 600])

  expect(detail(frames, { asOf: 10 }).signals[0]).toMatchObject({ text: '100.0', isOutOfRange: false })
})

test('[ANALYZER-22] a signal beyond the end of the payload is absent', () => {
  expect(detail([frame(0, { id: 0x2c1, bytes: [0, 10] })]).signals.map(({ isAbsent }) => isAbsent)).toEqual([
    false,
    true,
    true,
  ])
})

test('[ANALYZER-23] times outside the learned or the DBC cycle are marked, and at most 8,000 are shown', () => {
  const frames = [...cycle(0x2c1, 20, 50, (i) => sealed(0, i)), ...cycle(0x2c1, 5, 20, (i) => sealed(0, 50 + i), 985)]
  const { timing, cycle: band } = detail(frames, { isLearned: true })
  expect(band).toEqual({ ms: 20, by: 'profile', low: 19, high: 21 })
  expect(timing.isOutside.reduce((sum, each) => sum + each, 0)).toBe(20)
  expect(detail(frames).cycle).toEqual({ ms: 20, by: 'dbc', low: 16, high: 24 })
  expect(detail(frames, { dbc: '' }).cycle).toBeUndefined()
  expect(detail(cycle(0x2c1, 20, 20_000)).timing.ms).toHaveLength(8_000)
})

test('[ANALYZER-26] [ANALYZER-27] frames as learned have no oddities', () => {
  expect(
    detail(
      cycle(0x2c1, 20, 200, (i) => sealed(100 + Math.sin(i), i)),
      { isLearned: true },
    ).oddities,
  ).toEqual([])
})

test('[ANALYZER-26] [ANALYZER-27] [ANALYZER-28] an injection: rate, counter, checksum and two senders', () => {
  const own = cycle(0x2c1, 20, 100, (i) => sealed(100, i))
  const injected = cycle(0x2c1, 20, 100, (i) => torque(200, 0, i), 5)
  const { oddities } = detail(
    [...own, ...injected].toSorted((a, b) => a.ts - b.ts),
    { isLearned: true },
  )
  expect(oddities).toEqual([
    'Comes 2.0 times as often as learned: every 10.0 ms instead of 20.0 ms',
    'AliveCounter repeats 100 times in 200 frames',
    expect.stringMatching(/^The checksum in byte 7 does not match in \d+ of 200 frames$/),
    'Two senders differ on TorqueReq',
  ])
})

test('[ANALYZER-26] a burst among many frames is reported with its number of frames', () => {
  const frames = [
    ...cycle(0x2c1, 20, 200, (i) => sealed(1, i)),
    ...cycle(0x2c1, 2, 9, (i) => sealed(1, 200 + i), 3_982),
  ]
  expect(detail(frames, { isLearned: true }).oddities).toEqual([
    'Comes too early in 9 of 208 frames: the cycle is 20.0 ms',
  ])
})

test('[ANALYZER-26] a rate far from the cycle of the DBC, and unexpected lengths', () => {
  expect(detail(cycle(0x2c1, 4.9, 100, () => torque(1))).oddities).toEqual([
    'Comes 4.1 times as often as the DBC specifies: every 4.9 ms instead of 20.0 ms',
  ])
  expect(detail(cycle(0x2c1, 50, 100, () => torque(1))).oddities).toEqual([
    'Comes 2.5 times as rarely as the DBC specifies: every 50.0 ms instead of 20.0 ms',
  ])
  expect(
    detail(
      cycle(0x2c1, 20, 10, (i) => (i < 3 ? [1] : torque(1))),
      { isLearned: true },
    ).oddities,
  ).toContain('3 of 10 frames have another length than 8 bytes')
})

test('[ANALYZER-28] without a database two senders are detected by their bytes', () => {
  const frames = Array.from({ length: 60 }, (_, i) =>
    frame(i * 5, { id: 0x2c1, bytes: [7, i % 2 === 0 ? 10 : 90, 0, (i >> 1) & 15, 0, 0, 0, 0] }),
  )
  expect(detail(frames, { dbc: '', isLearned: true }).oddities).toContain('Two senders differ on byte 1')
})

test('[ANALYZER-13] increased, decreased, unchanged, and changed only in notched bits', () => {
  const store = storeOf(
    columnsOf(
      [
        [1, 8, 0, 5],
        [2, 8, 0, 5],
        [3, 4, 0, 4, 9],
      ].map((bytes, i) => frame(i, { bytes })),
    ),
  )
  const change = (notched?: Uint8Array) => {
    const into = new Int8Array(5)
    changeOf(store.data(2), store.data(1), notched, into)
    return [...into]
  }
  expect(change()).toEqual([1, -1, 0, -1, 0])
  const notched = changedBits(store, 0, 2).get(0)
  expect(notched!.slice(0, 4)).toEqual(Uint8Array.of(3, 0, 0, 0))
  expect(change(notched)).toEqual([2, -1, 0, -1, 0])
})

test('[ANALYZER-25] a plot keeps each peak and the order of its points', () => {
  const at = Float64Array.from({ length: 100_000 }, (_, i) => i)
  const value = at.map((i) => (i === 31_337 ? 99 : i === 77_777 ? -99 : Math.sin(i / 1_000)))
  const points = decimate(at, value, 8_000)
  expect(points.at).toHaveLength(8_000)
  expect([Math.max(...points.value), Math.min(...points.value)]).toEqual([99, -99])
  expect(points.at.every((each, i) => i === 0 || each >= points.at[i - 1]!)).toBe(true)
  expect(points.value[points.at.indexOf(31_337)]).toBe(99)
})

test('[ANALYZER-25] a signal is plotted from the bus that has it', () => {
  const store = storeOf(
    together(
      cycle(0x100, 10, 5),
      cycle(0x2c1, 20, 3, (i) => torque(i)).map((each) => ({ ...each, bus: 'can1' })),
    ),
  )
  const book = createCodebook()
  book.useDbc('can1', database)
  const plot = plotOf(store, book, ['can0', 'can1'], 'TorqueRequest.TorqueReq', 0, store.end())
  expect([plot.unit, [...plot.at], [...plot.value]]).toEqual(['Nm', [0, 20, 40], [0, 1, 2]])
  expect(plotOf(store, book, ['can0', 'can1'], 'TorqueRequest.Nothing', 0, store.end()).at).toHaveLength(0)
})
