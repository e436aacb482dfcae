import { type Columns, isDetailed } from './learn-columns.ts'
import { modelled } from './model.ts'
import type { ByteProfile, SignalProfile } from './profile.ts'

/** Maximum number of listed values of a byte; a longer list gives no information. */
const valuesListed = 8
/** Number of frames over which bit flips are counted; more frames give no better result. */
const flipsCounted = 50_000

/**
 * Counts the bytes of a payload for its id, and for a detailed id also the bits and numbers. `isNext`: there was no gap
 * since the previous one.
 */
export function foldPayload(columns: Columns, place: number, data: Uint8Array, isNext: boolean): void {
  const isFirst = columns.frames[place] === 0
  const isSame = foldBytes(columns, place, data, isFirst)
  if (isDetailed(columns, place)) foldDetails(columns, place, data, isFirst, isNext)
  columns.run[place] = isSame && !isFirst ? Math.min(columns.run[place]! + 1, 0xffff) : 1
  columns.repeats[place] = Math.max(columns.repeats[place]!, columns.run[place])
}

/** Returns true if the payload equals the previous one. */
function foldBytes(
  { payload, changed, min, max }: Columns,
  place: number,
  data: Uint8Array,
  isFirst: boolean,
): boolean {
  let isSame = true
  const bytes = Math.min(data.length, modelled)
  for (let i = 0, at = place * modelled; i < bytes; i++, at++) {
    const value = data[i]!
    if (isFirst) min[at] = max[at] = value
    else if (value !== payload[at]) {
      isSame = false
      changed[at]! |= value ^ payload[at]!
      if (value < min[at]!) min[at] = value
      if (value > max[at]!) max[at] = value
    }
  }
  return isSame
}

function foldDetails(columns: Columns, place: number, data: Uint8Array, isFirst: boolean, isNext: boolean): void {
  const at = place * modelled
  const bytes = Math.min(data.length, modelled)
  const countsFlips = !isFirst && columns.flipFrames[place]! < flipsCounted
  if (countsFlips) {
    columns.flipFrames[place]! += 1
    countCarries(columns, at, data, bytes)
  }
  for (let i = 0; i < bytes; i++) {
    const value = data[i]!
    const before = columns.payload[at + i]!
    if (!isFirst && value === before) {
      const run = Math.min(columns.byteRun[at + i]! + 1, 0xffff)
      columns.byteRun[at + i] = run
      if (run > columns.byteRepeats[at + i]!) columns.byteRepeats[at + i] = run
      continue
    }
    if (!isFirst) {
      columns.byteRun[at + i] = 1
      if (countsFlips) countFlips(columns, (at + i) * 8, value ^ before)
      if (isNext) columns.byteStep[at + i] = Math.max(columns.byteStep[at + i]!, wayRound(value, before, 256))
    }
    listValue(columns, at + i, value)
  }
}

/** Counts where a carry seems to pass from one byte to its neighbour: what tells the order of bytes. */
function countCarries(
  { payload, intelCarries, motorolaCarries }: Columns,
  at: number,
  data: Uint8Array,
  bytes: number,
) {
  for (let i = 0, before = 0, changed = data[0]! ^ payload[at]!; i < bytes; i++) {
    const after = i + 1 < bytes ? data[i + 1]! ^ payload[at + i + 1]! : 0
    if ((changed & 1) !== 0) {
      if ((before & 0x80) !== 0) intelCarries[at + i]! += 1
      if ((after & 0x80) !== 0) motorolaCarries[at + i]! += 1
    }
    before = changed
    changed = after
  }
}

/** Returns the distance of two numbers, the shorter way round: signed ones are neighbours across 0, others wrap. */
export function wayRound(a: number, b: number, span: number): number {
  const way = Math.abs(a - b)
  return Math.min(way, span - way)
}

function countFlips({ flips, carries }: Columns, from: number, changed: number): void {
  for (let bit = 0; bit < 8; bit++) {
    if ((changed & (1 << bit)) === 0) continue
    flips[from + bit]! += 1
    if (bit > 0 && (changed & (1 << (bit - 1))) !== 0) carries[from + bit]! += 1
  }
}

function listValue({ values, valueCount }: Columns, byte: number, value: number): void {
  const count = valueCount[byte]!
  if (count > valuesListed) return
  for (let i = 0; i < count; i++) if (values[byte * valuesListed + i] === value) return
  if (count < valuesListed) values[byte * valuesListed + count] = value
  valueCount[byte] = count + 1
}

/** Returns what is known of the bytes of an id. */
export function bytesOf(columns: Columns, place: number, count: number): ByteProfile[] {
  return Array.from({ length: Math.min(count, modelled) }, (_, i) => {
    const at = place * modelled + i
    const constantMask = ~columns.changed[at]! & 0xff
    const listed = columns.valueCount[at] ?? valuesListed + 1
    return {
      constantMask,
      constantValue: columns.payload[at]! & constantMask,
      min: columns.min[at]!,
      max: columns.max[at]!,
      values:
        listed > valuesListed
          ? null
          : [...columns.values.subarray(at * valuesListed, at * valuesListed + listed)].sort((a, b) => a - b),
    }
  })
}

/** Returns bytes of more than three values as numbers: used until numbers of several bytes are found. */
export function numbersOf(
  columns: Columns,
  place: number,
  count: number,
  isTaken: (byte: number) => boolean,
): SignalProfile[] {
  const numbers: SignalProfile[] = []
  const bytes = isDetailed(columns, place) ? Math.min(count, modelled) : 0
  for (let i = 0; i < bytes; i++)
    if (!isTaken(i) && columns.valueCount[place * modelled + i]! > 3) numbers.push(byteAt(columns, place, i))
  return numbers
}

function byteAt(columns: Columns, place: number, i: number): SignalProfile {
  const at = place * modelled + i
  return {
    name: `byte ${i}`,
    startBit: i * 8,
    length: 8,
    isIntel: true,
    isSigned: false,
    min: columns.min[at]!,
    max: columns.max[at]!,
    maxStep: columns.byteStep[at]!,
    repeats: columns.byteRepeats[at]!,
    moves: Math.max(...columns.flips.subarray(at * 8, at * 8 + 8)),
  }
}
