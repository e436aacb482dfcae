import { hexOf } from '../can/frame.ts'
import { bytes, describeNegative, negativeResponse, responseBit, textOf, type Description } from './uds.ts'

/** GMW3110, the diagnostics of GMLAN: some services are those of UDS, others have the same numbers only. */
const services: Readonly<Record<number, string>> = {
  0x04: 'Clear diagnostic information',
  0x10: 'Initiate diagnostic operation',
  0x12: 'Read failure record data',
  0x1a: 'Read data by identifier',
  0x20: 'Return to normal mode',
  0x22: 'Read data by parameter identifier',
  0x23: 'Read memory by address',
  0x27: 'Security access',
  0x28: 'Disable normal communication',
  0x2c: 'Dynamically define message',
  0x2d: 'Define parameter identifier by address',
  0x34: 'Request download',
  0x36: 'Transfer data',
  0x3b: 'Write data by identifier',
  0x3e: 'Tester present',
  0xa2: 'Report programmed state',
  0xa5: 'Programming mode',
  0xa9: 'Read diagnostic information',
  0xaa: 'Read data by packet identifier',
  0xae: 'Device control',
}

const operations: Readonly<Record<number, string>> = {
  0x1002: 'disable all DTCs',
  0x1003: 'enable DTCs during device control',
  0x1004: 'wake up links',
  0x1a90: 'VIN',
  0x3b90: 'VIN',
  0xa501: 'request',
  0xa502: 'request high speed',
  0xa503: 'enable',
}

/** Reasons that UDS does not have, or names otherwise. */
const reasons: Readonly<Record<number, string>> = {
  0x81: 'scheduler full',
  0x83: 'voltage out of range',
  0x85: 'programming failed',
  0x89: 'device type error',
  0x99: 'ready for download, DTC stored',
  0xe3: 'device control limits exceeded',
}

/** Returns true if a payload begins like a GMLAN message: a service, its answer (+0x40), or a refusal. */
export function isGmlan(data: Uint8Array): boolean {
  const sid = data[0]
  if (sid === undefined) return false
  if (sid === negativeResponse) return data.length >= 3 && isService(data[1]!)
  return isService(sid) || ((sid & responseBit) !== 0 && isService(sid - responseBit))
}

/** Returns true for the services that no other protocol has: they are GMLAN on whatever id. */
export function isGmlanAlone(data: Uint8Array): boolean {
  const sid = data[0] === negativeResponse ? data[1]! : data[0]!
  return isGmlan(data) && (sid & ~responseBit) >= 0xa2
}

const isService = (sid: number): boolean => Object.hasOwn(services, sid)

/** Describes a request or answer of GMLAN; rule TRANSPORT-32 of ./SPEC.md. */
export function describeGmlan(data: Uint8Array): Description {
  const sid = data[0] ?? 0
  if (sid === negativeResponse) return describeRefusal(data)
  const isRequest = isService(sid)
  const service = isRequest ? sid : sid - responseBit
  const head = `${services[service]}${isRequest ? '' : ', done'}`
  const detail = detailOf(service, data)
  return { text: detail === '' ? head : `${head}: ${detail}`, tone: 'plain' }
}

function describeRefusal(data: Uint8Array): Description {
  const service = services[data[1] ?? 0] ?? ''
  const reason = reasons[data[2] ?? 0]
  if (reason === undefined) return describeNegative(data, service)
  return { text: `${service} refused: ${reason} (0x${hexOf(data.subarray(2, 3))})`, tone: 'negative' }
}

function detailOf(service: number, data: Uint8Array): string {
  const operation = data.length < 2 ? undefined : operations[service * 256 + data[1]!]
  if (operation === undefined) return data.length < 2 ? '' : bytes(data, 1)
  if (data.length === 2) return operation
  return `${operation} = ${textOf(data.subarray(2)) ?? bytes(data, 2)}`
}
