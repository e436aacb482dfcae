import type { LonLat } from '../vehicles/vehicles.table.ts'
import type { Area } from './detector.ts'

const earthRadiusM = 6_371_008.8
const radians = Math.PI / 180

/** Returns the great-circle distance in metres (haversine) of two positions in WGS 84 degrees. */
export function distanceM(latA: number, lonA: number, latB: number, lonB: number): number {
  const dLat = (latB - latA) * radians
  const dLon = (lonB - lonA) * radians
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(latA * radians) * Math.cos(latB * radians) * Math.sin(dLon / 2) ** 2
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(h)))
}

export function boxOf(polygon: readonly LonLat[]): Area['box'] {
  const lons = polygon.map(([lon]) => lon)
  const lats = polygon.map(([, lat]) => lat)
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
}

/** Returns true if a point is in an area, by the even-odd rule; areas across the antimeridian are drawn as two. */
export function isInside(area: Area, lat: number, lon: number): boolean {
  const [west, south, east, north] = area.box
  if (lon < west || lon > east || lat < south || lat > north) return false
  let inside = false
  for (let i = 0, j = area.polygon.length - 1; i < area.polygon.length; j = i++) {
    const [lonI, latI] = area.polygon[i]!
    const [lonJ, latJ] = area.polygon[j]!
    if (latI > lat !== latJ > lat && lon < ((lonJ - lonI) * (lat - latI)) / (latJ - latI) + lonI) inside = !inside
  }
  return inside
}
