import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import { decodeBlock } from '@carapace/shared/msoc/can/frame-block'
import { frameAt } from '@carapace/shared/msoc/can/frame-columns'
import { blocksResponse, framesPerBlock, packBlocks } from './blocks.ts'
import { allOf, turnsDuring } from './turns.fixture.ts'

const framesOf = (count: number, buses: number) =>
  Array.from({ length: count }, (_, i): CanFrame => ({
    ts: i,
    bus: `bus${i % buses}`,
    id: 1,
    flags: 0,
    dlc: 1,
    data: Uint8Array.of(i & 255),
  }))

function framesIn(data: string): CanFrame[] {
  const block = decodeBlock(inflateRawSync(Buffer.from(data, 'base64')))
  if (!block.ok) throw new Error(block.reason)
  return Array.from({ length: block.value.length }, (_, i) => frameAt(block.value, i))
}

test.for([
  [framesPerBlock + 1, 1, 2],
  [255, 255, 1],
  [300, 256, 2],
  [300, 300, 2],
  [0, 1, 0],
] as const)('[CAPTURE-50] %d frames of %d buses give %d blocks with these frames', async ([count, buses, blocks]) => {
  const frames = framesOf(count, buses)
  const sent = await blocksResponse(packBlocks(frames))
  expect(sent).toHaveLength(blocks)
  expect(sent.flatMap(({ data }) => framesIn(data))).toEqual(frames)
})

test('[CAPTURE-48] packing blocks and filtering blocks by bus both yield to other work between blocks', async () => {
  const blocks = await allOf(packBlocks(framesOf(6 * framesPerBlock, 2)))
  expect(blocks).toHaveLength(6)
  expect(await turnsDuring(() => allOf(packBlocks(framesOf(6 * framesPerBlock, 2))))).toBeGreaterThanOrEqual(5)
  expect(await turnsDuring(() => blocksResponse(blocks, 'bus1'))).toBeGreaterThanOrEqual(5)
})
