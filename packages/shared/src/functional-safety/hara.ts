import type { Asil, Controllability, Exposure, Severity } from './asil.ts'
import type { ExposureBasis, Situation, SituationDimension } from './situations.ts'

/** A hazard: what a malfunction of the item may do to people (ISO 26262-3, clause 6). */
export interface Hazard {
  readonly id: string
  readonly title: string
}

/** A class with its reason; null: not rated. */
export interface ReasonedClass<C> {
  readonly class: C | null
  readonly reason: string
}

/** A hazard in an operational situation. */
export interface HazardousEvent {
  readonly id: string
  readonly title: string
  /** Null: none is stated. */
  readonly hazard: string | null
  /** In its normal form. */
  readonly situation: Situation
  readonly severity: ReasonedClass<Severity>
  readonly exposure: ReasonedClass<Exposure> & { readonly basis: ExposureBasis }
  readonly controllability: ReasonedClass<Controllability>
  /** What is stored; null: nothing. */
  readonly asil: Asil | null
  /** Fault-tolerant time interval in milliseconds: from the fault to the event; null: not stated. */
  readonly ftti: number | null
  readonly goals: readonly string[]
}

export interface SafetyGoal {
  readonly id: string
  readonly title: string
  readonly asil: Asil | null
  readonly safeState: string
  /** In milliseconds; null: not stated. */
  readonly ftti: number | null
  /** The time to detect the fault and to reach the safe state, in milliseconds; null: not known yet. */
  readonly faultHandling: number | null
}

export interface Hara {
  readonly hazards: readonly Hazard[]
  readonly events: readonly HazardousEvent[]
  readonly goals: readonly SafetyGoal[]
  readonly catalogue: readonly SituationDimension[]
}
