/**
 * Finds by how much one number follows another: moments of two numbers at several lags, from samples on a common clock
 * (rule CAN-RELATION-9 of ./SPEC.md).
 */
export interface Candidate {
  readonly a: number
  readonly b: number
  /** For each lag from `-lagsMost` (b is earlier) to `lagsMost` (a is earlier): `momentsOf` them. */
  readonly moments: Float64Array
}

/** The latest samples of all movers, newest last. */
export interface History {
  readonly movers: number
  readonly values: Float32Array
  count: number
}

/** The longest lag in samples: a second. */
export const lagsMost = 10
const kept = lagsMost + 1
const moments = 6
/** Samples that a fit needs, and how much more a lag has to explain than none: else there is none. */
const samplesToFit = 200
const gainOfLag = 0.01

export const createHistory = (movers: number): History => ({
  movers,
  values: new Float32Array(movers * kept).fill(Number.NaN),
  count: 0,
})

/** Adds a sample of all movers: the first of `values`. */
export function keepSample(history: History, values: Float64Array): void {
  history.count += 1
  const row = (history.count % kept) * history.movers
  for (let mover = 0; mover < history.movers; mover++) history.values[row + mover] = values[mover]!
}

/** Returns the value of a mover `lag` samples ago; NaN if it was not known. */
export function laggedValue({ movers, values, count }: History, mover: number, lag: number): number {
  return lag >= count ? Number.NaN : values[((count - lag) % kept) * movers + mover]!
}

export const candidateOf = (a: number, b: number): Candidate => ({
  a,
  b,
  moments: new Float64Array((2 * lagsMost + 1) * moments),
})

/** Adds the newest sample: each number now, with the other one now and earlier. */
export function foldCandidate({ a, b, moments: sums }: Candidate, history: History): void {
  for (let lag = -lagsMost; lag <= lagsMost; lag++) {
    const valueA = laggedValue(history, a, Math.max(0, lag))
    const valueB = laggedValue(history, b, Math.max(0, -lag))
    if (Number.isNaN(valueA) || Number.isNaN(valueB)) continue
    const at = (lag + lagsMost) * moments
    const n = (sums[at]! += 1)
    const [awayA, awayB] = [valueA - sums[at + 1]!, valueB - sums[at + 2]!]
    sums[at + 1]! += awayA / n
    sums[at + 2]! += awayB / n
    sums[at + 3]! += awayA * (valueA - sums[at + 1]!)
    sums[at + 4]! += awayB * (valueB - sums[at + 2]!)
    sums[at + 5]! += awayA * (valueB - sums[at + 2]!)
  }
}

/** A line between two numbers: y follows x by `lag` samples. */
export interface LaggedFit {
  readonly x: number
  readonly y: number
  readonly lag: number
  readonly gain: number
  readonly offset: number
  readonly r2: number
}

/** Returns the line at the lag that explains most; undefined if there were too few samples. */
export function fitOf({ a, b, moments: sums }: Candidate): LaggedFit | undefined {
  const r2At = (lag: number): number => {
    const at = (lag + lagsMost) * moments
    const both = sums[at + 3]! * sums[at + 4]!
    return sums[at]! < samplesToFit || both === 0 ? 0 : sums[at + 5]! ** 2 / both
  }
  let best = 0
  for (let lag = -lagsMost; lag <= lagsMost; lag++) if (r2At(lag) > r2At(best)) best = lag
  if (r2At(best) < r2At(0) + gainOfLag) best = 0
  const at = (best + lagsMost) * moments
  const [, meanA, meanB, varianceA, varianceB, both] = sums.subarray(at, at + moments)
  if (r2At(best) === 0) return undefined
  const gain = Math.sign(both!) * Math.sqrt(varianceB! / varianceA!)
  const forward = { x: a, y: b, lag: best, gain, offset: meanB! - gain * meanA!, r2: r2At(best) }
  return best >= 0
    ? forward
    : { x: b, y: a, lag: -best, gain: 1 / gain, offset: meanA! - meanB! / gain, r2: forward.r2 }
}
