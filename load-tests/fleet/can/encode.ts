import type { Message, Signal } from './table.ts'
import type { VehicleState } from '../vehicles/state.ts'

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0').toUpperCase())
const CRC8 = Uint8Array.from({ length: 256 }, (_, byte) => crcOfByte(byte))

/**
 * One frame's payload as hex: the signals' values from the vehicle's state, the counter, and the checksum over both.
 * `changed` overrides signals by name (what an attacker writes).
 */
export function encode(
  message: Message,
  state: VehicleState,
  counter: number,
  changed?: Readonly<Record<string, number>>,
): string {
  const bytes = new Uint8Array(message.length)
  for (const signal of message.signals) pack(bytes, signal, rawOf(signal, changed?.[signal.name] ?? signal.read(state)))
  protect(bytes, message, counter)
  return hexOf(bytes)
}

/** The raw value of a physical value, limited to the signal's range. */
export function rawOf({ factor, offset, min, max }: Signal, value: number): number {
  return Math.round((Math.min(max, Math.max(min, value)) - offset) / factor)
}

/**
 * Writes a raw value into its bits. Intel counts upwards; Motorola goes down in a byte and on to the next byte's top
 * bit.
 */
export function pack(
  bytes: Uint8Array,
  { start, length, order }: Pick<Signal, 'start' | 'length' | 'order'>,
  raw: number,
): void {
  if (order === 'intel') {
    for (let i = 0; i < length; i++) put(bytes, start + i, bitOf(raw, i))
    return
  }
  let at = start
  for (let i = length - 1; i >= 0; i--) {
    put(bytes, at, bitOf(raw, i))
    at = at % 8 === 0 ? at + 15 : at - 1
  }
}

/** Bit i of a number in two's complement. Uses division, not shifts, since signals may be longer than 32 bits. */
function bitOf(raw: number, i: number): number {
  return i < 31 ? (raw >> i) & 1 : Math.floor(raw / 2 ** i) & 1
}

function put(bytes: Uint8Array, at: number, bit: number): void {
  bytes[at >> 3]! |= bit << (at & 7)
}

/**
 * The start bit of a message's counter: in the low half of the last byte but one if a checksum follows, else of the
 * last byte.
 */
export function counterStart({ protection, length }: Pick<Message, 'protection' | 'length'>): number {
  return protection === 'counter' ? (length - 1) * 8 : (length - 2) * 8
}

function protect(bytes: Uint8Array, message: Message, counter: number): void {
  if (message.protection === 'none') return
  pack(bytes, { start: counterStart(message), length: 4, order: 'intel' }, counter & 15)
  const last = bytes.length - 1
  if (message.protection === 'counter+xor') bytes[last] = xorOf(bytes.subarray(0, last), message.id)
  if (message.protection === 'counter+crc8') bytes[last] = crc8(bytes.subarray(0, last), message.id)
}

/** The exclusive-or of all bytes and both bytes of the arbitration id. */
function xorOf(bytes: Uint8Array, id: number): number {
  return bytes.reduce((sum, byte) => sum ^ byte, (id & 0xff) ^ (id >> 8))
}

/**
 * CRC-8 SAE J1850 (polynomial 0x1D, start and final exclusive-or 0xFF) over the id's low byte, its high byte, and the
 * payload.
 */
function crc8(bytes: Uint8Array, id: number): number {
  let crc = CRC8[0xff ^ (id & 0xff)]!
  crc = CRC8[crc ^ (id >> 8)]!
  for (const byte of bytes) crc = CRC8[crc ^ byte]!
  return crc ^ 0xff
}

function crcOfByte(byte: number): number {
  let crc = byte
  for (let i = 0; i < 8; i++) crc = crc & 0x80 ? ((crc << 1) ^ 0x1d) & 0xff : (crc << 1) & 0xff
  return crc
}

function hexOf(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += HEX[byte]!
  return hex
}
