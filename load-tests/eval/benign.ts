import { join } from 'node:path'
import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import { createModel, trafficOf, type Trip } from '../can/traffic.ts'
import { framesOfFile } from './capture-file.ts'
import type { Database } from './databases.ts'
import { learned, type Report, watched, type Raised } from './watching.ts'

/** The result for traffic without an attack. */
export interface Calm {
  readonly source: 'capture' | 'generated'
  readonly name: string
  readonly isHeldOut: boolean
  readonly hours: number
  readonly frames: number
  readonly raised: readonly Raised[]
  readonly reports: readonly Report[]
}

const captures = [
  'icsim-sample.candump.log',
  'savvycan-candump.log',
  'savvycan-GVRET_Log.csv',
  'savvycan-CRTD_Log.txt',
  'savvycan-BusMasterLog.log',
  'savvycan-MicrochipLog.log',
] as const

/** Results for the captures of the data folder. */
export function calmCaptures(folder: string): readonly Calm[] {
  return captures.map((file) =>
    calmHalf(
      file,
      Array.from(framesOfFile(join(folder, 'can', file), undefined), ({ frame }) => frame),
    ),
  )
}

/** The result for the second half of a capture, after learning from its first half. */
export function calmHalf(name: string, frames: readonly CanFrame[]): Calm {
  const half = Math.floor(frames.length / 2)
  const profiles = learned(frames.slice(0, half))
  const rest = frames.slice(half)
  const { raised, reports } = watched(rest, { profileOf: (bus) => profiles.get(bus) })
  return {
    source: 'capture',
    name,
    isHeldOut: false,
    hours: (rest.at(-1)!.ts - rest[0]!.ts) / hour,
    frames: rest.length,
    raised,
    reports,
  }
}

const hour = 3_600_000
const learnedMs = 20 * 60_000
const startMs = 1_760_000_000_000
/**
 * A moderate load (a real bus has twice as much and more), so that many hours with many databases can be watched in
 * minutes.
 */
const load = 300

/**
 * The result for a simulated vehicle with this database: twenty minutes are learned, then it is watched for the given
 * time (without the time asleep). `isOnItsOwn`: without a profile, so that the watch first learns silently.
 */
export function calmLife(
  { name, dbc }: Database,
  awakeMs: number,
  seed: number,
  isOnItsOwn: boolean,
): Omit<Calm, 'isHeldOut'> {
  const model = createModel(dbc, seed, load)
  const trip: Trip = { bus: 'can0', seed: seed + 1, startMs, awakeMs: learnedMs, habits: 'life' }
  const profile = isOnItsOwn ? undefined : learned(trafficOf(model, trip)).get(trip.bus)
  const result = watched(trafficOf(model, { ...trip, seed: seed + 2, startMs: startMs + 48 * hour, awakeMs }), {
    profileOf: () => profile,
  })
  return {
    source: 'generated',
    name: isOnItsOwn ? `${name}, learned on its own` : name,
    hours: awakeMs / hour,
    frames: result.frames,
    raised: result.raised,
    reports: result.reports,
  }
}
