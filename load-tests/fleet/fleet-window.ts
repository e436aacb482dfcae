import { attacksIn, type Targets } from './vehicles/attack-schedule.ts'
import type { Attack } from './vehicles/attacks.ts'
import { logLinesOf, noticesOf } from './vehicles/background.ts'
import { framesBetween, inOrder } from './can/traffic.ts'
import { lineOf, timesIn, type Line, type LogLine } from './sending/events.ts'
import { chance } from './random.ts'
import { canReport, positionReport, telemetryReport } from './vehicles/reports.ts'
import type { Vehicle } from './vehicles/vehicles.ts'

/** A fleet with the options of the command line. */
export interface Fleet extends Targets {
  hz: number
  attacked: boolean
}

/** The output of a fleet for a period: its events by vehicle (in order), and its log lines. */
export interface Window {
  lines: { vehicle: Vehicle; lines: Line[] }[]
  logs: LogLine[]
  attacks: Attack[]
}

const TELEMETRY_MS = 5000
const CAN_MS = 1000
const HISTORY_POSITION_MS = 15_000
const HISTORY_TELEMETRY_MS = 60_000

/** The live output of the fleet in [from, to). Consecutive windows have no gap and no repetition. */
export function windowOf(fleet: Fleet, from: number, to: number): Window {
  const attacks = fleet.attacked ? attacksIn(fleet, from - CAN_MS, to) : []
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

function linesOf(fleet: Fleet, vehicle: Vehicle, attacks: readonly Attack[], from: number, to: number): Line[] {
  return [
    ...positionLines(vehicle, attacks, timesIn(from, to, 1000 / fleet.hz, phaseOf(vehicle, 1000 / fleet.hz))),
    ...timesIn(from, to, TELEMETRY_MS, phaseOf(vehicle, TELEMETRY_MS)).map((ts) =>
      lineOf(telemetryReport(vehicle, ts)),
    ),
    ...(vehicle.index < fleet.canCount ? canLines(vehicle, attacks, from, to) : []),
    ...noticesOf(vehicle, from, to).map(lineOf),
    ...during(attacks, from, to, (attack, a, b) => attack.kind.lines?.(attack, a, b)),
  ]
}

/** The time of a vehicle's reports within the period: vehicles do not report at the same time. */
function phaseOf(vehicle: Vehicle, period: number): number {
  return Math.floor(chance(vehicle.index, 81) * period)
}

function positionLines(vehicle: Vehicle, attacks: readonly Attack[], times: number[]): Line[] {
  return times.map((ts) => {
    const report = positionReport(vehicle, ts)
    const teleport = attacks.find(({ kind, from, to }) => kind.position && from <= ts && ts < to)
    return lineOf(teleport?.kind.position?.(report) ?? report)
  })
}

/** A packed event with a second of the bus, sent as soon as the second is over. */
function canLines(vehicle: Vehicle, attacks: readonly Attack[], from: number, to: number): Line[] {
  return timesIn(from, to, CAN_MS, phaseOf(vehicle, CAN_MS)).map((end) => {
    const begin = end - CAN_MS
    const injected = during(attacks, begin, end, (attack, a, b) => attack.kind.frames?.(attack, a, b))
    return lineOf(canReport(vehicle, begin, inOrder([...framesBetween(vehicle, begin, end), ...injected])))
  })
}

/** The output of attacks in [from, to); each attack is called only for its own part of that time. */
function during<T>(
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

/**
 * The back-filled output of the fleet for [from, to): sparse positions and telemetry, notices, and IDS bursts of past
 * attacks.
 */
export function historyOf(fleet: Fleet, from: number, to: number): Window['lines'] {
  const attacks = fleet.attacked ? attacksIn(fleet, from, to).filter(({ kind }) => kind.inHistory) : []
  return fleet.vehicles.map((vehicle) => {
    const own = attacks.filter((attack) => attack.victim === vehicle)
    const lines = [
      ...positionLines(vehicle, [], timesIn(from, to, HISTORY_POSITION_MS, phaseOf(vehicle, HISTORY_POSITION_MS))),
      ...timesIn(from, to, HISTORY_TELEMETRY_MS, phaseOf(vehicle, HISTORY_TELEMETRY_MS)).map((ts) =>
        lineOf(telemetryReport(vehicle, ts)),
      ),
      ...noticesOf(vehicle, from, to).map(lineOf),
      ...during(own, from, to, (attack, a, b) => attack.kind.lines?.(attack, a, b)),
    ]
    return { vehicle, lines }
  })
}
