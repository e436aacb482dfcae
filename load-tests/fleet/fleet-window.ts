import { attacksIn, type Targets } from './vehicles/attack-schedule.ts'
import type { Attack } from './vehicles/attacks.ts'
import { logLinesOf, noticesOf } from './vehicles/background.ts'
import { framesBetween, inOrder } from './can/traffic.ts'
import { lineOf, timesIn, type FleetEvent, type Line, type LogLine } from './sending/events.ts'
import { chance } from './random.ts'
import { inventoriesIn } from './vehicles/inventory.ts'
import { canReport, positionReport, telemetryReport } from './vehicles/reports.ts'
import type { Vehicle } from './vehicles/vehicles.ts'

/** A fleet with the options of the command line. */
export interface Fleet extends Targets {
  hz: number
  attacked: boolean
  /** Attacks that were requested while it runs, beside those of the schedule. */
  requested: readonly Attack[]
  /**
   * The arbitration ids that vehicles block, by VIN: frames that an attacker injects under them do not reach the bus.
   */
  blocked?: ReadonlyMap<string, ReadonlySet<number>>
}

/** The output of a fleet for a period: its events by vehicle (in order), and its log lines. */
export interface Window {
  lines: { vehicle: Vehicle; lines: Line[] }[]
  logs: LogLine[]
  attacks: Attack[]
}

const TELEMETRY_MS = 5000
export const CAN_MS = 1000

/** The live output of the fleet in [from, to). Consecutive windows have no gap and no repetition. */
export function windowOf(fleet: Fleet, from: number, to: number): Window {
  const attacks = activeIn(fleet, from - CAN_MS, to)
  const window: Window = {
    lines: [],
    logs: [],
    attacks: attacks.filter((attack) => attack.from >= from && attack.from < to),
  }
  for (const vehicle of fleet.vehicles) {
    const own = attacks.filter((attack) => attack.victim === vehicle)
    if (own.some(({ kind, from: begins, to: ends }) => kind.silences && begins <= from && from < ends)) continue
    const lines = linesOf(fleet, vehicle, own, from, to)
    if (lines.length > 0) window.lines.push({ vehicle, lines })
    window.logs.push(
      ...logLinesOf(vehicle, from, to),
      ...during(own, from, to, (attack, a, b) => attack.kind.logs?.(attack, a, b)),
    )
  }
  return window
}

function activeIn(fleet: Fleet, from: number, to: number): Attack[] {
  return [
    ...(fleet.attacked ? attacksIn(fleet, from, to) : []),
    ...fleet.requested.filter((attack) => attack.from < to && attack.to > from),
  ]
}

function linesOf(fleet: Fleet, vehicle: Vehicle, attacks: readonly Attack[], from: number, to: number): Line[] {
  const events = [
    ...positionsAt(vehicle, attacks, timesIn(from, to, 1000 / fleet.hz, phaseOf(vehicle, 1000 / fleet.hz))),
    ...timesIn(from, to, TELEMETRY_MS, phaseOf(vehicle, TELEMETRY_MS)).map((ts) => telemetryReport(vehicle, ts)),
    ...(vehicle.index < fleet.canCount
      ? canSecondsAt(
          vehicle,
          attacks,
          timesIn(from, to, CAN_MS, phaseOf(vehicle, CAN_MS)),
          fleet.blocked?.get(vehicle.vin),
        )
      : []),
    ...inventoriesIn(vehicle, from, to),
    ...noticesOf(vehicle, from, to),
    ...during(attacks, from, to, (attack, a, b) => attack.kind.events?.(attack, a, b)),
  ]
  return [...events.map(lineOf), ...during(attacks, from, to, (attack, a, b) => attack.kind.lines?.(attack, a, b))]
}

/** The time of a vehicle's reports within the period: vehicles do not report at the same time. */
export function phaseOf(vehicle: Vehicle, period: number): number {
  return Math.floor(chance(vehicle.index, 81) * period)
}

export function positionsAt(vehicle: Vehicle, attacks: readonly Attack[], times: number[]): FleetEvent[] {
  return times.map((ts) => {
    const report = positionReport(vehicle, ts)
    const teleport = attacks.find(({ kind, from, to }) => kind.position && from <= ts && ts < to)
    return teleport?.kind.position?.(report) ?? report
  })
}

/** A packed event with the second of the bus before each of these times, sent as soon as the second is over. */
export function canSecondsAt(
  vehicle: Vehicle,
  attacks: readonly Attack[],
  ends: number[],
  blocked?: ReadonlySet<number>,
): FleetEvent[] {
  return ends.map((end) => {
    const begin = end - CAN_MS
    const injected = during(attacks, begin, end, (attack, a, b) => attack.kind.frames?.(attack, a, b))
    const passing = blocked ? injected.filter(({ id }) => !blocked.has(id)) : injected
    return canReport(vehicle, begin, inOrder([...framesBetween(vehicle, begin, end), ...passing]))
  })
}

/** The output of attacks in [from, to); each attack is called only for its own part of that time. */
export function during<T>(
  attacks: readonly Attack[],
  from: number,
  to: number,
  of: (attack: Attack, from: number, to: number) => T[] | undefined,
): T[] {
  return attacks.flatMap((attack) => {
    const [a, b] = [Math.max(from, attack.from), Math.min(to, attack.to)]
    return a < b ? (of(attack, a, b) ?? []) : []
  })
}
