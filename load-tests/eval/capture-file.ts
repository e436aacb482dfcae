import { openSync, readSync, closeSync, existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { inflateSync } from 'node:zlib'
import { captureFormats } from '@carapace/shared/msoc/can/captures'
import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import { captureReader, formatOf, headBytes } from '@carapace/shared/msoc/capture/read'
import { UsageError } from '../fleet/cli.ts'

export type Format = (typeof captureFormats)[number]

/** A frame of a capture file; `line` is 0 where the format has no lines. */
export interface FiledFrame {
  readonly frame: CanFrame
  readonly line: number
}

const chunkBytes = 1 << 20
const newline = 10

/** The format of a capture: the given one, or the one of its first bytes. */
export function formatOfFile(path: string, givenFormat: Format | undefined): Format {
  if (!existsSync(path) || !statSync(path).isFile()) throw new UsageError(`${path}: no such file`)
  if (givenFormat !== undefined) return givenFormat
  const head = Buffer.alloc(headBytes)
  const fd = openSync(path, 'r')
  const bytes = readSync(fd, head)
  closeSync(fd)
  if (bytes === 0) throw new UsageError(`${path}: the file is empty`)
  const format = formatOf(head.subarray(0, bytes), basename(path))
  if (format === undefined)
    throw new UsageError(
      `${path}: its format was not recognised; say which it is with --format (${captureFormats.join(', ')})`,
    )
  return format
}

/**
 * All frames of a capture file in their order. Refuses a file without any frame and explains what is wrong with its
 * first lines.
 */
export function* framesOfFile(path: string, givenFormat: Format | undefined): Generator<FiledFrame> {
  const format = formatOfFile(path, givenFormat)
  const reader = captureReader(format, { bus: 'can0', inflate: inflated })
  const hasLines = format !== 'blf' && format !== 'pcap'
  let frames = 0
  let line = 0
  for (const piece of hasLines ? linesOf(path) : chunksOf(path)) {
    line += hasLines ? 1 : 0
    for (const frame of reader.push(piece)) {
      frames += 1
      yield { frame, line }
    }
  }
  for (const frame of reader.end()) {
    frames += 1
    yield { frame, line }
  }
  const [first] = reader.rejects
  const why = first === undefined ? 'nothing in it is a frame' : `line ${first.line}: ${first.reason}`
  if (frames === 0)
    throw new UsageError(
      `${path}: no frame found, read as ${format}; ${why}. Say what it is with --format (${captureFormats.join(', ')})`,
    )
  if (reader.rejected > 0)
    console.error(
      `${path}: ${reader.rejected} of its lines or records were not understood and left out; the first: ${why}`,
    )
}

function inflated(bytes: Uint8Array, most: number): Uint8Array | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: most })
  } catch {
    return undefined // broken or too large: the reader reports the record
  }
}

function* chunksOf(path: string): Generator<Uint8Array> {
  const fd = openSync(path, 'r')
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkBytes)
      const bytes = readSync(fd, chunk)
      if (bytes === 0) return
      yield chunk.subarray(0, bytes)
    }
  } finally {
    closeSync(fd)
  }
}

/** The lines of a file, each with its line end, so that a frame's line number is known. */
function* linesOf(path: string): Generator<Uint8Array> {
  let rest: Uint8Array = Buffer.alloc(0)
  for (const chunk of chunksOf(path)) {
    const text: Uint8Array = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let from = 0
    for (let end = text.indexOf(newline); end >= 0; end = text.indexOf(newline, from)) {
      yield text.subarray(from, end + 1)
      from = end + 1
    }
    rest = text.subarray(from)
  }
  if (rest.length > 0) yield rest
}
