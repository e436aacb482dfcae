import type { Clock } from '../clock.ts'

/** Maps the times of a recording to the clock. */
export interface Pace {
  /** The time to write into an event that was recorded at this time. */
  tsOf(recordedMs: number): number
  /** When to send it; -Infinity means immediately. */
  dueAt(recordedMs: number): number
}

export type Start = 'now' | 'keep' | number

/**
 * Maps a recording from `first` to `last` to the clock, `speed` times as fast as it was; 0 means as fast as it can be
 * sent.
 *
 * - start now: events get the time at which they are sent, so with a speed other than 1 time is compressed, and
 *   movement looks that much faster. At speed 0 no time passes: the recording keeps its own spacing and ends now.
 * - start keep: events get the recorded times. A number: the recording begins then, with its own spacing.
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

/** A step of a recording that is due at some time of the clock. */
export interface Due<T> {
  due: number
  item: T
}

/**
 * Passes on items in the given order, none before it is due; items that are already due go out together, at most `most`
 * at a time. Stops early when the signal aborts.
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

/** With shorter waits each event would become a separate request. */
const SHORTEST_WAIT_MS = 100
