import { circleOutline, distanceM } from '@carapace/shared/msoc/detect/geo'
import { type Circle, circleRadiusM } from '@carapace/shared/msoc/vehicles/geofences'
import { number } from '../../../core/format/format.ts'
import type { Corner } from './polygon.ts'

/** A circle around a centre that reaches to another place, rounded to whole metres and within the server's limits. */
export function circleTo(centre: Corner, [lon, lat]: Corner): Circle {
  const radius = Math.round(distanceM(centre[1], centre[0], lat, lon))
  const { min, max } = circleRadiusM
  return { lon: centre[0], lat: centre[1], radius_m: Math.max(min, Math.min(max, radius)) }
}

/** The place on a circle, east of its centre, where the radius is dragged. */
export function edgeOf(circle: Circle): Corner {
  const outline = circleOutline(circle)
  const [lon, lat] = outline[outline.length / 4]!
  return [lon, lat]
}

/** Why a circle cannot be saved, as a sentence; undefined if it can (rule MAP-UI-68). */
export function circleProblem({ lon, lat, radius_m: radius }: Circle): string | undefined {
  if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 85))
    return 'A centre’s longitude is -180 to 180 degrees, its latitude -85 to 85.'
  const { min, max } = circleRadiusM
  return radius >= min && radius <= max ? undefined : 'A circle has a radius of 10 m to 500 km.'
}

/** A radius as text: `850 m`, `12.5 km`. */
export function radiusText(metres: number): string {
  return metres < 1_000 ? `${Math.round(metres)} m` : `${number(Math.round(metres / 100) / 10)} km`
}
