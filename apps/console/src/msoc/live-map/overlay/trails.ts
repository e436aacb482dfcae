/** The last positions of one vehicle in a ring buffer, read oldest first: adding a position moves nothing. */
export interface Trail {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly at: Float64Array
  /** The index of the next position, and the number of positions. */
  next: number
  length: number
}

export const trailPlaces = 120
export const trailMs = 2 * 60_000
/** In world units at the equator: no vehicle drives 5 km between two reports. */
const jump = 5 / 40_075

export function newTrail(): Trail {
  return {
    x: new Float64Array(trailPlaces),
    y: new Float64Array(trailPlaces),
    at: new Float64Array(trailPlaces),
    next: 0,
    length: 0,
  }
}

/** Adds a position (world units, epoch ms). Returns whether the trail changed (rules MAP-UI-22, MAP-UI-23). */
export function extend(trail: Trail, x: number, y: number, at: number): boolean {
  if (trail.length > 0) {
    const last = (trail.next + trailPlaces - 1) % trailPlaces
    if (at <= (trail.at[last] ?? 0)) return false
    const moved = Math.hypot(x - (trail.x[last] ?? 0), y - (trail.y[last] ?? 0))
    if (moved === 0) return false
    if (moved > jump) trail.length = 0
  }
  trail.x[trail.next] = x
  trail.y[trail.next] = y
  trail.at[trail.next] = at
  trail.next = (trail.next + 1) % trailPlaces
  trail.length = Math.min(trailPlaces, trail.length + 1)
  return true
}

/** Visits the positions that are recent enough, oldest first, with their relative age: 0 now, 1 about to vanish. */
export function walk(trail: Trail, now: number, visit: (x: number, y: number, oldness: number) => void): void {
  const first = (trail.next - trail.length + trailPlaces) % trailPlaces
  for (let step = 0; step < trail.length; step++) {
    const each = (first + step) % trailPlaces
    const oldness = (now - (trail.at[each] ?? 0)) / trailMs
    if (oldness <= 1) visit(trail.x[each] ?? 0, trail.y[each] ?? 0, Math.max(0, oldness))
  }
}
