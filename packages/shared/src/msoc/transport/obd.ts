import { hexOf } from '../can/frame.ts'
import { bytes, describeNegative, negativeResponse, responseBit, textOf, type Description } from './uds.ts'

/** SAE J1979 (ISO 15031-5) services; rule TRANSPORT-15 of ./SPEC.md. */
const services: readonly string[] = [
  '',
  'Current data',
  'Freeze frame',
  'Stored DTCs',
  'Clear DTCs',
  'Oxygen sensor tests',
  'Monitor tests',
  'Pending DTCs',
  'Control a system',
  'Vehicle information',
  'Permanent DTCs',
]

/** Returns true if a payload begins as an OBD-II message may: 01-0A, answers 41-4A, or the refusal of such. */
export function isObd(data: Uint8Array): boolean {
  const sid = data[0]
  if (sid === negativeResponse) return data.length >= 3 && isService(data[1]!)
  return sid !== undefined && (isService(sid) || ((sid & responseBit) !== 0 && isService(sid - responseBit)))
}

const isService = (sid: number): boolean => sid >= 1 && sid <= 10

/** Returns an OBD-II request or response as text, values with their unit. */
export function describeObd(data: Uint8Array): Description {
  const sid = data[0] ?? 0
  if (sid === negativeResponse) return describeNegative(data, services[data[1] ?? 0] ?? 'OBD')
  const isResponse = sid > 10
  const service = isResponse ? sid - responseBit : sid
  const detail = isResponse ? answer(service, data) : requestDetail(service, data)
  return { text: detail ? `${services[service]}: ${detail}` : services[service]!, tone: 'plain' }
}

function requestDetail(service: number, data: Uint8Array): string {
  if (service === 1 || service === 2) return [...data.subarray(1, service === 1 ? 7 : 2)].map(pidName).join(', ')
  if (service === 9) return data.length > 1 ? infoName(data[1]!) : ''
  return data.length > 1 ? bytes(data, 1) : ''
}

function answer(service: number, data: Uint8Array): string {
  if (service === 1) return values(data, 1, 0)
  if (service === 2) return values(data, 1, 1)
  if (service === 3 || service === 7 || service === 10) return troubleCodes(data)
  if (service === 9 && data.length > 2) return `${infoName(data[1]!)} = ${infoText(data)}`
  return data.length > 1 ? bytes(data, 1) : ''
}

interface Pid {
  readonly name: string
  readonly bytes: number
  /** Returns the value with its unit, from that many bytes. */
  readonly text: (a: number, b: number, c: number, d: number) => string
}

const pid = (name: string, length: number, text: Pid['text']): Pid => ({ name, bytes: length, text })
const percent = (a: number) => `${Math.round((a * 1000) / 255) / 10} %`
const celsius = (a: number) => `${a - 40} °C`
const trim = (a: number) => `${Math.round(((a - 128) * 1000) / 128) / 10} %`
const word = (a: number, b: number) => a * 256 + b
const raw = (a: number, b: number, c: number, d: number) => hexOf(new Uint8Array([a, b, c, d]))
const supported = (from: number): Pid =>
  pid(`PIDs supported from ${from.toString(16).toUpperCase().padStart(2, '0')}`, 4, raw)
const thousandths = (value: number) => Math.round(value * 1000) / 1000

/** J1979 Annex B: the common PIDs, with length, value and unit. */
const pids: Readonly<Record<number, Pid>> = {
  0x00: supported(0x01),
  0x20: supported(0x21),
  0x40: supported(0x41),
  0x60: supported(0x61),
  0x80: supported(0x81),
  0xa0: supported(0xa1),
  0xc0: supported(0xc1),
  0x01: pid('monitor status', 4, (a) => `lamp ${a & 0x80 ? 'on' : 'off'}, ${a & 0x7f} DTCs`),
  0x03: pid('fuel system status', 2, (a, b) => hexOf(new Uint8Array([a, b]))),
  0x04: pid('engine load', 1, percent),
  0x05: pid('coolant temperature', 1, celsius),
  0x06: pid('short fuel trim 1', 1, trim),
  0x07: pid('long fuel trim 1', 1, trim),
  0x08: pid('short fuel trim 2', 1, trim),
  0x09: pid('long fuel trim 2', 1, trim),
  0x0a: pid('fuel pressure', 1, (a) => `${a * 3} kPa`),
  0x0b: pid('intake pressure', 1, (a) => `${a} kPa`),
  0x0c: pid('engine speed', 2, (a, b) => `${word(a, b) / 4} rpm`),
  0x0d: pid('vehicle speed', 1, (a) => `${a} km/h`),
  0x0e: pid('timing advance', 1, (a) => `${a / 2 - 64}°`),
  0x0f: pid('intake air temperature', 1, celsius),
  0x10: pid('air flow', 2, (a, b) => `${word(a, b) / 100} g/s`),
  0x11: pid('throttle position', 1, percent),
  0x1c: pid('OBD standard', 1, (a) => `${a}`),
  0x1f: pid('time since engine start', 2, (a, b) => `${word(a, b)} s`),
  0x21: pid('distance with lamp on', 2, (a, b) => `${word(a, b)} km`),
  0x23: pid('fuel rail pressure', 2, (a, b) => `${word(a, b) * 10} kPa`),
  0x2c: pid('commanded EGR', 1, percent),
  0x2f: pid('fuel level', 1, percent),
  0x30: pid('warm-ups since clearing', 1, (a) => `${a}`),
  0x31: pid('distance since clearing', 2, (a, b) => `${word(a, b)} km`),
  0x33: pid('barometric pressure', 1, (a) => `${a} kPa`),
  0x42: pid('control module voltage', 2, (a, b) => `${word(a, b) / 1000} V`),
  0x43: pid('absolute load', 2, (a, b) => `${Math.round((word(a, b) * 1000) / 255) / 10} %`),
  0x44: pid('commanded air-fuel ratio', 2, (a, b) => `${thousandths(word(a, b) / 32768)}`),
  0x45: pid('relative throttle position', 1, percent),
  0x46: pid('ambient temperature', 1, celsius),
  0x49: pid('accelerator position D', 1, percent),
  0x4a: pid('accelerator position E', 1, percent),
  0x4c: pid('commanded throttle', 1, percent),
  0x51: pid('fuel type', 1, (a) => `${a}`),
  0x5a: pid('relative accelerator position', 1, percent),
  0x5b: pid('hybrid battery charge', 1, percent),
  0x5c: pid('oil temperature', 1, celsius),
  0x5e: pid('fuel rate', 2, (a, b) => `${word(a, b) / 20} L/h`),
  0x61: pid('demanded torque', 1, (a) => `${a - 125} %`),
  0x62: pid('actual torque', 1, (a) => `${a - 125} %`),
  0x63: pid('reference torque', 2, (a, b) => `${word(a, b)} Nm`),
  0xa6: pid('odometer', 4, (a, b, c, d) => `${(word(a, b) * 65536 + word(c, d)) / 10} km`),
}

const pidName = (number: number): string => `${pids[number]?.name ?? 'PID'} (${hexOf(new Uint8Array([number]))})`

/**
 * Describes one PID after the other, each followed by `gap` bytes (a freeze frame's number) and its value; an unknown
 * length ends the list.
 */
function values(data: Uint8Array, from: number, gap: number): string {
  const texts: string[] = []
  for (let at = from; at < data.length;) {
    const known = pids[data[at]!]
    const start = at + 1 + gap
    if (!known || start + known.bytes > data.length)
      return [...texts, `${pidName(data[at]!)} = ${bytes(data, start)}`].join(', ')
    const [a, b = 0, c = 0, d = 0] = data.subarray(start)
    texts.push(`${known.name} (${hexOf(data.subarray(at, at + 1))}) = ${known.text(a!, b, c, d)}`)
    at = start + known.bytes
  }
  return texts.join(', ')
}

/** Returns the codes: a count, then two bytes each: P, C, B or U and four digits (SAE J2012). */
function troubleCodes(data: Uint8Array): string {
  const count = Math.min(data[1] ?? 0, (data.length - 2) >> 1)
  if (count <= 0) return 'none'
  const codes = Array.from({ length: Math.min(count, 8) }, (_, i) => troubleCode(data[2 + 2 * i]!, data[3 + 2 * i]!))
  return count > 8 ? `${codes.join(', ')} and ${count - 8} more` : codes.join(', ')
}

const troubleCode = (high: number, low: number): string =>
  `${'PCBU'[high >> 6]!}${((high & 0x3f) * 256 + low).toString(16).toUpperCase().padStart(4, '0')}`

/** J1979 Annex G. */
const infos: Readonly<Record<number, string>> = {
  0: 'supported',
  2: 'VIN',
  4: 'calibration ids',
  6: 'calibration verification numbers',
  8: 'in-use performance',
  0x0a: 'ECU name',
  0x0b: 'in-use performance',
  0x0d: 'engine serial number',
  0x0f: 'type approval number',
}

const infoName = (type: number): string => infos[type] ?? `type ${hexOf(new Uint8Array([type]))}`

/** The value comes after the number of items. */
const infoText = (data: Uint8Array): string => textOf(data.subarray(3)) ?? bytes(data, 3)
