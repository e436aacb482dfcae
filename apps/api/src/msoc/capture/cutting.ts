import { setImmediate } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'
import type { captureFormats } from '@carapace/shared/msoc/can/captures'
import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import { captureReader } from '@carapace/shared/msoc/capture/read'
import type { CaptureReader } from '@carapace/shared/msoc/capture/reader'
import { framesPerBlock, packBlock, type PackedBlock } from './blocks.ts'

/** The state of reading a file. */
export interface Reading {
  readonly reader: CaptureReader
  readonly startMs: number
  /** The number of the next part. */
  part: number
  /** Blocks cut off so far, including those that were stored before. */
  blocks: number
  pending: CanFrame[]
  frames: number
  /** Frames that were earlier than the end of the block before theirs. */
  late: number
  lastMs: number
  readonly span: { from: number; to: number }
  readonly buses: Map<string, number>
}

interface NumberedBlock extends PackedBlock {
  readonly block: number
}

export function beginReading(format: (typeof captureFormats)[number], bus: string, startMs: number): Reading {
  return {
    reader: captureReader(format, { bus, startMs, inflate }),
    startMs,
    part: 0,
    blocks: 0,
    pending: [],
    frames: 0,
    late: 0,
    lastMs: -Infinity,
    span: { from: Infinity, to: -Infinity },
    buses: new Map(),
  }
}

function inflate(bytes: Uint8Array, most: number): Uint8Array | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most) })
  } catch {
    return undefined
  }
}

/** A compressed file can hold a thousand times more frames than its size suggests: it is read in small slices. */
const sliceBytes = 8 * 1024

/**
 * Continues reading: the blocks that a part of the file fills or, at its end (undefined), the remaining ones, from
 * block `stored` on. Blocks are yielded one by one as they are cut off; other calls can run after each slice.
 */
export async function* blocksRead(
  reading: Reading,
  part: Uint8Array | undefined,
  stored: number,
): AsyncGenerator<NumberedBlock> {
  const { reader } = reading
  for (let at = 0; part && at < part.length; at += sliceBytes) {
    take(reading, reader.push(part.subarray(at, at + sliceBytes)))
    yield* cutFull(reading, stored)
    await setImmediate()
  }
  if (part) return
  take(reading, reader.end())
  yield* cutFull(reading, stored)
  yield* cutRest(reading, stored)
}

function take(reading: Reading, frames: readonly CanFrame[]): void {
  reading.frames += frames.length
  for (const frame of frames) {
    reading.pending.push(frame)
    reading.buses.set(frame.bus, (reading.buses.get(frame.bus) ?? 0) + 1)
    reading.span.from = Math.min(reading.span.from, frame.ts)
    reading.span.to = Math.max(reading.span.to, frame.ts)
  }
}

/**
 * Cuts off full blocks: of two blocks of sorted frames the earlier one. Frames late by less than a block come in order.
 */
function* cutFull(reading: Reading, stored: number): Generator<NumberedBlock> {
  while (reading.pending.length >= 2 * framesPerBlock) {
    const window = sorted(reading.pending.slice(0, 2 * framesPerBlock))
    reading.pending = window.slice(framesPerBlock).concat(reading.pending.slice(2 * framesPerBlock))
    yield* cut(reading, window.slice(0, framesPerBlock), stored)
  }
}

function* cutRest(reading: Reading, stored: number): Generator<NumberedBlock> {
  const rest = sorted(reading.pending)
  reading.pending = []
  for (let at = 0; at < rest.length; at += framesPerBlock)
    yield* cut(reading, rest.slice(at, at + framesPerBlock), stored)
}

function* cut(reading: Reading, frames: readonly CanFrame[], stored: number): Generator<NumberedBlock> {
  reading.late += frames.filter(({ ts }) => ts < reading.lastMs).length
  reading.lastMs = Math.max(reading.lastMs, frames.at(-1)!.ts)
  const block = reading.blocks++
  if (block >= stored) yield { block, ...packBlock(frames) }
}

/** Sorts by time; frames of the same time keep their order. */
function sorted(frames: CanFrame[]): CanFrame[] {
  return frames.sort((a, b) => a.ts - b.ts)
}
