import { refused } from '../../core/parsed.ts'
import { canFlags } from '../can/frame.ts'
import { createWaiting, type Waiting } from './bytes.ts'
import { type OtherPacket, readPacket } from './pcap-packets.ts'
import { type CaptureReader, createFindings, type Read, type ReaderOptions, timeFrom } from './reader.ts'

/**
 * Reads pcap and pcapng (the IETF's opsawg drafts) with packets of CAN frames (./pcap-packets.ts): both byte orders,
 * times in microseconds, nanoseconds or the unit that an interface states, the name of the interface as the bus. Other
 * packets are one reject for each kind (rule CAPTURE-51).
 */
export function pcapReader({ bus, startMs = 0 }: ReaderOptions): CaptureReader {
  const findings = createFindings()
  const waiting = createWaiting()
  let file: Pcap | Pcapng | undefined
  let record = 0
  let isBroken = false
  let frames = 0
  const others = new Set<string>()

  function add(read: Read | OtherPacket): void {
    if ('ok' in read) {
      if (read.ok && read.value) frames += 1
      return findings.add(record, read)
    }
    if (others.has(read.other) || others.size >= othersAtMost) return
    others.add(read.other)
    findings.reject(record, read.other)
  }

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
    if (taken.frame) add(taken.frame(startMs))
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
      else if (frames === 0 && findings.rejected === 0) findings.reject(record + 1, 'the file has no packet')
      return findings.take()
    },
    get rejected() {
      return findings.rejected
    },
    rejects: findings.rejects,
  }
}

/** Maximum number of kinds of packets without CAN frames that are reported. */
const othersAtMost = 16
const fileHead = 24
/** No record of CAN frames is nearly this long; a record that claims it is damaged. */
const largestRecord = 1 << 20

/**
 * A record that was read: its size in the file, and a function that reads its frame, if it has one. A string: the
 * reason why nothing after it can be read.
 */
type Taken = { readonly size: number; readonly frame?: (startMs: number) => Read | OtherPacket } | string | undefined

interface Pcap {
  readonly kind: 'pcap'
  readonly isLittle: boolean
  /** Time units per second. */
  readonly perSecond: number
  /** Undefined until the file's header is read. */
  linkType: number | undefined
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
  /** Epoch ms of the last packet: simple packets have no time. */
  lastMs: number
}

const interfacesAtMost = 1_000

function openFile(view: DataView): Pcap | Pcapng | undefined {
  if (view.getUint32(0) === 0x0a0d0d0a) return { kind: 'pcapng', isLittle: true, interfaces: [], lastMs: 0 }
  for (const isLittle of [true, false]) {
    const magic = view.getUint32(0, isLittle)
    if (magic === 0xa1b2c3d4 || magic === 0xa1b23c4d)
      return { kind: 'pcap', isLittle, perSecond: magic === 0xa1b2c3d4 ? 1e6 : 1e9, linkType: undefined }
  }
  return undefined
}

function takeRecord(waiting: Waiting, file: Pcap, bus: string): Taken {
  const { isLittle, perSecond, linkType } = file
  if (linkType === undefined) {
    file.linkType = waiting.view(fileHead)!.getUint32(20, isLittle) & 0xffff
    return { size: fileHead }
  }
  const length = waiting.view(16)?.getUint32(8, isLittle)
  if (length === undefined) return undefined
  if (length > largestRecord) return `a record of ${length} bytes`
  const view = waiting.view(16 + length)
  if (!view) return undefined
  const ms = view.getUint32(0, isLittle) * 1000 + cutToMicros(view.getUint32(4, isLittle) / perSecond)
  const packet = viewIn(view, 16, length)
  return {
    size: 16 + length,
    frame: (startMs) => readPacket(linkType, packet, { ts: timeFrom(startMs, ms), bus, sent: 0 }, isLittle),
  }
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
  const readBlock = isSection ? undefined : packetBlocks[type]
  return readBlock ? { size, frame: (startMs) => readBlock(body, file, bus, startMs) } : { size }
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

type ReadBlock = (body: DataView, file: Pcapng, bus: string, startMs: number) => Read | OtherPacket

/** Enhanced packets, the packets that they replaced, and simple packets. */
const packetBlocks: Readonly<Record<number, ReadBlock>> = {
  2: (body, file, bus, startMs) =>
    readTimed(body, body.byteLength < 2 ? 0 : body.getUint16(0, file.isLittle), file, bus, startMs),
  3: readSimple,
  6: (body, file, bus, startMs) =>
    readTimed(body, body.byteLength < 4 ? 0 : body.getUint32(0, file.isLittle), file, bus, startMs),
}

function readTimed(body: DataView, face: number, file: Pcapng, bus: string, startMs: number): Read | OtherPacket {
  const { isLittle, interfaces } = file
  if (body.byteLength < 20) return refused('an incomplete packet')
  const from = interfaces[face]
  if (!from) return refused('a packet of an interface that was not declared')
  const length = body.getUint32(12, isLittle)
  if (20 + length > body.byteLength) return refused('a packet that is longer than its block')
  const ticks = body.getUint32(4, isLittle) * 2 ** 32 + body.getUint32(8, isLittle)
  const ms = ticks > Number.MAX_SAFE_INTEGER ? exactMs(body, isLittle, from.perSecond) : (ticks / from.perSecond) * 1000
  let isSent = false
  for (const { code, value } of optionsOf(body, 20 + length + (-length & 3), isLittle)) {
    if (code === 2 && value.byteLength >= 4) isSent = (value.getUint32(0, isLittle) & 3) === 2
  }
  file.lastMs = timeFrom(startMs, ms + from.offset * 1000)
  const source = { ts: file.lastMs, bus: from.bus ?? bus, sent: isSent ? canFlags.tx : 0 }
  return readPacket(from.linkType, viewIn(body, 20, length), source, isLittle)
}

/** Reads a packet of the first interface, without a time: it has that of the packet before. */
function readSimple(body: DataView, { isLittle, interfaces, lastMs }: Pcapng, bus: string, startMs: number) {
  const [from] = interfaces
  if (!from) return refused('a packet of an interface that was not declared')
  if (body.byteLength < 4) return refused('an incomplete packet')
  const length = Math.min(body.getUint32(0, isLittle), body.byteLength - 4)
  const source = { ts: lastMs === 0 ? startMs : lastMs, bus: from.bus ?? bus, sent: 0 }
  return readPacket(from.linkType, viewIn(body, 4, length), source, isLittle)
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
