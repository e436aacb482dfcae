import { parsed, refused, type Parsed } from '../../core/parsed.ts'
import { busesPerBlock, emptyColumns, type FrameColumns } from './frame-columns.ts'

/**
 * The binary format of frames in which captures are stored and sent: column by column, so that deflate finds
 * repetitions. Rules CAPTURE-1 to CAPTURE-4 of ../capture/SPEC.md. Numbers are little-endian.
 *
 * - block: "FB" version(u8 = 1) times(u8) frames(u32) bytes(u32) buses(u8) { length(u8) name(UTF-8) } columns
 * - columns: times, id(u32), flags(u8), dlc(u8), bus(u8), length(u8): each for all frames; then all payloads in order
 * - times, if `times` is 0: f64 of epoch ms each
 * - times, if `times` is 1: microseconds, each as the difference from the previous one (the first from 0), zigzag, in
 *   groups of seven bits, the lowest first, bit 7 set where more follow
 *
 * Times are written as microseconds only where decoding gives exactly the same doubles.
 */
const magic = 0x4246
const version = 1
const headerBytes = 13
/** Minimum number of bytes of a frame: one byte of time, and its columns. */
const leastFrameBytes = 1 + 4 + 4
const longestPayload = 64
const largestId = 0x1fffffff
const allFlags = 0x7f
const largestDlc = 15
/** Number of groups of seven bits that hold 53 bits and a sign. */
const largestGroups = 8

/**
 * Encodes frames, not deflated.
 *
 * @throws {RangeError} when a frame has more than 64 bytes of payload, there are more than 255 buses, or the name of a
 *   bus has more than 255 bytes.
 */
export function encodeBlock(frames: FrameColumns): Uint8Array {
  const names = frames.buses.map((name) => new TextEncoder().encode(name))
  if (names.length > busesPerBlock) throw new RangeError(`frames of more than ${busesPerBlock} buses`)
  if (names.some(({ length }) => length > 255)) throw new RangeError('a bus whose name is longer than 255 bytes')
  const micros = microsOf(frames)
  const payload = frames.data.subarray(frames.at[0], frames.at[frames.length])
  const most =
    headerBytes + names.reduce((sum, { length }) => sum + 1 + length, 0) + frames.length * 16 + payload.length
  const bytes = new Uint8Array(most)
  const view = new DataView(bytes.buffer)

  view.setUint16(0, magic, true)
  view.setUint8(2, version)
  view.setUint8(3, micros ? 1 : 0)
  view.setUint32(4, frames.length, true)
  view.setUint32(8, payload.length, true)
  view.setUint8(12, names.length)
  let end = headerBytes
  for (const name of names) {
    bytes[end] = name.length
    bytes.set(name, end + 1)
    end += 1 + name.length
  }
  end = micros ? writeMicros(bytes, end, micros) : writeDoubles(view, end, frames)
  for (let i = 0; i < frames.length; i++, end += 4) view.setUint32(end, frames.id[i]!, true)
  for (const column of [frames.flags, frames.dlc, frames.bus]) {
    bytes.set(column.subarray(0, frames.length), end)
    end += frames.length
  }
  for (let i = 0; i < frames.length; i++, end++) bytes[end] = lengthAt(frames, i)
  bytes.set(payload, end)
  return bytes.slice(0, end + payload.length)
}

function lengthAt({ at }: FrameColumns, i: number): number {
  const length = at[i + 1]! - at[i]!
  if (length > longestPayload) throw new RangeError(`a frame of ${length} bytes`)
  return length
}

/** Returns the times in whole microseconds; undefined if they are not whole. */
function microsOf({ ts, length }: FrameColumns): Float64Array | undefined {
  const micros = new Float64Array(length)
  for (let i = 0; i < length; i++) {
    const whole = Math.round(ts[i]! * 1000)
    // the difference of two such numbers, doubled for the sign, must be an integer that a double represents exactly
    if (whole / 1000 !== ts[i] || Math.abs(whole) > 2 ** 51 || Object.is(ts[i], -0)) return undefined
    micros[i] = whole
  }
  return micros
}

function writeMicros(bytes: Uint8Array, from: number, micros: Float64Array): number {
  let end = from
  let last = 0
  for (const micro of micros) {
    const difference = micro - last
    last = micro
    let rest = difference < 0 ? -2 * difference - 1 : 2 * difference
    // no shift operators: they would truncate it to 32 bits
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[end++] = (rest % 128) | 128
    bytes[end++] = rest
  }
  return end
}

function writeDoubles(view: DataView, from: number, { ts, length }: FrameColumns): number {
  for (let i = 0; i < length; i++) view.setFloat64(from + 8 * i, ts[i]!, true)
  return from + 8 * length
}

/** Decodes a block. Returns its frames, or the reason why it is invalid, with the byte position. */
export function decodeBlock(bytes: Uint8Array): Parsed<FrameColumns> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < headerBytes) return wrong(bytes.length, 'the block ends within its header')
  if (view.getUint16(0, true) !== magic) return wrong(0, 'not a frame block')
  if (bytes[2] !== version) return wrong(2, `version ${bytes[2]} is not known`)
  const times = bytes[3]!
  if (times > 1) return wrong(3, `times of the kind ${times} are not known`)
  const length = view.getUint32(4, true)
  const size = view.getUint32(8, true)

  const buses = namesIn(bytes)
  if (!buses.ok) return buses
  const { names, end: start } = buses.value
  // checked before memory is allocated: a block cannot announce more than it holds
  if (length * (leastFrameBytes - 1 + (times === 0 ? 8 : 1)) + size > bytes.length - start)
    return wrong(4, `${length} frames with ${size} bytes do not fit into the block`)

  const columns = emptyColumns(length, size, names)
  const timed = times === 0 ? readDoubles(view, start, columns) : readMicros(bytes, start, columns)
  if (!timed.ok) return timed
  return readColumns(bytes, view, timed.value, columns)
}

const wrong = (at: number, reason: string) => refused(`byte ${at}: ${reason}`)

function namesIn(bytes: Uint8Array): Parsed<{ names: string[]; end: number }> {
  const names: string[] = []
  let end = headerBytes
  for (let i = 0; i < bytes[12]!; i++) {
    const length = bytes[end]
    if (length === undefined || end + 1 + length > bytes.length)
      return wrong(end, 'the block ends within the names of its buses')
    const name = textOf(bytes.subarray(end + 1, end + 1 + length))
    if (name === undefined) return wrong(end + 1, 'the name of a bus is no UTF-8')
    names.push(name)
    end += 1 + length
  }
  return parsed({ names, end })
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Reads the times and returns the position of their end. */
function readDoubles(view: DataView, from: number, { ts, length }: FrameColumns): Parsed<number> {
  for (let i = 0; i < length; i++) {
    ts[i] = view.getFloat64(from + 8 * i, true)
    if (!Number.isFinite(ts[i])) return wrong(from + 8 * i, 'a time that is no number')
  }
  return parsed(from + 8 * length)
}

function readMicros(bytes: Uint8Array, from: number, { ts, length }: FrameColumns): Parsed<number> {
  let end = from
  let micros = 0
  for (let i = 0; i < length; i++) {
    const start = end
    let value = 0
    let scale = 1
    let byte: number
    do {
      if (end >= bytes.length) return wrong(end, 'the block ends within its times')
      if (end - start >= largestGroups) return wrong(start, 'a time that no double holds')
      byte = bytes[end++]!
      value += (byte & 127) * scale
      scale *= 128
    } while (byte >= 128)
    micros += value % 2 === 0 ? value / 2 : -(value + 1) / 2
    if (Math.abs(micros) > 2 ** 51) return wrong(start, 'a time that no double holds')
    ts[i] = micros / 1000
  }
  return parsed(end)
}

function readColumns(bytes: Uint8Array, view: DataView, from: number, columns: FrameColumns): Parsed<FrameColumns> {
  const { length, buses, id, flags, dlc, bus, at, data } = columns
  if (from + 8 * length + data.length !== bytes.length)
    return wrong(from, `${bytes.length - from} bytes follow the times, the frames need ${8 * length + data.length}`)
  const flagsAt = from + 4 * length
  const dlcAt = flagsAt + length
  const busAt = dlcAt + length
  const lengthAt = busAt + length
  const payloadAt = lengthAt + length
  for (let i = 0; i < length; i++) {
    id[i] = view.getUint32(from + 4 * i, true)
    flags[i] = bytes[flagsAt + i]!
    dlc[i] = bytes[dlcAt + i]!
    bus[i] = bytes[busAt + i]!
    const size = bytes[lengthAt + i]!
    at[i + 1] = at[i]! + size
    if (id[i]! > largestId) return wrong(from + 4 * i, 'an id of more than 29 bits')
    if (flags[i]! > allFlags) return wrong(flagsAt + i, 'flags that are not known')
    if (dlc[i]! > largestDlc) return wrong(dlcAt + i, 'a data length code above 15')
    if (bus[i]! >= buses.length) return wrong(busAt + i, 'a bus that has no name')
    if (size > longestPayload) return wrong(lengthAt + i, `a frame of ${size} bytes`)
  }
  if (at[length] !== data.length)
    return wrong(payloadAt, `the frames' lengths add up to ${at[length]} bytes, ${data.length} follow`)
  data.set(bytes.subarray(payloadAt))
  return parsed(columns)
}
