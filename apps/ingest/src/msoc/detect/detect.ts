import { detectors } from '@carapace/shared/msoc/detect/all'
import type { AnyDetector, Arrival, Finding } from '@carapace/shared/msoc/detect/detector'
import { specOf } from '@carapace/shared/msoc/events/event-kinds'
import type { EventKind, VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { Org } from '@carapace/shared/core/owned'
import type { Log } from '../../core/log.ts'
import type { Item } from '../item.ts'
import { keepMs } from '../sources/arrival.ts'
import type { Vehicle } from './fleet.ts'

/** Findings of one batch that form one alert (rule ALERT-1): the newest finding, the sum of counts, the time span. */
export interface Raise {
  readonly org: Org
  /** Undefined if it concerns the organisation as a whole. */
  readonly vehicle: Vehicle | undefined
  finding: Finding
  count: number
  firstTs: number
  lastTs: number
}

/** A detector's memory that the batch must store. */
export interface Memory {
  readonly org: Org
  readonly vehicle: Vehicle
  readonly detector: string
  readonly memory: unknown
}

/** An event this old when it is processed waited somewhere: at the sender, on the way, or here, ms. */
const lateMs = 5_000

const byKind = new Map<EventKind, { detector: AnyDetector; index: number }[]>()
detectors.forEach((detector, index) => {
  for (const kind of detector.kinds) byKind.set(kind, [...(byKind.get(kind) ?? []), { detector, index }])
})

/**
 * Passes a batch through the detectors: each vehicle's events in order, each detector with its own memory of that
 * vehicle.
 */
export function detect(items: readonly Item[], log: Log, now = Date.now()): { raises: Raise[]; memories: Memory[] } {
  const raises = new Map<string, Raise>()
  const touched = new Map<Vehicle, Org>()
  for (const { org, vehicle, event, receivedAt } of items) {
    const arrival: Arrival = { at: receivedAt, isLate: now - event.ts > lateMs }
    if (event.kind === 'can') touched.set(vehicle, org)
    for (const { detector, index } of byKind.get(event.kind) ?? []) {
      try {
        const memory = (vehicle.memory[index] ??= detector.start(vehicle.saved[detector.name], vehicle.facts))
        detector.step(
          memory,
          event,
          vehicle.facts,
          (finding) => add(raises, org, vehicle, clamped(finding, event)),
          arrival,
        )
      } catch (error) {
        // one detector's bug must not stop the storing; it is logged, and the detector restarts for this vehicle
        log.error({ err: error, detector: detector.name }, 'a detector failed')
        vehicle.memory[index] = undefined
      }
    }
  }
  return { raises: [...raises.values()], memories: [...touched].flatMap(([vehicle, org]) => memoriesOf(org, vehicle)) }
}

/**
 * The finding within the time of its event (rule ALERT-9): detectors count by the vehicle's own clock, which may be
 * wrong.
 */
function clamped(finding: Finding, event: VehicleEvent): Finding {
  const latest = specOf(event).lastTsOf(event)
  const ts = Math.max(event.ts - keepMs, Math.min(finding.ts, latest))
  return ts === finding.ts ? finding : { ...finding, ts: Number.isNaN(ts) ? event.ts : ts }
}

/** Passes stored events of a vehicle to the detectors: memory as if this process had seen them, and no findings. */
export function recall(vehicle: Vehicle, events: readonly VehicleEvent[], log: Log): void {
  for (const event of events) {
    for (const { detector, index } of byKind.get(event.kind) ?? []) {
      try {
        const memory = (vehicle.memory[index] ??= detector.start(vehicle.saved[detector.name], vehicle.facts))
        if (detector.recall) detector.recall(memory, event, vehicle.facts)
        else detector.step(memory, event, vehicle.facts, () => undefined)
      } catch (error) {
        log.error({ err: error, detector: detector.name }, 'a detector failed to recall')
        vehicle.memory[index] = undefined
      }
    }
  }
}

export function add(raises: Map<string, Raise>, org: Org, vehicle: Vehicle | undefined, finding: Finding): void {
  const key = `${org.id}:${vehicle?.id ?? ''}:${finding.severity}:${finding.key}`
  const raise = raises.get(key)
  if (!raise) {
    raises.set(key, {
      org,
      vehicle: vehicle?.id === 0 ? undefined : vehicle,
      finding,
      count: finding.count,
      firstTs: finding.ts,
      lastTs: finding.ts,
    })
    return
  }
  raise.finding = finding
  raise.count += finding.count
  raise.firstTs = Math.min(raise.firstTs, finding.ts)
  raise.lastTs = Math.max(raise.lastTs, finding.ts)
}

function memoriesOf(org: Org, vehicle: Vehicle): Memory[] {
  return detectors.flatMap((detector, index) => {
    const memory = vehicle.memory[index] === undefined ? undefined : detector.save?.(vehicle.memory[index])
    return memory === undefined ? [] : [{ org, vehicle, detector: detector.name, memory }]
  })
}
