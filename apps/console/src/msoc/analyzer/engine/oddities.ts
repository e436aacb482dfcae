import { readBits } from '@carapace/shared/msoc/can/bits'
import { kindNumber, seedOf } from '@carapace/shared/msoc/can/checksums'
import type { CounterProfile, IdProfile } from '@carapace/shared/msoc/can/profile'
import type { CompiledMessage, CompiledSignal } from '@carapace/shared/msoc/dbc/compile'
import { valueIn } from './codebook.ts'
import { expectedCycle } from './cycle.ts'
import { isEarly, paceOf } from './pace.ts'

/** An id's payloads and the times between them, oldest first, with the database message and the learned profile. */
interface Suspect {
  readonly payloads: readonly Uint8Array[]
  /** ms, NaN if frames are missing in between; one element fewer than the payloads. */
  readonly intervals: Float64Array
  readonly learned: IdProfile | undefined
  readonly message: CompiledMessage | undefined
}

/**
 * The oddities of an id as sentences: findings that an analyst would otherwise have to count (rules ANALYZER-26 to
 * ANALYZER-28).
 */
export function odditiesOf(suspect: Suspect): string[] {
  return [
    ...rateOddities(suspect),
    ...counterOddities(suspect),
    ...checksumOddities(suspect),
    ...lengthOddities(suspect),
    ...senderOddities(suspect),
  ]
}

const count = (n: number): string => n.toLocaleString('en')

/** From this share of early frames on, they are not explained by jitter. */
const earlyShare = 0.02

function rateOddities(suspect: Suspect): string[] {
  const { intervals, learned, message } = suspect
  const cycle = expectedCycle(learned, message)
  if (cycle === undefined) return []
  const expected = cycle.ms
  const by = cycle.by === 'profile' ? 'learned' : 'the DBC specifies'
  const pace = paceOf(intervals, expected)
  if (pace) {
    const often =
      pace.is === 'fast'
        ? `${(expected / Math.max(pace.usual, 0.001)).toFixed(1)} times as often`
        : `${(pace.usual / expected).toFixed(1)} times as rarely`
    return [`Comes ${often} as ${by}: every ${pace.usual.toFixed(1)} ms instead of ${expected.toFixed(1)} ms`]
  }
  const early = earlyPlaces(suspect).length
  return early < intervals.length * earlyShare || early < 2
    ? []
    : [
        `Comes too early in ${count(early)} of ${count(intervals.length)} frames: ` +
          `the cycle is ${expected.toFixed(1)} ms`,
      ]
}

/** The indices of the payloads that followed the previous one much sooner than the cycle allows. */
function earlyPlaces(suspect: Suspect): number[] {
  const expected = expectedCycle(suspect.learned, suspect.message)?.ms ?? 0
  return Array.from(suspect.intervals.keys())
    .filter((i) => isEarly(suspect.intervals[i]!, expected))
    .map((i) => i + 1)
}

function counterOddities({ payloads, intervals, learned, message }: Suspect): string[] {
  return (learned?.counters ?? []).flatMap((counter) => {
    const { repeats, jumps } = countSteps(payloads, intervals, counter)
    if (repeats + jumps === 0) return []
    const name = signalAt(message, counter)?.name ?? `The counter in ${bitsText(counter)}`
    const faults = [
      ...(repeats > 0 ? [`repeats ${count(repeats)} times`] : []),
      ...(jumps > 0 ? [`jumps ${count(jumps)} times`] : []),
    ]
    return [`${name} ${faults.join(' and ')} in ${count(payloads.length)} frames`]
  })
}

function countSteps(
  payloads: readonly Uint8Array[],
  intervals: Float64Array,
  counter: CounterProfile,
): { repeats: number; jumps: number } {
  const span = 2 ** counter.length
  let [repeats, jumps, last] = [0, 0, NaN]
  for (const [i, payload] of payloads.entries()) {
    if (i > 0 && Number.isNaN(intervals[i - 1])) last = NaN
    const now = readBits(payload, { ...counter, isSigned: false })
    const step = (((now - last) % span) + span) % span
    if (step === 0) repeats += 1
    else if (!Number.isNaN(step) && step !== counter.step) jumps += 1
    last = now
  }
  return { repeats, jumps }
}

function signalAt(
  message: CompiledMessage | undefined,
  { startBit, length }: CounterProfile,
): CompiledSignal | undefined {
  return message?.signals.find((signal) => signal.startBit === startBit && signal.length === length)
}

const bitsText = ({ startBit, length }: CounterProfile): string => `${length} bits from bit ${startBit}`

function checksumOddities({ payloads, learned }: Suspect): string[] {
  return (learned?.checksums ?? []).flatMap(({ byte, kind, seed }) => {
    const number = kindNumber(kind)
    const carrying = payloads.filter(({ length }) => length > byte)
    const wrong = number < 0 ? 0 : carrying.filter((payload) => seedOf(number, payload, byte) !== seed).length
    return wrong === 0
      ? []
      : [`The checksum in byte ${byte} does not match in ${count(wrong)} of ${count(carrying.length)} frames`]
  })
}

function lengthOddities({ payloads, learned, message }: Suspect): string[] {
  const lengths = learned?.lengths ?? (message ? [message.length] : [])
  if (lengths.length === 0) return []
  const others = payloads.filter(({ length }) => !lengths.includes(length))
  return others.length === 0
    ? []
    : [
        `${count(others.length)} of ${count(payloads.length)} frames ` +
          `have another length than ${lengths.join(' or ')} bytes`,
      ]
}

/**
 * The minimum share of early frames in which a value returns to the one before the last frame: it indicates that two
 * senders alternate (rule ANALYZER-28).
 */
const turnsShare = 0.3

/** Detects two families of payloads at a rate higher than that of one sender. */
function senderOddities(suspect: Suspect): string[] {
  const { payloads, learned, message } = suspect
  const early = earlyPlaces(suspect)
  if (early.length < 8) return []
  const differs = (valueOf: (payload: Uint8Array) => number) =>
    turnsOf(early, (place) => valueOf(payloads[place]!)) >= turnsShare
  const differing = message
    ? message.signals
        .filter(
          (signal) =>
            signal.length >= 4 &&
            !isCounterOrChecksum(signal, learned) &&
            differs((payload) => valueIn(signal, payload)),
        )
        .map(({ name }) => name)
    : plainBytes(payloads, learned)
        .filter((byte) => differs((payload) => payload[byte] ?? NaN))
        .map((byte) => `byte ${byte}`)
  return differing.length === 0 ? [] : [`Two senders differ on ${differing.slice(0, 4).join(', ')}`]
}

/** The bytes that are neither a checksum nor part of a counter. */
function plainBytes(payloads: readonly Uint8Array[], learned: IdProfile | undefined): number[] {
  const own = new Set([
    ...(learned?.checksums ?? []).map(({ byte }) => byte),
    ...(learned?.counters ?? []).map(({ startBit }) => startBit >> 3),
  ])
  const longest = payloads.reduce((most, { length }) => Math.max(most, length), 0)
  return Array.from({ length: longest }, (_, byte) => byte).filter((byte) => !own.has(byte))
}

function isCounterOrChecksum({ startBit, length, bits }: CompiledSignal, learned: IdProfile | undefined): boolean {
  const isCounter = learned?.counters.some((counter) => counter.startBit === startBit && counter.length === length)
  return isCounter === true || learned?.checksums.some(({ byte }) => bits.every((bit) => bit >> 3 === byte)) === true
}

/** The share of these indices at which a value is nearer to the second-last value than to the last. */
function turnsOf(places: readonly number[], valueAt: (place: number) => number): number {
  const turns = places.filter((place) => {
    if (place < 2) return false
    const step = Math.abs(valueAt(place) - valueAt(place - 1))
    return step > 0 && Math.abs(valueAt(place) - valueAt(place - 2)) < step / 4
  })
  return turns.length / places.length
}
