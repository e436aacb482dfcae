import { expect, test } from 'vitest'
import { framesPerBlock } from './blocks.ts'
import { beginReading, blocksRead } from './cutting.ts'
import { allOf, turnsDuring } from './turns.fixture.ts'

/** Text of a candump log, about a MiB. */
const lines = Array.from(
  { length: 25_000 },
  (_, i) => `(1772582400.${String(i).padStart(6, '0')}) can0 123#0102030405060708\n`,
)
const part = new TextEncoder().encode(lines.join(''))

test('[CAPTURE-48] blocks are cut off while a part is read: at most two blocks and a slice wait', async () => {
  const reading = beginReading('candump', 'can0', 0)
  const waiting: number[] = []
  for (let parts = 0; parts < 3; parts++) {
    for await (const block of blocksRead(reading, part, 0)) {
      expect([block.block, block.frames]).toEqual([waiting.length, framesPerBlock])
      waiting.push(reading.pending.length)
    }
  }
  const rest = await allOf(blocksRead(reading, undefined, 0))
  expect([waiting.length, Math.max(...waiting) < framesPerBlock + 500, rest.map(({ frames }) => frames)]).toEqual([
    2,
    true,
    [framesPerBlock, 15_000],
  ])
})

test('[CAPTURE-48] other work can run after each slice of a part', async () => {
  expect(await turnsDuring(() => allOf(blocksRead(beginReading('candump', 'can0', 0), part, 0)))).toBeGreaterThan(100)
})

test('[CAPTURE-31] blocks that are stored already are cut off, but not returned again', async () => {
  const reading = beginReading('candump', 'can0', 0)
  const given = [...(await allOf(blocksRead(reading, part, 1))), ...(await allOf(blocksRead(reading, undefined, 1)))]
  expect([given.map(({ block }) => block), reading.blocks]).toEqual([[1], 2])
})
