import { type BitGroup, bytesOf } from './bits.ts'
import { type FieldPlaces, fieldValue, placesOfGroups } from './field-places.ts'
import { modelled } from './model.ts'
import type { SignalProfile } from './profile.ts'

/** What is counted for the numbers that were found in all ids; as columns, ordered by id. */
export interface Tracks extends FieldPlaces, Counted {
  readonly count: number
  /** Index of the first track of each id; the tracks of an id end where those of the next id begin. */
  readonly from: Uint16Array
}

/** Maximum number of numbers of a bus that are tracked. */
export const tracksMost = 192
/** Minimum number of frames to describe the behaviour of a number. */
const framesLeast = 200

/**
 * `value`: the latest value, read as unsigned. `turned`: the value read as two's complement with the sign bit flipped,
 * so that it starts at 0. `moves`: the number of frames whose value differs from the previous one.
 */
const counted = {
  value: Float32Array,
  min: Float32Array,
  max: Float32Array,
  turnedMin: Float32Array,
  turnedMax: Float32Array,
  step: Float32Array,
  run: Uint16Array,
  repeats: Uint16Array,
  frames: Uint32Array,
  moves: Uint32Array,
} as const
type Counted = { readonly [N in keyof typeof counted]: InstanceType<(typeof counted)[N]> }
const countedNames = Object.keys(counted) as (keyof Counted)[]

/**
 * Returns tracks for the groups of each id, by its index. Tracks that also exist in `before` keep their data, and so do
 * those that have grown by higher bits since: `payload` has the latest payload of each id.
 */
export function tracksOf(byPlace: readonly (readonly BitGroup[])[], before?: Tracks, payload?: Uint8Array): Tracks {
  const groups = byPlace.flat()
  const made = Object.fromEntries(
    countedNames.map((name) => [name, new counted[name](groups.length)]),
  ) as unknown as Counted
  const from = new Uint16Array(byPlace.length + 1)
  byPlace.forEach((of, place) => (from[place + 1] = from[place]! + of.length))
  const tracks = { ...placesOfGroups(groups), ...made, count: groups.length, from }
  byPlace.forEach((_, place) => {
    for (let i = from[place]!; i < from[place + 1]!; i++) {
      if (before === undefined) continue
      const at = sameTrack(before, place, tracks, i)
      const shorter = at < 0 && payload !== undefined ? shorterTrack(before, place, tracks, i) : -1
      if (at < 0 && shorter < 0) continue
      for (const name of countedNames) made[name][i] = before[name][Math.max(at, shorter)]!
      if (shorter >= 0) raise(tracks, i, payload!.subarray(place * modelled, (place + 1) * modelled))
    }
  })
  return tracks
}

/** Returns the index of a track that has the lowest bit of number `i` of `other` and fewer bits; -1: none. */
function shorterTrack(tracks: Tracks, place: number, other: FieldPlaces, i: number): number {
  if (place + 1 >= tracks.from.length) return -1
  const [low, order] = [lowestBit(other, i), other.form[i]! & 1]
  for (let at = tracks.from[place]!; at < tracks.from[place + 1]!; at++) {
    const isOrdered = tracks.bytes[at] === 1 || (tracks.form[at]! & 1) === order
    if (isOrdered && tracks.length[at]! < other.length[i]! && lowestBit(tracks, at) === low) return at
  }
  return -1
}

function lowestBit({ first, bytes, below, form }: FieldPlaces, i: number): number {
  const isIntel = (form[i]! & 1) !== 0
  return (first[i]! + (isIntel ? 0 : bytes[i]! - 1)) * 8 + below[i]!
}

/** Moves the range of a number that was counted with fewer bits to where its higher bits are. */
function raise(tracks: Tracks, i: number, payload: Uint8Array): void {
  const value = fieldValue(tracks, i, payload)
  const by = value - tracks.value[i]!
  const half = 2 ** (tracks.length[i]! - 1)
  const [min, max] = [tracks.min[i]! + by, tracks.max[i]! + by]
  const isAcross = min < half && max >= half
  const turned = (of: number) => (of >= half ? of - half : of + half)
  tracks.value[i] = value
  tracks.min[i] = min
  tracks.max[i] = max
  tracks.turnedMin[i] = isAcross ? 0 : turned(min)
  tracks.turnedMax[i] = isAcross ? 2 * half - 1 : turned(max)
}

/** Returns the index in `tracks` of the number that has index `i` in `other`; -1: not found. */
export function sameTrack(tracks: Tracks, place: number, other: FieldPlaces, i: number): number {
  if (place + 1 >= tracks.from.length) return -1
  for (let at = tracks.from[place]!; at < tracks.from[place + 1]!; at++) {
    if (
      tracks.first[at] === other.first[i] &&
      tracks.below[at] === other.below[i] &&
      tracks.length[at] === other.length[i] &&
      tracks.form[at] === other.form[i]
    )
      return at
  }
  return -1
}

/** Returns the bits of a track in DBC numbering. */
export function groupOf({ first, bytes, below, length, form }: Tracks, i: number): BitGroup {
  const isIntel = (form[i]! & 1) !== 0
  const above = bytes[i]! * 8 - below[i]! - length[i]!
  return { startBit: first[i]! * 8 + (isIntel ? below[i]! : 7 - above), length: length[i]!, isIntel, isSigned: false }
}

/** Counts the numbers in a payload. `isNext`: there was no gap since the previous one. */
export function foldTracks(tracks: Tracks, place: number, data: Uint8Array, isNext: boolean): void {
  if (place + 1 >= tracks.from.length) return
  for (let i = tracks.from[place]!; i < tracks.from[place + 1]!; i++) {
    const value = fieldValue(tracks, i, data)
    if (!Number.isNaN(value)) foldValue(tracks, i, value, isNext)
  }
}

function foldValue(tracks: Tracks, i: number, value: number, isNext: boolean): void {
  const span = 2 ** tracks.length[i]!
  const turned = value >= span / 2 ? value - span / 2 : value + span / 2
  if (tracks.frames[i] === 0) {
    tracks.min[i] = tracks.max[i] = value
    tracks.turnedMin[i] = tracks.turnedMax[i] = turned
  } else if (value === tracks.value[i]) {
    tracks.run[i] = Math.min(tracks.run[i]! + 1, 0xffff)
  } else {
    const way = Math.abs(value - tracks.value[i]!)
    if (isNext) tracks.step[i] = Math.max(tracks.step[i]!, Math.min(way, span - way))
    tracks.run[i] = 1
    tracks.moves[i]! += 1
    tracks.min[i] = Math.min(tracks.min[i]!, value)
    tracks.max[i] = Math.max(tracks.max[i]!, value)
    tracks.turnedMin[i] = Math.min(tracks.turnedMin[i]!, turned)
    tracks.turnedMax[i] = Math.max(tracks.turnedMax[i]!, turned)
  }
  tracks.repeats[i] = Math.max(tracks.repeats[i]!, tracks.run[i]!)
  tracks.value[i] = value
  tracks.frames[i]! += 1
}

/** Returns true if the number is probably signed, because its range is smaller then. */
export function isSignedTrack({ min, max, turnedMin, turnedMax }: Tracks, i: number): boolean {
  return turnedMax[i]! - turnedMin[i]! < max[i]! - min[i]!
}

/** Returns the numbers of an id whose behaviour is known well enough. */
export function numbersIn(tracks: Tracks, place: number): SignalProfile[] {
  const numbers: SignalProfile[] = []
  if (place + 1 >= tracks.from.length) return numbers
  for (let i = tracks.from[place]!; i < tracks.from[place + 1]!; i++)
    if (tracks.frames[i]! >= framesLeast) numbers.push(numberAt(tracks, i))
  return numbers
}

function numberAt(tracks: Tracks, i: number): SignalProfile {
  const { startBit, length, isIntel } = groupOf(tracks, i)
  const isSigned = isSignedTrack(tracks, i)
  const half = 2 ** (length - 1)
  return {
    name: nameOfBits({ startBit, length, isIntel, isSigned }),
    startBit,
    length,
    isIntel,
    isSigned,
    min: isSigned ? tracks.turnedMin[i]! - half : tracks.min[i]!,
    max: isSigned ? tracks.turnedMax[i]! - half : tracks.max[i]!,
    maxStep: tracks.step[i]!,
    repeats: tracks.repeats[i]!,
    moves: tracks.moves[i]!,
    frames: tracks.frames[i]!,
  }
}

/** Returns a readable name: whole bytes as such, otherwise the bits in DBC numbering. */
export function nameOfBits(group: BitGroup): string {
  const { first, count } = bytesOf(group)
  if (group.length === count * 8) return count === 1 ? `byte ${first}` : `bytes ${first}-${first + count - 1}`
  return `bits ${group.startBit}|${group.length}@${group.isIntel ? 1 : 0}`
}

const columnNames = ['first', 'bytes', 'below', 'length', 'form', 'from', ...countedNames] as const
export type SavedTracks = Readonly<Record<(typeof columnNames)[number], string>>

/** Returns the tracks as text, for JSON. */
export function saveTracks(tracks: Tracks): SavedTracks {
  return Object.fromEntries(columnNames.map((name) => [name, textOf(tracks[name])])) as SavedTracks
}

export function restoreTracks(saved: SavedTracks): Tracks {
  const bytes = (name: keyof SavedTracks) => new Uint8Array(Buffer.from(saved[name], 'base64'))
  const made = Object.fromEntries(
    countedNames.map((name) => [name, new counted[name](bytes(name).buffer)]),
  ) as unknown as Counted
  const from = new Uint16Array(bytes('from').buffer)
  return {
    first: bytes('first'),
    bytes: bytes('bytes'),
    below: bytes('below'),
    length: bytes('length'),
    form: bytes('form'),
    ...made,
    from,
    count: from.at(-1) ?? 0,
  }
}

/** Returns a column's bytes as text. */
export function textOf({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
