import type { Clock } from '../clock.ts'

/** How a recording is laid onto the clock. */
export interface Pace {
  /** The time to write into an event that was recorded at this time. */
  tsOf(recordedMs: number): number
  /** When to send it; -Infinity is at once. */
  dueAt(recordedMs: number): number
}

export type Start = 'now' | 'keep' | number

/**
 * Lays a recording that runs from `first` to `last` onto the clock, `speed` times as fast as it was; 0 is as fast as it
 * can be sent.
 *
 * - start now: time is written as it passes here, so that at another speed than 1 it is compressed, and movement looks
 *   that much faster. At speed 0 no time passes: the recording keeps its own spacing and ends now.
 * - start keep: the recorded times are written. A number: the recording begins then, with its own spacing.
 */
export function paceOf(
  start: Start,
  speed: number,
  { first, last, now }: { first: number; last: number; now: number },
): Pace {
  const dueAt = (recorded: number) => (speed === 0 ? -Infinity : now + (recorded - first) / speed)
  if (start === 'keep') return { tsOf: (recorded) => recorded, dueAt }
  if (start !== 'now') return { tsOf: (recorded) => start + recorded - first, dueAt }
  return { tsOf: speed === 0 ? (recorded) => now - (last - recorded) : dueAt, dueAt }
}

/** A step of a recording that is due at some moment of the clock. */
export interface Due<T> {
  due: number
  item: T
}

/**
 * Hands on items in the order given, each no earlier than it is due; what is due by now goes out together, at most
 * `most` at a time. Stops early when the signal aborts.
 */
export async function* paced<T>(
  items: AsyncIterable<Due<T>>,
  clock: Clock,
  most: number,
  signal: AbortSignal,
): AsyncGenerator<T[]> {
  let ready: T[] = []
  for await (const { due, item } of items) {
    if (due > clock.now() && ready.length > 0) {
      yield ready
      ready = []
    }
    while (due > clock.now() && !signal.aborted)
      await clock.sleep(Math.max(SHORTEST_WAIT_MS, due - clock.now()), signal)
    if (signal.aborted) return
    ready.push(item)
    if (ready.length < most) continue
    yield ready
    ready = []
  }
  if (ready.length > 0) yield ready
}

/** Sleeping for less would make a request of each event. */
const SHORTEST_WAIT_MS = 100
