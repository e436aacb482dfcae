import type { Explanation, Observable } from '../../alerts/alerts.ts'
import type { Severity } from '../../severity.ts'
import type { CanFrame } from '../frame.ts'
import type { BusModel } from '../model.ts'
import type { CanProfile } from '../profile.ts'
import type { AttackFamily } from './attack-family.ts'

/** A frame as bus detectors see it. The same object is handed out again and again: nothing of it may be kept. */
export interface BusFrame extends CanFrame {
  /** `keyOf` its id. */
  readonly key: number
  /** Counts the frames of this bus that the detectors have seen, from 0. */
  readonly seq: number
  /** Its id's place in the model; -1 where the model does not know the id, or there is none. */
  readonly index: number
  /** Its payload has a length that its id never had: it says nothing of where the id's bytes are. */
  readonly isMisshapen: boolean
}

/** What a bus detector may know besides the frames. */
export interface BusFacts {
  readonly vin: string
  readonly bus: string
  /** What is normal here; undefined while it is being learned. */
  readonly profile: CanProfile | undefined
  /** The profile as detectors read it, frame for frame. */
  readonly model: BusModel | undefined
  /**
   * By the id's place: 1 where more frames come than its cycle allows; can-period tells the genuine ones from the
   * others.
   */
  readonly crowded?: Uint8Array | undefined
  /** Of a bus that goes by what it taught itself: the ids that came since. can-unknown-id keeps them, across models. */
  readonly newcomers?: Newcomers | undefined
  /** Whether the vehicle moves, by what it last said of its speed; undefined: it did not say, or long ago. */
  readonly isMoving: boolean | undefined
}

/** Ids that were not there while a bus was learned, told once. */
export interface Newcomers {
  /** When each first came, by its key. */
  readonly since: Map<number, number>
  /** Those that wait to be told together, and when one was last told. */
  waiting: { readonly key: number; readonly ts: number; readonly seq: number }[]
  reportedAt: number
}

/**
 * What a bus detector noticed. Not an alert yet: ../watch.ts folds the signs of one attack into one finding with a
 * count.
 */
export interface Sign {
  /** The detector's name: `can-flood`, `can-period` … */
  readonly detector: string
  /** What is attacked: one id (`keyOf`), or the bus as a whole (null). */
  readonly key: number | null
  readonly title: string
  readonly severity: Severity
  readonly ts: number
  /** Frames that it holds to be the attacker's, by `seq`; those of a suppression are none. */
  readonly blamed: readonly number[]
  readonly explanation: readonly Explanation[]
  readonly observables: readonly Observable[]
  /** MITRE ATT&CK or Auto-ISAC ATM technique ids. */
  readonly tactics?: readonly string[]
}

/**
 * A fold over one bus's frames, in order: no clock, no I/O, and a memory with a fixed upper bound. Time is the frames'
 * own, so that a replayed hour tells the same as a lived one.
 */
export interface BusDetector<Memory> {
  readonly name: string
  /** Of all its signs. */
  readonly family: AttackFamily
  /** Called anew when the profile changes. */
  start(facts: BusFacts): Memory
  step(memory: Memory, frame: BusFrame, facts: BusFacts, emit: (sign: Sign) => void): void
  /** It is now that time, and no frame came: what only matters to who listens for silence. */
  tick?(memory: Memory, ts: number, facts: BusFacts, emit: (sign: Sign) => void): void
}

/** A bus detector whose memory's type only it knows. */
// oxlint-disable-next-line typescript/no-explicit-any -- the list of detectors holds them all; each gets back only its own memory
export type AnyBusDetector = BusDetector<any>
