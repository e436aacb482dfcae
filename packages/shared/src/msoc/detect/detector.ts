import type { AlertSource, Explanation, Observable } from '../alerts/alerts.ts'
import type { CanProfile } from '../can/profile.ts'
import type { EventCatalogueEntry } from '../ingest/ingest.contract.ts'
import type { EventKind, VehicleEvent } from '../events/events.ts'
import type { Severity } from '../severity.ts'
import type { LonLat } from '../vehicles/vehicles.table.ts'

/** An area as detectors need it: its outline and the box around it. */
export interface Area {
  readonly uuid: string
  readonly name: string
  readonly severity: Severity
  readonly polygon: readonly LonLat[]
  readonly box: readonly [west: number, south: number, east: number, north: number]
}

/** What a detector may know besides the events: as of the batch it works in. */
export interface VehicleFacts {
  readonly vin: string
  readonly areas: readonly Area[]
  /** What an IDS event means on this vehicle's platform; undefined where no catalogue lists it. */
  readonly meaningOf: (eventId: number) => EventCatalogueEntry | undefined
  /** Where it was last, before this process first saw it. */
  readonly lastPosition: { readonly lat: number; readonly lon: number; readonly ts: number } | null
  /** Counted on when its buses are to be learned anew. */
  readonly canGeneration: number
  /** The active profile of its model for the bus. */
  readonly profileOf: (bus: string) => CanProfile | undefined
}

/**
 * What a detector says: it becomes an alert, or raises the count of one that is open (rules ALERT-1 to ALERT-4 of
 * ../SPEC.md).
 */
export interface Finding {
  readonly source: AlertSource
  readonly rule: string
  /** Findings of one vehicle with the same key are one alert. */
  readonly key: string
  readonly title: string
  readonly severity: Severity
  readonly count: number
  /** Vehicle time, epoch ms. */
  readonly ts: number
  readonly ecu?: string
  readonly bus?: string
  readonly explanation: readonly Explanation[]
  readonly observables: readonly Observable[]
  readonly tactics?: readonly string[]
  /** Which raw events belong to it as evidence. */
  readonly evidence: 'can' | 'ids' | 'syslog' | 'position' | 'none'
}

/**
 * A detector is a fold over one vehicle's events, in order: no clock, no I/O, and a memory with a fixed upper bound.
 * Time is the events' own, so that a replayed hour tells the same as a lived one.
 */
export interface Detector<Memory> {
  readonly name: string
  readonly kinds: readonly EventKind[]
  /** `saved` is what `save` once answered, or undefined. */
  start(saved: unknown, facts: VehicleFacts): Memory
  /** Advances `memory` in place and tells what it found. */
  step(memory: Memory, event: VehicleEvent, facts: VehicleFacts, emit: (finding: Finding) => void): void
  /**
   * Folds in an event that is stored already, so that what goes on is known: as `step`, but it tells nothing, and
   * learns nothing that may be saved. Absent: as `step`.
   */
  recall?(memory: Memory, event: VehicleEvent, facts: VehicleFacts): void
  /** What a restart must not forget, where it changed since the last call; it is stored with the batch. */
  save?(memory: Memory): unknown
}

/** A detector whose memory's type only it knows. */
// oxlint-disable-next-line typescript/no-explicit-any -- the list of detectors holds them all; each gets back only its own memory
export type AnyDetector = Detector<any>

export function isKind<K extends EventKind>(event: VehicleEvent, kind: K): event is Extract<VehicleEvent, { kind: K }> {
  return event.kind === kind
}
