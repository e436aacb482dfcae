import { createDisagreement, type Disagreement, foldResidual, isDue, isSustained } from './disagreement.ts'
import {
  begin,
  createLine,
  learnLine,
  type Line,
  type Residual,
  residualOf,
  restoreLine,
  type SavedLine,
} from './line.ts'
import { type Relation, relationsBetween } from './relations.ts'
import { type Envelope, envelopeAt, newestOf, type Source } from './source.ts'

/** Two sources that are held against each other. */
export interface Pair {
  readonly id: string
  readonly relation: Relation
  readonly y: Source
  readonly x: Source
  line: Line
  readonly test: Disagreement
  /** Number of samples of y that were compared. */
  compared: number
  /** Values when the two agreed last. */
  agreedX: number
  agreedY: number
  /** Values when they had just come apart. */
  apartX: number
  apartY: number
  /** The newest comparison. */
  valueX: number
  valueY: number
  latest: Residual
}

/** Most pairs of a vehicle. */
const pairsMost = 16
/** A disagreement that lasts so long is the vehicle's new normal: a part was replaced, or a database is wrong. */
const acceptedAfterMs = 30 * 60_000
/** Longer than wheels spin, ms; and the speeds at which they may: the vehicle hardly moves, the wheels turn slowly. */
const spinMs = 60_000
const sustainedMs = 12_000

/** Adds the pairs of a new source with the others. */
export function pairUp(
  pairs: Pair[],
  sources: Iterable<Source>,
  added: Source,
  saved: Readonly<Record<string, SavedLine>>,
): void {
  for (const source of sources) {
    if (source === added) continue
    for (const { relation, y, x } of relationsBetween(source, added)) {
      const id = `${relation.title}|${y.id}|${x.id}`
      if (pairs.length >= pairsMost || pairs.some((pair) => pair.id === id)) continue
      const line = Object.hasOwn(saved, id) ? restoreLine(saved[id]!) : createLine()
      pairs.push({
        id,
        relation,
        y,
        x,
        line,
        test: createDisagreement(),
        compared: y.count,
        agreedX: 0,
        agreedY: 0,
        apartX: 0,
        apartY: 0,
        valueX: 0,
        valueY: 0,
        latest: { expected: 0, residual: 0, tolerance: 1 },
      })
    }
  }
}

/**
 * Compares what can be compared by now: samples of y that samples of x enclose. Returns true if a lasting disagreement
 * is to be reported.
 */
export function comparePair(pair: Pair, pairs: readonly Pair[]): boolean {
  const { y, x, relation } = pair
  let isToReport = false
  pair.compared = Math.min(Math.max(pair.compared, y.count - y.at.length), y.count)
  for (; pair.compared < y.count; pair.compared++) {
    const place = pair.compared % y.at.length
    const at = y.at[place]!
    if (newestOf(x) < at + relation.widthMs) break
    const envelope = relation.widthMs === 0 ? sameTime(x, at) : envelopeAt(x, at, relation.widthMs)
    if (envelope !== undefined && observe(pair, pairs, at, envelope, y.value[place]!)) isToReport = true
  }
  return isToReport
}

/** What is derived together has one time. */
function sameTime(x: Source, at: number) {
  const value = x.value[(x.count - 1) % x.value.length]!
  return newestOf(x) === at ? { least: value, most: value } : undefined
}

function observe(pair: Pair, pairs: readonly Pair[], at: number, envelope: Envelope, value: number): boolean {
  const { line, relation, test } = pair
  const isWatched = line.state === 'watched'
  if (isWatched) {
    pair.latest = residualOf(line, relation, envelope, value)
    pair.valueY = value
    pair.valueX = (envelope.least + envelope.most) / 2
  }
  learnLine(line, relation, envelope, value)
  if (!isWatched) return false
  const isAgreed = foldResidual(test, at, pair.latest.residual / pair.latest.tolerance)
  if (isAgreed && test.count === 0) [pair.agreedX, pair.agreedY] = [pair.valueX, pair.valueY]
  if (test.count <= onset) [pair.apartX, pair.apartY] = [pair.valueX, pair.valueY]
  if (isAgreed || !isSustained(test, maySpin(pair) ? spinMs : sustainedMs)) return false
  if (at - test.since > acceptedAfterMs) {
    accept(pair, pairs)
    return false
  }
  return isDue(test)
}

/** Observations at the beginning of a disagreement, which show who moved away. */
const onset = 3

/** What was learned of the source that may have changed is learned again. */
function accept({ x }: Pair, pairs: readonly Pair[]): void {
  for (const pair of pairs) {
    if (pair.x.place !== x.place && pair.y.place !== x.place) continue
    begin(pair.line, 'learning')
    Object.assign(pair.test, createDisagreement())
  }
}

/** Returns true if no watched pair of a source shows a disagreement: what is derived from it may be compared. */
export function isTrusted(source: Source, pairs: readonly Pair[]): boolean {
  return !pairs.some(({ x, y, test }) => (x === source || y === source) && test.score > 0)
}

const standingKph = 8
const spinningKph = 80

function maySpin({ relation, y, valueY, valueX }: Pair): boolean {
  return relation.y === 'speed' && y.place === 'GPS' && valueY < standingKph && valueX < spinningKph
}

/** Which of two sources is rather false, and why. */
export interface Suspect {
  readonly source: Source
  readonly why: string
}

/** The source that disagrees with more of the others; of two alone the one that moved away from where both agreed. */
export function suspectOf(pair: Pair, pairs: readonly Pair[]): Suspect {
  const { x, y } = pair
  const [ofX, ofY] = [votes(x, pairs), votes(y, pairs)]
  const shareX = ofX.against / ofX.all
  const shareY = ofY.against / ofY.all
  if (shareX !== shareY) {
    const { against, all } = shareX > shareY ? ofX : ofY
    return { source: shareX > shareY ? x : y, why: `it disagrees with ${against} of ${all}, the other with fewer` }
  }
  const movedX = Math.abs(pair.line.gain * (pair.apartX - pair.agreedX))
  const movedY = Math.abs(pair.apartY - pair.agreedY)
  return { source: movedX >= movedY ? x : y, why: 'it moved away from where both agreed' }
}

/** With how many other sources a source disagrees, and how many it is compared with. */
function votes(source: Source, pairs: readonly Pair[]): { against: number; all: number } {
  const own = pairs.filter(
    ({ x, y, line, test }) => (x === source || y === source) && line.state === 'watched' && !Number.isNaN(test.last),
  )
  return { against: own.filter(({ test }) => test.score > 0).length, all: own.length }
}
