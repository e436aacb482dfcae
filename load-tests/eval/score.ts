import type { Span } from '../can/labelled.ts'

/** The detectors' findings on a capture and the truth, by frame; times in ms, oldest first. */
export interface Judged {
  readonly ts: ArrayLike<number>
  /** 1: the attacker's; 0: genuine; 2: does not count. */
  readonly truth: ArrayLike<number>
  /** 1: a detector attributes it to the attacker. */
  readonly blamed: ArrayLike<number>
  readonly intervals: readonly Span[]
  /** Times at which alerts were raised. */
  readonly raised: readonly number[]
  /** Times at which an alert was raised, or reported again. */
  readonly signs: readonly number[]
}

/** Counts that add up over captures. */
export interface Tally {
  readonly attackFrames: number
  readonly blamedRightly: number
  readonly blamedWrongly: number
  readonly intervals: number
  readonly found: number
  readonly alerts: number
  readonly alertsInside: number
  /** From the beginning of each found interval to its first sign, ms. */
  readonly delays: readonly number[]
}

export interface Ratio {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** An alert up to this long after an attack's end still belongs to that attack, ms. */
export const graceMs = 1_000

export const noTally: Tally = {
  attackFrames: 0,
  blamedRightly: 0,
  blamedWrongly: 0,
  intervals: 0,
  found: 0,
  alerts: 0,
  alertsInside: 0,
  delays: [],
}

export function tallyOf({ ts, truth, blamed, intervals, raised, signs }: Judged): Tally {
  const frames = { attackFrames: 0, blamedRightly: 0, blamedWrongly: 0 }
  for (let i = 0; i < ts.length; i++) {
    if (truth[i] === 1) frames.attackFrames += 1
    if (blamed[i] === 1 && truth[i] === 1) frames.blamedRightly += 1
    if (blamed[i] === 1 && truth[i] === 0) frames.blamedWrongly += 1
  }
  const firsts = intervals.map((span) => signs.find((at) => isWithin(at, span)))
  const delays = intervals.flatMap(({ from }, i) => (firsts[i] === undefined ? [] : [firsts[i] - from]))
  const alertsInside = raised.filter((at) => intervals.some((span) => isWithin(at, span))).length
  return { ...frames, intervals: intervals.length, found: delays.length, alerts: raised.length, alertsInside, delays }
}

const isWithin = (at: number, { from, to }: Span) => at >= from && at <= to + graceMs

export function added(a: Tally, b: Tally): Tally {
  return {
    attackFrames: a.attackFrames + b.attackFrames,
    blamedRightly: a.blamedRightly + b.blamedRightly,
    blamedWrongly: a.blamedWrongly + b.blamedWrongly,
    intervals: a.intervals + b.intervals,
    found: a.found + b.found,
    alerts: a.alerts + b.alerts,
    alertsInside: a.alertsInside + b.alertsInside,
    delays: [...a.delays, ...b.delays],
  }
}

/**
 * The share of blamed frames that are the attacker's (precision), and of the attacker's frames that are blamed
 * (recall). NaN if the divisor is zero.
 */
export function framesOf({ attackFrames, blamedRightly, blamedWrongly }: Tally): Ratio {
  return ratio(
    blamedRightly / (blamedRightly + blamedWrongly),
    attackFrames === 0 ? Number.NaN : blamedRightly / attackFrames,
  )
}

/** The share of alerts within an attack (or up to `graceMs` after it), and of attacks that have a sign there. */
export function intervalsOf({ intervals, found, alerts, alertsInside }: Tally): Ratio {
  return ratio(alerts === 0 ? Number.NaN : alertsInside / alerts, found / intervals)
}

function ratio(precision: number, recall: number): Ratio {
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

/** Attack frames no farther apart than this belong to one attack, ms. */
const apartMs = 1_000

/** The intervals of labelled frames: each from the first to the last frame of one attack. */
export function intervalsIn(ts: ArrayLike<number>, truth: ArrayLike<number>): Span[] {
  const spans: { from: number; to: number }[] = []
  for (let i = 0; i < ts.length; i++) {
    if (truth[i] !== 1) continue
    const last = spans.at(-1)
    if (last !== undefined && ts[i]! - last.to <= apartMs) last.to = ts[i]!
    else spans.push({ from: ts[i]!, to: ts[i]! })
  }
  return spans
}
