import { expect, test } from 'vitest'
import type { PackedFrame } from '../events.ts'
import { canFlood } from './can-flood.ts'
import { can, t0, watching } from './detector.fixture.ts'

/** Frames evenly spread over a span. */
function spread(count: number, overMs: number, id: (i: number) => number = () => 0x100): PackedFrame[] {
  return Array.from({ length: count }, (_, i) => [Math.floor((i * overMs * 1000) / count), id(i), '00'])
}

test('[O1] the 500th frame of one id within a second is a finding, at that frame\'s time', () => {
  const { see } = watching(canFlood)
  expect(see(can(spread(499, 999)))).toEqual([])
  expect(see(can([[999_000, 0x100, '00']]))).toMatchObject([{
    key: 'can-flood:can0:256', title: 'Flood of 0x100 on can0', severity: 'critical', count: 1, ts: t0 + 999, bus: 'can0', evidence: 'can',
  }])
})

test('[O1] a flood is told once a window', () => {
  const { see } = watching(canFlood)
  expect(see(can(spread(2_000, 900)))).toHaveLength(1)
  expect(see(can(spread(2_000, 900), { ts: t0 + 1000 }))).toHaveLength(1)
})

test('[O1] the quickest cycle in use, for a minute, is no flood', () => {
  expect(watching(canFlood).see(can(spread(12_000, 60_000)))).toEqual([])
})

test('[O2] the 3,500th frame of a bus within a second is a finding, of whatever ids', () => {
  const { see } = watching(canFlood)
  expect(see(can(spread(3_499, 900, (i) => i % 40)))).toEqual([])
  const [finding] = see(can([[950_000, 7, '']]))
  expect(finding).toMatchObject({ key: 'can-flood:can0', title: 'Bus load flood on can0', ts: t0 + 950 })
  expect(finding!.observables.map(({ kind }) => kind)).toEqual(['vin', 'bus'])
})

test('[O3] a window ends a second after it began', () => {
  const { see } = watching(canFlood)
  expect(see(can(spread(499, 999)), can(spread(499, 999), { ts: t0 + 1000 }))).toEqual([])
})

test('[O3] a clock that was set back begins a new window', () => {
  const { see } = watching(canFlood)
  see(can([[0, 0x100, '']]))
  const seconds = Array.from({ length: 60 }, (_, i) => can(spread(20, 999), { ts: t0 - 120_000 + i * 1000 }))
  expect(see(...seconds)).toEqual([])
})

test('[O3] frames a little out of order stay in one window', () => {
  const { see } = watching(canFlood)
  const late = Array.from({ length: 500 }, (_, i) => can([[0, 0x100, '']], { ts: t0 + (i % 2 === 0 ? i : i - 5) }))
  expect(see(...late)).toHaveLength(1)
})

test('[O3] of a suspect clock the seconds count, not the arrivals', () => {
  const backlog = Array.from({ length: 60 }, (_, i) => can(spread(200, 999), { ts: t0, deviceTs: i * 1000 }))
  expect(watching(canFlood).see(...backlog)).toEqual([])
  expect(watching(canFlood).see(can(spread(600, 500), { ts: t0, deviceTs: 7 }))).toHaveLength(1)
})

test('[O4] of a hundred thousand ids and buses no more than the limits are counted', () => {
  const { memory, see } = watching(canFlood)
  for (let i = 0; i < 5; i++) see(can(Array.from({ length: 20_000 }, (_, j) => [0, i * 20_000 + j, ''])))
  expect(memory.buses.get('can0')!.ids.size).toBe(2_048)
  for (let i = 0; i < 100_000; i++) see(can([[0, 1, '']], { bus: `bus${i}` }))
  expect(memory.buses.size).toBe(16)
})

test('[O4] ids beyond the limit count for their bus', () => {
  expect(watching(canFlood).see(can(spread(3_500, 900, (i) => i))).map(({ key }) => key)).toEqual(['can-flood:can0'])
})
