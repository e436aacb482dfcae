import type { CompiledMessage, CompiledSignal } from './compile.ts'

/**
 * Returns a payload with these physical values: each is rounded to the nearest raw value that fits its bits. A
 * multiplexor that is not given gets a value that selects the given signals; everything else is 0, or stays as in
 * `into`. Names that the message does not have, and NaN, are ignored. Rule DBC-19.
 */
export function encode(
  message: CompiledMessage,
  values: Readonly<Record<string, number>>,
  into: Uint8Array = new Uint8Array(message.length),
): Uint8Array {
  const isNamed = ({ name }: CompiledSignal): boolean => Object.hasOwn(values, name) && !Number.isNaN(values[name])
  const named = message.signals.filter(isNamed)
  for (const signal of named) carry(signal, isNamed, into)
  for (const signal of named) encodeRaw(signal, rawOf(signal, values[signal.name]!), into)
  return into
}

function carry(signal: CompiledSignal, isNamed: (signal: CompiledSignal) => boolean, into: Uint8Array): void {
  if (signal.carrier === null) return
  const { by, at } = signal.carrier
  carry(by, isNamed, into)
  if (!isNamed(by) && !signal.isIn(into)) encodeRaw(by, at, into)
}

/**
 * Writes a raw value into a payload: for a float the number itself, for an integer its lowest bits. Bits beyond the
 * payload are ignored.
 */
export function encodeRaw(signal: CompiledSignal, raw: number | bigint, into: Uint8Array): void {
  const [low, high] = signal.float === 0 ? halvesOf(raw) : floatHalves(Number(raw), signal.float)
  const { bits } = signal
  for (let at = 0; at < bits.length; at++) {
    const place = bits[at]! >> 3
    const mask = 1 << (bits[at]! & 7)
    const isSet = ((at < 32 ? low >>> at : high >>> (at - 32)) & 1) === 1
    if (place < into.length) into[place] = isSet ? into[place]! | mask : into[place]! & ~mask
  }
}

/** Returns the lower and the upper 32 bits. */
function halvesOf(raw: number | bigint): [number, number] {
  if (typeof raw === 'number') return [raw >>> 0, Math.floor(raw / 0x100000000) >>> 0]
  return [Number(BigInt.asUintN(32, raw)), Number(BigInt.asUintN(32, raw >> 32n))]
}

const bytes = new DataView(new ArrayBuffer(8))

function floatHalves(value: number, length: 32 | 64): [number, number] {
  if (length === 32) bytes.setFloat32(0, value, true)
  else bytes.setFloat64(0, value, true)
  return [bytes.getUint32(0, true), bytes.getUint32(4, true)]
}

/** Returns the raw value nearest to a physical one, among those that fit the signal's bits. */
function rawOf({ factor, offset, float, length, isSigned }: CompiledSignal, value: number): number | bigint {
  if (factor === 0) return 0
  const raw = (value - offset) / factor
  if (float !== 0) return raw
  const least = isSigned ? -(2 ** (length - 1)) : 0
  const beyond = isSigned ? 2 ** (length - 1) : 2 ** length
  if (length <= 53) return Math.min(Math.max(Math.round(raw), least), beyond - 1)
  // a double can't represent the last value below 2^64
  if (raw >= beyond) return BigInt(beyond) - 1n
  return BigInt(Math.max(Math.round(raw), least))
}
