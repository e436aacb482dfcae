import { parsed, refused, type Parsed } from '../../core/parsed.ts'

/**
 * A qualified security event as an AUTOSAR intrusion detection manager (IdsM) sends it, big-endian. Source: AUTOSAR FO
 * PRS Intrusion Detection System, as laid out in the operations design. Rules IDSM-1 to IDSM-11 of ../SPEC.md.
 *
 * - 0: protocol version (4 bits), header flags (4 bits: 1 context, 2 timestamp, 4 signature, 8 reserved)
 * - 1-2: IdsM instance (10 bits), sensor instance (6 bits)
 * - 3-4: event definition id
 * - 5-6: count
 * - 7: reserved
 *
 * Then, if flagged, in this order:
 *
 * - timestamp: source (1 bit), reserved (1 bit), nanoseconds (30 bits), seconds (32 bits)
 * - context: [ version (16 bits), protocol 2 only ] 0 + length (7 bits) | 1 + length (31 bits); data
 * - signature: length (16 bits); data
 */
export interface IdsMessage {
  readonly protocolVersion: number
  readonly idsmInstance: number
  readonly sensorInstance: number
  /** 0x0000-0x7FFF: defined by AUTOSAR, 0x8000-0xFFFE: by the manufacturer. */
  readonly eventId: number
  /** Occurrences since the last report, after the vehicle's own filters. */
  readonly count: number
  readonly timestamp: {
    readonly source: 'autosar' | 'oem'
    /** Epoch milliseconds, finer in the fraction. */
    readonly ms: number
  } | null
  readonly context: {
    /** Null in protocol 1. */
    readonly version: number | null
    readonly data: Uint8Array
  } | null
  readonly signature: Uint8Array | null
}

export interface IdsReject {
  /** Offset of the message that could not be read. */
  readonly offset: number
  readonly reason: string
}

const FRAME_BYTES = 8
const TIMESTAMP_BYTES = 8
const CONTEXT = 1
const TIMESTAMP = 2
const SIGNATURE = 4
const RESERVED = 8
const INVALID_EVENT = 0xffff
const SHORT_LENGTH = 0x7f
const NANOSECONDS = 1_000_000_000

/**
 * Reads one message from `offset` on. Returns it with the offset of the next one. It is a copy: the caller may reuse
 * `bytes`.
 */
export function parseIdsMessage(bytes: Uint8Array, offset = 0): Parsed<{ message: IdsMessage; next: number }> {
  if (!has(bytes, offset, FRAME_BYTES)) return short(bytes, offset, 'an event frame', FRAME_BYTES)
  const flags = bytes[offset]! & 0x0f
  const protocolVersion = bytes[offset]! >> 4
  const eventId = uint16(bytes, offset + 3)
  if (protocolVersion !== 1 && protocolVersion !== 2)
    return refused(`byte ${offset}: protocol version ${protocolVersion}, expected 1 or 2`)
  if (flags & RESERVED) return refused(`byte ${offset}: reserved header flag 3 is set, expected 0`)
  if (eventId === INVALID_EVENT)
    return refused(`byte ${offset + 3}: event id 0xFFFF is invalid, expected 0x0000-0xFFFE`)

  const timestamp = flags & TIMESTAMP ? readTimestamp(bytes, offset + FRAME_BYTES) : absent(offset + FRAME_BYTES)
  if (!timestamp.ok) return timestamp
  const context =
    flags & CONTEXT ? readContext(bytes, timestamp.value.next, protocolVersion) : absent(timestamp.value.next)
  if (!context.ok) return context
  const signature = flags & SIGNATURE ? readSignature(bytes, context.value.next) : absent(context.value.next)
  if (!signature.ok) return signature

  const instances = uint16(bytes, offset + 1)
  const message: IdsMessage = {
    protocolVersion,
    idsmInstance: instances >> 6,
    sensorInstance: instances & 0x3f,
    eventId,
    count: uint16(bytes, offset + 5),
    timestamp: timestamp.value.part,
    context: context.value.part,
    signature: signature.value.part,
  }
  return parsed({ message, next: signature.value.next })
}

/**
 * Reads every message of a concatenation, up to the first that can't be read: after that one, the beginning of the next
 * is unknown.
 */
export function parseIdsMessages(bytes: Uint8Array): { messages: IdsMessage[]; reject: IdsReject | null } {
  const messages: IdsMessage[] = []
  let offset = 0
  while (offset < bytes.length) {
    const read = parseIdsMessage(bytes, offset)
    if (!read.ok) return { messages, reject: { offset, reason: read.reason } }
    messages.push(read.value.message)
    offset = read.value.next
  }
  return { messages, reject: null }
}

/**
 * Returns the bytes of a message, with the context's length in its shortest form.
 *
 * @throws {RangeError} when the message does not fit the layout, which is a bug.
 */
export function encodeIdsMessage(message: IdsMessage): Uint8Array {
  const { protocolVersion, idsmInstance, sensorInstance, eventId, count, timestamp, context, signature } = message
  within('protocolVersion', protocolVersion, 1, 2)
  const flags = (context ? CONTEXT : 0) | (timestamp ? TIMESTAMP : 0) | (signature ? SIGNATURE : 0)
  const instances =
    (within('idsmInstance', idsmInstance, 0, 0x3ff) << 6) | within('sensorInstance', sensorInstance, 0, 0x3f)
  return Uint8Array.from([
    (protocolVersion << 4) | flags,
    ...bytesOf(instances, 2),
    ...bytesOf(within('eventId', eventId, 0, INVALID_EVENT - 1), 2),
    ...bytesOf(within('count', count, 0, 0xffff), 2),
    0,
    ...(timestamp ? timestampBytes(timestamp) : []),
    ...(context ? contextHead(context, protocolVersion) : []),
    ...(context?.data ?? []),
    ...(signature ? bytesOf(within('signature length', signature.length, 0, 0xffff), 2) : []),
    ...(signature ?? []),
  ])
}

type Part<T> = { readonly part: T; readonly next: number }

function readTimestamp(bytes: Uint8Array, at: number): Parsed<Part<IdsMessage['timestamp']>> {
  if (!has(bytes, at, TIMESTAMP_BYTES)) return short(bytes, at, 'a timestamp', TIMESTAMP_BYTES)
  const first = uint32(bytes, at)
  const nanoseconds = first & 0x3fffffff
  if (nanoseconds >= NANOSECONDS)
    return refused(`byte ${at}: timestamp has ${nanoseconds} nanoseconds, expected at most 999999999`)
  const ms = uint32(bytes, at + 4) * 1000 + nanoseconds / 1_000_000
  return parsed({ part: { source: first >= 0x80000000 ? 'oem' : 'autosar', ms }, next: at + TIMESTAMP_BYTES })
}

function readContext(bytes: Uint8Array, start: number, protocolVersion: number): Parsed<Part<IdsMessage['context']>> {
  const versioned = protocolVersion === 2
  const at = versioned ? start + 2 : start
  if (!has(bytes, at, 1))
    return short(bytes, start, versioned ? 'a context version and length' : 'a context length', at + 1 - start)
  const version = versioned ? uint16(bytes, start) : null
  const long = bytes[at]! > SHORT_LENGTH
  if (long && !has(bytes, at, 4)) return short(bytes, at, 'a long context length', 4)
  const length = long ? uint32(bytes, at) & 0x7fffffff : bytes[at]!
  const data = readBlob(bytes, at, long ? 4 : 1, length, 'context')
  return data.ok ? parsed({ part: { version, data: data.value.part }, next: data.value.next }) : data
}

function readSignature(bytes: Uint8Array, at: number): Parsed<Part<Uint8Array>> {
  if (!has(bytes, at, 2)) return short(bytes, at, 'a signature length', 2)
  return readBlob(bytes, at, 2, uint16(bytes, at), 'signature')
}

function readBlob(
  bytes: Uint8Array,
  at: number,
  lengthBytes: number,
  length: number,
  name: string,
): Parsed<Part<Uint8Array>> {
  const start = at + lengthBytes
  if (!has(bytes, start, length))
    return refused(`byte ${at}: ${name} announces ${length} bytes, ${bytes.length - start} remain`)
  return parsed({ part: new Uint8Array(bytes.subarray(start, start + length)), next: start + length })
}

function absent(next: number): Parsed<Part<null>> {
  return parsed({ part: null, next })
}

function short(bytes: Uint8Array, at: number, what: string, needed: number): { ok: false; reason: string } {
  return refused(`byte ${at}: ${what} takes ${needed} bytes, ${Math.max(0, bytes.length - at)} remain`)
}

function has(bytes: Uint8Array, at: number, length: number): boolean {
  return at + length <= bytes.length
}

/** The callers have checked the bounds. */
function uint16(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 8) | bytes[at + 1]!
}

function uint32(bytes: Uint8Array, at: number): number {
  return uint16(bytes, at) * 0x10000 + uint16(bytes, at + 2)
}

function bytesOf(value: number, width: number): number[] {
  return Array.from({ length: width }, (_, index) => Math.floor(value / 256 ** (width - 1 - index)) & 0xff)
}

function timestampBytes({ source, ms }: NonNullable<IdsMessage['timestamp']>): number[] {
  const whole = Math.floor(ms / 1000)
  const rounded = Math.round((ms - whole * 1000) * 1_000_000)
  const carry = rounded === NANOSECONDS ? 1 : 0
  const seconds = within('timestamp seconds', whole + carry, 0, 0xffffffff)
  return [...bytesOf((source === 'oem' ? 0x80000000 : 0) + (carry ? 0 : rounded), 4), ...bytesOf(seconds, 4)]
}

function contextHead({ version, data }: NonNullable<IdsMessage['context']>, protocolVersion: number): number[] {
  if ((version !== null) !== (protocolVersion === 2))
    throw new RangeError('a context has a version in protocol 2, and only there')
  const length = data.length > SHORT_LENGTH ? bytesOf(0x80000000 + data.length, 4) : [data.length]
  return version === null ? length : [...bytesOf(within('context version', version, 0, 0xffff), 2), ...length]
}

function within(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new RangeError(`${name} ${value} is not an integer between ${min} and ${max}`)
}
