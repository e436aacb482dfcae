/**
 * By id: whether a share of its frames is missing. The times between frames of an id that nobody suppresses are one
 * cycle, hardly ever two or three; where frames are dropped they are a mixture. Each time between frames is weighed by
 * how much likelier it is where a share is dropped (a sequential test after Wald).
 */
export interface MissedShare {
  readonly weight: Float32Array
  /** The share of times between frames that were longer than a cycle, before anything was missing. */
  readonly usual: Float32Array
  /** The latest time between frames, in cycles; 0: none yet. */
  readonly cycles: Uint8Array
}

/** The share of longer times to expect while frames are dropped. */
const dropped = 0.35
/** A share below this is never taken as usual, and what is seen lately counts so much. */
const usualLeast = 0.02
const usualOver = 400
const usualAtFirst = 0.01
/** How much more often than usual they come must not be chance. */
const chances = 3
const weightNeeded = 13
/** A time between frames is a number of cycles if it is off by no more than this share of a cycle. */
const offShare = 0.35

export const startMissed = (ids: number): MissedShare => ({
  weight: new Float32Array(ids),
  usual: new Float32Array(ids).fill(usualAtFirst),
  cycles: new Uint8Array(ids),
})

/** Forgets what has been missing, after a pause of the bus. */
export function forgetMissed({ weight, cycles }: MissedShare): void {
  weight.fill(0)
  cycles.fill(0)
}

/** Weighs the time between two frames, in cycles. */
export function takeGap(memory: MissedShare, place: number, passed: number): void {
  const { weight, usual, cycles } = memory
  const whole = Math.min(0xff, Math.round(passed))
  if (whole === 0 || Math.abs(passed - whole) > offShare) return
  // the same longer time again and again is another rate
  const isMissing = whole > 1 && whole !== cycles[place]
  cycles[place] = whole
  const before = Math.min(dropped / 2, Math.max(usualLeast, chances * usual[place]!))
  const likelier = isMissing ? dropped / before : (1 - dropped) / (1 - before)
  weight[place] = Math.min(2 * weightNeeded, Math.max(0, weight[place]! + Math.log(likelier)))
  usual[place]! += (Number(isMissing) - usual[place]!) / usualOver
}

/**
 * Returns true if frames of this id are missing, and not of about as many as none are: then the recorder loses them.
 */
export function misses({ weight, cycles }: MissedShare, place: number): boolean {
  if (weight[place]! < weightNeeded) return false
  let [on, off] = [0, 0]
  for (let other = 0; other < weight.length; other++) {
    if (cycles[other] === 0) continue
    if (weight[other] === 0) on += 1
    else off += 1
  }
  return on >= othersFor * off
}

/** For each id that misses frames there have to be so many that don't. */
const othersFor = 1.5

export const isMissed = ({ weight }: MissedShare, place: number): boolean => weight[place]! >= weightNeeded / 2
