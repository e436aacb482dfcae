import { readBits, writeBits } from './bits.ts'

/** A manufacturer's checksum method, over all bytes of the payload except the checksum itself, and the id. */
export type Method = 'sum' | 'xor' | 'crc8-j1850' | 'crc8-h2f'

export const methods: readonly Method[] = ['sum', 'xor', 'crc8-j1850', 'crc8-h2f']

const tables = { 'crc8-j1850': tableOf(0x1d), 'crc8-h2f': tableOf(0x2f) } as const

/** Writes the checksum into its bits: eight bits by the method, other lengths by the sum of all nibbles. */
export function close(data: Uint8Array, bits: readonly number[], method: Method, id: number): void {
  writeBits(data, bits, 0)
  const isByte = bits.length === 8 && bits.every((bit) => bit >> 3 === bits[0]! >> 3)
  writeBits(
    data,
    bits,
    isByte ? checksums[method](data, bits[0]! >> 3, id) : nibbles(data, id) % 2 ** Math.min(bits.length, 20),
  )
}

const checksums: Readonly<Record<Method, (data: Uint8Array, own: number, id: number) => number>> = {
  sum: (data, own, id) => folded(data, own, (id & 0xff) + (id >> 8), (sum, byte) => sum + byte) & 0xff,
  xor: (data, own, id) => folded(data, own, (id & 0xff) ^ (id >> 8), (sum, byte) => sum ^ byte) & 0xff,
  'crc8-j1850': (data, own, id) => crc(tables['crc8-j1850'], data, own, id),
  'crc8-h2f': (data, own, id) => crc(tables['crc8-h2f'], data, own, id),
}

function folded(data: Uint8Array, own: number, first: number, add: (sum: number, byte: number) => number): number {
  let sum = first
  for (let i = 0; i < data.length; i++) if (i !== own) sum = add(sum, data[i]!)
  return sum
}

/** As in AUTOSAR E2E profiles 1 and 2: over the low and the high byte of the id, then the payload. */
function crc(table: Uint8Array, data: Uint8Array, own: number, id: number): number {
  const first = table[table[0xff ^ (id & 0xff)]! ^ ((id >> 8) & 0xff)]!
  return folded(data, own, first, (sum, byte) => table[sum ^ byte]!) ^ 0xff
}

function tableOf(polynomial: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = value & 0x80 ? ((value << 1) ^ polynomial) & 0xff : value << 1
    return value
  })
}

function nibbles(data: Uint8Array, id: number): number {
  return data.reduce((sum, byte) => sum + (byte >> 4) + (byte & 15), id)
}

/** Increases the counter by one, modulo `modulo`. */
export function count(data: Uint8Array, bits: readonly number[], modulo: number): void {
  writeBits(data, bits, (readBits(data, bits) + 1) % modulo)
}
