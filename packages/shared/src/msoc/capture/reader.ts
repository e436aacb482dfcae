import { parsed, refused, type Parsed } from '../../core/parsed.ts'
import { canFlags, type CanFrame, dlcOf, lengthOfDlc } from '../can/frame.ts'
import { readHex } from '../../core/hex.ts'

/** A part of a capture that could not be read: its line, or its record counted from 1, and the reason. */
export interface Reject {
  readonly line: number
  readonly reason: string
}

/**
 * Reads one capture file in pieces of any size. Frames own their data. It never throws because of the content of a
 * file.
 */
export interface CaptureReader {
  push(bytes: Uint8Array): readonly CanFrame[]
  end(): readonly CanFrame[]
  readonly rejected: number
  /** The first hundred rejects. */
  readonly rejects: readonly Reject[]
}

export interface ReaderOptions {
  /** The name of the bus where the file does not state one. */
  readonly bus: string
  /** Epoch ms from which a file without a date counts; 0 by default. */
  readonly startMs?: number
  /**
   * zlib's inflate (RFC 1950), for Vector BLF: returns at most `most` bytes, or undefined if the bytes are damaged or
   * there are more.
   */
  readonly inflate?: (bytes: Uint8Array, most: number) => Uint8Array | undefined
}

/**
 * The result of reading a line or record: a frame, nothing (a header, a comment, an event without a frame), or the
 * reason for a refusal.
 */
export type Read = Parsed<CanFrame | undefined>
export const nothing: Read = parsed(undefined)

/** The result for a line that was held back for a while. */
export interface LateRead {
  readonly line: number
  readonly read: Read
}

const rejectsKept = 100
const longestLine = 4_096
const longestReason = 300
const busesAtMost = 64
const BUS = /^[!-~]{1,32}$/

/**
 * Collects the results of a reader: the frames of the current push, and the rejects since the beginning (rule
 * CAPTURE-7).
 */
export function createFindings() {
  const buses = new Set<string>()
  const rejects: Reject[] = []
  let frames: CanFrame[] = []
  let rejected = 0

  function reject(line: number, reason: string): void {
    rejected += 1
    if (rejects.length < rejectsKept) rejects.push({ line, reason: reason.slice(0, longestReason) })
  }

  return {
    rejects,
    get rejected() {
      return rejected
    },
    reject,
    add(line: number, read: Read): void {
      if (!read.ok) return reject(line, read.reason)
      if (!read.value) return
      const { bus } = read.value
      if (!buses.has(bus)) {
        if (!BUS.test(bus)) return reject(line, 'the name of the bus is not 1 to 32 printable characters')
        if (buses.size >= busesAtMost) return reject(line, `more than ${busesAtMost} buses`)
        buses.add(bus)
      }
      frames.push(read.value)
    },
    /** Returns the frames since the last call. */
    take(): readonly CanFrame[] {
      const taken = frames
      frames = []
      return taken
    },
  }
}

/**
 * Returns a reader of a text format, given a function that reads one line. Lines end with CR, LF or both; a BOM is
 * skipped (rule CAPTURE-6).
 */
export function readLines(
  readLine: (line: string, number: number) => Read | readonly LateRead[],
  atEnd: () => readonly LateRead[] = () => [],
): CaptureReader {
  const findings = createFindings()
  const decoder = new TextDecoder('latin1')
  let number = 0
  let held = ''

  function take(line: string): void {
    number += 1
    const text = number === 1 ? line.replace(/^ï»¿/, '') : line
    if (text.length >= longestLine) findings.reject(number, `the line has more than ${longestLine} characters`)
    else if (text.trim() !== '') add(readLine(text, number))
  }

  function add(read: Read | readonly LateRead[]): void {
    if ('ok' in read) findings.add(number, read)
    else for (const late of read) findings.add(late.line, late.read)
  }

  return {
    push(bytes) {
      const text = held + decoder.decode(bytes, { stream: true })
      // its LF may be the first byte of the next push
      const isCut = text.endsWith('\r')
      const lines = (isCut ? text.slice(0, -1) : text).split(/\r\n|\n|\r/)
      held = lines.pop()!.slice(0, longestLine) + (isCut ? '\r' : '')
      for (const line of lines) take(line)
      return findings.take()
    },
    end() {
      if (held !== '') take(held.replace(/\r$/, ''))
      held = ''
      add(atEnd())
      return findings.take()
    },
    get rejected() {
      return findings.rejected
    },
    rejects: findings.rejects,
  }
}

/** A time below this, ms since 1970, counts from the beginning of its file. */
export const longestYear = 366 * 86_400_000

/**
 * Returns the epoch ms of a time in the file: near 1970 no clock was right, so such a time counts from `startMs` (rule
 * CAPTURE-8). Whole microseconds.
 */
export function timeFrom(startMs: number, ms: number): number {
  return Math.round((ms < longestYear ? startMs + ms : ms) * 1000) / 1000
}

/** Returns the epoch ms of a date without a time zone, taken as UTC; undefined if there is no such date. */
export function utcOf(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  ms = 0,
): number | undefined {
  if (
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > 31 ||
    hour > 23 ||
    minute > 59 ||
    second > 60 ||
    year < 1970 ||
    year > 2105
  )
    return undefined
  return Date.UTC(year, month - 1, day, hour, minute, second) + ms
}

/** Returns the bus name of a channel number: 1 is can1. */
export function busOf(channel: string): string {
  return /^\d{1,5}$/.test(channel) ? `can${Number(channel)}` : channel
}

/** A frame as a line states it, before it is checked against what a bus can carry. */
export interface StatedFrame {
  readonly ts: number
  readonly bus: string
  readonly id: number
  readonly flags: number
  /** Absent: derived from the length of the data. */
  readonly dlc?: number
  readonly data: Uint8Array
}

/**
 * The id of an error frame without a stated class: a protocol violation (CAN_ERR_PROT of linux/can/error.h).
 */
export const protocolError = 0x8
export const noData = new Uint8Array()

/** Returns a frame that a bus can carry, or the reason why it can't (rule CAPTURE-5). */
export function frameOf({ ts, bus, id, flags, dlc: statedDlc, data }: StatedFrame): Read {
  const isFd = (flags & canFlags.fd) !== 0
  if (!(ts >= 0 && ts <= 0xffffffff * 1000)) return refused('the time is not between 1970 and 2106')
  if (!(id >= 0 && id <= 0x1fffffff)) return refused('the id does not fit in 29 bits')
  if (id > 0x7ff && (flags & (canFlags.ext | canFlags.error)) === 0)
    return refused(`id ${id.toString(16).toUpperCase()} does not fit in 11 bits`)
  if (data.length > (isFd ? 64 : 8))
    return refused(
      `${data.length} bytes of data, a ${isFd ? 'CAN FD' : 'classical'} frame carries at most ${isFd ? 64 : 8}`,
    )
  if (isFd && (flags & canFlags.rtr) !== 0) return refused('CAN FD has no remote frames')
  const dlc = statedDlc ?? dlcOf(data.length)
  if (!(dlc >= 0 && dlc <= 15)) return refused(`${dlc} is no data length code`)
  if ((flags & (canFlags.rtr | canFlags.error)) === 0) {
    const bytes = isFd ? lengthOfDlc[dlc]! : Math.min(dlc, 8)
    // an FD length without a code has the next higher code
    if (isFd ? dlcOf(data.length) !== dlc : data.length !== bytes)
      return refused(`${bytes} bytes are announced, ${data.length} follow`)
  }
  return parsed({ ts, bus, id, flags, dlc, data: (flags & canFlags.rtr) === 0 ? data : noData })
}

const HEX = /^(?:[\dA-Fa-f]{2})*$/

/** Returns the bytes of pairs of hexadecimal digits; undefined if it is something else. */
export function bytesOfHex(hex: string): Uint8Array | undefined {
  if (hex.length > 256 || !HEX.test(hex)) return undefined
  const data = new Uint8Array(hex.length >> 1)
  readHex(hex, data)
  return data
}

/** Returns bytes written as words, such as `0A` or, in base 10, `10`; undefined if a word is not a byte. */
export function bytesOf(words: readonly string[], base: 10 | 16): Uint8Array | undefined {
  const data = new Uint8Array(words.length)
  for (let i = 0; i < words.length; i++) {
    const byte = numberOf(words[i]!, base)
    if (byte === undefined || byte > 255) return undefined
    data[i] = byte
  }
  return data
}

/** Returns an integer in digits of the base, with or without 0x; undefined if it is not one. */
export function numberOf(text: string, base: 10 | 16): number | undefined {
  if (base === 10) return /^\d{1,15}$/.test(text) ? Number(text) : undefined
  return /^(?:0[xX])?[\dA-Fa-f]{1,8}$/.test(text) ? Number.parseInt(text, 16) : undefined
}
