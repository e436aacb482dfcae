import type { Envelope } from './source.ts'

/**
 * What is known of two sources that go together: `y = gain x + offset`. A declared line is known before; it is watched
 * once the two have agreed. Others are fitted, held against what comes later, and only then watched.
 */
export interface Line {
  state: 'learning' | 'checking' | 'watched' | 'refused'
  gain: number
  offset: number
  /** Mean square of the residuals. */
  square: number
  /** Number of observations in this state. */
  samples: number
  /** How often the fit did not hold later. */
  failures: number
  least: number
  most: number
  meanX: number
  meanY: number
  xx: number
  xy: number
  yy: number
}

/** What two sources have to show before they are compared, and how far they may then be apart. */
export interface LineRules {
  /** Gain 1, offset 0; `false`: both are learned. */
  readonly isDeclared: boolean
  /** Observations to learn, and x from the least to the greatest of them. */
  readonly samples: number
  readonly range: number
  /** Least part of the variance of y that x has to explain. */
  readonly leastR2: number
  /** The least tolerance at `y`, and the one that is used while the residuals are not known yet. */
  readonly floor: (y: number) => number
  readonly wide: (y: number) => number
}

/** A gain that was declared to be 1 may be learned within these bounds: tyres wear, speedometers show more. */
const biasMost = 0.08
const gainsApart = 0.25
/** So many mean deviations away from the line is no chance. */
const deviations = 4
/** Observations after which the spread of the residuals is known. */
const spreadKnown = 120
const failuresMost = 5
/** Share of a new observation in what goes on being learned. */
const pace = 0.01

export function createLine(): Line {
  const none = { meanX: 0, meanY: 0, xx: 0, xy: 0, yy: 0 }
  return {
    state: 'learning',
    gain: 1,
    offset: 0,
    square: 0,
    samples: 0,
    failures: 0,
    least: Infinity,
    most: -Infinity,
    ...none,
  }
}

/** The distance of y from what x lets expect: 0 if it is between its limits. */
export interface Residual {
  readonly expected: number
  readonly residual: number
  readonly tolerance: number
}

export function residualOf(line: Line, rules: LineRules, { least, most }: Envelope, y: number): Residual {
  const [a, b] = [line.gain * least + line.offset, line.gain * most + line.offset]
  const expected = Math.max(Math.min(a, b), Math.min(Math.max(a, b), y))
  return { expected, residual: y - expected, tolerance: toleranceOf(line, rules, y) }
}

function toleranceOf({ state, samples, square }: Line, { isDeclared, floor, wide }: LineRules, y: number): number {
  const isKnown = state !== 'learning' && (!isDeclared || samples >= spreadKnown)
  if (!isKnown) return wide(y)
  const spread = deviations * Math.sqrt(square)
  return isDeclared ? Math.min(wide(y), Math.max(floor(y), spread)) : Math.max(floor(y), spread)
}

/** Learns from an observation, unless the line is watched and the observation contradicts it. */
export function learnLine(line: Line, rules: LineRules, envelope: Envelope, y: number): void {
  const found = residualOf(line, rules, envelope, y)
  const x = (envelope.least + envelope.most) / 2
  if (line.state === 'watched') refine(line, rules, found, x)
  else if (line.state === 'checking') check(line, rules, found)
  else if (line.state === 'learning' && rules.isDeclared) agree(line, rules, found, x)
  else if (line.state === 'learning') gather(line, rules, x, y)
}

function refine(line: Line, { isDeclared, wide }: LineRules, found: Residual, x: number): void {
  const { residual, expected, tolerance } = found
  if (Math.abs(residual) > tolerance) return
  line.samples += 1
  const share = Math.max(pace, 1 / (line.samples + 1))
  line.square += share * (residual ** 2 - line.square)
  // at low speed an offset would look like a gain
  if (!isDeclared || Math.abs(x) < 4 * wide(0)) return
  const wanted = (expected + residual) / x - 1
  line.gain += pace * (Math.max(-biasMost, Math.min(biasMost, wanted)) - (line.gain - 1))
}

/**
 * A declared line: the two have to agree, at several values and with about the declared gain, before they can disagree.
 */
function agree(
  line: Line,
  { samples, range }: LineRules,
  { residual, expected, tolerance }: Residual,
  x: number,
): void {
  if (Math.abs(residual) > tolerance) return begin(line, 'learning')
  line.samples += 1
  line.least = Math.min(line.least, x)
  line.most = Math.max(line.most, x)
  gatherMoments(line, x, expected + residual)
  if (line.samples < samples || line.most - line.least < range) return
  begin(line, Math.abs(line.xy / line.xx - 1) <= gainsApart ? 'watched' : 'learning')
}

function gatherMoments(line: Line, x: number, y: number): void {
  const [dx, dy] = [x - line.meanX, y - line.meanY]
  line.meanX += dx / line.samples
  line.meanY += dy / line.samples
  line.xx += dx * (x - line.meanX)
  line.xy += dx * (y - line.meanY)
  line.yy += dy * (y - line.meanY)
}

function gather(line: Line, { samples, range, leastR2 }: LineRules, x: number, y: number): void {
  line.samples += 1
  line.least = Math.min(line.least, x)
  line.most = Math.max(line.most, x)
  gatherMoments(line, x, y)
  if (line.samples < samples) return
  if (line.most - line.least < range || line.xy ** 2 < leastR2 * line.xx * line.yy) {
    // a longer time may show more; one that is twice as long has shown enough
    if (line.samples >= 4 * samples) fail(line)
    return
  }
  const gain = line.xy / line.xx
  const square = (line.yy - gain * line.xy) / line.samples
  const offset = line.meanY - gain * line.meanX
  begin(line, 'checking')
  Object.assign(line, { gain, offset, square })
}

/** Later observations decide whether what was fitted holds: else it was chance. */
function check(line: Line, { samples }: LineRules, { residual, tolerance }: Residual): void {
  line.samples += 1
  line.xx += residual ** 2
  if (Math.abs(residual) > tolerance) line.xy += 1
  if (line.samples < samples / 2) return
  const square = line.xx / line.samples
  if (line.xy > 0.02 * line.samples || square > 2.25 * line.square + 1e-9) return fail(line)
  begin(line, 'watched')
  line.square = Math.max(square, line.square)
}

function fail(line: Line): void {
  begin(line, line.failures + 1 >= failuresMost ? 'refused' : 'learning')
  line.failures += 1
  Object.assign(line, { gain: 1, offset: 0, square: 0 })
}

/** Begins a state; what was fitted stays. */
export function begin(line: Line, state: Line['state']): void {
  Object.assign(line, { state, samples: 0, least: Infinity, most: -Infinity, meanX: 0, meanY: 0, xx: 0, xy: 0, yy: 0 })
}

/** What is kept of a line that is watched: gain, offset, mean square of the residuals, observations. */
export type SavedLine = readonly [gain: number, offset: number, square: number, samples: number]

export function saveLine({ state, gain, offset, square, samples }: Line): SavedLine | undefined {
  return state === 'watched' ? [gain, offset, square, samples] : undefined
}

export function restoreLine([gain, offset, square, samples]: SavedLine): Line {
  return { ...createLine(), state: 'watched', gain, offset, square, samples }
}
