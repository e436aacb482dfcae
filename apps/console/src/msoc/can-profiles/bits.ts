import type { IdProfile } from '@carapace/shared/msoc/can/profile'

/** The use of a payload bit; `free` if it changes and its meaning is unknown. */
export type BitUse = 'constant' | 'counter' | 'checksum' | 'signal' | 'free'

export interface Bit {
  readonly use: BitUse
  /** Its constant value; undefined if it changes. */
  readonly value: 0 | 1 | undefined
}

interface Group {
  readonly startBit: number
  readonly length: number
  readonly isIntel: boolean
}

/** The bits of each byte, bit 7 first, in the order of the grid (rule PROFILE-UI-6). */
export function bitsOf({
  bytes,
  counters,
  checksums,
  signals,
}: Pick<IdProfile, 'bytes' | 'counters' | 'checksums' | 'signals'>): Bit[][] {
  const uses = new Map<number, BitUse>()
  for (const signal of signals) for (const bit of placesOf(signal)) uses.set(bit, 'signal')
  for (const { byte } of checksums) for (let bit = 0; bit < 8; bit++) uses.set(byte * 8 + bit, 'checksum')
  for (const counter of counters) for (const bit of placesOf(counter)) uses.set(bit, 'counter')
  return bytes.map(({ constantMask, constantValue }, byte) =>
    [7, 6, 5, 4, 3, 2, 1, 0].map((bit): Bit => {
      const isConstant = ((constantMask >> bit) & 1) === 1
      const value = isConstant ? (((constantValue >> bit) & 1) as 0 | 1) : undefined
      return { use: uses.get(byte * 8 + bit) ?? (isConstant ? 'constant' : 'free'), value }
    }),
  )
}

/** The bits of a group in DBC numbering (byte * 8 + bit), in no particular order. */
export function placesOf({ startBit, length, isIntel }: Group): number[] {
  if (isIntel) return Array.from({ length }, (_, i) => startBit + i)
  // Motorola: from the most significant bit down, continuing at the top of the next byte
  const first = (startBit >> 3) * 8 + (7 - (startBit & 7))
  return Array.from({ length }, (_, i) => ((first + i) >> 3) * 8 + (7 - ((first + i) & 7)))
}
