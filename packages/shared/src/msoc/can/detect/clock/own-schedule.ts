import type { BusModel } from '../../model.ts'

/**
 * By id: what its frames were like since its times began to be off. Tells whether the control unit's own schedule may
 * be the reason (rule CAN-CLOCK-9).
 */
export interface OwnSchedule {
  /** How many frames there are, and how many of them came in time. */
  readonly frames: Uint16Array
  readonly inTime: Uint16Array
  /** The mean error of the first ones, or of the first ones after a leap, ms, and how many these are. */
  readonly first: Float32Array
  readonly firstCount: Uint8Array
  /** How many in a row were far from where the ones before them were. */
  readonly leapt: Uint8Array
  /** How many in a row were off by more than a task. */
  readonly far: Uint8Array
  /** By how much frames were off that were reported and came back from just there, or stayed, ms; NaN: none. */
  readonly elsewhere: Float32Array
}

/** Up to this error, in units of what is accidental, a frame came in time. */
const inTimeMost = 1.5
/** With a larger share of frames in time the sender alternates between two tasks. */
const alternatesFrom = 0.2
/** The mean error of so many frames tells a leap from a timer that wanders. */
const firstFrames = 4
/** A delay that shrank to this share of what it was at first is being caught up. */
const caughtUp = 0.75
/** A frame that moved by less, ms, may have moved to another task of its control unit, if that ever happens. */
const taskMs = 3
/** So many frames in a row show that it is not one that is late. */
const farLeast = 4
const leaptLeast = 3

export const startSchedule = (ids: number): OwnSchedule => ({
  frames: new Uint16Array(ids),
  inTime: new Uint16Array(ids),
  first: new Float32Array(ids),
  firstCount: new Uint8Array(ids),
  leapt: new Uint8Array(ids),
  far: new Uint8Array(ids),
  elsewhere: new Float32Array(ids).fill(Number.NaN),
})

/** The id's times are no longer off. */
export function forgetOff({ frames, inTime }: OwnSchedule, place: number): void {
  frames[place] = inTime[place] = 0
}

/**
 * Counts a frame since the id's times began to be off, or leapt to elsewhere. `noise`: the error that is accidental,
 * `offset`: the mean of the errors before, ms.
 */
export function countOff(
  { frames, inTime, first, firstCount, leapt, far }: OwnSchedule,
  place: number,
  error: number,
  noise: number,
  offset: number,
): void {
  frames[place] = Math.min(0xffff, frames[place]! + 1)
  if (Math.abs(error) < inTimeMost * noise) inTime[place] = Math.min(0xffff, inTime[place]! + 1)
  far[place] = Math.abs(error) < taskMs + noise ? 0 : Math.min(0xff, far[place]! + 1)
  leapt[place] = Math.abs(error - offset) < taskMs + noise ? 0 : Math.min(0xff, leapt[place]! + 1)
  if (frames[place] === 1 || leapt[place] === leaptLeast) first[place] = firstCount[place] = 0
  if (firstCount[place]! >= firstFrames) return
  firstCount[place]! += 1
  first[place]! += (error - first[place]!) / firstCount[place]!
}

/** The id's frames were `offset` (ms) off for a while, as those of its own sender in another task are. */
export function noteElsewhere({ elsewhere }: OwnSchedule, place: number, offset: number): void {
  elsewhere[place] = Math.abs(offset)
}

/**
 * Returns true if a frame is off by as much as others were before, or the clock began there and it is back: another
 * sender would have begun somewhere else.
 */
export function isElsewhere({ elsewhere }: OwnSchedule, place: number, error: number, noise: number): boolean {
  const away = Math.abs(error)
  return away > 2 * noise && away < taskMs && Math.abs(away - elsewhere[place]!) < 2 * noise
}

/**
 * Returns true if the control unit's own schedule explains the errors: it sends the frame now in one task and now in
 * another, its timer wanders, it catches up a delay, or it moved the frame to a neighbouring task. `offset`: the mean
 * of the latest errors, ms.
 */
export function mayBeItsOwn(
  { frames, inTime, first, far }: OwnSchedule,
  place: number,
  offset: number,
  { isSteady }: BusModel,
): boolean {
  const away = Math.abs(offset)
  const awayFirst = Math.abs(first[place]!)
  if (inTime[place]! > alternatesFrom * frames[place]!) return true
  return awayFirst < away / 2 || away < caughtUp * awayFirst || (far[place]! < farLeast && isSteady[place] === 0)
}
