import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { counterStart, encode, pack, rawOf } from './encode.ts'
import { messageOf, messages, type Message, type Signal } from './table.ts'
import { framesBetween } from './traffic.ts'
import { dbcText } from './dbc-text.ts'
import { canReport } from '../vehicles/reports.ts'
import { stateAt } from '../vehicles/state.ts'
import { fleetOf } from '../vehicles/vehicles.ts'

const [vehicle] = fleetOf(1, 1) as [ReturnType<typeof fleetOf>[number]]
const AT = Date.UTC(2026, 10, 20, 12)

test('the committed fleet.dbc matches the output for the table', () => {
  expect(readFileSync(join(import.meta.dirname, '..', 'fleet.dbc'), 'utf8')).toBe(dbcText())
})

test('signals, counters and checksums of a message never share a bit and fit its length', () => {
  for (const message of messages) {
    const taken = new Set<number>()
    for (const bit of message.signals.flatMap(bitsOf).concat(protectionBits(message))) {
      expect(taken.has(bit), `${message.name} bit ${bit}`).toBe(false)
      expect(bit).toBeLessThan(message.length * 8)
      taken.add(bit)
    }
  }
})

function bitsOf(signal: Pick<Signal, 'start' | 'length' | 'order'>): number[] {
  const bytes = new Uint8Array(8)
  pack(bytes, signal, 2 ** signal.length - 1)
  return Array.from({ length: 64 }, (_, bit) => bit).filter((bit) => (bytes[bit >> 3]! >> (bit & 7)) & 1)
}

function protectionBits(message: Message): number[] {
  if (message.protection === 'none') return []
  const counter = bitsOf({ start: counterStart(message), length: 4, order: 'intel' })
  return message.protection === 'counter'
    ? counter
    : [...counter, ...bitsOf({ start: (message.length - 1) * 8, length: 8, order: 'intel' })]
}

test.for([
  { order: 'intel', start: 8, length: 16, raw: 0x1234, bytes: [0, 0x34, 0x12, 0] },
  { order: 'intel', start: 4, length: 12, raw: -2, bytes: [0xe0, 0xff, 0, 0] },
  { order: 'motorola', start: 7, length: 16, raw: 0x1234, bytes: [0x12, 0x34, 0, 0] },
  { order: 'motorola', start: 11, length: 12, raw: 0xabc, bytes: [0, 0x0a, 0xbc, 0] },
] as const)('packs $order $start|$length', ({ order, start, length, raw, bytes }) => {
  const packed = new Uint8Array(4)
  pack(packed, { order, start, length }, raw)
  expect([...packed]).toEqual(bytes)
})

test('a value beyond its range is set to the limit', () => {
  const torque = messageOf(0x0a0).signals[0]!
  expect(rawOf(torque, 99_999)).toBe(15_000)
  expect(rawOf(torque, -99_999)).toBe(-15_000)
})

test('CRC-8 SAE J1850 covers id and payload', () => {
  const data = encode(messageOf(0x0a0), stateAt(vehicle, AT), 5, {
    RequestedTorque: 12.3,
    AcceleratorPosition: 40,
    RecuperationWanted: 0,
    DriveEnabled: 1,
  })
  expect(data.slice(0, 14)).toBe('7B005002000005')
  expect(Number.parseInt(data.slice(14), 16)).toBe(crcBitByBit([0xa0, 0x00, 0x7b, 0x00, 0x50, 0x02, 0x00, 0x00, 0x05]))
  expect(crcBitByBit([...'123456789'].map((char) => char.charCodeAt(0)))).toBe(0x4b) // the catalogue's check value
})

function crcBitByBit(bytes: number[]): number {
  let crc = 0xff
  for (const byte of bytes) {
    crc ^= byte
    for (let i = 0; i < 8; i++) crc = crc & 0x80 ? ((crc << 1) ^ 0x1d) & 0xff : (crc << 1) & 0xff
  }
  return crc ^ 0xff
}

test('a second of traffic has each message as often as its cycle time requires, in order of time', () => {
  const frames = framesBetween(vehicle, AT, AT + 1000)
  for (const { id, cycleMs } of messages) expect(frames.filter((frame) => frame.id === id).length).toBe(1000 / cycleMs)
  expect(frames.map(({ at }) => at)).toEqual(frames.map(({ at }) => at).sort((a, b) => a - b))
})

test('counters increase by one from frame to frame, also across windows', () => {
  const frames = [...framesBetween(vehicle, AT, AT + 400), ...framesBetween(vehicle, AT + 400, AT + 1000)]
  const counters = frames.filter(({ id }) => id === 0x0a0).map(({ data }) => Number.parseInt(data.slice(13, 14), 16))
  expect(counters.length).toBe(100)
  for (let i = 1; i < counters.length; i++) expect(counters[i]).toBe((counters[i - 1]! + 1) % 16)
})

test('a packed event has frames of [microseconds, id, hex]', () => {
  const event = canReport(vehicle, AT, framesBetween(vehicle, AT, AT + 1000))
  expect(event).toMatchObject({ type: 'can', vehicle: vehicle.vin, ts: AT, bus: 'can0' })
  if (event.type !== 'can') return
  for (const [dtUs, id, data] of event.frames) {
    expect(Number.isInteger(dtUs) && dtUs >= 0 && dtUs < 1_010_000).toBe(true)
    expect(data).toMatch(/^([0-9A-F]{2}){1,8}$/)
    expect(data.length / 2).toBe(messageOf(id).length)
  }
})
