import { setImmediate } from 'node:timers/promises'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type CanFrame, canFlags, dlcOf } from '@carapace/shared/msoc/can/frame'
import { readHex } from '@carapace/shared/core/hex'
import { decodeBlock, encodeBlock } from '@carapace/shared/msoc/can/frame-block'
import { busesPerBlock, columnsOf, frameAt } from '@carapace/shared/msoc/can/frame-columns'
import { timeOf } from '@carapace/shared/msoc/events/event-time'
import type { CanFrameRow } from '@carapace/shared/msoc/history/history.contract'

/** Maximum frames per block. */
export const framesPerBlock = 20_000

/** A stored block: its span in epoch ms, and its frames, deflated (RFC 1951). */
export interface PackedBlock {
  readonly fromMs: number
  readonly toMs: number
  readonly frames: number
  readonly data: Uint8Array
}

/** Packs frames into one block. @throws {Error} when they have more than 255 buses. */
export function packBlock(frames: readonly CanFrame[]): PackedBlock {
  let fromMs = Infinity
  let toMs = -Infinity
  for (const { ts } of frames) {
    fromMs = Math.min(fromMs, ts)
    toMs = Math.max(toMs, ts)
  }
  return { fromMs, toMs, frames: frames.length, data: deflateRawSync(encodeBlock(columnsOf(frames))) }
}

/** Packs any number of frames of any buses into blocks; yields to other calls between two blocks. */
export async function* packBlocks(frames: readonly CanFrame[]): AsyncGenerator<PackedBlock> {
  for (let from = 0; from < frames.length;) {
    const end = blockEnd(frames, from)
    yield packBlock(frames.slice(from, end))
    await setImmediate()
    from = end
  }
}

/** The end of a block that begins at `from`: it has the maximum number of frames, or of buses. */
function blockEnd(frames: readonly CanFrame[], from: number): number {
  const buses = new Set<string>()
  const most = Math.min(frames.length, from + framesPerBlock)
  for (let end = from; end < most; end++) {
    buses.add(frames[end]!.bus)
    if (buses.size > busesPerBlock) return end
  }
  return most
}

export function unpackBlock(data: Uint8Array): CanFrame[] {
  const block = decodeBlock(inflateRawSync(data))
  if (!block.ok) throw new Error(`a stored block of frames is broken: ${block.reason}`)
  return Array.from({ length: block.value.length }, (_, i) => frameAt(block.value, i))
}

/** Blocks as sent to clients; with `bus`, only frames of that bus. Yields to other calls between two blocks. */
export async function blocksResponse(blocks: Iterable<PackedBlock> | AsyncIterable<PackedBlock>, bus?: string) {
  const response: { from_ms: number; to_ms: number; frames: number; data: string }[] = []
  for await (const block of blocks) {
    const mine = bus === undefined ? block : onlyOf(unpackBlock(block.data), bus)
    if (mine)
      response.push({
        from_ms: mine.fromMs,
        to_ms: mine.toMs,
        frames: mine.frames,
        data: Buffer.from(mine.data).toString('base64'),
      })
    await setImmediate()
  }
  return response
}

function onlyOf(frames: readonly CanFrame[], bus: string): PackedBlock | undefined {
  const mine = frames.filter((frame) => frame.bus === bus)
  return mine.length === 0 ? undefined : packBlock(mine)
}

/** Converts a recorded frame. The record stores no data length code: it follows from the payload's length. */
export function frameOfRow({ ts, bus, id, ext, fd, rtr, data: hex }: CanFrameRow): CanFrame {
  const data = new Uint8Array(hex.length >> 1)
  readHex(hex, data)
  const flags = (ext ? canFlags.ext : 0) | (fd ? canFlags.fd : 0) | (rtr ? canFlags.rtr : 0)
  return { ts: timeOf(ts)!, bus, id, flags, dlc: dlcOf(data.length), data }
}
