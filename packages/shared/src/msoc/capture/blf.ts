import { parsed, refused, type Parsed } from '../../core/parsed.ts'
import { canFlags, dlcOf } from '../can/frame.ts'
import { bytesOf, createWaiting } from './bytes.ts'
import {
  type CaptureReader,
  createFindings,
  frameOf,
  noData,
  nothing,
  protocolError,
  type Read,
  type ReaderOptions,
  timeFrom,
  utcOf,
} from './reader.ts'

/**
 * Reads Vector's binary log (BLF). Little-endian.
 *
 * - file: "LOGG" size(u32) … at 40: start as SYSTEMTIME (8 x u16: year, month, weekday, day, hour, minute, second, ms)
 *   … objects
 * - object: "LOBJ" header(u16) version(u16) size(u32) type(u32) … up to `size`, then up to three bytes of padding
 * - container (type 10): method(u16: 0 plain, 2 zlib) 6 bytes, size(u32), 4 bytes, then objects, the last of which may
 *   continue in the next container
 * - other objects: flags(u32: 1 = 10 µs, 2 = ns) … at 24: ticks since the start (u64), at `header`: the content of the
 *   type
 *
 * Frames are CAN_MESSAGE (1), CAN_MESSAGE2 (86), CAN_FD_MESSAGE (100) and CAN_FD_MESSAGE_64 (101), errors CAN_ERROR_EXT
 * (73); other types are skipped. Channel 1 is the bus can1.
 *
 * The unpacked size of a file is limited relative to its size (rule CAPTURE-47).
 */
export function blfReader({ startMs = 0, inflate }: ReaderOptions): CaptureReader {
  const findings = createFindings()
  const waiting = createWaiting()
  let start: number | undefined
  let record = 0
  let isOpen = false
  let isBroken = false
  let packedBytes = 0
  let unpackedBytes = 0

  const inner = createObjects(
    (object, type) => {
      record += 1
      findings.add(
        record,
        readObject(object, type, (ms) => (start === undefined ? timeFrom(startMs, ms) : timeFrom(start + ms, 0))),
      )
    },
    broken,
    largestObject,
  )
  const outer = createObjects(
    (object, type) => {
      if (isBroken) return
      if (type !== containerType) return inner.push(object, type)
      const bytes = unpacked(object, inflate)
      if (bytes.ok) {
        unpackedBytes += bytes.value.length
        if (unpackedBytes > unpackedAtMost(packedBytes))
          return giveUp(`it unpacks to more than ${mostUnpacked} times its size; what follows was not read`)
        return inner.feed(bytes.value)
      }
      record += 1
      findings.reject(record, bytes.reason)
      // the object that began at its end is lost with it
      inner.forget()
    },
    broken,
    largestContainer + containerHead,
  )

  function broken(reason: string): void {
    record += 1
    findings.reject(record, reason)
  }

  function giveUp(reason: string): void {
    isBroken = true
    broken(reason)
    inner.forget()
  }

  /** Reads the file's header when it is complete; returns the bytes after it. */
  function open(more: Uint8Array): Uint8Array | undefined {
    waiting.push(more)
    const head = waiting.view(72)
    if (!head) return undefined
    const size = head.getUint32(4, true)
    if (head.getUint32(0) !== 0x4c4f4747 || size < 72 || size > 65_536) {
      giveUp('byte 0: no BLF file: LOGG and the size of its header are missing')
      return undefined
    }
    if (waiting.length < size) return undefined
    const view = waiting.view(waiting.length)!
    waiting.clear()
    const [year = 0, month = 0, , day = 0, hour = 0, minute = 0, second = 0, ms = 0] = Array.from(
      { length: 8 },
      (_, i) => view.getUint16(40 + 2 * i, true),
    )
    start = utcOf(year, month, day, hour, minute, second, ms)
    isOpen = true
    return bytesOf(view).subarray(size)
  }

  return {
    push(more) {
      if (isBroken) return []
      packedBytes += more.length
      const objects = isOpen ? more : open(more)
      if (objects) outer.feed(objects)
      return findings.take()
    },
    end() {
      if (!isBroken && (!isOpen || outer.isWithin() || inner.isWithin())) broken('the file ends within an object')
      return findings.take()
    },
    get rejected() {
      return findings.rejected
    },
    rejects: findings.rejects,
  }
}

const containerType = 10
/** Writers fill containers of 128 KiB. */
const largestContainer = 2 << 20
/** Number of header bytes of a container. */
const containerHead = 32
/** No object of a CAN bus is nearly this long. */
const largestObject = 64 << 10
/** The log of a bus that repeats the same frames all day is packed to a fiftieth. */
const mostUnpacked = 200
const unpackedAtMost = (packedBytes: number) => mostUnpacked * packedBytes + (64 << 20)
const lobj = 0x4c4f424a
/** Number of bytes that every object begins with. */
const headBytes = 16

/** Splits a stream of bytes into objects; where an object is missing, searches for the next one. */
function createObjects(
  take: (object: DataView, type: number) => void,
  broken: (reason: string) => void,
  largest: number,
) {
  const waiting = createWaiting()
  let at = 0
  let isLost = false
  /** Number of bytes since the last object. */
  let skipped = 0

  function drop(count: number): void {
    waiting.drop(count)
    at += count
  }

  /** Returns the head of the next object, if it is complete. */
  function find(): DataView | undefined {
    for (let view = waiting.view(4); view; view = waiting.view(4)) {
      let from = 0
      // padding is zeros; any other bytes are damaged
      while (from + 4 <= view.byteLength && view.getUint32(from) !== lobj) {
        if (skipped === 3 && !isLost) {
          isLost = true
          broken(`byte ${at + from - skipped}: no object begins here`)
        }
        skipped += 1
        from += 1
      }
      drop(from)
      if (from + 4 > view.byteLength) continue
      skipped = 0
      return waiting.view(headBytes)
    }
    return undefined
  }

  function takeOne(): boolean {
    const head = find()
    if (!head) return false
    const size = head.getUint32(8, true)
    if (size < headBytes || size > largest) {
      broken(`byte ${at}: an object of ${size} bytes`)
      isLost = true
      drop(4)
      return true
    }
    const view = waiting.view(size)
    if (!view) return false
    isLost = false
    take(new DataView(view.buffer, view.byteOffset, size), view.getUint32(12, true))
    drop(size)
    return true
  }

  return {
    feed(bytes: Uint8Array): void {
      waiting.push(bytes)
      while (takeOne());
    },
    push: take,
    forget(): void {
      at += waiting.length
      waiting.clear()
    },
    isWithin: () => waiting.length > 3,
  }
}

function unpacked(object: DataView, inflate: ReaderOptions['inflate']): Parsed<Uint8Array> {
  if (object.byteLength < containerHead) return refused('an incomplete container')
  const method = object.getUint16(16, true)
  const size = object.getUint32(24, true)
  const packed = bytesOf(object).subarray(containerHead)
  if (method === 0) return parsed(packed.slice())
  if (method !== 2 || !inflate) return refused(`a container packed by the method ${method}, which is not known`)
  if (size > largestContainer) return refused(`a container of ${size} bytes`)
  const bytes = inflate(packed, size)
  return bytes ? parsed(bytes) : refused('a container with damaged bytes')
}

/** Reads an object whose content begins at `header`, with its frame. */
function readObject(object: DataView, type: number, timeOf: (ms: number) => number): Read {
  const read = readers[type]
  if (!read) return nothing
  const header = object.getUint16(4, true)
  if (header < 32 || object.byteLength < header + read.least) return refused(`an incomplete object of type ${type}`)
  const perMs = object.getUint32(16, true) === 1 ? 100 : 1e6
  const ts = timeOf(Number(object.getBigUint64(24, true)) / perMs)
  return read.frame(padded(object, header, read.bytes), ts)
}

/** Returns the content of an object from `at` on; trailing bytes that the writer left out are zeros. */
function padded(object: DataView, at: number, bytes: number): DataView {
  const body = new DataView(object.buffer, object.byteOffset + at, object.byteLength - at)
  if (body.byteLength >= bytes) return body
  const whole = new Uint8Array(bytes)
  whole.set(bytesOf(body))
  return new DataView(whole.buffer)
}

interface ObjectReader {
  /** Number of bytes after the header up to the end of the channel and the id: without them there is no frame. */
  readonly least: number
  /** Number of bytes after the header without data of variable length. */
  readonly bytes: number
  readonly frame: (body: DataView, ts: number) => Read
}

const readers: Readonly<Record<number, ObjectReader>> = {
  1: { least: 8, bytes: 16, frame: readClassical },
  86: { least: 8, bytes: 16, frame: readClassical },
  100: { least: 8, bytes: 20, frame: readFd },
  101: { least: 8, bytes: 40, frame: readFd64 },
  73: {
    least: 2,
    bytes: 2,
    frame: (body, ts) =>
      frameOf({
        ts,
        bus: `can${body.getUint16(0, true)}`,
        id: protocolError,
        flags: canFlags.error,
        dlc: 0,
        data: noData,
      }),
  },
}

const idOf = (word: number) => ({ id: word & 0x1fffffff, ext: (word & 0x80000000) === 0 ? 0 : canFlags.ext })

/** Reads channel(u16) flags(u8: 1 sent, 0x80 remote) dlc(u8) id(u32) data(8). */
function readClassical(body: DataView, ts: number): Read {
  const statedFlags = body.getUint8(2)
  const dlc = body.getUint8(3)
  const { id, ext } = idOf(body.getUint32(4, true))
  const isRemote = (statedFlags & 0x80) !== 0
  const flags = ext | ((statedFlags & 1) === 0 ? 0 : canFlags.tx) | (isRemote ? canFlags.rtr : 0)
  return frameOf({
    ts,
    bus: `can${body.getUint16(0, true)}`,
    id,
    flags,
    dlc,
    data: isRemote ? noData : bytesAt(body, 8, Math.min(dlc, 8)),
  })
}

/**
 * Reads channel(u16) flags(u8) dlc(u8) id(u32) length of the frame(u32) bits(u8) fd(u8: 1 FD, 2 BRS, 4 ESI) valid
 * bytes(u8), 5 bytes, data.
 */
function readFd(body: DataView, ts: number): Read {
  const statedFlags = body.getUint8(2)
  const fd = body.getUint8(13)
  const { id, ext } = idOf(body.getUint32(4, true))
  const flags =
    ext |
    ((statedFlags & 1) === 0 ? 0 : canFlags.tx) |
    fdFlags((fd & 1) !== 0, (fd & 2) !== 0, (fd & 4) !== 0) |
    ((fd & 1) === 0 && (statedFlags & 0x80) !== 0 ? canFlags.rtr : 0)
  return framed(body, {
    ts,
    bus: `can${body.getUint16(0, true)}`,
    id,
    flags,
    code: body.getUint8(3),
    valid: body.getUint8(14),
    dataAt: 20,
  })
}

/**
 * Reads channel(u8) dlc(u8) valid bytes(u8) … at 4: id(u32), at 12: flags(u32: 0x10 remote, 0x1000 FD, 0x2000 BRS,
 * 0x4000 ESI), at 34: direction(u8), at 40: data.
 */
function readFd64(body: DataView, ts: number): Read {
  const statedFlags = body.getUint32(12, true)
  const { id, ext } = idOf(body.getUint32(4, true))
  const isFd = (statedFlags & 0x1000) !== 0
  const flags =
    ext |
    (body.getUint8(34) === 0 ? 0 : canFlags.tx) |
    fdFlags(isFd, (statedFlags & 0x2000) !== 0, (statedFlags & 0x4000) !== 0) |
    (!isFd && (statedFlags & 0x10) !== 0 ? canFlags.rtr : 0)
  return framed(body, {
    ts,
    bus: `can${body.getUint8(0)}`,
    id,
    flags,
    code: body.getUint8(1),
    valid: body.getUint8(2),
    dataAt: 40,
  })
}

const fdFlags = (isFd: boolean, brs: boolean, esi: boolean) =>
  isFd ? canFlags.fd | (brs ? canFlags.brs : 0) | (esi ? canFlags.esi : 0) : 0

interface Framed {
  readonly ts: number
  readonly bus: string
  readonly id: number
  readonly flags: number
  readonly code: number
  readonly valid: number
  readonly dataAt: number
}

function framed(body: DataView, { ts, bus, id, flags, code, valid, dataAt }: Framed): Read {
  if ((flags & canFlags.rtr) !== 0) return frameOf({ ts, bus, id, flags, dlc: code, data: noData })
  if (valid > 64) return refused(`${valid} bytes of data, a frame carries at most 64`)
  const isFd = (flags & canFlags.fd) !== 0
  const whole = padded(body, 0, dataAt + valid)
  return frameOf({ ts, bus, id, flags, dlc: isFd ? dlcOf(valid) : code, data: bytesAt(whole, dataAt, valid) })
}

const bytesAt = (body: DataView, at: number, length: number) =>
  new Uint8Array(body.buffer, body.byteOffset + at, length).slice()
