import { expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { decodeBlock, encodeBlock } from './frame-block.ts'
import { columnsOf, type FrameColumns } from './frame-columns.ts'
import type { CanFrame } from './frame.ts'

const start = 1_790_000_000_000

function randomFrames(random: (below: number) => number, count: number, timeOf: () => number): CanFrame[] {
  return Array.from({ length: count }, () => ({
    ts: timeOf(),
    bus: `can${random(3)}`,
    id: random(0x2000_0000),
    flags: random(128),
    dlc: random(16),
    data: Uint8Array.from({ length: random(65) }, () => random(256)),
  }))
}

function blockOf(frames: FrameColumns): FrameColumns {
  const block = decodeBlock(encodeBlock(frames))
  if (!block.ok) throw new Error(block.reason)
  return block.value
}

test('[CAPTURE-1] decoding a block returns the same frames, for any frames', () => {
  const random = createRandom(1)
  for (let round = 0; round < 100; round++) {
    const frames = columnsOf(randomFrames(random, random(50), () => start + random(10_000_000) / 1000))
    expect(blockOf(frames)).toEqual(frames)
  }
})

test.for([
  { times: 'microseconds', ts: [start, start + 0.001, start + 0.25, start - 3] },
  { times: 'nanoseconds from nothing', ts: [0, 0.000_001, 12.345_678_9] },
  { times: 'thirds', ts: [1 / 3, 2 / 3, start + 1 / 3] },
  { times: 'times before 1970 and minus zero', ts: [-0, -12.5, -start] },
  { times: 'times that are too large for microseconds', ts: [2 ** 52, 2 ** 53, Number.MAX_VALUE] },
])('[CAPTURE-2] $times are decoded to exactly the same doubles', ({ ts }) => {
  const frames = columnsOf(
    ts.map((time) => ({ ts: time, bus: 'can0', id: 1, flags: 0, dlc: 0, data: new Uint8Array() })),
  )
  expect([...blockOf(frames).ts]).toEqual(ts)
})

test('[CAPTURE-2] times in microseconds take one or two bytes per frame', () => {
  const frames = (step: number) =>
    columnsOf(
      Array.from({ length: 1000 }, (_, i) => ({
        ts: start + i * step,
        bus: 'can0',
        id: 1,
        flags: 0,
        dlc: 0,
        data: new Uint8Array(),
      })),
    )
  expect(encodeBlock(frames(0.5)).length).toBeLessThan(10_100)
  expect(encodeBlock(frames(1 / 3)).length).toBeGreaterThan(16_000)
})

test('[CAPTURE-1] a block names 255 buses; more are refused, not wrapped', () => {
  const frames = (buses: number) =>
    Array.from({ length: buses }, (_, i) => ({
      ts: start,
      bus: `bus${i}`,
      id: 1,
      flags: 0,
      dlc: 0,
      data: new Uint8Array(),
    }))
  const full = columnsOf(frames(255))
  expect(blockOf(full)).toEqual(full)
  expect(() => columnsOf(frames(256))).toThrow(RangeError)
  expect(() => encodeBlock({ ...full, buses: [...full.buses, 'one more'] })).toThrow(RangeError)
})

test('[CAPTURE-3] a truncated block, or one longer than it states, is refused with the byte position', () => {
  const whole = encodeBlock(columnsOf(randomFrames(createRandom(2), 5, () => start)))
  for (let length = 0; length < whole.length; length++) {
    expect(decodeBlock(whole.subarray(0, length))).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^byte \d+: /),
    })
  }
  expect(decodeBlock(Uint8Array.of(...whole, 0))).toMatchObject({ ok: false })
})

test('[CAPTURE-3] flipped bits give other valid frames or a refusal', () => {
  const random = createRandom(3)
  const whole = encodeBlock(columnsOf(randomFrames(random, 20, () => start + random(1_000_000) / 1000)))
  let refusals = 0
  for (let round = 0; round < 20_000; round++) {
    const bytes = whole.slice()
    for (let flips = 1 + random(3); flips > 0; flips--) bytes[random(bytes.length)]! ^= 1 << random(8)
    const block = decodeBlock(bytes)
    if (!block.ok) {
      refusals += 1
      continue
    }
    expect(block.value.at[block.value.length]).toBe(block.value.data.length)
    expect(block.value.ts.every(Number.isFinite)).toBe(true)
  }
  expect(refusals).toBeGreaterThan(1_000)
})

test('[CAPTURE-3] a block that announces four billion frames is refused before memory is allocated', () => {
  const bytes = encodeBlock(columnsOf([]))
  new DataView(bytes.buffer).setUint32(4, 0xffffffff, true)
  expect(decodeBlock(bytes)).toEqual({
    ok: false,
    reason: 'byte 4: 4294967295 frames with 0 bytes do not fit into the block',
  })
})

test('[CAPTURE-4] a part of larger columns is encoded with its own payloads', () => {
  const { length, ...all } = columnsOf(randomFrames(createRandom(4), 10, () => start))
  const first = blockOf({ ...all, length: 4 })
  expect(first.data).toEqual(all.data.subarray(0, all.at[4]))
  expect(length).toBe(10)
})
