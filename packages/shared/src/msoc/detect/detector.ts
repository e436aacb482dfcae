import type { AlertSource, Explanation, Observable } from '../alerts/alerts.ts'
import type { CanProfile } from '../can/profile.ts'
import type { CompiledDbc } from '../dbc/compile.ts'
import type { EventCatalogueEntry } from '../ingest/ingest.contract.ts'
import type { EventKind, VehicleEvent } from '../events/events.ts'
import type { Severity } from '../severity.ts'
import type { Circle, GeofenceCrossing } from '../vehicles/geofences.ts'
import type { LonLat } from '../vehicles/vehicles.table.ts'

/** An area in the form that detectors need: its outline and its bounding box. */
export interface Area {
  readonly uuid: string
  readonly name: string
  readonly severity: Severity
  readonly polygon: readonly LonLat[]
  /** Set for a circle; the polygon then approximates it. */
  readonly circle: Circle | null
  readonly alertOn: GeofenceCrossing
  readonly box: readonly [west: number, south: number, east: number, north: number]
}

/** What a detector knows in addition to the events, as of the current batch. */
export interface VehicleFacts {
  readonly vin: string
  /** The active areas that apply to the vehicle. */
  readonly areas: readonly Area[]
  /** The meaning of an IDS event on this vehicle's platform; undefined if no catalogue lists it. */
  readonly meaningOf: (eventId: number) => EventCatalogueEntry | undefined
  /** Its last known position before this process first saw it. */
  readonly lastPosition: { readonly lat: number; readonly lon: number; readonly ts: number } | null
  /** Incremented when its buses are to be learned again. */
  readonly canGeneration: number
  /** The active profile of the vehicle model for the bus. */
  readonly profileOf: (bus: string) => CanProfile | undefined
  /** The CAN database that is assigned to the bus of the vehicle; undefined: none. */
  readonly dbcOf: (bus: string) => CompiledDbc | undefined
  /** False alerts a vehicle and month that the organisation accepts; null: everything is raised. */
  readonly falseAlertsAtMost: number | null
}

/**
 * The result of a detector: it becomes an alert, or raises the count of an open alert (rules ALERT-1 to ALERT-4 of
 * ../SPEC.md).
 */
export interface Finding {
  readonly source: AlertSource
  readonly rule: string
  /** The Sigma rule that found it. */
  readonly ruleUuid?: string
  /** Findings of one vehicle with the same key are one alert. */
  readonly key: string
  readonly title: string
  readonly severity: Severity
  readonly count: number
  /**
   * Signs of detectors since the attack began: the more, the rarer is a false alert (rule SENSITIVITY-1 of ../SPEC.md).
   * Undefined where nothing is counted.
   */
  readonly signs?: number
  /** Vehicle time, epoch ms. */
  readonly ts: number
  readonly ecu?: string | undefined
  readonly bus?: string | undefined
  readonly explanation: readonly Explanation[]
  readonly observables: readonly Observable[]
  readonly tactics?: readonly string[]
  /** Kind of the raw events that belong to it as evidence. */
  readonly evidence: 'can' | 'ids' | 'syslog' | 'position' | 'none'
}

/** How an event arrived: what tells a silence of the vehicle from a gap in what arrives. */
export interface Arrival {
  /** When it was received, epoch ms. */
  readonly at: number
  /**
   * It waited at the sender, on the way or at the receiver. Other events of the vehicle may still wait, so it does not
   * show that they are missing.
   */
  readonly isLate: boolean
}

/**
 * A state machine over one vehicle's events, in order: no clock, no I/O, and memory with a fixed upper bound. Time is
 * the time of the events, so that a replayed hour gives the same result as the live one.
 */
export interface Detector<Memory> {
  readonly name: string
  readonly kinds: readonly EventKind[]
  /** `saved` is a value that `save` returned earlier, or undefined. */
  start(saved: unknown, facts: VehicleFacts): Memory
  /** Updates `memory` in place and emits its findings. Without `arrival` the event arrived when it happened. */
  step(
    memory: Memory,
    event: VehicleEvent,
    facts: VehicleFacts,
    emit: (finding: Finding) => void,
    arrival?: Arrival,
  ): void
  /**
   * Processes an event that is stored already, to restore the current state: as `step`, but without findings, and
   * without learning anything that may be saved. Absent: `step` is used.
   */
  recall?(memory: Memory, event: VehicleEvent, facts: VehicleFacts): void
  /** Returns the state that must survive a restart, if it changed since the last call; it is stored with the batch. */
  save?(memory: Memory): unknown
}

/** A detector whose memory type is known only to itself: the list holds all, each gets back its own memory. */
// oxlint-disable-next-line typescript/no-explicit-any -- a list of detectors with different memory types
export type AnyDetector = Detector<any>

export function isKind<K extends EventKind>(event: VehicleEvent, kind: K): event is Extract<VehicleEvent, { kind: K }> {
  return event.kind === kind
}
