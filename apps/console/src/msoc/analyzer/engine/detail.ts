import { canFlags, idOfKey } from '@carapace/shared/msoc/can/frame'
import type { IdProfile } from '@carapace/shared/msoc/can/profile'
import type { CompiledMessage, CompiledSignal } from '@carapace/shared/msoc/dbc/compile'
import { type Codebook, textOf, valueIn } from './codebook.ts'
import { bandOf, type Cycle, expectedCycle } from './cycle.ts'
import { chunkFrames, type FrameStore } from './frame-store.ts'
import { odditiesOf } from './oddities.ts'
import { evenly, ownFrames } from './own-frames.ts'
import { mostPoints } from './plots.ts'
import type { Detail, SignalRow } from './protocol.ts'

/** Maximum number of frames of an id in its detail, the latest ones: more would take too long. */
const mostFrames = 200_000
/** Maximum number of these frames that are checked for oddities and decoded for sparklines. */
const mostSearched = 20_000
const sparkPoints = 48
/** Number of signal colours; further signals have no colour. */
const colours = 5

/** The frames of an id in its detail: from (inclusive) to (exclusive). */
export interface DetailSpan {
  readonly from: number
  readonly to: number
  /** The payload is that of the latest frame before this one. */
  readonly asOf: number
}

/** The detail of an id; null if none of its frames is kept (rules ANALYZER-20 to ANALYZER-28). */
export function detailOf(
  store: FrameStore,
  book: Codebook,
  slot: number,
  notched: Uint8Array | undefined,
  span: DetailSpan,
): Detail | null {
  const { bus: busNumber, key } = store.slots[slot]!
  const bus = store.buses[busNumber]!
  const frames = ownFrames(store, slot, span.from, span.to, mostFrames)
  const last = ownFrames(store, slot, span.from, Math.min(span.to, span.asOf), 1).at(-1) ?? frames[0]
  if (last === undefined) return null
  const [message, learned] = [book.message(bus, key), book.learned(bus, key)]
  const cycle = expectedCycle(learned, message)
  const data = store.data(last).slice()
  const searched = frames.subarray(Math.max(0, frames.length - mostSearched))
  const payloads = Array.from(searched, (frame) => store.data(frame))
  return {
    bus,
    key,
    ...idOfKey(key),
    name: message?.name,
    comment: message?.comment ?? '',
    data,
    facts: factsOf(message, learned, data.length, (store.chunk(last).flags[last % chunkFrames]! & canFlags.fd) !== 0),
    flips: flipsOf(store, frames),
    notched: flagsOf(notched, data.length),
    signals: (message?.signals ?? []).map((signal, i) => signalRow(signal, data, payloads, i)),
    oddities: odditiesOf({ payloads, intervals: intervalsOf(store, searched), learned, message }),
    timing: timingOf(store, frames, cycle),
    cycle: cycle && { ms: cycle.ms, by: cycle.by, ...bandOf(cycle) },
  }
}

function factsOf(
  message: CompiledMessage | undefined,
  learned: IdProfile | undefined,
  bytes: number,
  isFd: boolean,
): string[] {
  const cycle = message?.cycleMs ?? undefined
  return [
    ...(message?.sender ? [message.sender] : []),
    ...(cycle ? [`cycle ${cycle} ms`] : learned?.cycle ? [`learned cycle ${learned.cycle.ms.toFixed(1)} ms`] : []),
    `${message?.length ?? bytes} bytes`,
    ...(message ? orderFacts(message.signals) : []),
    ...(isFd ? ['CAN FD'] : []),
    ...(message?.pgn === null || message === undefined ? [] : [`PGN ${message.pgn}`]),
  ]
}

function orderFacts(signals: readonly CompiledSignal[]): string[] {
  const orders = new Set(
    signals.filter(({ length }) => length > 1).map(({ isIntel }) => (isIntel ? 'Intel' : 'Motorola')),
  )
  return [
    ...(orders.size > 0 ? [[...orders].sort().join(' and ')] : []),
    ...(signals.some(({ isMultiplexor }) => isMultiplexor) ? ['multiplexed'] : []),
  ]
}

/** For each bit, byte * 8 + (7 - bit): the share of frames in which it differs from the previous frame. */
function flipsOf(store: FrameStore, frames: Float64Array): Float32Array<ArrayBuffer> {
  const flips = new Float32Array(longestOf(store, frames) * 8)
  for (let i = 1; i < frames.length; i++) {
    const [data, before] = [store.data(frames[i]!), store.data(frames[i - 1]!)]
    for (let byte = Math.min(data.length, before.length) - 1; byte >= 0; byte--) {
      for (let bits = data[byte]! ^ before[byte]!; bits !== 0; bits &= bits - 1)
        flips[byte * 8 + Math.clz32(bits & -bits) - 24]! += 1
    }
  }
  return flips.map((count) => count / Math.max(1, frames.length - 1))
}

function longestOf(store: FrameStore, frames: Float64Array): number {
  let longest = 0
  for (const frame of frames) longest = Math.max(longest, store.chunk(frame).length[frame % chunkFrames]!)
  return longest
}

/** The bits of a mask as single flags, at byte * 8 + (7 - bit). */
function flagsOf(mask: Uint8Array | undefined, bytes: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: bytes * 8 }, (_, i) => ((mask?.[i >> 3] ?? 0) >> (7 - (i % 8))) & 1)
}

function intervalsOf(store: FrameStore, frames: Float64Array): Float64Array {
  return Float64Array.from({ length: Math.max(0, frames.length - 1) }, (_, i) =>
    between(store, frames[i]!, frames[i + 1]!),
  )
}

/** Time between two frames, ms; NaN if frames are missing between them. */
function between(store: FrameStore, before: number, frame: number): number {
  return store.isBroken(before, frame) ? NaN : store.ts(frame) - store.ts(before)
}

function timingOf(store: FrameStore, frames: Float64Array, cycle: Cycle | undefined): Detail['timing'] {
  const places = evenly(Math.max(0, frames.length - 1), mostPoints).map((place) => place + 1)
  const at = Float64Array.from(places, (place) => store.ts(frames[place]!))
  const ms = Float32Array.from(places, (place) => between(store, frames[place - 1]!, frames[place]!))
  const band = cycle && bandOf(cycle)
  return { at, ms, isOutside: Uint8Array.from(ms, (each) => (band && (each < band.low || each > band.high) ? 1 : 0)) }
}

function signalRow(
  signal: CompiledSignal,
  data: Uint8Array,
  payloads: readonly Uint8Array[],
  place: number,
): SignalRow {
  const isAbsent = !signal.isIn(data)
  const raw = isAbsent ? NaN : signal.raw(data)
  const value = raw * signal.factor + signal.offset
  const { name, unit, bits, min, max } = signal
  return {
    name,
    unit,
    bits,
    bitsText: bitsText(signal),
    raw: isAbsent ? '' : signal.rawText(data),
    value,
    text: isAbsent ? '' : textOf(signal, raw),
    range: min === undefined || max === undefined ? '' : `${min}\u2013${max}`,
    isOutOfRange: min !== undefined && max !== undefined && (value < min || value > max),
    isAbsent,
    colour: place < colours ? place : -1,
    ...courseOf(signal, payloads),
  }
}

/** `16..31` if the bits are contiguous, otherwise their number and the start bit. */
function bitsText({ bits, startBit, length }: CompiledSignal): string {
  const [low, high] = [Math.min(...bits), Math.max(...bits)]
  if (high - low + 1 !== bits.length) return `${length} from ${startBit}`
  return low === high ? String(low) : `${low}..${high}`
}

/** Values at evenly spaced frames that contain the signal, and whether all of them were equal. */
function courseOf(
  signal: CompiledSignal,
  payloads: readonly Uint8Array[],
): { spark: Float32Array<ArrayBuffer>; isConstant: boolean } {
  const spark = new Float32Array(Math.min(sparkPoints, payloads.length)).fill(NaN)
  let [low, high] = [Infinity, -Infinity]
  payloads.forEach((payload, i) => {
    const value = valueIn(signal, payload)
    if (Number.isNaN(value)) return
    low = Math.min(low, value)
    high = Math.max(high, value)
    spark[Math.floor((i * spark.length) / payloads.length)] = value
  })
  return { spark, isConstant: low === high }
}
