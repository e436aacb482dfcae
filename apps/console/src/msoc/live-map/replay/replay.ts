import type { replayPositions } from '@carapace/shared/msoc/history/history.contract'
import type { z } from 'zod'
import { worldX, worldY } from '../../../core/map/viewport.ts'
import { newTrail, type Trail, trailMs, trailPlaces } from '../overlay/trails.ts'

type WireTrack = z.output<typeof replayPositions.output>['tracks'][number]

/** The track of one vehicle: `at` in epoch ms, ascending; the other arrays are parallel to it. */
export interface Track extends Omit<WireTrack, 't'> {
  readonly at: readonly number[]
}

/** A vehicle's pose at a time, as far as known. */
export interface Pose {
  readonly lat: number
  readonly lon: number
  readonly speedKph: number | null
  readonly headingDeg: number | null
  /**
   * The time of this knowledge: the requested time between two positions, the time of the last position after it went
   * silent.
   */
  readonly knownAt: number
}

export function trackOf({ t, ...track }: WireTrack, from: number): Track {
  return { ...track, at: t.map((ms) => from + ms) }
}

/**
 * The index of the last position at or before a time; -1 before the first. Searches near the last result first, since a
 * replay advances step by step (rule MAP-UI-52).
 */
export function stepAt({ at }: Track, time: number, near = 0): number {
  for (let step = Math.max(0, near); step < Math.min(near + 4, at.length); step++) {
    if (at[step]! <= time && (at[step + 1] ?? Infinity) > time) return step
  }
  let low = -1
  let high = at.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (at[middle]! <= time) low = middle
    else high = middle
  }
  return low
}

/**
 * A vehicle that was silent for longer than this number of steps is shown at its last known position (rule MAP-UI-51).
 */
const bridgedSteps = 3
/** Minimum duration of a silence, in ms, for short steps. */
const bridgedMs = 30_000

/**
 * A vehicle's pose at a time: on a straight line between two positions, heading along it; undefined before its first
 * position (rules MAP-UI-50, MAP-UI-51).
 */
export function poseAt(track: Track, time: number, stepMs: number, step = stepAt(track, time)): Pose | undefined {
  if (step < 0) return undefined
  const since = track.at[step]!
  const next = track.at[step + 1]
  const isBridged = next !== undefined && next - since <= Math.max(bridgedMs, bridgedSteps * stepMs)
  if (!isBridged) return poseIn(track, step)
  const part = (time - since) / (next - since)
  const [here, there] = [poseIn(track, step), poseIn(track, step + 1)]
  return {
    lat: here.lat + (there.lat - here.lat) * part,
    lon: wrapped(here.lon + wrapped(there.lon - here.lon) * part),
    speedKph:
      here.speedKph === null || there.speedKph === null
        ? here.speedKph
        : here.speedKph + (there.speedKph - here.speedKph) * part,
    headingDeg: turned(here.headingDeg, there.headingDeg, part),
    knownAt: time,
  }
}

function poseIn({ at, lat, lon, speed_kph: speed, heading_deg: heading }: Track, step: number): Pose {
  return {
    lat: lat[step]!,
    lon: lon[step]!,
    speedKph: speed[step] ?? null,
    headingDeg: heading[step] ?? null,
    knownAt: at[step]!,
  }
}

/** Degrees normalised to -180..180, for the short way round. */
function wrapped(degrees: number): number {
  return degrees >= -180 && degrees <= 180 ? degrees : ((((degrees + 180) % 360) + 360) % 360) - 180
}

/** A heading interpolated between two headings, the short way round (rule MAP-UI-50). */
export function turned(from: number | null, to: number | null, part: number): number | null {
  if (from === null || to === null) return from
  return (((from + wrapped(to - from) * part) % 360) + 360) % 360
}

/** The number of past steps in a trail, if two minutes contain fewer. */
const trailSteps = 24

/**
 * The trail of a vehicle at a time, with the maximum age of a live trail: a long step makes a long trail (rule
 * MAP-UI-53).
 */
export function trailBehind(track: Track, time: number, stepMs: number): Trail {
  const shown = Math.max(trailMs, trailSteps * stepMs)
  const trail = newTrail()
  const last = stepAt(track, time)
  const first = Math.max(0, last - trailPlaces + 2)
  for (let step = first; step <= last; step++) append(trail, poseIn(track, step), time, shown)
  const now = last < 0 ? undefined : poseAt(track, time, stepMs, last)
  if (now && now.knownAt === time && track.at[last] !== time) append(trail, now, time, shown)
  return trail
}

function append(trail: Trail, { lat, lon, knownAt }: Pose, time: number, shownMs: number): void {
  trail.x[trail.next] = worldX(lon)
  trail.y[trail.next] = worldY(lat)
  trail.at[trail.next] = time - ((time - knownAt) / shownMs) * trailMs
  trail.next = (trail.next + 1) % trailPlaces
  trail.length = Math.min(trailPlaces, trail.length + 1)
}

/** The earliest time in any of the tracks (rule MAP-UI-54). */
export function firstKnown(tracks: readonly Track[]): number | undefined {
  return tracks.length === 0 ? undefined : Math.min(...tracks.map(({ at }) => at[0] ?? Infinity))
}
