import { canFlags, type CanFrame } from '@carapace/shared/msoc/can/frame'
import { createLearner } from '@carapace/shared/msoc/can/learn'
import type { CanProfile } from '@carapace/shared/msoc/can/profile'
import { createBusWatch, type BusWatch } from '@carapace/shared/msoc/can/watch'
import type { CompiledDbc } from '@carapace/shared/msoc/dbc/compile'
import type { Finding } from '@carapace/shared/msoc/detect/detector'

/** An alert, as first raised. */
export interface Raised {
  /** The time of the frame at which it was raised, ms. */
  readonly ts: number
  readonly bus: string
  readonly rule: string
  readonly title: string
}

/** A finding of an attack: each attack is reported once a second with what has been found of it so far. */
export interface Report {
  readonly ts: number
  readonly bus: string
  /** The attack, on its bus. */
  readonly key: string
  readonly rule: string
  /** Signs of detectors since the attack began. */
  readonly signs: number
}

/** The findings of all detectors on a stream of frames. */
export interface DetectionResult {
  readonly frames: number
  /** Indexes of the blamed frames in the stream. */
  readonly blamed: ReadonlySet<number>
  readonly raised: readonly Raised[]
  /** When an alert was raised, or reported again after a pause (`quietMs`): ms, oldest first. */
  readonly signs: readonly number[]
  readonly reports: readonly Report[]
}

/** The knowledge about a bus while it is watched. */
export interface Knowledge {
  readonly profileOf: (bus: string) => CanProfile | undefined
  readonly isMoving?: boolean
}

/** An alert without reports for this long is over; the next finding of its kind is a new alert, ms. */
export const overMs = 30_000
/** An alert that reports all the time is no detection: only a report after this long counts for another attack, ms. */
const quietMs = 3_000

const positionMs = 1_000

/** Runs all detectors over the frames, a watch for each bus, and hears what they say. */
export function watched(frames: Iterable<CanFrame>, { profileOf, isMoving }: Knowledge): DetectionResult {
  const buses = new Map<string, { watch: BusWatch; places: number[] }>()
  const blamed = new Set<number>()
  const raised: Raised[] = []
  const signs: number[] = []
  const reports: Report[] = []
  const reportedAt = new Map<string, number>()
  let place = 0
  let now = 0
  let bus = ''
  let positionAt = Number.NaN

  const report = ({ key, rule, title, signs: found = 1 }: Finding) => {
    reports.push({ ts: now, bus, key, rule, signs: found })
    const quiet = now - (reportedAt.get(key) ?? -Infinity)
    reportedAt.set(key, now)
    if (quiet > quietMs) signs.push(now)
    if (quiet > overMs) raised.push({ ts: now, bus, rule, title })
  }
  for (const frame of frames) {
    const known = buses.get(frame.bus) ?? {
      watch: createBusWatch({ vin: 'EVALUATION', bus: frame.bus, profile: profileOf(frame.bus), isMoving }),
      places: [],
    }
    buses.set(frame.bus, known)
    if ((frame.flags & canFlags.error) === 0) known.places.push(place)
    place += 1
    now = frame.ts
    bus = frame.bus
    if (isMoving === true) {
      // a vehicle that moves sends its position, too: without other events a silence is a gap in what arrives
      if (!(frame.ts - positionAt < 60_000)) positionAt = frame.ts
      for (; positionAt + positionMs <= frame.ts; positionAt += positionMs)
        for (const { watch } of buses.values()) watch.tick(positionAt + positionMs, report)
    }
    known.watch.step(frame, report, (sign) => {
      for (const seq of sign.blamed) blamed.add(known.places[seq]!)
    })
  }
  for (const { watch } of buses.values()) watch.flush(report)
  return { frames: place, blamed, raised, signs, reports }
}

/** The normal profile of each bus in these frames. */
export function learned(frames: Iterable<CanFrame>, dbc?: CompiledDbc): ReadonlyMap<string, CanProfile> {
  const learners = new Map<string, ReturnType<typeof createLearner>>()
  for (const frame of frames) {
    const learner = learners.get(frame.bus) ?? createLearner()
    learners.set(frame.bus, learner)
    learner.push(frame)
  }
  return new Map([...learners].map(([bus, learner]) => [bus, learner.profile(dbc)]))
}
