import type { BitGroup } from './bits.ts'
import type { Columns } from './learn-columns.ts'
import { modelled } from './model.ts'

/**
 * Neighbouring bits of one byte that belong together. Higher bits that never flipped are not included: a number that
 * reaches them would seem to wrap around.
 */
interface Segment {
  readonly byte: number
  readonly low: number
  readonly high: number
}

/** With fewer flipping bits it is a state, not a number. */
const bitsLeast = 4
/** Longer numbers don't fit a Float32 exactly; counters of that size are totals, which allow no conclusion. */
const bytesMost = 3

/**
 * Finds numbers among the bits of an id by how often each bit flipped (after READ, Marchetti and Stabili 2019). Within
 * a number a higher bit does not flip more often than a lower one; where it does, another number begins. Both byte
 * orders are tried across bytes.
 */
export function findFields(
  columns: Columns,
  place: number,
  bytes: number,
  isTaken: (byte: number, bit: number) => boolean,
): BitGroup[] {
  const { flips, carries, flipFrames } = columns
  const from = place * modelled * 8
  const flipsOf = (byte: number, bit: number) => flips[from + byte * 8 + bit]!
  const byByte = Array.from({ length: Math.min(bytes, modelled) }, (_, byte) =>
    segmentsOf(
      byte,
      (bit) => (isTaken(byte, bit) ? Number.NaN : flipsOf(byte, bit)),
      (bit) => lift(carries[from + byte * 8 + bit]!, flipsOf(byte, bit), flipsOf(byte, bit - 1), flipFrames[place]!),
    ),
  )
  const groups: BitGroup[] = []
  const used = new Set<Segment>()
  for (const segment of byByte.flat()) {
    if (used.has(segment)) continue
    const chain = chainFrom(segment, byByte, flipsOf, (high, low) => liftOf(columns, place, high, low))
    chain.segments.forEach((one) => used.add(one))
    if (chain.segments.reduce((sum, { low, high }) => sum + high - low + 1, 0) >= bitsLeast) groups.push(groupOf(chain))
  }
  return groups
}

/** `flipsOf` returns NaN for bits known to be something else; `liftOf` is that of a bit over the next lower one. */
function segmentsOf(
  byte: number,
  flipsOf: (bit: number) => number,
  liftOf: (bit: number) => number | undefined,
): Segment[] {
  const segments: { byte: number; low: number; high: number }[] = []
  for (let bit = 0; bit < 8; bit++) {
    const last = segments.at(-1)
    const flips = flipsOf(bit)
    if (!(flips > 0)) continue
    if (last?.high === bit - 1 && isLower(flips, flipsOf(bit - 1)) && (liftOf(bit) ?? 1) >= liftEnough) last.high = bit
    else segments.push({ byte, low: bit, high: bit })
  }
  return segments
}

/**
 * Returns true if a bit that flips this often may be the next higher one of a number; by chance it may flip slightly
 * more often.
 */
const isLower = (higher: number, lower: number): boolean => higher <= 1.3 * lower + 2 * Math.sqrt(lower) + 1

const liftEnough = 0.3
/** A bit that flips in more frames than this flips in half of those in which anything moves: it shows no carry. */
const usualMost = 0.2

/**
 * Returns how much more often a bit flips together with the next lower one than that one flips anyway, as a share of
 * what is possible: 1 where a number carries from one to the other by small steps, 0 where they have nothing to do with
 * each other, as a flag above a number; undefined: the lower one flips so often that nothing follows.
 */
function lift(together: number, flips: number, lowerFlips: number, frames: number): number | undefined {
  const usual = lowerFlips / Math.max(1, frames)
  return flips === 0 || usual > usualMost ? undefined : (together / flips - usual) / (1 - usual)
}

/** Returns the lift between the lowest bit of the byte `high` and the highest bit of its neighbour `low`. */
function liftOf(
  { flips, flipFrames, intelCarries, motorolaCarries }: Columns,
  place: number,
  high: number,
  low: number,
): number | undefined {
  if (low < 0 || low >= modelled) return undefined
  const at = place * modelled
  const together = (low < high ? intelCarries : motorolaCarries)[at + high]!
  return lift(together, flips[(at + high) * 8]!, flips[(at + low) * 8 + 7]!, flipFrames[place]!)
}

/** Returns true if a byte may continue a number, by its own lift and by that of its neighbour on the other side. */
function isCarrying(lift: number | undefined, otherLift: number | undefined): boolean {
  if (lift !== undefined) return lift >= liftEnough
  return otherLift === undefined || otherLift < 1 - liftEnough
}

interface Chain {
  /** In the order of the payload. */
  readonly segments: readonly Segment[]
  readonly isIntel: boolean
}

/** Returns the segment and its continuation in the next bytes: higher bits (Intel) or lower ones (Motorola). */
function chainFrom(
  first: Segment,
  byByte: readonly (readonly Segment[])[],
  flipsOf: (byte: number, bit: number) => number,
  liftBetween: (high: number, low: number) => number | undefined,
): Chain {
  const intel = [first]
  const motorola = [first]
  for (let last = first; intel.length < bytesMost && last.high === 7;) {
    const next = byByte[last.byte + 1]?.[0]
    if (!next || next.low !== 0 || !isLower(flipsOf(next.byte, 0), flipsOf(last.byte, 7))) break
    if (!isCarrying(liftBetween(next.byte, last.byte), liftBetween(next.byte, next.byte + 1))) break
    intel.push(next)
    last = next
  }
  for (let last = first; motorola.length < bytesMost && last.low === 0;) {
    const next = byByte[last.byte + 1]?.at(-1)
    if (!next || next.high !== 7 || !isLower(flipsOf(last.byte, 0), flipsOf(next.byte, 7))) break
    if (!isCarrying(liftBetween(last.byte, next.byte), liftBetween(last.byte, last.byte - 1))) break
    motorola.push(next)
    last = next
  }
  return motorola.length > intel.length ? { segments: motorola, isIntel: false } : { segments: intel, isIntel: true }
}

function groupOf({ segments, isIntel }: Chain): BitGroup {
  const first = segments[0]!
  const length = segments.reduce((sum, { low, high }) => sum + high - low + 1, 0)
  return { startBit: first.byte * 8 + (isIntel ? first.low : first.high), length, isIntel, isSigned: false }
}
