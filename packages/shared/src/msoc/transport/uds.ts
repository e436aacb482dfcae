import { hexOf } from '../can/frame.ts'
import { dataIdentifierName, negativeName, nrc, routineName, udsServices, type UdsService } from './uds-names.ts'

/** A description of a diagnostic message in one line; rules TRANSPORT-10 to TRANSPORT-14 of ./SPEC.md. */
export interface Description {
  readonly text: string
  readonly tone: 'plain' | 'negative'
}

export const negativeResponse = 0x7f
export const responseBit = 0x40

/**
 * Returns true if a payload begins as a UDS message may: a service of ISO 14229-1:2020 (table 23), or of a system
 * supplier (0xBA-0xBE); answers are 0x40 higher. Other numbers of its ranges are those of GMLAN and of KWP 2000.
 */
export function isUds(data: Uint8Array): boolean {
  const sid = data[0]
  return (
    sid !== undefined &&
    (sid === negativeResponse
      ? data.length >= 3 && isRequest(data[1]!)
      : isRequest(sid) || ((sid & responseBit) !== 0 && isRequest(sid - responseBit)))
  )
}

const isRequest = (sid: number): boolean => udsServices[sid] !== undefined || (sid >= 0xba && sid <= 0xbe)

/**
 * Describes a UDS request or response. The payload of a broken message may end anywhere: missing parts are left out.
 */
export function describeUds(data: Uint8Array): Description {
  const sid = data[0] ?? 0
  if (sid === negativeResponse) return describeNegative(data, serviceName(data[1] ?? 0))
  const isResponse = !isRequest(sid)
  const request = isResponse ? sid - responseBit : sid
  const service = udsServices[request]
  const head = `${serviceName(request)}${isResponse ? ', done' : ''}`
  const detail = service ? detailOf(request, service, data, isResponse) : hexOf(data.subarray(1, 9), ' ')
  return { text: detail ? `${head}: ${detail}` : head, tone: 'plain' }
}

/** Describes 7F, the service, the reason. "Response pending" only announces a delay and refuses nothing (Annex A.1). */
export function describeNegative(data: Uint8Array, service: string): Description {
  const code = data[2] ?? 0
  if (code === nrc.pending) return { text: `${service}: response pending`, tone: 'plain' }
  return { text: `${service} refused: ${negativeName(code)} (0x${hexOf(data.subarray(2, 3))})`, tone: 'negative' }
}

/** Returns its name; the number if the standard has none. */
export const serviceName = (sid: number): string =>
  udsServices[sid]?.name ?? `Service 0x${sid.toString(16).toUpperCase().padStart(2, '0')}`

function detailOf(sid: number, service: UdsService, data: Uint8Array, isResponse: boolean): string {
  if (service.subfunctions && data.length > 1) return withSubfunction(sid, service.subfunctions, data)
  return parameters[sid]?.(data, isResponse) ?? (data.length > 1 ? bytes(data, 1) : '')
}

function withSubfunction(sid: number, names: Readonly<Record<number, string>>, data: Uint8Array): string {
  const value = data[1]! & 0x7f
  const name = names[value] ?? subfunctionOf(sid, value)
  const parts = [name, parameters[sid]?.(data, false) ?? '', data[1]! & 0x80 ? 'no answer wanted' : '']
  return parts.filter(Boolean).join(', ')
}

/** For security access an odd subfunction requests a seed, the next even one sends the key (10.4). */
function subfunctionOf(sid: number, value: number): string {
  if (sid === 0x27) return `${value % 2 === 1 ? 'seed' : 'key'} for level ${(value + 1) >> 1}`
  if (value >= 0x40 && value <= 0x5f) return `manufacturer's subfunction 0x${hex(value, 2)}`
  return `subfunction 0x${hex(value, 2)}`
}

/** Descriptions of the parameters after the service, and after the subfunction if there is one, by service. */
const parameters: Readonly<Record<number, (data: Uint8Array, isResponse: boolean) => string>> = {
  0x14: (data, isResponse) =>
    isResponse || data.length < 4 ? '' : groupOf((data[1]! << 16) | (data[2]! << 8) | data[3]!),
  0x19: (data) => (data.length > 2 ? bytes(data, 2) : ''),
  0x22: (data, isResponse) => (isResponse ? valueOf(data) : identifiers(data)),
  0x23: (data, isResponse) => (isResponse ? bytes(data, 1) : addressed(data, 1)),
  0x24: identifiers,
  0x27: (data) => (data.length > 2 ? hexOf(data.subarray(2, 18), ' ') : ''),
  0x28: (data) =>
    data.length > 2
      ? ['', 'normal messages', 'network management', 'normal messages and network management'][data[2]! & 3]!
      : '',
  0x2e: valueOf,
  0x2f: valueOf,
  0x31: (data) =>
    data.length < 4
      ? ''
      : [`${routineName(word(data, 2))} (${hex(word(data, 2), 4)})`, data.length > 4 ? bytes(data, 4) : '']
          .filter(Boolean)
          .join(', '),
  0x34: (data, isResponse) => (isResponse ? bytes(data, 1) : addressed(data, 2)),
  0x35: (data, isResponse) => (isResponse ? bytes(data, 1) : addressed(data, 2)),
  0x36: (data) => `block ${data[1] ?? '?'}, ${Math.max(0, data.length - 2)} bytes`,
  0x3d: (data) => addressed(data, 1),
}

const groupOf = (group: number): string => (group === 0xffffff ? 'all groups' : `group ${hex(group, 6)}`)

/** Describes a list of data identifiers: the first four by name. */
function identifiers(data: Uint8Array): string {
  const count = (data.length - 1) >> 1
  const named = Array.from({ length: Math.min(4, count) }, (_, i) => identifierText(word(data, 1 + 2 * i)))
  return count > 4 ? `${named.join(', ')} and ${count - 4} more` : named.join(', ')
}

const identifierText = (id: number): string => `${dataIdentifierName(id)} (${hex(id, 4)})`

/** Describes one identifier and its value: as text if the value is readable text. */
function valueOf(data: Uint8Array): string {
  if (data.length < 3) return ''
  const value = data.subarray(3)
  if (value.length === 0) return identifierText(word(data, 1))
  return `${identifierText(word(data, 1))} = ${textOf(value) ?? bytes(data, 3)}`
}

/**
 * Returns `size at address` after an address-and-length format byte (Annex H.1): its high nibble is the number of bytes
 * of the size, its low nibble that of the address.
 */
function addressed(data: Uint8Array, at: number): string {
  const format = data[at]
  if (format === undefined) return ''
  const address = hexOf(data.subarray(at + 1, at + 1 + (format & 15)))
  const size = hexOf(data.subarray(at + 1 + (format & 15), at + 1 + (format & 15) + (format >> 4)))
  return size && address ? `0x${size} bytes at 0x${address}` : ''
}

const word = (data: Uint8Array, at: number): number => (data[at]! << 8) | data[at + 1]!
const hex = (value: number, width: number): string => value.toString(16).toUpperCase().padStart(width, '0')

/** Returns up to sixteen bytes from `at`, and the number of further bytes. */
export function bytes(data: Uint8Array, at: number): string {
  const shown = hexOf(data.subarray(at, at + 16), ' ')
  return data.length > at + 16 ? `${shown} … (${data.length - at} bytes)` : shown
}

/**
 * Returns ASCII if all of it is printable (except padding with zeros, spaces or FF) and long enough not to be a
 * coincidence.
 */
export function textOf(data: Uint8Array): string | undefined {
  let end = data.length
  while (end > 0 && (data[end - 1] === 0 || data[end - 1] === 0xff || data[end - 1] === 0x20)) end -= 1
  const text = data.subarray(0, Math.min(end, 64))
  return end >= 4 && text.every((byte) => byte >= 0x20 && byte < 0x7f) ? String.fromCharCode(...text) : undefined
}
