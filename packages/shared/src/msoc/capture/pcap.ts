import { refused } from '../../core/parsed.ts'
import { canFlags, type CanFrame } from '../can/frame.ts'
import { createWaiting, joined, type Waiting } from './bytes.ts'
import {
  type CaptureReader,
  createFindings,
  frameOf,
  noData,
  nothing,
  type Read,
  type ReaderOptions,
  timeFrom,
} from './reader.ts'

/**
 * Reads pcap and pcapng (the IETF's opsawg drafts) with LINKTYPE_CAN_SOCKETCAN: both byte orders, times in
 * microseconds, nanoseconds or the unit that an interface states, the name of the interface as the bus. A SocketCAN
 * frame:
 *
 * id(u32, network order: 0x80000000 extended, 0x40000000 remote, 0x20000000 error) length(u8) fd(u8: 1 BRS, 2 ESI, 4
 * FD) 0(u8) dlc(u8) data
 */
export function pcapReader({ bus, startMs = 0 }: ReaderOptions): CaptureReader {
  const findings = createFindings()
  const waiting = createWaiting()
  let file: Pcap | Pcapng | undefined
  let record = 0
  let isBroken = false

  /** Reads one record; false: more bytes are needed. */
  function takeOne(): boolean {
    if (isBroken) {
      waiting.clear()
      return false
    }
    const head = waiting.view(file ? 0 : fileHead)
    if (!head) return false
    file ??= openFile(head)
    const taken =
      file === undefined
        ? 'neither pcap nor pcapng'
        : file.kind === 'pcap'
          ? takeRecord(waiting, file, bus)
          : takeBlock(waiting, file, bus)
    if (taken === undefined) return false
    record += 1
    if (typeof taken === 'string') {
      isBroken = true
      findings.reject(record, taken)
      return true
    }
    waiting.drop(taken.size)
    if (taken.frame) findings.add(record, taken.frame(startMs))
    return true
  }

  return {
    push(more) {
      waiting.push(more)
      while (takeOne());
      return findings.take()
    },
    end() {
      if (waiting.length > 0) findings.reject(record + 1, 'the file ends within a record')
      return findings.take()
    },
    get rejected() {
      return findings.rejected
    },
    rejects: findings.rejects,
  }
}

const linkTypeCan = 227
const fileHead = 24
/** No record of CAN frames is nearly this long; a record that claims it is damaged. */
const largestRecord = 1 << 20

/**
 * A record that was read: its size in the file, and a function that reads its frame, if it has one. A string: the
 * reason why nothing after it can be read.
 */
type Taken = { readonly size: number; readonly frame?: (startMs: number) => Read } | string | undefined

interface Pcap {
  readonly kind: 'pcap'
  readonly isLittle: boolean
  /** Time units per second. */
  readonly perSecond: number
  isOpen: boolean
}

interface Interface {
  readonly linkType: number
  readonly bus: string | undefined
  readonly perSecond: number
  readonly offset: number
}

interface Pcapng {
  readonly kind: 'pcapng'
  isLittle: boolean
  interfaces: Interface[]
}

const interfacesAtMost = 1_000

function openFile(view: DataView): Pcap | Pcapng | undefined {
  if (view.getUint32(0) === 0x0a0d0d0a) return { kind: 'pcapng', isLittle: true, interfaces: [] }
  for (const isLittle of [true, false]) {
    const magic = view.getUint32(0, isLittle)
    if (magic === 0xa1b2c3d4 || magic === 0xa1b23c4d)
      return { kind: 'pcap', isLittle, perSecond: magic === 0xa1b2c3d4 ? 1e6 : 1e9, isOpen: false }
  }
  return undefined
}

function takeRecord(waiting: Waiting, file: Pcap, bus: string): Taken {
  const { isLittle, perSecond } = file
  if (!file.isOpen) {
    const linkType = waiting.view(fileHead)!.getUint32(20, isLittle) & 0xffff
    if (linkType !== linkTypeCan) return `packets of link type ${linkType}, not of SocketCAN (${linkTypeCan})`
    file.isOpen = true
    return { size: fileHead }
  }
  const length = waiting.view(16)?.getUint32(8, isLittle)
  if (length === undefined) return undefined
  if (length > largestRecord) return `a record of ${length} bytes`
  const view = waiting.view(16 + length)
  if (!view) return undefined
  const ms = view.getUint32(0, isLittle) * 1000 + cutToMicros(view.getUint32(4, isLittle) / perSecond)
  return { size: 16 + length, frame: (startMs) => readPacket(viewIn(view, 16, length), timeFrom(startMs, ms), bus, 0) }
}

function takeBlock(waiting: Waiting, file: Pcapng, bus: string): Taken {
  const head = waiting.view(12)
  if (!head) return undefined
  const isSection = head.getUint32(0) === 0x0a0d0d0a
  if (isSection) {
    const order = head.getUint32(8)
    if (order !== 0x1a2b3c4d && order !== 0x4d3c2b1a) return 'the byte order of a section is not known'
    file.isLittle = order === 0x4d3c2b1a
    file.interfaces = []
  }
  const { isLittle, interfaces } = file
  const size = head.getUint32(4, isLittle)
  if (size < 12 || size % 4 !== 0 || size > largestRecord) return `a block of ${size} bytes`
  const view = waiting.view(size)
  if (!view) return undefined
  const body = viewIn(view, 8, size - 12)
  const type = view.getUint32(0, isLittle)
  if (!isSection && type === 1) {
    if (interfaces.length >= interfacesAtMost || body.byteLength < 8)
      return 'an incomplete interface, or too many of them'
    interfaces.push(interfaceOf(body, isLittle))
  }
  if (isSection || type !== 6) return { size }
  return { size, frame: (startMs) => readEnhanced(body, file, bus, startMs) }
}

const viewIn = (view: DataView, from: number, length: number) =>
  new DataView(view.buffer, view.byteOffset + from, length)

/** Returns the options of a block from `at` on: code(u16) length(u16) value, padded to four bytes. */
function* optionsOf(body: DataView, at: number, isLittle: boolean): Generator<{ code: number; value: DataView }> {
  for (let from = at; from + 4 <= body.byteLength;) {
    const code = body.getUint16(from, isLittle)
    const length = body.getUint16(from + 2, isLittle)
    if (code === 0 || from + 4 + length > body.byteLength) return
    yield { code, value: viewIn(body, from + 4, length) }
    from += 4 + length + (-length & 3)
  }
}

function interfaceOf(body: DataView, isLittle: boolean): Interface {
  let bus: string | undefined
  let perSecond = 1e6
  let offset = 0
  for (const { code, value } of optionsOf(body, 8, isLittle)) {
    if (code === 2) bus = nameIn(value)
    // bit 7 set: a power of two, otherwise of ten
    if (code === 9 && value.byteLength >= 1)
      perSecond = (value.getUint8(0) & 0x80) === 0 ? 10 ** value.getUint8(0) : 2 ** (value.getUint8(0) & 0x7f)
    if (code === 14 && value.byteLength >= 8) offset = Number(value.getBigInt64(0, isLittle))
  }
  return { linkType: body.getUint16(0, isLittle), bus, perSecond, offset }
}

function nameIn(value: DataView): string | undefined {
  const name = new TextDecoder('latin1')
    .decode(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
    .replace(/\0.*$/s, '')
  return /^[!-~]{1,32}$/.test(name) ? name : undefined
}

function readEnhanced(body: DataView, { isLittle, interfaces }: Pcapng, bus: string, startMs: number): Read {
  if (body.byteLength < 20) return refused('an incomplete packet')
  const from = interfaces[body.getUint32(0, isLittle)]
  if (!from) return refused('a packet of an interface that was not declared')
  if (from.linkType !== linkTypeCan) return nothing
  const length = body.getUint32(12, isLittle)
  if (20 + length > body.byteLength) return refused('a packet that is longer than its block')
  const ticks = body.getUint32(4, isLittle) * 2 ** 32 + body.getUint32(8, isLittle)
  const ms = ticks > Number.MAX_SAFE_INTEGER ? exactMs(body, isLittle, from.perSecond) : (ticks / from.perSecond) * 1000
  let isSent = false
  for (const { code, value } of optionsOf(body, 20 + length + (-length & 3), isLittle)) {
    if (code === 2 && value.byteLength >= 4) isSent = (value.getUint32(0, isLittle) & 3) === 2
  }
  return readPacket(
    viewIn(body, 20, length),
    timeFrom(startMs, ms + from.offset * 1000),
    from.bus ?? bus,
    isSent ? canFlags.tx : 0,
  )
}

/** Computes ms from nanoseconds since 1970, which exceed the precision of a double. */
function exactMs(body: DataView, isLittle: boolean, perSecond: number): number {
  if (!Number.isSafeInteger(perSecond) || perSecond < 1) return Number.NaN
  const ticks = (BigInt(body.getUint32(4, isLittle)) << 32n) | BigInt(body.getUint32(8, isLittle))
  const whole = ticks / BigInt(perSecond)
  return Number(whole) * 1000 + cutToMicros(Number(ticks % BigInt(perSecond)) / perSecond)
}

/** Truncates part of a second to microseconds, in ms; before adding the seconds, which leave no precision for ns. */
const cutToMicros = (seconds: number) => Math.floor(Math.round(seconds * 1e9) / 1e3) / 1e3

function readPacket(packet: DataView, ts: number, bus: string, sent: number): Read {
  if (packet.byteLength < 8) return refused(`a packet of ${packet.byteLength} bytes, a SocketCAN frame has at least 8`)
  const word = packet.getUint32(0)
  const length = packet.getUint8(4)
  const fdBits = packet.getUint8(5)
  const isFd = (fdBits & 4) !== 0 || packet.byteLength === 72 || length > 8
  const isError = (word & 0x20000000) !== 0
  const isRemote = !isFd && !isError && (word & 0x40000000) !== 0
  const isExtended = !isError && (word & 0x80000000) !== 0
  if (!isRemote && 8 + length > packet.byteLength)
    return refused(`${length} bytes of data are announced, ${packet.byteLength - 8} follow`)
  const raw = packet.getUint8(7)
  const dlc = !isFd && length === 8 && raw > 8 && raw <= 15 ? raw : undefined
  const flags =
    sent |
    (isExtended ? canFlags.ext : 0) |
    (isFd ? canFlags.fd : 0) |
    (isRemote ? canFlags.rtr : 0) |
    (isError ? canFlags.error : 0) |
    (isFd && (fdBits & 1) !== 0 ? canFlags.brs : 0) |
    (isFd && (fdBits & 2) !== 0 ? canFlags.esi : 0)
  const id = word & (isExtended || isError ? 0x1fffffff : 0x7ff)
  if (isRemote) return frameOf({ ts, bus, id, flags, dlc: dlc ?? length, data: noData })
  return frameOf({
    ts,
    bus,
    id,
    flags,
    ...(dlc !== undefined && { dlc }),
    data: new Uint8Array(packet.buffer, packet.byteOffset + 8, length).slice(),
  })
}

/**
 * Returns a writer of a pcapng file, little-endian, microseconds: its section before the first frame, and each bus as
 * an interface before the first frame of that bus.
 */
export function createPcapWriter(): (frame: CanFrame) => Uint8Array {
  const buses: string[] = []
  let isBegun = false
  return (frame) => {
    const blocks: Uint8Array[] = []
    if (!isBegun)
      blocks.push(
        blockOf(0x0a0d0d0a, Uint8Array.of(0x4d, 0x3c, 0x2b, 0x1a, 1, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255)),
      )
    isBegun = true
    let bus = buses.indexOf(frame.bus)
    if (bus < 0) {
      bus = buses.push(frame.bus) - 1
      blocks.push(blockOf(1, interfaceBytes(frame.bus)))
    }
    blocks.push(blockOf(6, packetBytes(frame, bus)))
    return joined(blocks)
  }
}

function blockOf(type: number, body: Uint8Array): Uint8Array {
  const size = 12 + body.length
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, type, true)
  view.setUint32(4, size, true)
  bytes.set(body, 8)
  view.setUint32(size - 4, size, true)
  return bytes
}

function interfaceBytes(bus: string): Uint8Array {
  const name = new TextEncoder().encode(bus)
  const bytes = new Uint8Array(8 + 4 + name.length + (-name.length & 3) + 4)
  bytes.set([linkTypeCan, 0, 0, 0, 80, 0, 0, 0, 2, 0, name.length, 0])
  bytes.set(name, 12)
  return bytes
}

function packetBytes({ ts, id, flags, dlc, data }: CanFrame, bus: number): Uint8Array {
  const isFd = (flags & canFlags.fd) !== 0
  const size = 8 + data.length
  const bytes = new Uint8Array(20 + size + (-size & 3) + 12)
  const view = new DataView(bytes.buffer)
  const micros = Math.round(ts * 1000)
  view.setUint32(0, bus, true)
  view.setUint32(4, Math.floor(micros / 2 ** 32), true)
  view.setUint32(8, micros % 2 ** 32, true)
  view.setUint32(12, size, true)
  view.setUint32(16, size, true)
  view.setUint32(20, wordOf(id, flags))
  const isRemote = (flags & canFlags.rtr) !== 0
  bytes[24] = isRemote ? Math.min(dlc, 8) : data.length
  if (isFd) bytes[25] = 4 | ((flags & canFlags.brs) === 0 ? 0 : 1) | ((flags & canFlags.esi) === 0 ? 0 : 2)
  else if (dlc > 8) bytes[27] = dlc
  bytes.set(data, 28)
  // epb_flags: received or sent
  bytes.set([2, 0, 4, 0, (flags & canFlags.tx) === 0 ? 1 : 2], bytes.length - 12)
  return bytes
}

function wordOf(id: number, flags: number): number {
  const has = (flag: number) => (flags & flag) !== 0
  if (has(canFlags.error)) return (id | 0x20000000) >>> 0
  return (id | (has(canFlags.ext) ? 0x80000000 : 0) | (has(canFlags.rtr) ? 0x40000000 : 0)) >>> 0
}
