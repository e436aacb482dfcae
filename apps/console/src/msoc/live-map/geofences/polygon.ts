import type { Geofence } from '@carapace/shared/msoc/vehicles/vehicles.contract'

/** A corner of an area: longitude, latitude, in degrees. */
export type Corner = Geofence['polygon'][number]

/** Maximum number of corners that the server accepts (rule MAP-UI-41). */
export const mostCorners = 200

/** Why an outline cannot be saved, as a sentence; undefined if it can (rules MAP-UI-40, MAP-UI-41). */
export function problemOf(corners: readonly Corner[]): string | undefined {
  if (corners.length < 3) return 'An area has at least three corners.'
  if (corners.length > mostCorners) return `An area has at most ${mostCorners} corners, this one has ${corners.length}.`
  if (corners.some(([lon, lat]) => !isPlace(lon, lat)))
    return 'A longitude is -180 to 180 degrees, a latitude -90 to 90.'
  return crosses(corners) ? 'The outline crosses itself: move a corner so that it does not.' : undefined
}

function isPlace(lon: number, lat: number): boolean {
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 // NaN fails both comparisons
}

/** Whether two sides of the closed outline meet anywhere but in a shared corner (rule MAP-UI-40). */
export function crosses(corners: readonly Corner[]): boolean {
  return corners.some((_, one) => corners.some((__, other) => other > one && sidesMeet(corners, one, other)))
}

function sidesMeet(corners: readonly Corner[], one: number, other: number): boolean {
  const count = corners.length
  const [a, b] = side(corners, one)
  const [c, d] = side(corners, other)
  if (other === one + 1) return foldsBack(a, b, d)
  if ((other + 1) % count === one) return foldsBack(c, d, b)
  return meet(a, b, c, d)
}

function side(corners: readonly Corner[], at: number): readonly [Corner, Corner] {
  return [corners[at]!, corners[(at + 1) % corners.length]!]
}

/**
 * Whether two adjacent sides overlap. They share a corner, and meet elsewhere only if the second runs back over the
 * first.
 */
function foldsBack(from: Corner, corner: Corner, to: Corner): boolean {
  const dot = (from[0] - corner[0]) * (to[0] - corner[0]) + (from[1] - corner[1]) * (to[1] - corner[1])
  return turn(from, corner, to) === 0 && dot >= 0
}

/** The turn direction at `b` on the way from `a` to `c`: 1 left, -1 right, 0 straight on. */
function turn(a: Corner, b: Corner, c: Corner): number {
  return Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
}

function meet(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const [first, second, third, fourth] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (first !== second && third !== fourth) return true
  return (
    (first === 0 && between(a, b, c)) ||
    (second === 0 && between(a, b, d)) ||
    (third === 0 && between(c, d, a)) ||
    (fourth === 0 && between(c, d, b))
  )
}

/** Whether a point of the line through a and b lies between them. */
function between(a: Corner, b: Corner, point: Corner): boolean {
  return [0, 1].every(
    (axis) => Math.min(a[axis]!, b[axis]!) <= point[axis]! && point[axis]! <= Math.max(a[axis]!, b[axis]!),
  )
}

/** The middle of each side, in the order of the corners that the sides begin at. */
export function middlesOf(corners: readonly Corner[]): Corner[] {
  return corners.map(([lon, lat], at) => {
    const [nextLon, nextLat] = corners[(at + 1) % corners.length]!
    return [(lon + nextLon) / 2, (lat + nextLat) / 2]
  })
}
