import { canFlags, type CanFrame } from '@carapace/shared/msoc/can/frame'
import { createLearner } from '@carapace/shared/msoc/can/learn'
import type { CanProfile } from '@carapace/shared/msoc/can/profile'
import { createBusWatch, type BusWatch } from '@carapace/shared/msoc/can/watch'
import type { CompiledDbc } from '@carapace/shared/msoc/dbc/compile'
import type { Finding } from '@carapace/shared/msoc/detect/detector'

/** An alert as it was first told. */
export interface Raised {
  /** Of the frame at which it was told, ms. */
  readonly ts: number
  readonly bus: string
  readonly rule: string
  readonly title: string
}

/** What all detectors said of a stream of frames. */
export interface DetectionResult {
  readonly frames: number
  /** Places of the frames that they blame, in the stream. */
  readonly blamed: ReadonlySet<number>
  readonly raised: readonly Raised[]
  /** When an alert was raised, or spoke again after it had been quiet (`quietMs`): ms, oldest first. */
  readonly signs: readonly number[]
}

/** What is known of a bus while it is watched. */
export interface Knowledge {
  readonly profileOf: (bus: string) => CanProfile | undefined
  readonly isMoving?: boolean
}

/** An alert that said nothing for so long is over; the next of its kind is another, ms. */
const overMs = 30_000
/** One that never rests finds nothing: only what it says after so long counts as news of another attack, ms. */
const quietMs = 3_000

const positionMs = 1_000

/** Runs all detectors over the frames, a watch for each bus, and hears what they say. */
export function watched(frames: Iterable<CanFrame>, { profileOf, isMoving }: Knowledge): DetectionResult {
  const buses = new Map<string, { watch: BusWatch; places: number[] }>()
  const blamed = new Set<number>()
  const raised: Raised[] = []
  const signs: number[] = []
  const reportedAt = new Map<string, number>()
  let place = 0
  let now = 0
  let bus = ''
  let positionAt = Number.NaN

  const report = ({ key, rule, title }: Finding) => {
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
  return { frames: place, blamed, raised, signs }
}

/** What is normal on each bus of these frames. */
export function learned(frames: Iterable<CanFrame>, dbc?: CompiledDbc): ReadonlyMap<string, CanProfile> {
  const learners = new Map<string, ReturnType<typeof createLearner>>()
  for (const frame of frames) {
    const learner = learners.get(frame.bus) ?? createLearner()
    learners.set(frame.bus, learner)
    learner.push(frame)
  }
  return new Map([...learners].map(([bus, learner]) => [bus, learner.profile(dbc)]))
}
