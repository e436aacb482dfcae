import { type BitGroup, bytesOf } from './bits.ts'

/** The positions of bit groups in a payload, as columns. */
export interface FieldPlaces {
  readonly first: Uint8Array
  /** Number of bytes that the group spans. */
  readonly bytes: Uint8Array
  readonly below: Uint8Array
  readonly length: Uint8Array
  /** Flags, added up: 1 = Intel, 2 = signed. */
  readonly form: Uint8Array
}

/** Returns bit groups in the form that `fieldValue` reads. */
export function placesOfGroups(groups: readonly BitGroup[]): FieldPlaces {
  const places = groups.map(bytesOf)
  return {
    first: Uint8Array.from(places, ({ first }) => first),
    bytes: Uint8Array.from(places, ({ count }) => count),
    below: Uint8Array.from(groups, ({ startBit, length, isIntel }, i) =>
      isIntel ? startBit & 7 : places[i]!.count * 8 - (7 - (startBit & 7)) - length,
    ),
    length: Uint8Array.from(groups, ({ length }) => length),
    form: Uint8Array.from(groups, ({ isIntel, isSigned }) => Number(isIntel) + 2 * Number(isSigned)),
  }
}

/** Returns the raw value of a field of the model; NaN if the payload ends before it. */
export function fieldValue(
  { first, bytes, below, length, form }: FieldPlaces,
  place: number,
  data: Uint8Array,
  from = 0,
  end = data.length,
): number {
  const at = from + first[place]!
  const count = bytes[place]!
  if (at + count > end) return Number.NaN
  const isIntel = (form[place]! & 1) !== 0
  let value = 0
  for (let i = 0; i < count; i++) value = value * 256 + data[isIntel ? at + count - 1 - i : at + i]!
  const bits = length[place]!
  if (bits !== count * 8) value = Math.floor(value / 2 ** below[place]!) % 2 ** bits
  return (form[place]! & 2) !== 0 && value >= 2 ** (bits - 1) ? value - 2 ** bits : value
}
