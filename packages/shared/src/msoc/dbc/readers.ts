import { bitsOf, type DbcSignal } from './model.ts'

type Place = Pick<DbcSignal, 'startBit' | 'length' | 'isIntel' | 'isSigned'>
type Read = (data: Uint8Array) => number

interface Reader {
  readonly raw: Read
  readonly rawText: (data: Uint8Array) => string
}

/** Number of bits per part of a signal over more than four bytes; with any shift, a part fits in four bytes. */
const PART = 24

/**
 * Returns a reader of the integer at a position. Both byte orders are read alike: the least significant byte comes
 * first, and the next ones follow forwards (Intel) or backwards (Motorola). Up to four bytes are one word of 32 bits;
 * more are read in parts of 24 bits.
 */
export function integerReader(place: Place): Reader {
  const bits = bitsOf(place)
  if (spanOf(bits) <= 4) {
    const raw = wordReader(bits, place.isIntel, place.isSigned)
    return { raw, rawText: (data) => String(raw(data)) }
  }
  const low = wordReader(bits.slice(0, PART), place.isIntel, false)
  const isTwo = bits.length <= 2 * PART
  const middle = wordReader(bits.slice(PART, 2 * PART), place.isIntel, place.isSigned && isTwo)
  // up to 48 bits are exact in a double, so that adding the rest rounds only once
  if (isTwo) {
    const raw: Read = (data) => middle(data) * 0x1000000 + low(data)
    return { raw, rawText: (data) => String(raw(data)) }
  }
  const high = wordReader(bits.slice(2 * PART), place.isIntel, place.isSigned)
  return {
    raw: (data) => high(data) * 0x1000000000000 + (middle(data) * 0x1000000 + low(data)),
    rawText: (data) => String((BigInt(high(data)) << 48n) + BigInt(middle(data) * 0x1000000 + low(data))),
  }
}

const bytes = new DataView(new ArrayBuffer(8))

/** Returns a reader of the IEEE 754 number at a position; its raw value is the number itself. */
export function floatReader(place: Place, length: 32 | 64): Reader {
  const bits = bitsOf(place)
  const low = wordReader16(bits, 0, place.isIntel)
  const others = Array.from({ length: length / 16 - 1 }, (_, at) => wordReader16(bits, at + 1, place.isIntel))
  const raw: Read = (data) => {
    bytes.setUint16(0, low(data), true)
    for (let at = 0; at < others.length; at++) bytes.setUint16(2 * at + 2, others[at]!(data), true)
    return length === 32 ? bytes.getFloat32(0, true) : bytes.getFloat64(0, true)
  }
  return { raw, rawText: (data) => String(raw(data)) }
}

const wordReader16 = (bits: readonly number[], part: number, isIntel: boolean): Read =>
  wordReader(bits.slice(part * 16, part * 16 + 16), isIntel, false)

function spanOf(bits: readonly number[]): number {
  return Math.abs((bits.at(-1)! >> 3) - (bits[0]! >> 3)) + 1
}

/**
 * Returns a reader of bits within four bytes, specialised for the number of bytes. Shifting left and right again
 * removes other bits, and extends the sign.
 */
function wordReader(bits: readonly number[], isIntel: boolean, isSigned: boolean): Read {
  const a = bits[0]! >> 3
  const step = isIntel ? 1 : -1
  const [b, c, d] = [a + step, a + 2 * step, a + 3 * step]
  const up = 32 - (bits[0]! & 7) - bits.length
  const down = 32 - bits.length
  switch (spanOf(bits)) {
    case 1:
      if (bits.length === 8 && !isSigned) return (data) => data[a]!
      return isSigned ? (data) => (data[a]! << up) >> down : (data) => (data[a]! << up) >>> down
    case 2:
      return isSigned
        ? (data) => ((data[a]! | (data[b]! << 8)) << up) >> down
        : (data) => ((data[a]! | (data[b]! << 8)) << up) >>> down
    case 3:
      return isSigned
        ? (data) => ((data[a]! | (data[b]! << 8) | (data[c]! << 16)) << up) >> down
        : (data) => ((data[a]! | (data[b]! << 8) | (data[c]! << 16)) << up) >>> down
    default:
      return isSigned
        ? (data) => ((data[a]! | (data[b]! << 8) | (data[c]! << 16) | (data[d]! << 24)) << up) >> down
        : (data) => ((data[a]! | (data[b]! << 8) | (data[c]! << 16) | (data[d]! << 24)) << up) >>> down
  }
}
