import { parsed, refused, type Parsed } from '@carapace/shared/core/parsed'
import type { Span } from '../can/labelled.ts'

/** One row of a labels file: a position in the capture, as in the file, and whether it is the attacker's. */
interface Mark {
  readonly line: number
  readonly place: number
  readonly isAttack: boolean
}

interface Stretch {
  readonly line: number
  readonly from: number
  readonly to: number
  readonly kind: string
}

export type Labels =
  | { readonly form: 'frames'; readonly marks: readonly Mark[] }
  | { readonly form: 'intervals'; readonly stretches: readonly Stretch[] }

/** The frames of the labelled capture: their times in ms, and the line of each if the file has lines. */
export interface Places {
  readonly ts: ArrayLike<number>
  readonly lines: ArrayLike<number> | undefined
}

export interface Placed {
  /** For each frame: 1 the attacker's, 0 genuine. */
  readonly truth: Uint8Array
  readonly intervals: readonly Span[]
  /** How the positions were interpreted: `times in seconds`, `line numbers` … */
  readonly how: string
  /** Rows without a matching frame. */
  readonly lost: number
}

const numbersIn = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/**
 * Reads labels: each row is `timestamp_or_line,0|1` or `start,end[,kind]`. A first row without numbers is a header;
 * empty rows and rows that begin with # are skipped. Refuses wrong input with its line number.
 */
export function parseLabels(text: string): Parsed<Labels> {
  const rows = text.split(/\r\n|\n|\r/).map((row, i) => ({
    line: i + 1,
    cells: row
      .replace(/^\uFEFF/, '')
      .split(/[,;\t]/)
      .map((cell) => cell.trim()),
  }))
  const dataRows = rows.filter(({ cells }) => cells.some((cell) => cell !== '') && !cells[0]!.startsWith('#'))
  const body = dataRows.length > 0 && !numbersIn.test(dataRows[0]!.cells[0]!) ? dataRows.slice(1) : dataRows
  if (body.length === 0) return refused('holds no labels: expected rows "timestamp_or_line,0|1" or "start,end[,kind]"')
  const wrong = body.find(({ cells }) => cells.length < 2 || !numbersIn.test(cells[0]!) || !numbersIn.test(cells[1]!))
  if (wrong !== undefined)
    return refused(
      `line ${wrong.line}: expected "timestamp_or_line,0|1" or "start,end[,kind]", not ` +
        `"${wrong.cells.join(',').slice(0, 80)}"`,
    )
  const isMarks = body.every(({ cells }) => Number(cells[1]) === 0 || Number(cells[1]) === 1)
  return isMarks ? parsed({ form: 'frames', marks: body.map(markOf) }) : stretchesOf(body)
}

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

const markOf = ({ line, cells }: Row): Mark => ({ line, place: Number(cells[0]), isAttack: Number(cells[1]) === 1 })

function stretchesOf(body: readonly Row[]): Parsed<Labels> {
  const stretches = body.map(({ line, cells }) => ({
    line,
    from: Number(cells[0]),
    to: Number(cells[1]),
    kind: cells[2] ?? '',
  }))
  const wrong = stretches.find(({ from, to }) => to < from)
  if (wrong === undefined) return parsed({ form: 'intervals', stretches: stretches.sort((a, b) => a.from - b.from) })
  return refused(
    `line ${wrong.line}: the interval ends at ${wrong.to}, before it begins at ${wrong.from}; if ` +
      'these are labels of frames, the second column must be 0 or 1',
  )
}

/** Finds the frames of the labels, or returns the reason why there are none. */
export function placeLabels(labels: Labels, places: Places): Parsed<Placed> {
  const positions =
    labels.form === 'frames'
      ? labels.marks.map(({ place }) => place)
      : labels.stretches.flatMap(({ from, to }) => [from, to])
  const numbering = numberingOf(positions, places)
  if (numbering !== undefined) return parsed(byNumber(labels, places, numbering))
  const unit = unitOf(positions, places.ts)
  if (unit === undefined) return refused(outOfRange(positions, places))
  return labels.form === 'frames'
    ? byTime(labels.marks, places.ts, unit)
    : parsed(withIn(labels.stretches, places.ts, unit))
}

interface Numbering {
  readonly how: string
  /** The frame of a number, or undefined. */
  readonly frameOf: (number: number) => number | undefined
}

/** Whole numbers that are all valid line or frame numbers are read as such, unless they fit the times better. */
function numberingOf(positions: readonly number[], { ts, lines }: Places): Numbering | undefined {
  const most = positions.reduce((a, b) => Math.max(a, b), -Infinity)
  const least = positions.reduce((a, b) => Math.min(a, b), Infinity)
  if (!positions.every(Number.isInteger) || least < 0 || most > (lines?.[lines.length - 1] ?? ts.length))
    return undefined
  const isTime =
    least * 1000 >= ts[0]! && most * 1000 <= ts[ts.length - 1]! && new Set(positions).size < positions.length
  if (isTime) return undefined
  if (least === 0)
    return most < ts.length ? { how: 'frame numbers, counted from 0', frameOf: (number) => number } : undefined
  const isWhole = positions.length === ts.length && most === ts.length
  if (isWhole || lines === undefined)
    return most > ts.length ? undefined : { how: 'frame numbers, counted from 1', frameOf: (number) => number - 1 }
  const byLine = new Map(Array.from(lines, (line, frame) => [line, frame]))
  return { how: 'line numbers, counted from 1', frameOf: (number) => byLine.get(number) }
}

function byNumber(labels: Labels, { ts }: Places, { how, frameOf }: Numbering): Placed {
  const truth = new Uint8Array(ts.length)
  if (labels.form === 'frames') {
    const frames = labels.marks.map(({ place, isAttack }) => ({ frame: frameOf(place), isAttack }))
    for (const { frame, isAttack } of frames) if (frame !== undefined && isAttack) truth[frame] = 1
    return { truth, intervals: [], how, lost: frames.filter(({ frame }) => frame === undefined).length }
  }
  const intervals = labels.stretches.flatMap(({ from, to }) => {
    const [first, last] = [frameOf(from), frameOf(to)]
    return first === undefined || last === undefined ? [] : [{ from: ts[first]!, to: ts[last]! }]
  })
  return { truth, intervals, how, lost: labels.stretches.length - intervals.length }
}

/** One unit of the labels in ms, and the distance of their zero from the capture's. */
interface Unit {
  readonly how: string
  readonly ms: number
  readonly zero: number
}

/** The unit for which most labels are within the capture's time. */
function unitOf(positions: readonly number[], ts: ArrayLike<number>): Unit | undefined {
  const [first, last] = [ts[0]!, ts[ts.length - 1]!]
  const units: readonly Unit[] = [
    { how: 'times in seconds', ms: 1000, zero: 0 },
    { how: 'times in ms', ms: 1, zero: 0 },
    { how: 'times in microseconds', ms: 0.001, zero: 0 },
    { how: "seconds since the capture's first frame", ms: 1000, zero: first },
  ]
  const fitting = (unit: Unit) =>
    positions.filter(
      (place) => place * unit.ms + unit.zero >= first - 1000 && place * unit.ms + unit.zero <= last + 1000,
    ).length
  const best = units.map((unit) => ({ unit, fits: fitting(unit) })).reduce((a, b) => (b.fits > a.fits ? b : a))
  return best.fits * 2 > positions.length ? best.unit : undefined
}

function outOfRange(positions: readonly number[], { ts }: Places): string {
  const text = (ms: number) => (ms / 1000).toFixed(3)
  return (
    `its places (${positions[0]}, …) are neither line numbers nor times of the capture, which has ` +
    `${ts.length} frames from ${text(ts[0]!)} s to ${text(ts[ts.length - 1]!)} s; give timestamps in ` +
    'seconds or ms as in the capture, or line numbers counted from 1'
  )
}

/** A label and a frame match if their times differ by no more than this, ms: files round differently. */
const toleranceMs = 0.6

/** Labels with the same time are assigned to the frames of that time in turn; a single label to all of them. */
function byTime(marks: readonly Mark[], ts: ArrayLike<number>, { how, ms, zero }: Unit): Parsed<Placed> {
  const truth = new Uint8Array(ts.length)
  const frames = framesByTime(ts)
  const taken = new Map<number, number>()
  let lost = 0
  let firstLost = 0
  for (const { line, place, isAttack } of marks) {
    const at = nearest(frames.times, place * ms + zero)
    const [from, to] = at === undefined ? [0, 0] : [frames.from[at]!, frames.from[at + 1]!]
    if (at === undefined) {
      firstLost = lost++ === 0 ? line : firstLost
      continue
    }
    const turn = taken.get(at) ?? 0
    taken.set(at, turn + 1)
    if (isAttack) truth[frames.order[Math.min(from + turn, to - 1)]!] = 1
  }
  if (lost * 2 > marks.length)
    return refused(
      `line ${firstLost}: no frame of the capture has this time (${how}), nor have ${lost - 1} others ` +
        `of ${marks.length} labels; labels must belong to this capture`,
    )
  spread(truth, frames, taken)
  return parsed({ truth, intervals: [], how, lost })
}

interface ByTime {
  /** Frame indexes, sorted by time. */
  readonly order: Uint32Array
  readonly times: readonly number[]
  /** The start of each time's frames in `order`, plus the end. */
  readonly from: readonly number[]
}

function framesByTime(ts: ArrayLike<number>): ByTime {
  const order = Uint32Array.from({ length: ts.length }, (_, i) => i).sort((a, b) => ts[a]! - ts[b]! || a - b)
  const times: number[] = []
  const from: number[] = []
  order.forEach((frame, i) => {
    if (times.at(-1) === ts[frame]) return
    times.push(ts[frame]!)
    from.push(i)
  })
  return { order, times, from: [...from, order.length] }
}

/** The index of the time nearest to this one, within the tolerance. */
function nearest(times: readonly number[], wanted: number): number | undefined {
  let low = 0
  let high = times.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < wanted) low = middle + 1
    else high = middle
  }
  const near = low > 0 && wanted - times[low - 1]! < Math.abs(times[low]! - wanted) ? low - 1 : low
  return Math.abs(times[near]! - wanted) <= toleranceMs ? near : undefined
}

/** If there is one label for several frames of its time, all of them get it. */
function spread(truth: Uint8Array, { order, from }: ByTime, taken: ReadonlyMap<number, number>): void {
  for (const [at, labels] of taken) {
    if (labels === 1) for (let i = from[at]!; i < from[at + 1]!; i++) truth[order[i]!] = truth[order[from[at]!]!]!
  }
}

function withIn(stretches: readonly Stretch[], ts: ArrayLike<number>, { how, ms, zero }: Unit): Placed {
  const [first, last] = [ts[0]!, ts[ts.length - 1]!]
  const all = stretches.map(({ from, to }) => ({ from: from * ms + zero, to: to * ms + zero }))
  const intervals = all.filter(({ from, to }) => to >= first && from <= last)
  return { truth: new Uint8Array(ts.length), intervals, how, lost: all.length - intervals.length }
}
