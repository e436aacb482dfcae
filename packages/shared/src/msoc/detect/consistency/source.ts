import type { Role } from './relations.ts'

/** Samples that are kept of a source, and the shortest time between two of them, ms. */
const kept = 32
export const sampledMs = 900
/** Between two samples further apart than this nothing is known, ms. */
const gapMs = 6_000

/** One thing that measures a quantity, and its latest samples: a signal, or what follows from positions. */
export interface Source {
  readonly id: string
  /** As alerts name it: `can0`, `telemetry`, `GPS`. */
  readonly place: string
  /** The signal's name, or what it is: `EngineData.Speed`, `change of heading`. */
  readonly name: string
  readonly role: Role
  readonly at: Float64Array
  readonly value: Float64Array
  count: number
}

export function createSource(place: string, name: string, role: Role): Source {
  const at = new Float64Array(kept).fill(-Infinity)
  return { id: `${place} ${name}`, place, name, role, at, value: new Float64Array(kept), count: 0 }
}

/** The time of its newest sample. */
export const newestOf = ({ at, count }: Source): number => (count === 0 ? -Infinity : at[(count - 1) % kept]!)

/** Adds a sample; one that is too soon after the newest, or came late, is left out. Returns true if it was added. */
export function addSample(source: Source, at: number, value: number): boolean {
  if (at < newestOf(source) + sampledMs) return false
  source.at[source.count % kept] = at
  source.value[source.count % kept] = value
  source.count += 1
  return true
}

/** The least and the greatest value that a source may have had around a time. */
export interface Envelope {
  readonly least: number
  readonly most: number
}

/**
 * Returns between which values a source was within `widthMs` of a time: its samples there and the nearest one on each
 * side; undefined where these are too far away, or do not enclose the time.
 */
export function envelopeAt(source: Source, at: number, widthMs: number): Envelope | undefined {
  let [least, most] = [Infinity, -Infinity]
  let [before, after] = [-1, -1]
  const oldest = Math.max(0, source.count - kept)
  for (let i = oldest; i < source.count; i++) {
    const time = source.at[i % kept]!
    if (time <= at) before = i
    else if (after < 0) after = i
    if (Math.abs(time - at) > widthMs) continue
    least = Math.min(least, source.value[i % kept]!)
    most = Math.max(most, source.value[i % kept]!)
  }
  if (before < 0 || after < 0 || source.at[after % kept]! - source.at[before % kept]! > gapMs) return undefined
  for (const i of [before, after]) {
    least = Math.min(least, source.value[i % kept]!)
    most = Math.max(most, source.value[i % kept]!)
  }
  return { least, most }
}

/** Returns a source's newest value, unless it is older than `oldestMs` at a time. */
export function latestOf(source: Source, at: number, oldestMs: number): number | undefined {
  return at - newestOf(source) <= oldestMs ? source.value[(source.count - 1) % kept]! : undefined
}

/** Returns the change of a source per second over about `spanMs` before its newest sample. */
export function slopeOf(source: Source, spanMs: number): { readonly at: number; readonly slope: number } | undefined {
  const newest = source.count - 1
  for (let i = newest - 1; i >= 0 && i >= source.count - kept; i--) {
    const passed = newestOf(source) - source.at[i % kept]!
    if (passed > gapMs + spanMs) return undefined
    if (passed < spanMs) continue
    const change = source.value[newest % kept]! - source.value[i % kept]!
    return { at: newestOf(source) - passed / 2, slope: (1_000 * change) / passed }
  }
  return undefined
}
