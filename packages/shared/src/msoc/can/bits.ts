/**
 * A group of up to 32 bits, located as in a DBC. For compiled signals with names and units see ../dbc/compile.ts.
 */
export interface BitGroup {
  /**
   * DBC numbering, byte * 8 + bit: the least significant bit of an Intel group, the most significant of a Motorola one.
   */
  readonly startBit: number
  readonly length: number
  readonly isIntel: boolean
  readonly isSigned: boolean
}

/** Returns the bytes that a group occupies: the index of the first one and their number. */
export function bytesOf({ startBit, length, isIntel }: BitGroup): { first: number; count: number } {
  const before = isIntel ? startBit & 7 : 7 - (startBit & 7)
  return { first: startBit >> 3, count: Math.ceil((before + length) / 8) }
}

/** Returns a group's value in a payload, most significant bit first; bits beyond the payload's end count as 0. */
export function readBits(data: Uint8Array, { startBit, length, isIntel, isSigned }: BitGroup): number {
  let value = 0
  for (let i = 0; i < length; i++)
    value = value * 2 + bitAt(data, isIntel ? startBit + length - 1 - i : motorolaBit(startBit, i))
  return isSigned && value >= 2 ** (length - 1) ? value - 2 ** length : value
}

const bitAt = (data: Uint8Array, bit: number): number => ((data[bit >> 3] ?? 0) >> (bit & 7)) & 1

/** Returns the bit `places` after the most significant one: down to the byte's bit 0, then from bit 7 of the next. */
function motorolaBit(startBit: number, places: number): number {
  const fromLeft = (startBit >> 3) * 8 + (7 - (startBit & 7)) + places
  return (fromLeft >> 3) * 8 + (7 - (fromLeft & 7))
}
