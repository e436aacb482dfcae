import { type BusModel, modelled } from '../model.ts'
import type { BusFrame } from './bus-detector.ts'
import { fitOf } from './fit.ts'

/**
 * By id: how regularly its frames come, whoever sends them. A second sender splits the intervals of the first, so that
 * frames at one regular interval, each continuing the one before, have one sender: a control unit may change its rate.
 */
export interface Pace {
  /** Time and payload of the latest frame (NaN: none yet), and the payload before it. */
  readonly last: Float64Array
  readonly payload: Uint8Array
  readonly former: Uint8Array
  /** Mean of the latest regular intervals, ms; their number; when they began. */
  readonly mean: Float32Array
  readonly run: Uint16Array
  readonly since: Float64Array
}

/** Share of the interval by which a regular one may differ from the mean, in addition to the learned jitter. */
const tolerance = 0.15
/** A rate is new if it differs from the learned one by this share. */
export const otherRate = 0.25
/** A regular run of this many frames, and over this many learned cycles, is a rate of the sender's own. */
const framesNeeded = 6
const cyclesNeeded = 2.5
const meanOver = 8

export const startPace = (ids: number): Pace => ({
  last: new Float64Array(ids).fill(Number.NaN),
  payload: new Uint8Array(ids * modelled),
  former: new Uint8Array(ids * modelled),
  mean: new Float32Array(ids),
  run: new Uint16Array(ids),
  since: new Float64Array(ids),
})

/**
 * Adds a frame. `isExamined`: its content is compared too, because its rate seems to differ from the learned one; it is
 * not at the fastest rate that was learned.
 */
export function takePace(pace: Pace, model: BusModel, place: number, frame: BusFrame, isExamined: boolean): void {
  const interval = frame.ts - pace.last[place]!
  const mean = pace.mean[place]!
  const allowed = tolerance * mean + Math.min(model.jitter[place]!, tolerance * mean)
  const isNew =
    isExamined && !(isFast(model, place) && Math.abs(interval - model.fastest[place]!) <= tolerance * interval)
  if (!(Math.abs(interval - mean) <= allowed) || (isNew && !continues(pace, model, place, frame))) {
    pace.run[place] = 1
    pace.mean[place] = interval > 0 ? interval : 0
    pace.since[place] = pace.last[place]!
  } else {
    const run = Math.min(pace.run[place]! + 1, 0xffff)
    pace.run[place] = run
    pace.mean[place] = mean + (interval - mean) / Math.min(run, meanOver)
  }
  pace.last[place] = frame.ts
  for (let i = place * modelled; i < (place + 1) * modelled; i++) {
    pace.former[i] = pace.payload[i]!
    pace.payload[i] = frame.data[i - place * modelled] ?? 0
  }
}

/** Returns true if the id was seen to come at another rate than its usual one while it was learned. */
function isFast({ cycle, fastest }: BusModel, place: number): boolean {
  return fastest[place]! < (1 - otherRate) * cycle[place]!
}

/** Returns true if the latest frame has other content than the one before it. */
export function isChange({ payload, former }: Pace, place: number): boolean {
  for (let i = place * modelled; i < (place + 1) * modelled; i++) if (payload[i] !== former[i]) return true
  return false
}

/** Returns true if the frame may come from the sender of the previous one: it continues it, and not the one before. */
function continues({ payload, former }: Pace, model: BusModel, place: number, { data }: BusFrame): boolean {
  if (fitOf(model, place, payload, place * modelled, data, 1).oddness >= 1) return false
  let others = 0
  for (let i = 0; i < modelled; i++) {
    const value = data[i] ?? 0
    others += Number(payload[place * modelled + i] !== value) - Number(former[place * modelled + i] !== value)
  }
  return others <= 0
}

/** Returns true if the id's frames have come from one sender at one rate for long enough to believe it. */
export function isSteady({ run, mean }: Pace, { cycle }: BusModel, place: number): boolean {
  return run[place]! >= framesNeeded && run[place]! * mean[place]! >= cyclesNeeded * cycle[place]!
}

/**
 * Returns the interval at which an id is now sent more slowly than learned, ms; 0: it is not. A regular sender whose
 * frames are lost keeps its counter counting, so a counter without gaps proves the rate; else it is one that was seen
 * while learning.
 */
export function slowPace(pace: Pace, model: BusModel, place: number): number {
  const mean = pace.mean[place]!
  if (mean <= (1 + otherRate) * model.cycle[place]! || !isSteady(pace, model, place)) return 0
  const counts = model.countersFrom[place + 1]! > model.countersFrom[place]!
  return counts || mean <= (1 + otherRate) * model.slowest[place]! ? mean : 0
}
