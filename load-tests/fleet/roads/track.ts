import { distanceM, type Place } from './geo.ts'

/** A point of a route before a vehicle has driven it. */
export interface Waypoint extends Place {
  /** Speed limit here and on to the next point, m/s. */
  limit: number
  /** Seconds to stand still here; 0 if the vehicle does not stop. */
  stopS: number
}

/**
 * A closed route with its timetable: the vehicle's position at each second of its lap. Knots are close together;
 * between two of them the acceleration is constant. A stop is two knots at one place. The last knot is at the first
 * one's place, one lap later.
 */
export interface Track {
  periodS: number
  lengthM: number
  /** Seconds since the lap began, ascending. */
  t: Float64Array
  lat: Float64Array
  lon: Float64Array
  /** Metres since the lap began. */
  s: Float64Array
  /** Speed at the knot, m/s. */
  v: Float64Array
}

/** A vehicle's motion at one time of a lap. */
export interface Motion extends Place {
  /** Metres since the lap began. */
  s: number
  v: number
  /** At a stop: seconds since the vehicle stopped, and in all. */
  stoppedS: number
  stopS: number
}

const ACCELERATION = 1.6
const BRAKING = 2

/**
 * Drives a closed route once, as fast as limits, acceleration (1.6 m/s²) and braking (2 m/s²) allow. The first waypoint
 * must be a stop (the depot), so that laps join at standstill.
 */
export function timetable(route: readonly Waypoint[]): Track {
  if (!(route[0] && route[0].stopS > 0)) throw new Error('A lap begins with a stop')
  const points = withoutRepeats([...route, { ...route[0], stopS: 1e-3 }])
  const gaps = points.map((point, i) => (i === 0 ? 0 : distanceM(points[i - 1]!, point)))
  return driven(points, gaps, reachableSpeeds(points, gaps))
}

function withoutRepeats(points: Waypoint[]): Waypoint[] {
  return points.filter((point, i) => i === 0 || distanceM(points[i - 1]!, point) > 0.05)
}

/**
 * The speed at each point: never above the limits around it, and reachable with the allowed acceleration and braking.
 */
function reachableSpeeds(points: readonly Waypoint[], gaps: readonly number[]): Float64Array {
  const v = Float64Array.from(points, (point, i) => (point.stopS > 0 ? 0 : Math.min(point.limit, points[i - 1]!.limit)))
  for (let i = 1; i < v.length; i++) v[i] = Math.min(v[i]!, Math.sqrt(v[i - 1]! ** 2 + 2 * ACCELERATION * gaps[i]!))
  for (let i = v.length - 2; i >= 0; i--) v[i] = Math.min(v[i]!, Math.sqrt(v[i + 1]! ** 2 + 2 * BRAKING * gaps[i + 1]!))
  return v
}

function driven(points: readonly Waypoint[], gaps: readonly number[], speeds: Float64Array): Track {
  const knots: { t: number; s: number; v: number; point: Waypoint }[] = []
  let [t, s] = [0, 0]
  points.forEach((point, i) => {
    if (i > 0) t += (2 * gaps[i]!) / (speeds[i - 1]! + speeds[i]!)
    s += gaps[i]!
    knots.push({ t, s, v: speeds[i]!, point })
    if (point.stopS === 0) return
    t += point.stopS
    knots.push({ t, s, v: 0, point })
  })
  return {
    periodS: t,
    lengthM: s,
    t: Float64Array.from(knots, (knot) => knot.t),
    lat: Float64Array.from(knots, (knot) => knot.point.lat),
    lon: Float64Array.from(knots, (knot) => knot.point.lon),
    s: Float64Array.from(knots, (knot) => knot.s),
    v: Float64Array.from(knots, (knot) => knot.v),
  }
}

/** A vehicle's motion `at` seconds into its lap (0 <= at <= period). */
export function motionAt(track: Track, at: number): Motion {
  const i = knotBefore(track.t, at)
  const [t0, t1] = [track.t[i]!, track.t[i + 1]!]
  const [v0, v1] = [track.v[i]!, track.v[i + 1]!]
  const gap = track.s[i + 1]! - track.s[i]!
  if (gap === 0)
    return { lat: track.lat[i]!, lon: track.lon[i]!, s: track.s[i]!, v: 0, stoppedS: at - t0, stopS: t1 - t0 }

  const since = at - t0
  const a = (v1 - v0) / (t1 - t0)
  const done = v0 * since + (a * since * since) / 2
  const part = Math.min(1, done / gap)
  return {
    lat: track.lat[i]! + (track.lat[i + 1]! - track.lat[i]!) * part,
    lon: track.lon[i]! + (track.lon[i + 1]! - track.lon[i]!) * part,
    s: track.s[i]! + gap * part,
    v: v0 + a * since,
    stoppedS: 0,
    stopS: 0,
  }
}

function knotBefore(t: Float64Array, at: number): number {
  let [low, high] = [0, t.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (t[middle]! <= at) low = middle
    else high = middle - 1
  }
  return low
}
