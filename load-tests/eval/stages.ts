import { join } from 'node:path'
import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import type { CanProfile } from '@carapace/shared/msoc/can/profile'
import { createModel, trafficOf, type Trip, type VehicleModel } from '../can/traffic.ts'
import type { Span } from '../can/labelled.ts'
import { surveyOf, type Insight, type Survey } from '../can/survey.ts'
import { framesOfFile } from './capture-file.ts'
import type { Database } from './databases.ts'
import { learned } from './watching.ts'

/** A bus for attacks: benign traffic, the profile learned from earlier traffic, and the times of the attacks. */
export interface Stage {
  readonly name: string
  readonly seed: number
  readonly isHeldOut: boolean
  readonly frames: readonly CanFrame[]
  readonly profile: CanProfile
  readonly survey: Survey
  /** Times of attacks. */
  readonly spans: readonly Span[]
  /** The resolution of the recorder's clock. */
  readonly tickMs: number
}

/** Captures of real vehicles. One of them was held out. */
const captures = [
  { file: 'icsim-sample.candump.log', isHeldOut: false, tickMs: 0 },
  { file: 'savvycan-GVRET_Log.csv', isHeldOut: true, tickMs: 10 },
] as const

/** Databases whose traffic was used to tune the detectors; all others are held out. */
const tunedOn: readonly string[] = [
  'fleet',
  'truck',
  'opendbc-tesla_can',
  'opendbc-_subaru_global',
  'opendbc-acura_ilx_2016_nidec',
]

/** The second half of each capture, with a profile learned from its first half; attacked in its middle. */
export function captureStages(folder: string): readonly Stage[] {
  return captures.map(({ file, isHeldOut, tickMs }, nth) => {
    const frames = [...framesOfFile(join(folder, 'can', file), undefined)].map(({ frame }) => frame)
    const half = Math.floor(frames.length / 2)
    const rest = frames.slice(half)
    const [from, to] = [rest[0]!.ts, rest.at(-1)!.ts]
    const span = { from: from + (to - from) * 0.3, to: from + (to - from) * 0.8 }
    return {
      name: file,
      seed: 300 + nth,
      isHeldOut,
      tickMs,
      frames: rest,
      spans: [span],
      ...known(frames.slice(0, half)),
    }
  })
}

export const isTunedOn = ({ name }: Database): boolean => tunedOn.includes(name)

export const stageLoad = 500
const minute = 60_000
const learnedMs = 10 * minute
const attackedMs = 54_000
const startMs = 1_750_000_000_000

/** A drive of ten minutes to learn from, then a part of another drive with three attacks. */
export function generatedStage(database: Database, seed: number): Stage {
  const model = createModel(database.dbc, seed, stageLoad)
  const trip: Trip = { bus: 'can0', seed: seed * 2, startMs, awakeMs: learnedMs, habits: 'drive' }
  const benign = [...trafficOf(model, trip)]
  const frames = [
    ...trafficOf(model, { ...trip, seed: seed * 2 + 1, startMs: startMs + 60 * minute, awakeMs: attackedMs }),
  ]
  const begins = [8_000, 24_000, 40_000].map((ms) => startMs + 60 * minute + ms)
  const spans = begins.map((from) => ({ from, to: from + 8_000 }))
  return {
    name: database.name,
    seed,
    isHeldOut: !isTunedOn(database),
    tickMs: 0,
    frames,
    spans,
    ...known(benign, model),
  }
}

/** The attacker listens as long as the defender, but remembers only the last minute. */
function known(benign: readonly CanFrame[], insight?: Insight & Partial<VehicleModel>) {
  const end = benign.at(-1)!.ts
  const profile = learned(benign).get(benign[0]!.bus)!
  return {
    profile,
    survey: surveyOf(
      benign.filter(({ ts }) => ts > end - minute),
      insight,
    ),
  }
}
