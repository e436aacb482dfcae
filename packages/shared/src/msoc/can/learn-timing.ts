import type { Columns } from './learn-columns.ts'
import type { CycleProfile } from './profile.ts'

/** Number of intervals of an id that are kept to determine its cycle, spread over the whole time. */
const kept = 24

/** Counts the time of a frame. `isNext`: the bus did not pause since the id's previous frame. */
export function foldTime(columns: Columns, place: number, ts: number, second: number, isNext: boolean): void {
  if (columns.second[place] !== second) {
    columns.second[place] = second
    columns.inSecond[place] = 0
  }
  columns.inSecond[place] = Math.min(columns.inSecond[place]! + 1, 0xffff)
  columns.peak[place] = Math.max(columns.peak[place]!, columns.inSecond[place])
  const interval = ts - columns.last[place]!
  if (!isNext || interval < 0) return
  const count = (columns.intervals[place]! += 1)
  columns.intervalSum[place]! += interval
  foldEarly(columns, place, interval, count)
  foldShift(columns, place, interval)
  // the n-th interval replaces a kept one with probability kept/n; multiplicative hashing distributes better here than
  // a counter
  const slot = count <= kept ? count - 1 : (Math.imul(count, 0x9e3779b1) >>> 8) % count
  if (slot < kept) columns.sample[place * kept + slot] = interval
}

/**
 * Counts frames that came far too early although none before them was late: they are sent on events, in addition to the
 * cycle.
 */
function foldEarly({ middle, before, early }: Columns, place: number, interval: number, count: number): void {
  // an approximate median: it moves by a small step towards each new interval
  const estimate = count === 1 ? interval : middle[place]! * (interval > middle[place]! ? 1.05 : 1 / 1.05)
  if (count > 24 && interval < 0.6 * estimate && before[place]! < 1.2 * estimate)
    early[place] = Math.min(early[place]! + 1, 0xffff)
  middle[place] = Math.max(0.1, estimate)
  before[place] = interval
}

/** Regular intervals before shifts are looked for. */
const regularLeast = 24
/** The usual interval and its deviations are averaged over so many. */
const usualOver = 64
/** An interval is regular if it differs from the median by no more than this share. */
const regularShare = 0.3
/** A frame comes off its beat where the interval deviates by so many mean deviations, and so many ms at least. */
const offLeast = 6
const offLeastMs = 0.7
/** It stays off where so many frames do. */
const staysFor = 6

/**
 * Counts how often the sender left its beat and did not come back to it with the next frames: it moved the message to
 * another of its tasks. After a frame that is only late the next ones come earlier by as much.
 */
function foldShift(columns: Columns, place: number, interval: number): void {
  const { middle, regular, usual, wobble, off } = columns
  const isRegular = Math.abs(interval - middle[place]!) <= regularShare * middle[place]!
  // after an irregular interval the next one may make up for it
  if (!isRegular || off[place] === Infinity) {
    off[place] = isRegular ? 0 : Infinity
    return
  }
  const count = (regular[place]! += 1)
  const share = 1 / Math.min(count, usualOver)
  const deviation = interval - usual[place]!
  const limit = count > regularLeast ? Math.max(offLeastMs, offLeast * wobble[place]!) : Infinity
  if (off[place] !== 0) comesBack(columns, place, deviation)
  else if (Math.abs(deviation) > limit) {
    off[place] = deviation
    columns.offSince[place] = columns.offFrames[place] = 0
  }
  usual[place]! += share * Math.max(-limit, Math.min(limit, deviation))
  if (count > 1) wobble[place]! += share * (Math.min(limit, Math.abs(deviation)) - wobble[place]!)
}

/** Counts a shift if the frames since do not make up for the deviation. */
function comesBack({ off, offSince, offFrames, shifts }: Columns, place: number, deviation: number): void {
  offSince[place]! += deviation
  offFrames[place]! += 1
  const stays = Math.abs(offSince[place]!) < Math.abs(off[place]!) / 2
  if (stays && offFrames[place]! < staysFor) return
  if (stays) shifts[place] = Math.min(0xffff, shifts[place]! + 1)
  off[place] = 0
}

/** One shift may be a frame that was late before one that was lost. */
const shiftsMost = 1

/** The shortest distance between two tasks: what is hidden in the jitter was not seen, ms. */
const taskLeastMs = 1.2

/** Returns for how long the sender was seen to keep its beat, s; undefined: it left it, or that could not be seen. */
function steadySeconds({ regular, usual, wobble, shifts }: Columns, place: number): number | undefined {
  if (shifts[place]! > shiftsMost || offLeast * wobble[place]! > taskLeastMs) return undefined
  return Math.round((regular[place]! * usual[place]!) / 1000)
}

/**
 * Returns the id's cycle; null if it is sent on events, or too few of its frames were seen. `coarse`: the resolution of
 * the clock that stamped the frames, ms, if it is large enough to matter; else 0.
 */
export function cycleOf(columns: Columns, place: number, coarse: number): CycleProfile | null {
  const count = columns.intervals[place]!
  if (count < 8) return null
  if (coarse === 0 && columns.early[place]! > Math.max(2, 0.005 * count)) return null
  const sample = columns.sample.slice(place * kept, place * kept + Math.min(count, kept)).sort()
  const middle = sample[sample.length >> 1]!
  const mean = columns.intervalSum[place]! / count
  // with a coarse clock the median is less accurate than the mean
  const centre = middle < 3 * coarse ? mean : middle
  const regular = sample.filter((interval) => Math.abs(interval - centre) <= 0.4 * centre + coarse)
  if (centre <= 0 || regular.length < 0.78 * sample.length) return null
  const ms = regular.reduce((sum, interval) => sum + interval, 0) / regular.length
  const spread = Math.sqrt(regular.reduce((sum, interval) => sum + (interval - ms) ** 2, 0) / regular.length)
  // a mean far from the centre means bursts or pauses in between: not sent in a cycle alone
  if (ms <= 0 || mean < 0.85 * ms || mean > 4 * ms || spread > 0.2 * ms + 0.5 * Math.min(coarse, 0.6 * ms)) return null
  return {
    ms: rounded(ms),
    jitterMs: rounded(spread),
    minMs: rounded(sample[0]!),
    maxMs: rounded(sample.at(-1)!),
    steadySeconds: coarse > 0 ? undefined : steadySeconds(columns, place),
  }
}

const rounded = (ms: number) => Math.round(ms * 1000) / 1000
