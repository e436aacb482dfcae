import type { BusModel } from '../../model.ts'

/** Whether the bus carries more frames than it ever did while it was learned: urgent ones delay the others then. */
export interface BusLoad {
  /** Frames of the bus in the present second, and when that began. */
  frames: number
  since: number
  overloadedSince: number
  overloadedUntil: number
}

/** So many times as many frames a second as ever while it was learned are an overload, which lasts a second longer. */
const overload = 1.3
const spanMs = 1_000
const lastsMs = 1_000

export const startLoad = (): BusLoad => ({
  frames: 0,
  since: Number.NaN,
  overloadedSince: -Infinity,
  overloadedUntil: -Infinity,
})

/** Counts a frame of the bus. */
export function takeLoad(memory: BusLoad, { load }: BusModel, ts: number): void {
  if (!(Math.abs(ts - memory.since) < spanMs)) {
    memory.since = ts
    memory.frames = 0
  }
  memory.frames += 1
  if (load.peak === 0 || memory.frames < overload * load.peak) return
  if (ts >= memory.overloadedUntil) memory.overloadedSince = ts
  memory.overloadedUntil = ts + lastsMs
}

export const isOverloaded = ({ overloadedUntil }: BusLoad, ts: number): boolean => ts < overloadedUntil

/** Returns true if what was learned at that time was followed by an overload for so long that it does not hold. */
export function isFromBefore({ overloadedSince, overloadedUntil }: BusLoad, learnedAt: number): boolean {
  return learnedAt < overloadedSince && overloadedUntil - overloadedSince > 2 * lastsMs
}
