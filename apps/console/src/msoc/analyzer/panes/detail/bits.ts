import type { SignalRow } from '../../engine/protocol.ts'

/** Number of shades, from none to every frame. */
const levels = 8

/** The shade of a bit that flips in this share of frames: a bit that flips at all never has the lowest shade. */
export function flipLevel(share: number): number {
  return share <= 0 ? 0 : Math.max(1, Math.min(levels, Math.round(share * levels)))
}

/**
 * The colour of the signal of each bit, from the leftmost bit of each byte: 0 to 4, `x` for a signal without its own
 * colour, `n` for no signal.
 */
export function bitColours(
  signals: readonly Pick<SignalRow, 'bits' | 'colour' | 'isAbsent'>[],
  bytes: number,
): string[] {
  const owners = Array.from({ length: bytes * 8 }, () => 'n')
  for (const { bits, colour, isAbsent } of signals) {
    if (isAbsent) continue
    for (const bit of bits) {
      const place = Math.floor(bit / 8) * 8 + (7 - (bit % 8))
      if (place < owners.length) owners[place] = colour < 0 ? 'x' : String(colour)
    }
  }
  return owners
}
