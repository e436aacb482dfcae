/** Reads the bits (`byte * 8 + bit`, least significant first) as an unsigned number; exact for up to 53 bits. */
export function readBits(data: Uint8Array, bits: readonly number[]): number {
  let raw = 0
  let worth = 1
  for (let i = 0; i < bits.length; i++, worth *= 2) raw += ((data[bits[i]! >> 3]! >> (bits[i]! & 7)) & 1) * worth
  return raw
}

/** Writes a non-negative whole number into the bits. */
export function writeBits(data: Uint8Array, bits: readonly number[], raw: number): void {
  let rest = raw
  for (const bit of bits) {
    const isSet = rest % 2 === 1
    if (isSet) data[bit >> 3]! |= 1 << (bit & 7)
    else data[bit >> 3]! &= ~(1 << (bit & 7))
    rest = Math.floor(rest / 2)
  }
}

/** The bits of one byte. */
export const bitsOfByte = (byte: number): readonly number[] => Array.from({ length: 8 }, (_, bit) => byte * 8 + bit)
