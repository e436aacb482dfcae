/**
 * By id: the clock that its frames come by, as far as the recorder's times show it. Frames of a cyclic id come at
 * `next`, `next + period`, …, each with an error. A line through the times is fitted by recursive least squares: the
 * gains are those of a line through equidistant points, and constant from `horizon` frames on, so that a quartz that
 * gets warm is followed (Cho and Shin, "Fingerprinting Electronic Control Units for Vehicle Intrusion Detection",
 * USENIX Security 2016).
 */
export interface SenderClocks {
  /**
   * When the next frame is due by the clock (NaN: no frame yet), ms after `origin`: times since 1970 are too coarse to
   * add up. The time between frames, ms.
   */
  readonly next: Float64Array
  readonly period: Float64Array
  /** Frames that the line goes through, since when, and the time of the latest of them. */
  readonly fitted: Uint32Array
  readonly since: Float64Array
  readonly learnedAt: Float64Array
  /** Time of the latest frame. */
  readonly last: Float64Array
  /** The latest interval, in periods, how many of that length came in a row, and the one that is usual. */
  readonly cycles: Uint8Array
  readonly cyclesRun: Uint8Array
  readonly usualCycles: Uint8Array
  /** Of the errors: mean square, ms², mean product of successive ones, and the latest one. */
  readonly square: Float32Array
  readonly product: Float32Array
  readonly error: Float32Array
  /** What was known a while ago, at two times: the later one first. */
  readonly kept: readonly [KeptClocks, KeptClocks]
  /** When the frames last came by a clock again that was kept. */
  readonly returnedAt: Float64Array
  /** The ticks of the recorder's clock, ms: by so much the times between frames of the bus differ at least. */
  resolution: number
  origin: number
}

type Line = Pick<SenderClocks, 'next' | 'period' | 'fitted' | 'square'>

/** By id: its clock as it was `at` (NaN: it was not known). */
interface KeptClocks extends Line {
  readonly at: Float64Array
}

/** The line is fitted over this time, ms, or so many frames. */
const horizonMs = 120_000
const horizonLeast = 64
const horizonMost = 4_096
/** The errors are averaged over this many frames. */
const errorsOver = 128
/** Share of the period by which the interval between two frames of one sender may be off. */
const intervalShare = 0.15
/** After a pause as long as this the phase is unknown: the control unit may have started again. */
const pauseCycles = 8
const pauseMs = 400
/** What is known after this many frames and this time is a clock. */
const framesLeast = 24
const heldLeastMs = 5_000
/** A clock whose errors are more than this share of the period identifies nobody. */
const noiseShare = 0.08
/** Errors that follow each other more than this are no noise around a clock: a timer that starts after each frame. */
const followMost = 0.6

const startKept = (ids: number): KeptClocks => ({
  at: new Float64Array(ids).fill(Number.NaN),
  next: new Float64Array(ids),
  period: new Float64Array(ids),
  fitted: new Uint32Array(ids),
  square: new Float32Array(ids),
})

export const startClocks = (ids: number): SenderClocks => ({
  next: new Float64Array(ids).fill(Number.NaN),
  period: new Float64Array(ids),
  fitted: new Uint32Array(ids),
  since: new Float64Array(ids),
  learnedAt: new Float64Array(ids),
  last: new Float64Array(ids).fill(Number.NaN),
  cycles: new Uint8Array(ids),
  cyclesRun: new Uint8Array(ids),
  usualCycles: new Uint8Array(ids),
  square: new Float32Array(ids),
  product: new Float32Array(ids),
  error: new Float32Array(ids),
  kept: [startKept(ids), startKept(ids)],
  returnedAt: new Float64Array(ids).fill(-Infinity),
  resolution: 1_000,
  origin: Number.NaN,
})

/** Forgets the clock of an id: it begins with this frame. */
export function beginClock(clocks: SenderClocks, place: number, ts: number, cycle: number): void {
  if (Number.isNaN(clocks.origin)) clocks.origin = ts
  clocks.period[place] = cycle
  clocks.next[place] = ts - clocks.origin + cycle
  clocks.fitted[place] = 1
  clocks.since[place] = clocks.last[place] = clocks.learnedAt[place] = ts
  clocks.square[place] = clocks.product[place] = clocks.error[place] = 0
}

/**
 * Notes the time of a frame, and moves `next` to when it was due. `error` is then how much later than that it came.
 * Does not change what is known of the clock: `learnError` does.
 */
export function takeTime(clocks: SenderClocks, place: number, ts: number): boolean {
  const period = clocks.period[place]!
  const interval = ts - clocks.last[place]!
  const cycles = Math.round(interval / period)
  clocks.last[place] = ts
  if (cycles === 0 || Math.abs(interval - cycles * period) > intervalShare * period) return false
  clocks.cyclesRun[place] = cycles === clocks.cycles[place] ? Math.min(0xff, clocks.cyclesRun[place]! + 1) : 1
  clocks.cycles[place] = cycles
  const passed = Math.round(errorAt(clocks, place, ts) / period)
  clocks.next[place]! += passed * period
  return true
}

/** Returns true if the id was not heard for so long that its phase is unknown. */
export function isAfterPause({ period, last }: SenderClocks, place: number, ts: number): boolean {
  const interval = ts - last[place]!
  return !(interval >= 0 && interval < Math.max(pauseMs, pauseCycles * period[place]!))
}

/**
 * Notes the time of a frame among those of two senders: it is taken for the first one's if it comes by its clock.
 * Returns true if it does.
 */
export function takeTimeAmongOthers(clocks: SenderClocks, place: number, ts: number): boolean {
  const { next, period, last } = clocks
  const away = awayFromClock(clocks, place, ts)
  if (away === undefined || away > awayMost) return false
  next[place]! += Math.round(errorAt(clocks, place, ts) / period[place]!) * period[place]!
  last[place] = ts
  learnError(clocks, place, errorAt(clocks, place, ts))
  advance(clocks, place)
  return true
}

/** A clock that was not heard for longer than this is not known any more. */
const staleMs = 20_000
const awayMost = 3

/**
 * Returns how far from the times of the id's clock `ts` is, in units of what is accidental; undefined: the clock is not
 * known.
 */
export function awayFromClock(clocks: SenderClocks, place: number, ts: number): number | undefined {
  const noise = ts - clocks.last[place]! < staleMs ? noiseOf(clocks, place, ts) : 0
  if (noise === 0) return undefined
  const period = clocks.period[place]!
  const late = errorAt(clocks, place, ts)
  return Math.abs(late - Math.round(late / period) * period) / noise
}

/** Returns true if the frames come at another rate now than when the clock was learned. */
export function isOtherRate({ cycles, cyclesRun, usualCycles }: SenderClocks, place: number): boolean {
  return cyclesRun[place]! >= 2 && cycles[place] !== usualCycles[place]
}

/** Returns how much later than due by its clock the frame at `ts` came, ms. */
export const errorAt = ({ origin, next }: SenderClocks, place: number, ts: number): number => ts - origin - next[place]!

/** Adds a frame's error to what is known of the clock. */
export function learnError(clocks: SenderClocks, place: number, error: number): void {
  const period = clocks.period[place]!
  const horizon = Math.max(horizonLeast, Math.min(horizonMost, horizonMs / period))
  const n = Math.min(clocks.fitted[place]! + 1, horizon)
  clocks.fitted[place] = Math.floor(n)
  clocks.learnedAt[place] = clocks.last[place]!
  clocks.usualCycles[place] = clocks.cycles[place]!
  const offsetGain = (2 * (2 * n - 1)) / (n * (n + 1))
  const periodGain = 6 / (n * (n + 1))
  clocks.next[place]! += offsetGain * error
  clocks.period[place] = period + periodGain * error
  if (n < 4) return
  const share = Math.max(1 / (n - 3), 1 / errorsOver)
  clocks.square[place]! += share * (error * error - clocks.square[place]!)
  clocks.product[place]! += share * (error * clocks.error[place]! - clocks.product[place]!)
  clocks.error[place] = error
}

/** How long the later of the kept clocks stays, and by how much the earlier one is older at least, ms. */
const keptMs = 10_000
const apartMs = 30_000
/** Frames that a clock worth keeping goes through. */
const keptLeast = 8
/** A frame came by a clock that was kept if it is off by no more than this share of what it is off now. */
const closerShare = 0.35
/** Lets the line through the frames follow those that come from now on: for a while none were added to it. */
export function refit({ fitted, learnedAt, last }: SenderClocks, place: number): void {
  fitted[place] = Math.min(fitted[place]!, framesLeast)
  learnedAt[place] = last[place]!
}

/** Keeps what is known of the id's clock now, every `keptMs`. */
export function keepClock(clocks: SenderClocks, place: number, ts: number): void {
  const [later, earlier] = clocks.kept
  if (ts - later.at[place]! < keptMs || clocks.fitted[place]! < keptLeast || ts - clocks.since[place]! < heldLeastMs)
    return
  if (!(later.at[place]! - earlier.at[place]! < apartMs)) {
    earlier.at[place] = later.at[place]!
    copyLine(later, earlier, place)
  }
  later.at[place] = ts
  copyLine(clocks, later, place)
}

function copyLine(from: Line, to: Line, place: number): void {
  to.next[place] = from.next[place]!
  to.period[place] = from.period[place]!
  to.fitted[place] = from.fitted[place]!
  to.square[place] = from.square[place]!
}

/**
 * Returns to the id's clock as it was kept, where it is certain to `doubtMost` (ms). With `error`, of a frame by the
 * present clock, only to one by which this frame came in time. Returns false if there is none.
 */
export function returnToKept(
  clocks: SenderClocks,
  place: number,
  ts: number,
  doubtMost: number,
  error?: number,
): boolean {
  for (const kept of [clocks.kept[1], clocks.kept[0]]) {
    const late = lateByKept(clocks, kept, place, ts)
    if (!(Math.abs(late) <= (error === undefined ? Infinity : closerShare * Math.abs(error)))) continue
    if (doubtOf(kept, place, ts) > doubtMost) continue
    copyLine(kept, clocks, place)
    clocks.next[place] = ts - clocks.origin - late
    clocks.learnedAt[place] = kept.at[place]!
    if (error !== undefined) clocks.returnedAt[place] = ts
    return true
  }
  return false
}

/** How far off the line through its frames may be by now, ms: by its offset and its period (standard deviations). */
function doubtOf({ at, period, fitted, square }: KeptClocks, place: number, ts: number): number {
  const n = fitted[place]!
  const cycles = (ts - at[place]!) / period[place]!
  return Math.sqrt(square[place]! / n) * (2 + (Math.sqrt(12) * cycles) / n)
}

/** From so far off on, in units of what is accidental, a frame did not come by the present clock. */
const awayLeast = 2

/** Returns true if the frame did not come by the id's clock, but by one that it had a while ago. */
export function isByKept(clocks: SenderClocks, place: number, ts: number): boolean {
  const away = awayFromClock(clocks, place, ts)
  if (away === undefined || away < awayLeast) return false
  const most = closerShare * away * noiseOf(clocks, place, ts)
  return clocks.kept.some((kept) => Math.abs(lateByKept(clocks, kept, place, ts)) <= most)
}

/**
 * Returns true if the frame, which comes `error` later than by the present clock, comes closer to one that was kept
 * than frames that are `offset` late.
 */
export function isCloserToKept(
  clocks: SenderClocks,
  place: number,
  ts: number,
  error: number,
  offset: number,
): boolean {
  return clocks.kept.some((kept) => {
    const late = lateByKept(clocks, kept, place, ts)
    return Math.abs(late) < Math.abs(offset + late - error) / 2
  })
}

/** Returns how much later the frame came than by the clock that was kept, ms; NaN: none was. */
function lateByKept({ origin }: SenderClocks, { at, next, period }: KeptClocks, place: number, ts: number): number {
  if (Number.isNaN(at[place]!)) return Number.NaN
  const late = ts - origin - next[place]!
  return late - Math.round(late / period[place]!) * period[place]!
}

/** Expects the frame after this one. */
export function advance(clocks: SenderClocks, place: number): void {
  clocks.next[place]! += clocks.period[place]!
}

/**
 * Returns the error that one frame may have by accident (a standard deviation, ms); 0 while no clock can be
 * distinguished from another: too few frames, times too coarse, or errors that are too large or follow each other.
 */
export function noiseOf(clocks: SenderClocks, place: number, ts: number): number {
  const { fitted, since, learnedAt, square, product, period, resolution } = clocks
  const n = fitted[place]!
  if (n < framesLeast || ts - since[place]! < heldLeastMs) return 0
  // the line is known the better, the more frames it goes through, and the less, the longer none was added to it
  const beyond = (ts - learnedAt[place]!) / period[place]!
  const ofLine = (4 + (12 * beyond) / n + (12 * beyond * beyond) / (n * n)) / n
  const noise = Math.sqrt(square[place]! * (1 + ofLine)) + arbitrationMs + resolution
  if (noise > noiseShare * period[place]! || product[place]! > followMost * square[place]! + arbitrationMs ** 2)
    return 0
  return noise
}

/** Returns true if an id whose clock is not known yet begins to come by another one. */
export function isJump({ fitted, square }: SenderClocks, place: number, error: number): boolean {
  return fitted[place]! >= jumpLeast && Math.abs(error) > jumpMost * (Math.sqrt(square[place]!) + arbitrationMs)
}

const jumpLeast = 8
const jumpMost = 8
/** How late other frames on the bus may make a frame, on average, when the load changes. */
const arbitrationMs = 0.1
