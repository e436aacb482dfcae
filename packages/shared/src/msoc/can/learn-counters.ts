import { checksumKinds, seedOf } from './checksums.ts'
import { type Columns, isDetailed } from './learn-columns.ts'
import { modelled } from './model.ts'
import type { ChecksumProfile, CounterProfile } from './profile.ts'

/**
 * Frame counts of an id at which counters and checksums are searched for. From then on, those found are verified with
 * each frame.
 */
const looks = new Set([48, 192, 768, 3072])
const countersTried = 3
const payloadsKept = 8
const none = 255
const xor = checksumKinds.indexOf('xor')
/** From this kind on a checksum is a CRC. */
const crcs = checksumKinds.indexOf('crc8-j1850')
/** A byte whose bits flipped less often did not show that a checksum covers it. */
const flipsLeast = 8
/** Minimum number of steps that a counter made as expected. */
const counterLeast = 24

/** Verifies the counters and the checksum found for this id, and searches for them at certain frame counts. */
export function foldProofs(columns: Columns, place: number, data: Uint8Array, isNext: boolean): void {
  if (!isDetailed(columns, place)) return
  if (columns.frames[place] === 0) return keepPayload(columns, place, data)
  proveCounters(columns, place, data, isNext)
  proveChecksum(columns, place, data)
  keepPayload(columns, place, data)
  if (!looks.has(columns.frames[place]!)) return
  lookForCounters(columns, place, data)
  placeXor(columns, place, data.length)
  if (data.length <= modelled && (columns.sumByte[place] === none || columns.sumBad[place]! > 0))
    lookForChecksum(columns, place, data.length)
}

/** Initialises an id without any data. */
export function beginProofs(columns: Columns, place: number): void {
  columns.sumByte[place] = none
}

/** Keeps payloads from the whole time: the newest replaces one of them, later ones less and less often. */
function keepPayload(columns: Columns, place: number, data: Uint8Array): void {
  const frames = columns.frames[place]!
  const count = columns.payloadCount[place]!
  if (data.length > modelled || (count === payloadsKept && frames % 7 !== 3)) return
  const at = place * 64 + (count < payloadsKept ? count : (frames >> 3) % payloadsKept) * modelled
  if (count < payloadsKept) {
    if (frames > 0 && !differs(columns.payload, place * modelled, data)) return
    columns.payloadCount[place] = count + 1
  }
  for (let i = 0; i < data.length; i++) columns.payloads[at + i] = data[i]!
}

function differs(payload: Uint8Array, at: number, data: Uint8Array): boolean {
  for (let i = 0; i < data.length; i++) if (payload[at + i] !== data[i]) return true
  return false
}

function proveCounters(columns: Columns, place: number, data: Uint8Array, isNext: boolean): void {
  for (let at = place * countersTried; at < (place + 1) * countersTried; at++) {
    const length = columns.counterLength[at]!
    if (length === 0 || !isNext || columns.counterOk[at]! >= 60_000) continue
    const bit = columns.counterBit[at]!
    const went = stepBetween(columns.payload[place * modelled + (bit >> 3)]!, data[bit >> 3]!, bit & 7, length)
    if (went === columns.counterStep[at]) columns.counterOk[at]! += 1
    // 0 may follow any other number: counters that omit their last value (AUTOSAR E2E profile 1 ends at 14) wrap early
    else if (went === 0 || ((data[bit >> 3]! >> (bit & 7)) & (2 ** length - 1)) !== 0) columns.counterBad[at]! += 1
    if (columns.counterBad[at]! > 12 && columns.counterBad[at]! > columns.counterOk[at]! / 4)
      columns.counterLength[at] = 0
  }
}

function stepBetween(before: number, now: number, shift: number, length: number): number {
  return ((now >> shift) - (before >> shift)) & (2 ** length - 1)
}

function proveChecksum(columns: Columns, place: number, data: Uint8Array): void {
  const byte = columns.sumByte[place]!
  // the checksum of a longer payload covers bytes that are not kept
  if (
    data.length > modelled ||
    byte >= data.length ||
    columns.sumOk[place]! >= 60_000 ||
    !differs(columns.payload, place * modelled, data)
  )
    return
  if (seedOf(columns.sumKind[place]!, data, byte) === columns.sumSeed[place]) columns.sumOk[place]! += 1
  else if (columns.sumBad[place]! < 60_000) columns.sumBad[place]! += 1
}

function lookForCounters(columns: Columns, place: number, data: Uint8Array): void {
  const bytes = Math.min(data.length, modelled)
  for (let byte = 0; byte < bytes; byte++) {
    let bit = 0
    while (bit < 7) {
      const length = countingBits(columns, place, byte, bit)
      if (length >= 2) tryCounter(columns, place, byte * 8 + bit, length, 1)
      bit += Math.max(1, length)
    }
    const went = (data[byte]! - columns.payload[place * modelled + byte]!) & 0xff
    const isOdd = (went & 1) !== 0
    const changed = columns.changed[place * modelled + byte]!
    if (isOdd && went > 1 && (changed & 0xf0) !== 0) tryCounter(columns, place, byte * 8, 8, went)
    // a narrower counter that goes round seems to step by more than 1
    if (isOdd && (went & 15) > 1 && (changed & 0x08) !== 0) tryCounter(columns, place, byte * 8, 4, went & 15)
    if (((went >> 4) & 1) !== 0 && (went & 15) === 0 && went >> 4 > 1 && (changed & 0x80) !== 0)
      tryCounter(columns, place, byte * 8 + 4, 4, went >> 4)
  }
}

/** Returns how many bits from this one upwards flip like a counter: always, and each half as often as the one below. */
function countingBits({ flips, flipFrames }: Columns, place: number, byte: number, bit: number): number {
  const at = (place * modelled + byte) * 8
  const frames = flipFrames[place]!
  const first = flips[at + bit]!
  if (first < 0.8 * frames) return 0
  let length = 1
  while (bit + length < 8) {
    const expected = first / 2 ** length
    const seen = flips[at + bit + length]!
    if (seen === 0 || Math.abs(seen - expected) > 0.25 * expected + 2) break
    length += 1
  }
  return length
}

function tryCounter(columns: Columns, place: number, bit: number, length: number, step: number): void {
  let free = -1
  for (let at = place * countersTried; at < (place + 1) * countersTried; at++) {
    const known = columns.counterLength[at]!
    if (known === 0) free = at
    else if (
      columns.counterBit[at]! >> 3 === bit >> 3 &&
      bit <= columns.counterBit[at]! &&
      bit + length >= columns.counterBit[at]! + known
    ) {
      if (known >= length) return
      free = at
    } else if (columns.counterBit[at]! < bit + length && bit < columns.counterBit[at]! + known) return
  }
  if (free < 0) return
  columns.counterBit[free] = bit
  columns.counterLength[free] = length
  columns.counterStep[free] = step
  columns.counterOk[free] = columns.counterBad[free] = 0
}

function lookForChecksum(columns: Columns, place: number, length: number): void {
  columns.sumByte[place] = none
  if (columns.payloadCount[place]! < payloadsKept || length < 3) return
  for (let byte = length - 1; byte >= 0; byte--) {
    if (columns.valueCount[place * modelled + byte]! <= payloadsKept) continue
    for (let kind = 0; kind < checksumKinds.length; kind++) {
      const seed = agreedSeed(columns.payloads, place * 64, kind, byte, length)
      if (seed === undefined) continue
      columns.sumByte[place] = byte
      columns.sumKind[place] = kind
      columns.sumSeed[place] = seed
      columns.sumOk[place] = columns.sumBad[place] = 0
      return
    }
  }
}

/**
 * Where all bytes of a payload XOR to one value, each byte is the XOR of the others. The checksum is then the byte that
 * flips most, for it flips with any other; a counter that never broke its step is none.
 */
function placeXor(columns: Columns, place: number, length: number): void {
  if (columns.sumByte[place] === none || columns.sumKind[place] !== xor || columns.sumBad[place]! > 0) return
  const varied = Array.from({ length: Math.min(length, modelled) }, (_, byte) => byte).filter(
    (byte) => columns.valueCount[place * modelled + byte]! > payloadsKept,
  )
  const uncounted = varied.filter((byte) => !flawlessIn(columns, place, byte))
  let best = -1
  let most = 0
  for (const byte of uncounted.length > 0 ? uncounted : varied) {
    const flips = flipsIn(columns, place, byte)
    // of bytes that flip about as often the last one: most checksums are there
    if (flips < most - 4 * Math.sqrt(most)) continue
    best = byte
    most = flips
  }
  if (best >= 0) columns.sumByte[place] = best
}

function flipsIn({ flips }: Columns, place: number, byte: number): number {
  let sum = 0
  for (let bit = 0; bit < 8; bit++) sum += flips[(place * modelled + byte) * 8 + bit]!
  return sum
}

/** Returns true if a byte has a counter that never broke its step. */
function flawlessIn(
  { counterBit, counterLength, counterOk, counterBad }: Columns,
  place: number,
  byte: number,
): boolean {
  for (let at = place * countersTried; at < (place + 1) * countersTried; at++)
    if (
      counterLength[at]! > 0 &&
      counterOk[at]! >= counterLeast &&
      counterBad[at] === 0 &&
      counterBit[at]! >> 3 === byte
    )
      return true
  return false
}

/**
 * Returns true if a counter may be the checksum: it lies in its byte, or the XOR of all bytes fits two that both never
 * broke their step, of which one is the checksum.
 */
function mayBeChecksum(columns: Columns, place: number, bit: number): boolean {
  const [sum] = matching(columns, place)
  if (!sum) return false
  if (bit >> 3 === sum.byte) return sum.kind !== 'nibble-sum' || (bit & 7) < 4
  return sum.kind === 'xor' && flawlessIn(columns, place, sum.byte)
}

function agreedSeed(
  payloads: Uint8Array,
  from: number,
  kind: number,
  byte: number,
  length: number,
): number | undefined {
  const seed = seedOf(kind, payloads, byte, from, length)
  for (let i = 1; i < payloadsKept; i++)
    if (seedOf(kind, payloads, byte, from + i * modelled, length) !== seed) return undefined
  return seed
}

/** Returns the counters that wrapped at least twice and rarely missed a step: a rising number is not a counter. */
export function countersOf(columns: Columns, place: number): CounterProfile[] {
  const found: CounterProfile[] = []
  if (!isDetailed(columns, place)) return found
  for (let at = place * countersTried; at < (place + 1) * countersTried; at++) {
    const length = columns.counterLength[at]!
    const ok = columns.counterOk[at]!
    if (
      length === 0 ||
      ok < Math.max(counterLeast, (2 * 2 ** length) / columns.counterStep[at]!) ||
      columns.counterBad[at]! > ok / 25 ||
      mayBeChecksum(columns, place, columns.counterBit[at]!)
    )
      continue
    found.push({ startBit: columns.counterBit[at]!, length, isIntel: true, step: columns.counterStep[at]! })
  }
  return found
}

/** Returns the checksum that matched every frame since it was found, unless it only shows that a byte is a copy. */
export function checksumsOf(columns: Columns, place: number): ChecksumProfile[] {
  return matching(columns, place).filter(({ byte }) => !isCopy(columns, place, byte))
}

/** Returns the checksum that matched every frame since it was found. */
function matching(columns: Columns, place: number): ChecksumProfile[] {
  const byte = columns.sumByte[place]
  if (byte === undefined || byte === none || columns.sumOk[place]! < 60 || columns.sumBad[place]! > 0) return []
  return [{ byte, kind: checksumKinds[columns.sumKind[place]!]!, seed: columns.sumSeed[place]! }]
}

/** Returns true if the XOR or sum only shows that a byte is a copy of another one, or its complement. */
function isCopy(columns: Columns, place: number, byte: number): boolean {
  if (columns.sumKind[place]! >= crcs) return false
  let others = 0
  for (let at = 0; at < modelled; at++) if (at !== byte && flipsIn(columns, place, at) >= flipsLeast) others += 1
  return others < 2
}
