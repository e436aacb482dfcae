import type { Vehicle } from '../../fleet/vehicles/vehicles.ts'
import { fixAt } from '../../fleet/vehicles/state.ts'

/** West, south, east, north, in degrees. */
export type Bbox = readonly [west: number, south: number, east: number, north: number]

/**
 * Windows onto the map, each around another vehicle and just so large that `held` vehicles are in it at `ms`. They
 * drive on, so that it holds a few more or fewer later. Only vehicles in cities are centres: on a road between two, a
 * window of that many vehicles is half a country.
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

/** How many degrees from the place, to each side, hold that many of the places. */
function reachOf(places: readonly { lat: number; lon: number }[], lat: number, lon: number, held: number): number {
  const distances = Float64Array.from(places, (other) => Math.max(Math.abs(other.lat - lat), Math.abs(other.lon - lon)))
  return distances.sort()[Math.min(held, places.length) - 1]!
}
