import type { readRecord } from '@carapace/shared/msoc/can/captures.contract'
import type { z } from 'zod'
import { mostFrames, type Sink } from './feed.ts'

type Page = z.output<typeof readRecord.output>

/**
 * Reads pages of blocks one after the other, until there are no more or the memory limit is reached (rule ANALYZER-51).
 * Returns the time of the last frame, epoch ms.
 */
export async function readPages(page: (cursor: string | undefined) => Promise<Page>, sink: Sink): Promise<number> {
  let frames = 0
  let readTo = -Infinity
  for (let cursor: string | undefined; ;) {
    const { blocks, next_cursor: next } = await page(cursor)
    for (const block of blocks) {
      if (frames + block.frames > mostFrames) {
        sink.more()
        return readTo
      }
      sink.block(block.data, block.frames)
      readTo = Math.max(readTo, block.to_ms)
      frames += block.frames
    }
    if (next === null) return readTo
    cursor = next
  }
}
