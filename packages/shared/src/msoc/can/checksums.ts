/**
 * Checksums that control units put into their messages (AUTOSAR E2E profiles and manufacturers' own). The initial value
 * of a method, its final XOR, and an id or a data id without a counter that it includes, add up to one constant for all
 * payloads of one length of one id. This constant is found as `seed`: what remains after the plain method.
 */
export const checksumKinds = [
  'xor',
  'sum',
  'negated-sum',
  'nibble-sum',
  'crc8-j1850',
  'crc8-h2f',
  'crc8-smbus',
  'crc8-maxim',
  'crc8-0x9b',
  'crc8-0xd5',
] as const
export type ChecksumKind = (typeof checksumKinds)[number]

/** Generator polynomials; J1850 is AUTOSAR's profile 1, H2F its profile 2. */
const polynomials: Partial<Record<ChecksumKind, number>> = {
  'crc8-j1850': 0x1d,
  'crc8-h2f': 0x2f,
  'crc8-smbus': 0x07,
  'crc8-maxim': 0x31,
  'crc8-0x9b': 0x9b,
  'crc8-0xd5': 0xd5,
}

const tables = checksumKinds.map((kind) => (polynomials[kind] === undefined ? undefined : crcTable(polynomials[kind])))

function crcTable(polynomial: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? (crc << 1) ^ polynomial : crc << 1
    return crc & 0xff
  })
}

export const kindNumber = (kind: string): number => checksumKinds.indexOf(kind as ChecksumKind)

/**
 * Returns what remains of a payload's checksum after the plain method (an index into `checksumKinds`) is taken off: the
 * same for all valid payloads of an id. For sums it is a difference, for the others an XOR. `nibble-sum` covers only
 * the low half of its byte.
 */
export function seedOf(kind: number, data: Uint8Array, at: number, from = 0, length = data.length): number {
  const checksum = data[from + at]!
  switch (kind) {
    case 0:
      return xorOf(data, at, from, length) ^ checksum
    case 1:
      return (checksum - sumOf(data, at, from, length)) & 0xff
    case 2:
      return (checksum + sumOf(data, at, from, length)) & 0xff
    case 3:
      return (checksum + nibbleSumOf(data, at, from, length)) & 0x0f
    default:
      return crcOf(tables[kind]!, data, at, from, length) ^ checksum
  }
}

function xorOf(data: Uint8Array, at: number, from: number, length: number): number {
  let xor = 0
  for (let i = 0; i < length; i++) if (i !== at) xor ^= data[from + i]!
  return xor
}

function sumOf(data: Uint8Array, at: number, from: number, length: number): number {
  let sum = 0
  for (let i = 0; i < length; i++) if (i !== at) sum += data[from + i]!
  return sum & 0xff
}

/** Returns the sum of all half bytes except the one that holds the sum itself. */
function nibbleSumOf(data: Uint8Array, at: number, from: number, length: number): number {
  let sum = 0
  for (let i = 0; i < length; i++) sum += (data[from + i]! >> 4) + (i === at ? 0 : data[from + i]! & 15)
  return sum
}

function crcOf(table: Uint8Array, data: Uint8Array, at: number, from: number, length: number): number {
  let crc = 0
  for (let i = 0; i < length; i++) if (i !== at) crc = table[crc ^ data[from + i]!]!
  return crc
}
