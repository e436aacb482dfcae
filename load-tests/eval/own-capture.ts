import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import type { CanProfile } from '@carapace/shared/msoc/can/profile'
import { UsageError } from '../fleet/cli.ts'
import { framesOfFile } from './capture-file.ts'
import { scoredOf, writePrecisionRecall } from './curves.ts'
import { readDatabase } from './databases.ts'
import { parseLabels, placeLabels, type Labels, type Placed } from './labels.ts'
import type { OwnCapture } from './options.ts'
import { columns } from './report.ts'
import { framesOf, intervalsIn, intervalsOf, tallyOf, type Ratio, type Tally } from './score.ts'
import { learned, watched, type DetectionResult } from './watching.ts'

/** The minimum number of frames to learn from. */
const learnedLeast = 500

/**
 * Watches a capture and scores the findings by its labels; prints a table, and writes JSON if requested.
 */
export function judgeCapture(options: OwnCapture): void {
  const labels = options.labels === undefined ? undefined : readLabels(options.labels)
  const { ts, lines } = indexed(options)
  const placed = labels === undefined ? undefined : place(labels, options.labels!, ts, lines)
  const { profiles, from } = normal(options, ts, placed)
  const result = watched(framesFrom(options, from), { profileOf: (bus) => profileFor(profiles, bus) })
  const tally =
    placed === undefined
      ? undefined
      : scored(result, ts.subarray(from), placed.truth.subarray(from), intervalsFor(labels!, placed, ts))
  print(result, tally, labels)
  if (labels !== undefined && placed !== undefined) {
    const scored = scoredOf(result.reports, intervalsFor(labels, placed, ts))
    console.log(`curve: ${writePrecisionRecall(options.out, options.capture, new Map([['all attacks', scored]]))}`)
  }
  if (options.json !== undefined)
    writeFileSync(options.json, `${JSON.stringify(resultOf(options, result, placed, tally, from), null, 1)}\n`)
}

function readLabels(path: string): Labels {
  if (!existsSync(path)) throw new UsageError(`${path}: no such file`)
  const labels = parseLabels(readFileSync(path, 'utf8'))
  if (!labels.ok) throw new UsageError(`${path}: ${labels.reason}`)
  return labels.value
}

/** The capture's times and lines, by frame. */
function indexed({ capture, format }: OwnCapture): { ts: Float64Array; lines: Uint32Array | undefined } {
  const ts: number[] = []
  const lines: number[] = []
  for (const { frame, line } of framesOfFile(capture, format)) {
    ts.push(frame.ts)
    lines.push(line)
  }
  return { ts: Float64Array.from(ts), lines: lines[0] === 0 ? undefined : Uint32Array.from(lines) }
}

function place(labels: Labels, path: string, ts: Float64Array, lines: Uint32Array | undefined): Placed {
  const placed = placeLabels(labels, { ts, lines })
  if (!placed.ok) throw new UsageError(`${path}: ${placed.reason}`)
  const { how, lost } = placed.value
  console.log(
    `${path}: ` +
      (labels.form === 'frames' ? `${labels.marks.length} frame labels, ` : `${labels.stretches.length} intervals, `) +
      `read as ${how}${lost > 0 ? `; ${lost} of them fit nothing in the capture` : ''}`,
  )
  return placed.value
}

/**
 * The normal profile, and the first frame to watch: from the training file, or from the capture before its first
 * attack.
 */
function normal({ train, format, dbc, capture }: OwnCapture, ts: Float64Array, placed: Placed | undefined) {
  const compiled = dbc === undefined ? undefined : readDatabase(dbc).dbc
  if (train !== undefined) return { profiles: learned(plain(framesOfFile(train, format)), compiled), from: 0 }
  if (placed === undefined)
    throw new UsageError(
      'say what is normal: --train FILE with benign traffic of the same buses, or --labels FILE, so that the ' +
        'frames before the first attack can be learned from',
    )
  const first = firstAttack(ts, placed)
  // the frames right before the attack are watched, too, so that a false alert there can show
  const from = Math.floor(first * 0.8)
  if (from < learnedLeast)
    throw new UsageError(
      `${capture}: its first attack begins at frame ${first + 1}; that leaves fewer than ` +
        `${learnedLeast} frames to learn from. Give benign traffic of the same buses with --train FILE`,
    )
  console.log(
    `${capture}: learned from its first ${from.toLocaleString('en')} frames, before the first ` +
      'attack; the rest is watched',
  )
  return { profiles: learned(firstFrames(framesOfFile(capture, format), from), compiled), from }
}

function firstAttack(ts: Float64Array, { truth, intervals }: Placed): number {
  const frame = truth.indexOf(1)
  const begins = Math.min(...intervals.map(({ from }) => from), Infinity)
  const within = ts.findIndex((at) => at >= begins)
  return Math.min(frame < 0 ? ts.length : frame, within < 0 ? ts.length : within)
}

function* plain(frames: Iterable<{ frame: CanFrame }>): Generator<CanFrame> {
  for (const { frame } of frames) yield frame
}

function* firstFrames(frames: Iterable<{ frame: CanFrame }>, count: number): Generator<CanFrame> {
  let left = count
  for (const { frame } of frames) {
    if (left-- <= 0) return
    yield frame
  }
}

function* framesFrom({ capture, format }: OwnCapture, from: number): Generator<CanFrame> {
  let skipped = 0
  for (const { frame } of framesOfFile(capture, format)) if (skipped++ >= from) yield frame
}

/**
 * The profile of the bus with this name. Tools name buses differently: if there is only one bus, its profile is used
 * for any name.
 */
function profileFor(profiles: ReadonlyMap<string, CanProfile>, bus: string): CanProfile | undefined {
  return profiles.get(bus) ?? (profiles.size === 1 ? [...profiles.values()][0] : undefined)
}

const intervalsFor = (labels: Labels, placed: Placed, ts: Float64Array) =>
  labels.form === 'frames' ? intervalsIn(ts, placed.truth) : placed.intervals

function scored(
  { blamed, raised, signs }: DetectionResult,
  ts: Float64Array,
  truth: Uint8Array,
  intervals: Placed['intervals'],
): Tally {
  const isBlamed = new Uint8Array(ts.length)
  for (const frame of blamed) isBlamed[frame] = 1
  return tallyOf({ ts, truth, blamed: isBlamed, intervals, raised: raised.map(({ ts }) => ts), signs })
}

const listedMost = 40

function print(
  { frames, raised, blamed }: DetectionResult,
  tally: Tally | undefined,
  labels: Labels | undefined,
): void {
  console.log(
    `\n${frames.toLocaleString('en')} frames watched, ${blamed.size.toLocaleString('en')} of them ` +
      `blamed, ${raised.length} alerts`,
  )
  for (const { ts, rule, title } of raised.slice(0, listedMost))
    console.log(`  ${(ts / 1000).toFixed(6)}  ${rule.padEnd(16)}  ${title}`)
  if (raised.length > listedMost) console.log(`  and ${raised.length - listedMost} more`)
  if (tally === undefined) return
  const line = (name: string, { precision, recall, f1 }: Ratio, of: string) => [
    name,
    ...[precision, recall, f1].map((value) => (Number.isNaN(value) ? '-' : value.toFixed(3))),
    of,
  ]
  const rows = [
    ...(labels?.form === 'frames'
      ? [line('frames', framesOf(tally), `${tally.attackFrames.toLocaleString('en')} of the attacker's`)]
      : []),
    line('intervals', intervalsOf(tally), `${tally.found} of ${tally.intervals} found`),
  ]
  console.log(`\n${columns([['', 'precision', 'recall', 'F1', ''], ...rows])}`)
  if (tally.delays.length > 0)
    console.log(
      `time to the first alert: ${tally.delays
        .map((ms) => `${Math.round(ms)} ms`)
        .slice(0, 10)
        .join(', ')}${tally.delays.length > 10 ? ' …' : ''}`,
    )
  console.log(`alerts: ${tally.alertsInside} of ${tally.alerts} within an attack or the second after it`)
}

function resultOf(
  { capture, train, labels }: OwnCapture,
  result: DetectionResult,
  placed: Placed | undefined,
  tally: Tally | undefined,
  from: number,
) {
  const score =
    tally === undefined ? undefined : { by_frames: framesOf(tally), by_intervals: intervalsOf(tally), ...tally }
  return {
    capture,
    train,
    labels,
    labels_read_as: placed?.how,
    watched_from_frame: from + 1,
    frames: result.frames,
    score,
    alerts: result.raised,
    blamed_frames: [...result.blamed].map((frame) => frame + from + 1).sort((a, b) => a - b),
  }
}
