import { detectors } from '@carapace/shared/msoc/detect/all'
import { expectedFalseAlerts, isBelow } from '@carapace/shared/msoc/sensitivity/false-alerts'
import type { AnyDetector, Arrival, Finding } from '@carapace/shared/msoc/detect/detector'
import { specOf } from '@carapace/shared/msoc/events/event-kinds'
import type { EventKind, VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { Org } from '@carapace/shared/core/owned'
import type { Log } from '../../core/log.ts'
import type { Item } from '../item.ts'
import { findingOf } from '../rules/findings.ts'
import type { AllRules } from '../rules/org-rules.ts'
import { createRuleSteps } from '../rules/step-rules.ts'
import { keepMs } from '../sources/arrival.ts'
import type { Fleets } from './fleet.ts'
import type { Vehicle } from './fleet-facts.ts'

/** Findings of one batch that form one alert (rule ALERT-1): the newest finding, the sum of counts, the time span. */
export interface Raise {
  readonly org: Org
  /** Undefined if it concerns the organisation as a whole. */
  readonly vehicle: Vehicle | undefined
  finding: Finding
  /** The expected false alerts of its most certain finding; null or absent: not known (rule SENSITIVITY-1). */
  falseAlerts?: number | null
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

interface RuleDeps {
  readonly rules: AllRules
  readonly fleets: Pick<Fleets, 'find'>
}

/**
 * Passes a batch through the detectors: each vehicle's events in order, each detector with its own memory of that
 * vehicle; and through the organisations' rules.
 */
export function detect(
  items: readonly Item[],
  log: Log,
  now = Date.now(),
  deps?: RuleDeps,
): { raises: Raise[]; held: Raise[]; memories: Memory[] } {
  const raises = new Map<string, Raise>()
  const held = new Map<string, Raise>()
  const rules =
    deps && createRuleSteps(deps.rules, log, (org, vehicle, hit) => add(raises, org, vehicle, findingOf(hit)))
  const touched = new Map<Vehicle, Org>()
  for (const item of items) {
    const { org, vehicle, event, receivedAt } = item
    const arrival: Arrival = { at: receivedAt, isLate: now - event.ts > lateMs }
    if (event.kind === 'can' || event.kind === 'telemetry') touched.set(vehicle, org)
    for (const { detector, index } of byKind.get(event.kind) ?? []) {
      try {
        const memory = (vehicle.memory[index] ??= detector.start(vehicle.saved[detector.name], vehicle.facts))
        detector.step(
          memory,
          event,
          vehicle.facts,
          (finding) => addOrHold(raises, held, org, vehicle, clamped(finding, event)),
          arrival,
        )
      } catch (error) {
        // one detector's bug must not stop the storing; it is logged, and the detector restarts for this vehicle
        log.error({ err: error, detector: detector.name }, 'a detector failed')
        vehicle.memory[index] = undefined
      }
    }
    rules?.step(item)
  }
  rules?.end(now, (org, vin) => vehicleNamed(deps!.fleets, org, vin))
  return {
    raises: [...raises.values()],
    held: [...held.values()],
    memories: [...touched].flatMap(([vehicle, org]) => memoriesOf(org, vehicle)),
  }
}

function vehicleNamed(fleets: Pick<Fleets, 'find'>, org: Org, vin: string): Vehicle | undefined {
  const vehicle = vin === '' ? undefined : fleets.find(org, vin)
  return typeof vehicle === 'string' ? undefined : vehicle
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

/** Adds what the organisation's setting raises to `raises`, and what it holds back to `held` (rule SENSITIVITY-3). */
function addOrHold(
  raises: Map<string, Raise>,
  held: Map<string, Raise>,
  org: Org,
  vehicle: Vehicle,
  finding: Finding,
): void {
  const isHeld = isBelow(falseAlertsOf(finding), vehicle.facts.falseAlertsAtMost)
  add(isHeld ? held : raises, org, vehicle, finding)
}

function falseAlertsOf({ rule, signs }: Finding): number | null {
  return signs === undefined ? null : expectedFalseAlerts(rule, signs)
}

export function add(raises: Map<string, Raise>, org: Org, vehicle: Vehicle | undefined, finding: Finding): void {
  const key = `${org.id}:${vehicle?.id ?? ''}:${finding.severity}:${finding.key}`
  const raise = raises.get(key)
  if (!raise) {
    raises.set(key, {
      org,
      vehicle: vehicle?.id === 0 ? undefined : vehicle,
      finding,
      falseAlerts: falseAlertsOf(finding),
      count: finding.count,
      firstTs: finding.ts,
      lastTs: finding.ts,
    })
    return
  }
  const falseAlerts = falseAlertsOf(finding)
  if (falseAlerts !== null) raise.falseAlerts = Math.min(falseAlerts, raise.falseAlerts ?? Infinity)
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
