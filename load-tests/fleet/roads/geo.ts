/** The simple geodesy of a street map: metres on a locally flat earth, and distances on a sphere. */

export interface Place {
  lat: number
  lon: number
}

const METRES_PER_DEGREE = 111_320
const EARTH_RADIUS_M = 6_371_000

/** Metres that one degree of longitude spans at this latitude. */
export function metresPerLonDegree(lat: number): number {
  return METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
}

/** The place `east` and `north` metres from `origin`; accurate to a few metres within 50 km. */
export function offsetFrom(origin: Place, east: number, north: number): Place {
  return { lat: origin.lat + north / METRES_PER_DEGREE, lon: origin.lon + east / metresPerLonDegree(origin.lat) }
}

/** Distance in metres along the great circle (haversine). */
export function distanceM(a: Place, b: Place): number {
  const rad = Math.PI / 180
  const dLat = (b.lat - a.lat) * rad
  const dLon = (b.lon - a.lon) * rad
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(Math.min(1, h)))
}

/** Compass heading from a to b in degrees, 0 = north, 90 = east; undefined where they are the same point. */
export function headingOf(east: number, north: number): number | undefined {
  if (Math.hypot(east, north) < 1e-6) return undefined
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}

/** The signed turn from one heading to another, in (-180, 180]. */
export function turnBetween(from: number, to: number): number {
  const turn = (((to - from) % 360) + 360) % 360
  return turn > 180 ? turn - 360 : turn
}
