import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { captureFormats } from '@carapace/shared/msoc/can/captures'
import { choiceOption, countOption, numberOption, UsageError } from '../fleet/cli.ts'
import type { Format } from './capture-file.ts'

export const help = `npm run eval:can -- [options]      measures the CAN detectors

Without --capture: on the captures and databases of the data folder (CARAPACE_DATA, default ../shared/data) or, if
there is no such folder, on our own databases: false alerts on benign traffic, then attacks injected into benign
traffic, at three intensities.

  --hours 15              total hours of benign traffic to generate and watch
  --seed 1                a different seed gives different drives and attacks
  --only tuned            tuned: without the data that is held out for tuning; held-out: only that data
  --kind spoof            only this kind of attack, no benign traffic
  --variants              also one line for each variant of an attack
  --out .carapace/eval    the folder for curves as SVG pictures: recall and precision by what the detectors demand
  --calibrate             benign traffic only; prints how many false alerts a vehicle and month are to be expected of an
                          alert, as the table from which alerts get their scores

With --capture: on your own labelled capture.

  --capture FILE          the frames that the detectors watch; several buses are allowed
  --train FILE            benign traffic of the same buses, to learn from. Default: the frames before the first attack
  --labels FILE           the attacker's frames: CSV of "timestamp_or_line,0|1" or of intervals "start,end[,kind]".
                          A header is optional. Timestamps are in seconds or ms as in the capture, or are lines
                          (frames) counted from 1: the output shows which. Without labels there is no score: the
                          alerts are listed
  --format candump        of both files (${captureFormats.join(', ')}); default: detected from their content
  --dbc FILE              names and ranges for what is learned
  --json FILE             also writes the result as JSON

With --benign: on benign captures of your own.

  --benign FOLDER         of each capture in the folder and below, the first half is learned and the second watched:
                          every alert is a false one
  --format candump        of all files; default: detected from their content
  --json FILE             also writes the alerts as JSON
  --help

Exit status: 0 done, 1 a target was missed (without --capture and --benign), 2 something is wrong with a file or an
option.`

export interface OwnCapture {
  readonly capture: string
  readonly train: string | undefined
  readonly labels: string | undefined
  readonly format: Format | undefined
  readonly dbc: string | undefined
  readonly out: string
  readonly json: string | undefined
}

export interface OwnBenign {
  readonly benign: string
  readonly format: Format | undefined
  readonly json: string | undefined
}

export interface Campaign {
  readonly hours: number
  readonly seed: number
  readonly only: 'tuned' | 'held-out' | undefined
  readonly kind: string | undefined
  readonly variants: boolean
  readonly calibrate: boolean
  readonly out: string
  readonly json: string | undefined
}

export type Options = 'help' | OwnCapture | OwnBenign | Campaign

/** Reads the command line. */
export function evalOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      hours: { type: 'string', default: '15' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      kind: { type: 'string' },
      variants: { type: 'boolean', default: false },
      calibrate: { type: 'boolean', default: false },
      out: { type: 'string', default: '.carapace/eval' },
      capture: { type: 'string' },
      benign: { type: 'string' },
      train: { type: 'string' },
      labels: { type: 'string' },
      format: { type: 'string' },
      dbc: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return 'help'
  const json = values.json === undefined ? undefined : path(values.json)
  const format = values.format === undefined ? undefined : choiceOption('format', values.format, captureFormats)
  if (values.benign !== undefined) {
    const other = (['capture', 'train', 'labels', 'dbc'] as const).find((name) => values[name] !== undefined)
    if (other !== undefined) throw new UsageError(`--${other} does not go with --benign FOLDER: use one of them`)
    return { benign: path(values.benign), format, json }
  }
  if (values.capture !== undefined) {
    return {
      capture: path(values.capture),
      train: values.train === undefined ? undefined : path(values.train),
      labels: values.labels === undefined ? undefined : path(values.labels),
      out: path(values.out),
      json,
      format,
      dbc: values.dbc === undefined ? undefined : path(values.dbc),
    }
  }
  const lonely = (['train', 'labels', 'format', 'dbc'] as const).find((name) => values[name] !== undefined)
  if (lonely !== undefined)
    throw new UsageError(`--${lonely} goes with --capture FILE, the capture that the detectors are to watch`)
  return {
    hours: numberOption('hours', values.hours, 0),
    seed: countOption('seed', values.seed, 0),
    kind: values.kind,
    variants: values.variants,
    calibrate: values.calibrate,
    out: path(values.out),
    json,
    only: values.only === undefined ? undefined : choiceOption('only', values.only, ['tuned', 'held-out'] as const),
  }
}

/** A file relative to the caller's folder: npm runs scripts in the repository root and sets INIT_CWD to that folder. */
const path = (name: string): string =>
  resolve(process.env.npm_lifecycle_event === 'eval:can' ? (process.env.INIT_CWD ?? '.') : '.', name)
