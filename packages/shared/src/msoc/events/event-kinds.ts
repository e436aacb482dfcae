import type { EventKindSpec } from './event-kind.ts'
import type { EventKind, VehicleEvent } from './events.ts'
import { canKind } from './kinds/can.kind.ts'
import { idsKind } from './kinds/ids.kind.ts'
import { inventoryKind } from './kinds/inventory.kind.ts'
import { positionKind } from './kinds/position.kind.ts'
import { syslogKind } from './kinds/syslog.kind.ts'
import { telemetryKind } from './kinds/telemetry.kind.ts'

/** Every specification of events. To add a type, add a file in ./kinds and an entry here. */
export const eventKindSpecs: readonly EventKindSpec[] = [
  positionKind,
  telemetryKind,
  canKind,
  idsKind,
  syslogKind,
  inventoryKind,
]

/** The values of `type` on the wire. */
export const eventKinds: readonly EventKind[] = eventKindSpecs.flatMap(({ kinds }) => kinds)

const byKind = new Map<string, EventKindSpec>(
  eventKindSpecs.flatMap((spec) => spec.kinds.map((kind) => [kind, spec] as const)),
)

/** Returns the specification of a kind; undefined if there is no such kind. */
export function specNamed(kind: unknown): EventKindSpec | undefined {
  return byKind.get(kind as string)
}

/** Returns the specification of an event. */
export function specOf({ kind }: Pick<VehicleEvent, 'kind'>): EventKindSpec {
  return byKind.get(kind)!
}

/** Returns how many events it counts as in statistics. */
export function weightOf(event: VehicleEvent): number {
  return specOf(event).weightOf(event)
}
