/** How long and how surely two sources have contradicted each other. */
export interface Disagreement {
  /** A sum over time of how far beyond the tolerance they were: a cumulative sum test. */
  score: number
  /** Since when, and by how many observations. */
  since: number
  count: number
  sign: number
  last: number
  /** When it was reported last. */
  reportedAt: number
}

/** The sum at which sources disagree: 15 s at twice the tolerance, 7.5 s at three times. And the least observations. */
const enough = 15
const countLeast = 6
/** A single observation counts for no more than this, s, and at most so many times the tolerance. */
const longest = 5
const farthest = 3
const reportEveryMs = 10_000

export function createDisagreement(): Disagreement {
  return { score: 0, since: Number.NaN, count: 0, sign: 0, last: Number.NaN, reportedAt: -Infinity }
}

/** Adds the residual at a time, in units of the tolerance. Returns true if the sources agree now. */
export function foldResidual(test: Disagreement, at: number, ratio: number): boolean {
  const seconds = Number.isNaN(test.last) ? 1 : Math.max(0, Math.min(longest, (at - test.last) / 1_000))
  test.last = at
  const sign = Math.sign(ratio)
  if (Math.abs(ratio) <= 1) {
    test.score = Math.max(0, test.score - 2 * seconds)
    if (test.score === 0) end(test)
    return true
  }
  // one that is now too large and now too small is noise, or comes late
  if (sign !== test.sign) end(test)
  if (Number.isNaN(test.since)) test.since = at
  test.sign = sign
  test.count += 1
  test.score = Math.min(4 * enough, test.score + seconds * (Math.min(farthest, Math.abs(ratio)) - 1))
  return false
}

function end(test: Disagreement): void {
  Object.assign(test, { score: 0, since: Number.NaN, count: 0, sign: 0 })
}

/** Returns true if the disagreement has lasted long enough, at least `leastMs`. */
export function isSustained({ score, since, last, count }: Disagreement, leastMs: number): boolean {
  return score >= enough && count >= countLeast && last - since >= leastMs
}

/** Returns true if a sustained disagreement is to be reported now: at first, then every ten seconds. */
export function isDue(test: Disagreement): boolean {
  if (test.last - test.reportedAt < reportEveryMs && test.last >= test.reportedAt) return false
  test.reportedAt = test.last
  return true
}
