import type { Circle } from '../vehicles/geofences.ts'
import type { LonLat } from '../vehicles/vehicles.table.ts'
import type { Area } from './detector.ts'

const earthRadiusM = 6_371_008.8
const radians = Math.PI / 180
const metresPerDegree = earthRadiusM * radians

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

/**
 * Returns true if a point is in an area: within the radius of a circle, otherwise by the even-odd rule; polygons across
 * the antimeridian are drawn as two.
 */
export function isInside(area: Pick<Area, 'box' | 'polygon' | 'circle'>, lat: number, lon: number): boolean {
  return area.circle ? isInCircle(area.circle, lat, lon) : isInPolygon(area, lat, lon)
}

function isInCircle({ lat: ofLat, lon: ofLon, radius_m: radiusM }: Circle, lat: number, lon: number): boolean {
  // the difference of the latitudes alone excludes most points
  if (Math.abs(lat - ofLat) * metresPerDegree > radiusM) return false
  return distanceM(ofLat, ofLon, lat, lon) <= radiusM
}

function isInPolygon(area: Pick<Area, 'box' | 'polygon'>, lat: number, lon: number): boolean {
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

/** Number of corners of a circle's outline: the outline is at most 0.12 % of the radius away from the circle. */
const circleCorners = 64

/** Returns a circle's outline as corners, clockwise from the north; it is cut at the antimeridian. */
export function circleOutline({ lon, lat, radius_m: radiusM }: Circle): LonLat[] {
  const reach = radiusM / earthRadiusM
  return Array.from({ length: circleCorners }, (_, n) => {
    const bearing = (2 * Math.PI * n) / circleCorners
    const sinLat =
      Math.sin(lat * radians) * Math.cos(reach) + Math.cos(lat * radians) * Math.sin(reach) * Math.cos(bearing)
    const dLon = Math.atan2(
      Math.sin(bearing) * Math.sin(reach) * Math.cos(lat * radians),
      Math.cos(reach) - Math.sin(lat * radians) * sinLat,
    )
    return [degreesOf(Math.max(-180, Math.min(180, lon + dLon / radians))), degreesOf(Math.asin(sinLat) / radians)]
  })
}

/** Degrees with six digits, about 10 cm. */
function degreesOf(value: number): number {
  return Number(value.toFixed(6))
}
