import type { WatchState } from './profiles.ts'
import { createLearner, type SavedLearner } from './learn.ts'
import type { CanProfile } from './profile.ts'

/**
 * Vehicle time and frames after which a bus is watched by its self-learned model (rule CAN-1).
 */
export const needed = { seconds: 60, frames: 1_000 } as const
/** For this long the self-learned model is refined while it is already in use. */
export const refinedSeconds = 600

/** The saved state of a bus that is watched without a profile of its model. */
export interface SavedWatch {
  /** Vehicle time from the first frame on, without silences of more than a minute. */
  readonly seconds: number
  readonly isLearned: boolean
  readonly learner: SavedLearner
  /** Keys of ids that appeared since: each is reported once (rule CAN-UNKNOWN-4). */
  readonly newcomers?: readonly number[]
}

/** The saved state of the detector `can` for a vehicle (detector_memory). */
export interface SavedWatches {
  /** The vehicle's `can_generation` when it was learned: a higher number starts learning again. */
  readonly generation: number
  readonly buses: Readonly<Record<string, SavedWatch>>
}

export interface BusStatus {
  readonly bus: string
  readonly state: Exclude<WatchState, 'PROFILE'>
  readonly learnedSeconds: number
  readonly neededSeconds: number
  readonly frames: number
  readonly ids: number
  /** Returns what was learned so far; computed on demand. */
  readonly profile: () => CanProfile
}

/**
 * Returns how a vehicle's buses are watched, from the saved state; empty if there is none, or it was learned before
 * `generation`.
 */
export function watchStatus(saved: SavedWatches | undefined, generation = saved?.generation): BusStatus[] {
  if (!saved || saved.generation !== generation) return []
  return Object.entries(saved.buses).map(([bus, { seconds, isLearned, learner }]) => ({
    bus,
    state: isLearned ? 'OWN' : 'LEARNING',
    learnedSeconds: seconds,
    neededSeconds: needed.seconds,
    frames: learner.frames,
    ids: learner.ids + learner.others.length,
    profile: () => createLearner(learner, false).profile(),
  }))
}
