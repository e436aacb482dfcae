import type { BitGroup } from './bits.ts'
import { idOfKey } from './frame.ts'
import type { Columns } from './learn-columns.ts'
import {
  type Candidate,
  candidateOf,
  createHistory,
  fitOf,
  foldCandidate,
  type History,
  keepSample,
} from './learn-lags.ts'
import { groupOf, isSignedTrack, nameOfBits, sameTrack, textOf, type Tracks } from './learn-tracks.ts'
import { createPast, keepValue, type Past, valueBefore } from './past-values.ts'
import type { CorrelatedField, CorrelationProfile } from './profile.ts'

/**
 * The numbers of a bus that are in a linear relation: wheel speeds and vehicle speed, pedal and torque. Covariances of
 * all moving numbers are gathered on a common clock. Pairs that seem to be related are then compared with each other
 * frame by frame, and their largest distance is kept (rules CAN-RELATION-1 to CAN-RELATION-4 of ./SPEC.md).
 */
export interface Correlations {
  /** Indexes of the tracks whose numbers move. */
  readonly movers: Uint16Array
  /** Indexes of their ids. */
  readonly places: Uint16Array
  /** 1: read as two's complement. */
  readonly signed: Uint8Array
  readonly mean: Float64Array
  readonly variance: Float32Array
  /** Covariances of all pairs of movers, row by row below the diagonal. */
  readonly covariance: Float32Array
  samples: number
  pairs: Pair[]
  /** Pairs that go together, though not well enough at the same time: perhaps one follows the other. Not saved. */
  candidates: Candidate[]
  readonly history: History
  readonly past: Past
}

/**
 * A relation `y = gain x + offset`, x taken `lag` samples earlier, and the residuals from it, as shares of the range of
 * the bits.
 */
interface Pair {
  readonly x: number
  readonly y: number
  readonly lag: number
  readonly gain: number
  readonly offset: number
  /** The largest residual since it was fitted, and the number of samples. */
  worst: number
  samples: number
  least: number
  most: number
  /** How often y went between the lower and the upper part of its range; and whether it was in the upper part last. */
  swings: number
  isHigh: boolean
}

export const moversMost = 72
const pairsKept = 96
const pairsOfOne = 5
/** Time between two samples, ms. Values of an id older than `staleMs` are not used. */
export const sampleMs = 100
export const staleMs = 1_200
/** For covariances every third sample is enough. */
const everySample = 3
/** Pairs with at least this r2 are looked at closer, with lags. */
const candidateR2 = 0.4
const candidatesMost = 64
const candidatesOfOne = 8
const samplesToFit = 150
const leastR2 = 0.95
/** When a relation is accepted: minimum samples and swings, and the maximum residual as a share of the range. */
const believed = { samples: 900, swings: 4, worst: 0.12 } as const

/** Returns correlations among the numbers that move most; data in `before` about those that still exist is kept. */
export function correlationsOf(
  columns: Columns,
  tracks: Tracks,
  before?: { readonly correlations: Correlations; readonly tracks: Tracks },
): Correlations {
  const chosen = moversAmong(columns, tracks)
  const made = empty(
    Uint16Array.from(chosen, ({ i }) => i),
    Uint16Array.from(chosen, ({ place }) => place),
    Uint8Array.from(chosen, ({ i }) => Number(isSignedTrack(tracks, i))),
  )
  if (before) carryOver(made, tracks, before.correlations, before.tracks)
  return made
}

function moversAmong(columns: Columns, tracks: Tracks): { i: number; place: number }[] {
  const all: { i: number; place: number; share: number }[] = []
  for (let place = 0; place + 1 < tracks.from.length; place++) {
    for (let i = tracks.from[place]!; i < tracks.from[place + 1]!; i++) {
      const share = tracks.moves[i]! / Math.max(1, tracks.frames[i]!)
      const range = Math.min(tracks.max[i]! - tracks.min[i]!, tracks.turnedMax[i]! - tracks.turnedMin[i]!)
      const isQuick =
        columns.intervals[place]! > 0 && columns.intervalSum[place]! / columns.intervals[place]! < staleMs / 1.5
      if (share > 0.02 && range >= 16 && isQuick) all.push({ i, place, share })
    }
  }
  return all
    .sort((a, b) => b.share - a.share || a.i - b.i)
    .slice(0, moversMost)
    .sort((a, b) => a.i - b.i)
}

function empty(movers: Uint16Array, places: Uint16Array, signed: Uint8Array): Correlations {
  const count = movers.length
  return {
    movers,
    places,
    signed,
    mean: new Float64Array(count),
    variance: new Float32Array(count),
    covariance: new Float32Array((count * (count - 1)) / 2),
    samples: 0,
    pairs: [],
    candidates: [],
    history: createHistory(count),
    past: createPast(count),
  }
}

/** Returns the index of the covariance of two movers. */
const cellOf = (a: number, b: number): number => (a > b ? (a * (a - 1)) / 2 + b : (b * (b - 1)) / 2 + a)

function carryOver(made: Correlations, tracks: Tracks, old: Correlations, oldTracks: Tracks): void {
  const oldMover = new Map(Array.from(old.movers, (track, mover) => [track, mover]))
  const was = Array.from(made.movers, (track, mover) => {
    const at = oldMover.get(sameTrack(oldTracks, made.places[mover]!, tracks, track)) ?? -1
    return at >= 0 && old.signed[at] === made.signed[mover] ? at : -1
  })
  // a new mover has no data: then all covariances start again, but known pairs stay
  const isSame = was.every((at) => at >= 0)
  if (isSame) {
    made.samples = old.samples
    was.forEach((at, i) => {
      made.mean[i] = old.mean[at]!
      made.variance[i] = old.variance[at]!
      for (let j = 0; j < i; j++) made.covariance[cellOf(i, j)] = old.covariance[cellOf(at, was[j]!)]!
    })
  }
  const now = new Map(was.map((at, mover) => [at, mover]))
  made.candidates = isSame ? moved(old.candidates, now) : []
  made.pairs = old.pairs.flatMap((pair) => {
    const [x, y] = [now.get(pair.x), now.get(pair.y)]
    return x === undefined || y === undefined ? [] : [{ ...pair, x, y }]
  })
}

/** Candidates by the new indexes of their movers; the history begins again. */
function moved(candidates: readonly Candidate[], now: ReadonlyMap<number, number>): Candidate[] {
  return candidates.flatMap((candidate) => {
    const [a, b] = [now.get(candidate.a), now.get(candidate.b)]
    return a === undefined || b === undefined ? [] : [{ ...candidate, a, b }]
  })
}

const values = new Float64Array(moversMost)

/** Adds one sample of all movers, with their latest values at `ts`. */
export function foldSample(correlations: Correlations, columns: Columns, tracks: Tracks, ts: number): void {
  const { movers, places, signed, mean } = correlations
  for (let m = 0; m < movers.length; m++) {
    const isFresh = ts - columns.last[places[m]!]! <= staleMs
    values[m] = isFresh ? shareOf(tracks, movers[m]!, signed[m] === 1) : Number.NaN
  }
  keepSample(correlations.history, values)
  for (let m = 0; m < movers.length; m++)
    if (!Number.isNaN(values[m]!)) keepValue(correlations.past, m, columns.last[places[m]!]!, values[m]!)
  for (const pair of correlations.pairs) {
    // what follows is compared with what the other one was when this one was sent
    const sent = columns.last[places[pair.y]!]!
    const x = pair.lag === 0 ? values[pair.x]! : valueBefore(correlations.past, pair.x, sent - pair.lag * sampleMs)
    if (pair.lag === 0 || ts - sent <= sampleMs) foldPair(pair, x, values[pair.y]!)
  }
  for (const candidate of correlations.candidates) foldCandidate(candidate, correlations.history)
  correlations.samples += 1
  if (correlations.samples % everySample !== 0) return
  const n = correlations.samples / everySample
  const pull = (n - 1) / n
  for (let m = 0; m < movers.length; m++) {
    const away = Number.isNaN(values[m]!) ? 0 : values[m]! - mean[m]!
    mean[m]! += away / n
    values[m] = away
  }
  foldCovariances(correlations, pull)
}

function foldCovariances({ movers, variance, covariance }: Correlations, pull: number): void {
  let cell = 0
  for (let i = 0; i < movers.length; i++) {
    const away = values[i]! * pull
    variance[i]! += away * values[i]!
    for (let j = 0; j < i; j++) covariance[cell++]! += away * values[j]!
  }
}

/** Returns a number as a share of the range of its bits. */
function shareOf({ value, length }: Tracks, i: number, isSigned: boolean): number {
  const share = value[i]! / 2 ** length[i]!
  return isSigned && share >= 0.5 ? share - 1 : share
}

function foldPair(pair: Pair, x: number, y: number): void {
  const residual = Math.abs(y - pair.gain * x - pair.offset)
  if (Number.isNaN(residual)) return
  pair.samples += 1
  if (residual > pair.worst) pair.worst = residual
  if (y < pair.least) pair.least = y
  if (y > pair.most) pair.most = y
  const where = (y - pair.least) / (pair.most - pair.least)
  if (pair.isHigh ? where < 0.35 : where > 0.65) {
    pair.isHigh = !pair.isHigh
    pair.swings += 1
  }
}

/** Drops pairs that came apart, and adds pairs that are correlated now. */
export function fitPairs(correlations: Correlations): void {
  const { movers, variance, covariance, samples } = correlations
  const kept = correlations.pairs.filter(
    (pair) => pair.samples < 100 || pair.worst <= 1.5 * believed.worst * (pair.most - pair.least),
  )
  correlations.pairs = kept
  if (samples / everySample < samplesToFit) return
  const has = new Set(kept.map(({ x, y }) => cellOf(x, y)))
  const uses = new Uint8Array(movers.length)
  for (const { x, y } of kept) for (const mover of [x, y]) uses[mover]! += 1
  for (const { x, y } of likelyPairs(variance, covariance, has)) {
    if (kept.length >= pairsKept) break
    if (uses[x]! >= pairsOfOne || uses[y]! >= pairsOfOne) continue
    uses[x]! += 1
    uses[y]! += 1
    kept.push(pairOf(correlations, x, y))
  }
  addLagged(correlations, has, uses)
  chooseCandidates(correlations)
}

/** Adds the candidates that are correlated closely enough at one lag. */
function addLagged(correlations: Correlations, has: ReadonlySet<number>, uses: Uint8Array): void {
  const { pairs } = correlations
  const fitted = correlations.candidates.flatMap((candidate) => fitOf(candidate) ?? [])
  for (const { x, y, lag, gain, offset, r2 } of fitted.sort((a, b) => b.r2 - a.r2)) {
    if (lag === 0 || r2 < leastR2 || pairs.length >= pairsKept || has.has(cellOf(x, y))) continue
    if (uses[x]! >= pairsOfOne || uses[y]! >= pairsOfOne) continue
    uses[x]! += 1
    uses[y]! += 1
    pairs.push({ ...unproven, x, y, lag, gain, offset })
  }
}

/** Chooses the pairs that are looked at closer until the next time; those that were go on. */
function chooseCandidates(correlations: Correlations): void {
  const { variance, covariance, pairs } = correlations
  const has = new Set(pairs.map(({ x, y }) => cellOf(x, y)))
  const before = new Map(correlations.candidates.map((candidate) => [cellOf(candidate.a, candidate.b), candidate]))
  const uses = new Uint8Array(variance.length)
  correlations.candidates = []
  for (const { x, y } of likelyPairs(variance, covariance, has, candidateR2)) {
    if (correlations.candidates.length >= candidatesMost) break
    if (uses[x]! >= candidatesOfOne || uses[y]! >= candidatesOfOne) continue
    uses[x]! += 1
    uses[y]! += 1
    correlations.candidates.push(before.get(cellOf(x, y)) ?? candidateOf(x, y))
  }
}

function likelyPairs(
  variance: Float32Array,
  covariance: Float32Array,
  has: ReadonlySet<number>,
  least = leastR2,
): { x: number; y: number; r2: number }[] {
  const likely: { x: number; y: number; r2: number }[] = []
  for (let y = 1; y < variance.length; y++) {
    for (let x = 0; x < y; x++) {
      const cell = cellOf(x, y)
      const r2 = covariance[cell]! ** 2 / (variance[x]! * variance[y]!)
      if (r2 >= least && !has.has(cell)) likely.push({ x, y, r2 })
    }
  }
  return likely.sort((a, b) => b.r2 - a.r2)
}

/** Fits a pair without treating either number as exact (reduced major axis). */
function pairOf({ mean, variance, covariance }: Correlations, x: number, y: number): Pair {
  const gain = Math.sign(covariance[cellOf(x, y)]!) * Math.sqrt(variance[y]! / variance[x]!)
  return { ...unproven, x, y, gain, offset: mean[y]! - gain * mean[x]! }
}

/** A pair that was fitted just now. */
const unproven: Omit<Pair, 'x' | 'y' | 'gain' | 'offset'> = {
  lag: 0,
  worst: 0,
  samples: 0,
  least: Infinity,
  most: -Infinity,
  swings: 0,
  isHigh: false,
}

/** Returns the relations that held long enough, in raw numbers. */
export function relationsOf(
  { pairs, movers, places, signed }: Correlations,
  columns: Columns,
  tracks: Tracks,
): CorrelationProfile[] {
  const field = (mover: number): CorrelatedField =>
    fieldOf(groupOf(tracks, movers[mover]!), columns.key[places[mover]!]!, signed[mover] === 1)
  const scale = (mover: number) => 2 ** tracks.length[movers[mover]!]!
  const isBelieved = ({ samples, swings, worst, least, most }: Pair) =>
    samples >= believed.samples && swings >= believed.swings && worst <= believed.worst * (most - least)
  return pairs
    .filter(isBelieved)
    .map(({ x, y, lag, gain, offset, worst, least, most, samples }) => ({
      ...(lag === 0 ? {} : { lagMs: lag * sampleMs }),
      x: field(x),
      y: field(y),
      gain: (gain * scale(y)) / scale(x),
      offset: offset * scale(y),
      spread: worst * scale(y),
      min: least * scale(y),
      max: most * scale(y),
      samples,
    }))
}

function fieldOf(group: BitGroup, key: number, isSigned: boolean): CorrelatedField {
  const { startBit, length, isIntel } = group
  return { ...idOfKey(key), name: nameOfBits(group), startBit, length, isIntel, isSigned }
}

export interface SavedCorrelations {
  readonly movers: string
  readonly places: string
  readonly signed: string
  readonly mean: string
  readonly variance: string
  readonly covariance: string
  readonly samples: number
  readonly pairs: readonly Pair[]
}

/** Returns them as text for JSON, which has no infinities. */
export function saveCorrelations({
  movers,
  places,
  signed,
  mean,
  variance,
  covariance,
  samples,
  pairs,
}: Correlations): SavedCorrelations {
  return {
    movers: textOf(movers),
    places: textOf(places),
    signed: textOf(signed),
    mean: textOf(mean),
    variance: textOf(variance),
    covariance: textOf(covariance),
    samples,
    pairs: pairs.filter((pair) => pair.samples > 0),
  }
}

export function restoreCorrelations(saved: SavedCorrelations): Correlations {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64')).buffer
  return {
    movers: new Uint16Array(bytes(saved.movers)),
    places: new Uint16Array(bytes(saved.places)),
    signed: new Uint8Array(bytes(saved.signed)),
    mean: new Float64Array(bytes(saved.mean)),
    variance: new Float32Array(bytes(saved.variance)),
    covariance: new Float32Array(bytes(saved.covariance)),
    samples: saved.samples,
    // what was saved before pairs had a lag has none
    pairs: saved.pairs.map((pair) => ({ ...unproven, ...pair })),
    candidates: [],
    history: createHistory(new Uint16Array(bytes(saved.movers)).length),
    past: createPast(new Uint16Array(bytes(saved.movers)).length),
  }
}
