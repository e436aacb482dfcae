import { keyOf } from './frame.ts'
import { type FieldPlaces, placesOfGroups } from './field-places.ts'
import type { CorrelatedField, CorrelationProfile } from './profile.ts'

/**
 * The correlations of a profile in the form that their detector reads: numbers by index of their id, and the relations
 * of each number.
 */
export interface Relations {
  readonly fields: FieldPlaces
  readonly names: readonly CorrelatedField[]
  /**
   * Index of the first number of each id, and index in `relations` of the first relation of each number, ordered by the
   * partner's id; each list ends where the next one begins.
   */
  readonly fieldsFrom: Uint16Array
  readonly relationsFrom: Uint16Array
  readonly relations: Uint16Array
  /** By number: the index of its id, and the number of other ids that it is correlated with. */
  readonly place: Uint16Array
  readonly partners: Uint8Array
  /** Indexes of the numbers by relation: y = gain x + offset, at most `spread` away, with y from `min` to `max`. */
  readonly x: Uint16Array
  readonly y: Uint16Array
  readonly gain: Float64Array
  readonly offset: Float64Array
  readonly spread: Float64Array
  readonly min: Float64Array
  readonly max: Float64Array
  /** By how much y follows x, ms. */
  readonly lag: Uint16Array
}

/** Maximum number of correlations that are read, however many a stored profile has. */
const relationsRead = 256

/** Compiles the correlations whose ids are all in the profile. */
export function compileRelations(
  correlations: readonly CorrelationProfile[],
  placeOf: ReadonlyMap<number, number>,
): Relations {
  const known = correlations
    .filter(({ x, y }) => [x, y].every(({ id, ext }) => placeOf.has(keyOf(id, ext))))
    .slice(0, relationsRead)
  const place = ({ id, ext }: CorrelatedField) => placeOf.get(keyOf(id, ext))!
  const byName = new Map(known.flatMap(({ x, y }) => [x, y]).map((field) => [nameOf(field), field]))
  const names = [...byName.values()].sort((a, b) => place(a) - place(b) || a.startBit - b.startBit)
  const numberOf = new Map(names.map((field, i) => [nameOf(field), i]))
  const number = (field: CorrelatedField) => numberOf.get(nameOf(field))!
  const [x, y] = [Uint16Array.from(known, (one) => number(one.x)), Uint16Array.from(known, (one) => number(one.y))]
  const places = Uint16Array.from(names, place)
  const partnerAt = (relation: number, field: number) => places[x[relation] === field ? y[relation]! : x[relation]!]!
  const lists = names.map((_, field) =>
    known
      .flatMap((__, relation) => (x[relation] === field || y[relation] === field ? [relation] : []))
      .sort((a, b) => partnerAt(a, field) - partnerAt(b, field)),
  )
  const others = lists.map(
    (list, field) =>
      new Set(list.map((relation) => partnerAt(relation, field)).filter((at) => at !== places[field])).size,
  )
  return {
    fields: placesOfGroups(names),
    names,
    fieldsFrom: startsOf(
      Array.from({ length: placeOf.size }, (_, at) => names.filter((field) => place(field) === at).length),
    ),
    relationsFrom: startsOf(lists.map(({ length }) => length)),
    relations: Uint16Array.from(lists.flat()),
    place: places,
    partners: Uint8Array.from(others),
    x,
    y,
    gain: Float64Array.from(known, ({ gain }) => gain),
    offset: Float64Array.from(known, ({ offset }) => offset),
    spread: Float64Array.from(known, toleranceOf),
    min: Float64Array.from(known, ({ min }) => min),
    max: Float64Array.from(known, ({ max }) => max),
    lag: Uint16Array.from(known, ({ lagMs }) => Math.min(lagMs ?? 0, lagMost)),
  }
}

/** The longest lag that is compared, ms. */
export const lagMost = 1_000

const nameOf = ({ id, ext, startBit, length, isIntel }: CorrelatedField) =>
  `${id} ${ext} ${startBit} ${length} ${isIntel}`

function startsOf(counts: readonly number[]): Uint16Array {
  const starts = new Uint16Array(counts.length + 1)
  counts.forEach((count, i) => (starts[i + 1] = starts[i]! + count))
  return starts
}

/**
 * Returns the allowed distance: one and a half times the learned one, more the fewer samples there were, plus the
 * effect of rounding.
 */
function toleranceOf({ spread, samples, gain }: CorrelationProfile): number {
  return spread * (1.5 + 15 / Math.sqrt(Math.max(1, samples))) + 1.5 * (1 + Math.abs(gain))
}
