import type { replayPositions } from '@carapace/shared/msoc/history/history.contract'
import type { z } from 'zod'
import { worldX, worldY } from '../../../core/map/viewport.ts'
import { newTrail, type Trail, trailMs, trailPlaces } from '../overlay/trails.ts'

type WireTrack = z.output<typeof replayPositions.output>['tracks'][number]

/** Where one vehicle went: `at` in epoch ms, ascending, the others beside it. */
export interface Track extends Omit<WireTrack, 't'> {
  readonly at: readonly number[]
}

/** Where a vehicle was at a moment, as far as is known. */
export interface Pose {
  readonly lat: number
  readonly lon: number
  readonly speedKph: number | null
  readonly headingDeg: number | null
  /** When this was known: the moment itself between two places, the last place's time after it went silent. */
  readonly knownAt: number
}

export function trackOf({ t, ...track }: WireTrack, from: number): Track {
  return { ...track, at: t.map((ms) => from + ms) }
}

/**
 * The last place at or before a moment; -1 before the first. Looks near the last answer first: a replay goes on step by
 * step (rule MAP-UI-52).
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

/** A vehicle that was silent for longer than this many steps stood where it was last heard of (rule MAP-UI-51). */
const bridgedSteps = 3
/** Short steps: so long is no silence yet, ms. */
const bridgedMs = 30_000

/**
 * Where a vehicle was, straight on between two places, heading along; undefined before it was first heard of (rules
 * MAP-UI-50, MAP-UI-51).
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

/** Degrees into -180..180: the short way round. */
function wrapped(degrees: number): number {
  return degrees >= -180 && degrees <= 180 ? degrees : ((((degrees + 180) % 360) + 360) % 360) - 180
}

/** A heading on its way from one to another, the short way round (rule MAP-UI-50). */
export function turned(from: number | null, to: number | null, part: number): number | null {
  if (from === null || to === null) return from
  return (((from + wrapped(to - from) * part) % 360) + 360) % 360
}

/** How many steps of the past a trail shows, where two minutes are fewer. */
const trailSteps = 24

/**
 * The way behind a vehicle at a moment, as old as a live trail would be: a long step makes a long trail (rule
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

/** When any of the tracks begins (rule MAP-UI-54). */
export function firstKnown(tracks: readonly Track[]): number | undefined {
  return tracks.length === 0 ? undefined : Math.min(...tracks.map(({ at }) => at[0] ?? Infinity))
}
