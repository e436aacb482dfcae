import type { Reassembled } from './iso-tp.ts'
import type { Beginning, End } from './pairs-short.ts'

const messagesKept = 16

/**
 * The latest messages of one frame on ids that are no known lines: once an id is recognised, they are emitted (rule
 * TRANSPORT-31). Bounded: 16 messages of each of `most` ids.
 */
export function createHeld(most: number) {
  const byEnd = new Map<number, Reassembled[]>()
  const placeOf = ({ key, at }: End): number => 2 * key + at

  return {
    hold(beginning: Beginning): void {
      if (most === 0) return
      const { key, ts, payload } = beginning
      const place = placeOf(beginning)
      const messages = byEnd.get(place) ?? []
      if (messages.length === 0 && byEnd.size >= most) byEnd.delete(byEnd.keys().next().value!)
      byEnd.set(place, messages)
      messages.push({ key, ts, endTs: ts, data: payload.slice(), length: payload.length, frames: 1, broken: undefined })
      if (messages.length > messagesKept) messages.shift()
    },
    /** Returns the held messages of these ids, in the order of their times, and forgets them. */
    release(ends: readonly End[]): readonly Reassembled[] {
      const places = ends.map(placeOf)
      const messages = places.flatMap((place) => byEnd.get(place) ?? [])
      for (const { key } of ends) for (const at of [0, 1] as const) byEnd.delete(placeOf({ key, at }))
      return messages.sort((one, other) => one.ts - other.ts)
    },
  }
}
