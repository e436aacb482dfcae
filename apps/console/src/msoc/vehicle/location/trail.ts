import type { FeatureCollection, Position } from 'geojson'

/** A vehicle's position and its time (epoch ms). */
export interface Place {
  readonly lat: number
  readonly lon: number
  readonly at: number
}

/**
 * A longer pause between positions, in ms, splits the trail; otherwise its line would lead across houses (rule
 * VEHICLE-UI-15).
 */
const pauseMs = 10 * 60_000
/** Maximum number of positions; those that arrive after the request are added. */
export const mostPlaces = 20_000

/** The trail as lines, one per drive. */
export function trailLines(places: readonly Place[]): FeatureCollection {
  const drives: Position[][] = []
  let before: Place | undefined
  for (const place of places) {
    if (before === undefined || place.at - before.at > pauseMs) drives.push([])
    drives.at(-1)!.push([place.lon, place.lat])
    before = place
  }
  const lines = drives.filter((drive) => drive.length > 1)
  return {
    type: 'FeatureCollection',
    features: lines.map((coordinates) => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates },
    })),
  }
}

/** The positions with one added, if it is newer and the vehicle moved; those before `from` are removed. */
export function withPlace(places: readonly Place[], place: Place, from: number): readonly Place[] {
  const last = places.at(-1)
  if (last !== undefined && (place.at <= last.at || (place.lat === last.lat && place.lon === last.lon))) return places
  return [...places.filter(({ at }) => at >= from), place].slice(-mostPlaces)
}
