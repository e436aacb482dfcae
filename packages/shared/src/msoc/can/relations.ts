import { keyOf } from './frame.ts'
import { type FieldPlaces, placesOfGroups } from './field-places.ts'
import type { CorrelatedField, CorrelationProfile } from './profile.ts'

/**
 * The correlations of a profile as their detector reads them: numbers by their ids' places, and the relations of each.
 */
export interface Relations {
  readonly fields: FieldPlaces
  readonly names: readonly CorrelatedField[]
  /**
   * The first number of each id, and the first relation of each number in `relations`, by the partner's id; the next
   * one's first ends them.
   */
  readonly fieldsFrom: Uint16Array
  readonly relationsFrom: Uint16Array
  readonly relations: Uint16Array
  /** By number: its id's place, and how many other ids it goes together with. */
  readonly place: Uint16Array
  readonly partners: Uint8Array
  /** Numbers by relation: y = gain x + offset, at most `spread` away, with y from `min` to `max`. */
  readonly x: Uint16Array
  readonly y: Uint16Array
  readonly gain: Float64Array
  readonly offset: Float64Array
  readonly spread: Float64Array
  readonly min: Float64Array
  readonly max: Float64Array
}

/** However many a stored profile has, so many are read. */
const relationsRead = 256

/** Of correlations whose ids are all in the profile. */
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
  }
}

const nameOf = ({ id, ext, startBit, length, isIntel }: CorrelatedField) =>
  `${id} ${ext} ${startBit} ${length} ${isIntel}`

function startsOf(counts: readonly number[]): Uint16Array {
  const starts = new Uint16Array(counts.length + 1)
  counts.forEach((count, i) => (starts[i + 1] = starts[i]! + count))
  return starts
}

/**
 * How far is too far: further than they ever were by half, more the less often they were seen; and by what rounding
 * makes.
 */
function toleranceOf({ spread, samples, gain }: CorrelationProfile): number {
  return spread * (1.5 + 15 / Math.sqrt(Math.max(1, samples))) + 1.5 * (1 + Math.abs(gain))
}
