import type { Explanation, Observable } from '../../alerts/alerts.ts'
import type { Arrival } from '../../detect/detector.ts'
import type { Severity } from '../../severity.ts'
import type { Pairs } from '../../transport/pairs.ts'
import type { CanFrame } from '../frame.ts'
import type { BusModel } from '../model.ts'
import type { CanProfile } from '../profile.ts'
import type { AttackFamily } from './attack-family.ts'
import type { SenderClocks } from './clock/sender-clock.ts'

/** A frame as bus detectors receive it. The object is reused for every frame: a detector must not keep it. */
export interface BusFrame extends CanFrame {
  /** `keyOf` the arbitration id. */
  readonly key: number
  /** Number of the frame on this bus, counted from 0 over the frames that the detectors have seen. */
  readonly seq: number
  /** Index of the id in the model; -1 if the model does not contain the id, or there is no model. */
  readonly index: number
  /** True if the payload has a length that the id never had, so that the position of the id's bytes is unknown. */
  readonly isMisshapen: boolean
  /** Key of the id of a diagnostic request that it answers; undefined: it answers none. */
  readonly answers?: number | undefined
  /** True if a node of J1939 sends it because another one requested its group. */
  readonly isRequested?: boolean
}

/** What a bus detector knows in addition to the frames. */
export interface BusFacts {
  readonly vin: string
  readonly bus: string
  /** What is normal here; undefined while it is being learned. */
  readonly profile: CanProfile | undefined
  /** The profile in the form that detectors read for each frame. */
  readonly model: BusModel | undefined
  /**
   * By index of the id: 1 where more frames arrive than its cycle allows. can-period separates the genuine frames from
   * the others.
   */
  readonly crowded?: Uint8Array | undefined
  /** By index of the id: the interval at which its sender now sends more slowly than learned, ms; 0: as learned. */
  readonly paces?: Float32Array | undefined
  /** By index of the id: the clock of its sender. can-clock learns it. */
  readonly clocks?: SenderClocks | undefined
  /** By index of the id: when a detector last had a sign about it. */
  readonly suspectedAt?: Float64Array | undefined
  /** For a bus with a self-learned model: the ids that appeared since. can-unknown-id keeps them across models. */
  readonly newcomers?: Newcomers | undefined
  /** The ids that were found to carry diagnostics, besides those of the standards. */
  readonly pairs?: Pick<Pairs, 'lineOf'> | undefined
  /** How long the bus has been watched by this model, ms; undefined: not known. */
  readonly watchedMs?: number | undefined
  /** Whether the vehicle moves, by its latest speed; undefined: no speed received, or too long ago. */
  readonly isMoving: boolean | undefined
}

/** Ids that were absent while a bus was learned. Each is reported once. */
export interface Newcomers {
  /** Time of the first frame of each id, by its key. */
  readonly since: Map<number, number>
  /** The ids that wait to be reported together; `reportedAt` is the time of the last report. */
  waiting: { readonly key: number; readonly ts: number; readonly seq: number }[]
  reportedAt: number
}

/**
 * Something that a bus detector noticed. Not an alert yet: ../watch.ts combines the signs of one attack into one
 * finding with a count.
 */
export interface Sign {
  /** The detector's name: `can-flood`, `can-period` … */
  readonly detector: string
  /** What is attacked: one id (`keyOf`), or the bus as a whole (null). */
  readonly key: number | null
  readonly title: string
  readonly severity: Severity
  readonly ts: number
  /** The `seq` of the frames that are attributed to the attacker; empty for a suppression. */
  readonly blamed: readonly number[]
  readonly explanation: readonly Explanation[]
  readonly observables: readonly Observable[]
  /** MITRE ATT&CK or Auto-ISAC ATM technique ids. */
  readonly tactics?: readonly string[]
}

/**
 * A state machine over the frames of one bus, in order: no clock, no I/O, and memory with a fixed upper bound. Time is
 * the time of the frames, so that a replayed hour gives the same result as the live one.
 */
export interface BusDetector<Memory> {
  readonly name: string
  /** Applies to all its signs. */
  readonly family: AttackFamily
  /** Called again when the profile changes. */
  start(facts: BusFacts): Memory
  step(memory: Memory, frame: BusFrame, facts: BusFacts, emit: (sign: Sign) => void): void
  /** Reports another event of the vehicle, at `ts`, and how it arrived; needed only by detectors of silence. */
  tick?(memory: Memory, ts: number, facts: BusFacts, emit: (sign: Sign) => void, arrival: Arrival): void
}

/** A bus detector whose memory type is known only to itself: the list holds all, each gets back its own memory. */
// oxlint-disable-next-line typescript/no-explicit-any -- a list of detectors with different memory types
export type AnyBusDetector = BusDetector<any>
