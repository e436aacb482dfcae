import type { Vehicle } from '../../fleet/vehicles/vehicles.ts'
import { fixAt } from '../../fleet/vehicles/state.ts'

/** West, south, east, north, in degrees. */
export type Bbox = readonly [west: number, south: number, east: number, north: number]

/**
 * Map viewports, each around a different vehicle and just large enough for `held` vehicles at `ms`. The vehicles drive
 * on, so the number changes slightly later. Only vehicles in cities are centres: on a road between two cities, a
 * viewport with that many vehicles would be half a country.
 */
export function viewportsOf(fleet: readonly Vehicle[], count: number, held: number, ms: number): Bbox[] {
  const places = fleet.map((vehicle) => fixAt(vehicle, ms))
  const reaches = places.map(({ lat, lon }) => reachOf(places, lat, lon, held))
  const closest = [...fleet.keys()]
    .sort((a, b) => reaches[a]! - reaches[b]!)
    .slice(0, Math.max(count, Math.floor(fleet.length * 0.6)))
  return Array.from({ length: count }, (_, i) => {
    const centre = closest[Math.floor((i * closest.length) / count)]!
    const { lat, lon } = places[centre]!
    const reach = reaches[centre]!
    return [lon - reach, lat - reach, lon + reach, lat + reach]
  })
}

/** The distance in degrees to each side within which `held` of the places are. */
function reachOf(places: readonly { lat: number; lon: number }[], lat: number, lon: number, held: number): number {
  const distances = Float64Array.from(places, (other) => Math.max(Math.abs(other.lat - lat), Math.abs(other.lon - lon)))
  return distances.sort()[Math.min(held, places.length) - 1]!
}
