/** A circle on the ground: its centre in WGS 84 degrees. */
export interface Circle {
  readonly lon: number
  readonly lat: number
  readonly radius_m: number
}

/** The crossings of a geofence's outline that raise an alert (rule GEOFENCE-4). */
export const geofenceCrossings = ['leave', 'enter', 'both'] as const
export type GeofenceCrossing = (typeof geofenceCrossings)[number]

/** The radius of a circle, metres (rule GEOFENCE-5). */
export const circleRadiusM = { min: 10, max: 500_000 } as const
