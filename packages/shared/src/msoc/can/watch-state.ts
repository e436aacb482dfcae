import type { WatchState } from './profiles.ts'
import { createLearner, type SavedLearner } from './learn.ts'
import type { CanProfile } from './profile.ts'

/**
 * A bus is watched by what was learned of it once so much vehicle time has passed and so many frames were seen (rule
 * CAN-1).
 */
export const needed = { seconds: 60, frames: 1_000 } as const
/** So long what was learned is refined while it is detected by. */
export const refinedSeconds = 600

/** What is kept of a bus that is watched without a profile of its model. */
export interface SavedWatch {
  /** Vehicle time from the first frame on, without silences of more than a minute. */
  readonly seconds: number
  readonly isLearned: boolean
  readonly learner: SavedLearner
  /** Ids that came since, by their keys: told once (rule CAN-UNKNOWN-4). */
  readonly newcomers?: readonly number[]
}

/** What the detector `can` keeps of a vehicle (detector_memory). */
export interface SavedWatches {
  /** The vehicle's `can_generation` when it was learned: a newer one has it learned anew. */
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
  /** What was learned so far, made when asked for. */
  readonly profile: () => CanProfile
}

/**
 * How a vehicle's buses are watched, from what is kept of it; none where nothing is, or it was learned before
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
