import { MAX_LINE } from './syslog.ts'

export type Deframed = { readonly frame: Buffer } | { readonly rejected: string }

export interface Deframer {
  /** Returns the frames that this chunk completes; they may be views of it. */
  push(chunk: Buffer): Deframed[]
  /** Returns what the sender left unfinished when the connection closed. */
  end(): Deframed[]
}

/**
 * Result of one step: the position to continue at, the frames, the octets to skip from there, and, if more bytes are
 * needed, the number of bytes already searched.
 */
interface Step {
  readonly next: number
  readonly out?: Deframed
  readonly skip?: number
  readonly searched?: number
}

const [NUL, LF, CR, SPACE, LESS_THAN] = [0, 10, 13, 32, 60]
/** More digits than this are the beginning of a text line, not a length. */
const MAX_COUNT_DIGITS = 9

/**
 * Splits a TCP stream into syslog frames (RFC 6587 3.4): by octet count if one is written, otherwise at LF or NUL; a
 * sender may mix them. Holds at most one unfinished frame of `maxBytes`; a longer one is reported at once and skipped
 * to its end.
 */
export function createDeframer(maxBytes = MAX_LINE): Deframer {
  let held: Buffer = Buffer.alloc(0)
  let searched = 0
  let skip = 0

  function push(chunk: Buffer): Deframed[] {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const out: Deframed[] = []
    let at = 0
    for (let waits = false; at < bytes.length && !waits;) {
      const step = skip > 0 ? skipFrame(bytes, at, skip) : nextFrame(bytes, at, maxBytes, searched)
      if (step.out !== undefined) out.push(step.out)
      waits = step.searched !== undefined
      searched = step.searched ?? 0
      skip = step.skip ?? 0
      at = step.next
    }
    held = Buffer.from(bytes.subarray(at))
    return out
  }

  function end(): Deframed[] {
    const counted = countAt(held, 0)
    if (held.length === 0) return []
    if (typeof counted !== 'object') return [{ frame: lineOf(held, 0, held.length) }]
    return [
      {
        rejected:
          `the connection closed ${counted.start + counted.length - held.length} bytes short of a frame of ` +
          `${counted.length}`,
      },
    ]
  }
  return { push, end }
}

function nextFrame(bytes: Buffer, at: number, maxBytes: number, searched: number): Step {
  if (isLineEnd(bytes[at]) || bytes[at] === CR) return { next: at + 1 }
  const counted = countAt(bytes, at)
  if (counted === 'more') return { next: at, searched: 0 }
  return counted === 'none' ? nextLine(bytes, at, maxBytes, searched) : countedFrame(bytes, at, maxBytes, counted)
}

function countedFrame(
  bytes: Buffer,
  at: number,
  maxBytes: number,
  { start, length }: { start: number; length: number },
): Step {
  if (length > maxBytes)
    return { next: start, out: { rejected: `a frame of ${length} bytes, at most ${maxBytes} are read` }, skip: length }
  const next = start + length
  return next > bytes.length ? { next: at, searched: 0 } : { next, out: { frame: bytes.subarray(start, next) } }
}

function nextLine(bytes: Buffer, at: number, maxBytes: number, searched: number): Step {
  const end = lineEnd(bytes, at + searched)
  const ended = end < bytes.length
  if (end - at <= maxBytes)
    return ended ? { next: end + 1, out: { frame: lineOf(bytes, at, end) } } : { next: at, searched: end - at }
  const out = { rejected: `a line of more than ${maxBytes} bytes` }
  return ended ? { next: end + 1, out } : { next: end, out, skip: Infinity }
}

function skipFrame(bytes: Buffer, at: number, skip: number): Step {
  if (skip !== Infinity) return { next: Math.min(at + skip, bytes.length), skip: Math.max(0, at + skip - bytes.length) }
  const end = lineEnd(bytes, at)
  return end < bytes.length ? { next: end + 1 } : { next: end, skip }
}

/** Reads MSG-LEN SP of RFC 6587 3.4.1, only before a PRI, because a text line may begin with a number too. */
function countAt(bytes: Buffer, at: number): { start: number; length: number } | 'none' | 'more' {
  let end = at
  while (end - at <= MAX_COUNT_DIGITS && isDigit(bytes[end])) end++
  if (end === at || end - at > MAX_COUNT_DIGITS || bytes[at] === 48) return 'none'
  if (end + 1 >= bytes.length) return end < bytes.length && bytes[end] !== SPACE ? 'none' : 'more'
  if (bytes[end] !== SPACE || bytes[end + 1] !== LESS_THAN) return 'none'
  return { start: end + 1, length: Number(bytes.toString('latin1', at, end)) }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === NUL
}

function lineEnd(bytes: Buffer, from: number): number {
  let end = from
  while (end < bytes.length && !isLineEnd(bytes[end])) end++
  return end
}

function lineOf(bytes: Buffer, start: number, end: number): Buffer {
  return bytes.subarray(start, bytes[end - 1] === CR ? end - 1 : end)
}
