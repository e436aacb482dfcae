import type { FrameStore } from './frame-store.ts'

/** The statistics of one id, updated with each frame. */
export interface Count {
  /** Number of counted frames: of the kept ones, or of the span. */
  frames: number
  /** Number of frames in the last two seconds. */
  recent: number
  /** The number of the latest frame, and the times of the first and the latest. */
  last: number
  firstAt: number
  at: number
  /** The last times between frames, ms, in a ring buffer; undefined until there are two frames. */
  intervals: Float32Array | undefined
  intervalsSeen: number
}

/** Number of times between frames that are stored for each id. */
export const mostIntervals = 24

/** The period over which the rate is counted, ms (rule ANALYZER-10). */
const rateMs = 2_000
/** The two seconds exclude the time at which they begin; ms. */
const microsecond = 0.001

/**
 * The statistics of each id, as a fold over the store from one frame to another: it continues as frames arrive (rules
 * ANALYZER-10 to ANALYZER-12).
 */
export interface Tally {
  /** By slot; undefined if none of its frames counts. */
  readonly counts: readonly (Count | undefined)[]
  /** The frame up to which the store was evaluated. */
  upTo(): number
  /** Counts at most `most` frames up to this one; returns whether that was all. */
  advance(to: number, most: number): boolean
  /** Removes frames before this one from the counts. Call it before the store removes them. */
  forget(to: number): void
  /** Frames per second. */
  hz(count: Count): number
}

export function createTally(store: FrameStore, from: number): Tally {
  const counts: (Count | undefined)[] = []
  let first = from
  let upTo = from
  /** The first frame of the last two seconds, and the times of the first and the last of all. */
  let recentFrom = from
  let [startedAt, now] = [NaN, NaN]

  function take(frame: number, slot: number, at: number): void {
    const count = (counts[slot] ??= {
      frames: 0,
      recent: 0,
      last: frame,
      firstAt: at,
      at,
      intervals: undefined,
      intervalsSeen: 0,
    })
    if (count.frames > 0 && !store.isBroken(count.last, frame)) {
      count.intervals ??= new Float32Array(mostIntervals)
      count.intervals[count.intervalsSeen % mostIntervals] = at - count.at
      count.intervalsSeen += 1
    }
    count.frames += 1
    count.recent += 1
    count.last = frame
    count.at = at
  }

  function dropRecent(to: number): void {
    for (const [chunk, low, high] of store.between(recentFrom, to)) {
      for (let i = low; i < high; i++) {
        const count = counts[chunk.slot[i]!]
        if (count) count.recent -= 1
      }
    }
    recentFrom = Math.max(recentFrom, to)
  }

  return {
    counts,
    upTo: () => upTo,
    advance(to, most) {
      const until = Math.min(to, upTo + most)
      for (const [chunk, low, high, number] of store.between(upTo, until)) {
        for (let i = low; i < high; i++)
          if (chunk.slot[i]! < store.slots.length) take(number + i - low, chunk.slot[i]!, chunk.ts[i]!)
      }
      if (until > upTo) {
        if (Number.isNaN(startedAt)) startedAt = store.ts(upTo)
        now = store.ts(until - 1)
        upTo = until
        dropRecent(Math.min(upTo, Math.max(recentFrom, store.at(now - rateMs + microsecond))))
      }
      return upTo >= to
    },
    forget(to) {
      const until = Math.min(to, upTo)
      dropRecent(Math.max(recentFrom, until))
      for (const [chunk, low, high] of store.between(first, until)) {
        for (let i = low; i < high; i++) {
          const count = counts[chunk.slot[i]!]
          if (count && (count.frames -= 1) === 0) counts[chunk.slot[i]!] = undefined
        }
      }
      first = Math.max(first, until)
      if (upTo < to) upTo = first = recentFrom = to
    },
    hz(count) {
      const seen = now - startedAt
      if (count.recent >= 8 && seen > 0)
        return seen >= rateMs ? (count.recent * 1_000) / rateMs : ((count.recent - 1) * 1_000) / seen
      // too few frames for counting: the rate is derived from the last intervals, including the silence after them
      const { intervals, intervalsSeen } = count
      if (!intervals) return 0
      const known = Math.min(intervalsSeen, mostIntervals)
      let took = now - count.at
      for (let i = 0; i < known; i++) took += intervals[i]!
      // a silence within the cycle does not count as silence
      const open = took - (now - count.at)
      return open === 0 ? 0 : (known * 1_000) / Math.max(open, took - open / known)
    },
  }
}

/** The stored times between frames, oldest first. */
export function intervalsOf({ intervals, intervalsSeen }: Count): Float32Array {
  if (!intervals) return new Float32Array(0)
  if (intervalsSeen <= mostIntervals) return intervals.subarray(0, intervalsSeen)
  const cut = intervalsSeen % mostIntervals
  const ordered = new Float32Array(mostIntervals)
  ordered.set(intervals.subarray(cut))
  ordered.set(intervals.subarray(0, cut), mostIntervals - cut)
  return ordered
}

/** Mean and standard deviation of the times between frames, ms; undefined if there are fewer than two. */
export function cycleOf(intervals: Float32Array): { period: number; jitter: number } | undefined {
  const { length } = intervals
  if (length < 2) return undefined
  let sum = 0
  for (const each of intervals) sum += each
  const period = sum / length
  let squares = 0
  for (const each of intervals) squares += (each - period) ** 2
  return { period, jitter: Math.sqrt(squares / length) }
}
