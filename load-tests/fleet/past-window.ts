import { attacksIn } from './vehicles/attack-schedule.ts'
import { pastAttackKinds, type Attack } from './vehicles/attacks.ts'
import { logLinesOf, noticesOf } from './vehicles/background.ts'
import { CAN_MS, canSecondsAt, during, phaseOf, positionsAt, type Fleet, type Window } from './fleet-window.ts'
import { lineOf, logEvent, timesIn, type FleetEvent } from './sending/events.ts'
import { telemetryReport } from './vehicles/reports.ts'
import type { Vehicle } from './vehicles/vehicles.ts'

/** How often vehicles of the past report, ms. */
export interface PastPace {
  positionMs: number
  telemetryMs: number
  hasLogs: boolean
}

/** The pace of the last hours, and of the time before them. */
export const recentPast: PastPace = { positionMs: 15_000, telemetryMs: 60_000, hasLogs: true }
export const earlierPast: PastPace = { positionMs: 120_000, telemetryMs: 600_000, hasLogs: false }

/** In the past attacks are rare: those who work on alerts are done with most of them. */
const PAST_ATTACK_EVERY_MS = 32 * 60_000
/** An attack has the whole traffic of its vehicle around it, as a recorder that triggers keeps it. */
const CAN_BEFORE_MS = 4000
const CAN_AFTER_MS = 3000
const FIXES_AROUND_MS = 20_000

/** The back-filled output of the fleet for [from, to): sparse reports, and everything that past attacks show. */
export function historyOf(fleet: Fleet, from: number, to: number, pace: PastPace = recentPast): Window['lines'] {
  const past = { ...fleet, attackEveryMs: PAST_ATTACK_EVERY_MS }
  const attacks = fleet.attacked ? attacksIn(past, from - FIXES_AROUND_MS, to + FIXES_AROUND_MS, pastAttackKinds) : []
  return fleet.vehicles.map((vehicle) => {
    const own = attacks.filter((attack) => attack.victim === vehicle)
    return { vehicle, lines: eventsOf(vehicle, own, from, to, pace).map(lineOf) }
  })
}

/** The events of one vehicle, in order of time: detectors pass over a position that is older than the latest one. */
function eventsOf(vehicle: Vehicle, attacks: readonly Attack[], from: number, to: number, pace: PastPace) {
  const sparse = timesIn(from, to, pace.positionMs, phaseOf(vehicle, pace.positionMs))
  const dense = attacks.flatMap((attack) => fixesAround(vehicle, attack, from, to))
  const events: FleetEvent[] = [
    ...positionsAt(vehicle, attacks, [...new Set([...sparse, ...dense])]),
    ...timesIn(from, to, pace.telemetryMs, phaseOf(vehicle, pace.telemetryMs)).map((ts) =>
      telemetryReport(vehicle, ts),
    ),
    ...noticesOf(vehicle, from, to),
    ...(pace.hasLogs ? logLinesOf(vehicle, from, to).map(logEvent) : []),
    ...during(attacks, from, to, (attack, a, b) => attack.kind.events?.(attack, a, b)),
    ...during(attacks, from, to, (attack, a, b) => attack.kind.logs?.(attack, a, b).map(logEvent)),
    ...canSecondsAt(vehicle, attacks, [...new Set(attacks.flatMap((one) => secondsAround(vehicle, one, from, to)))]),
  ]
  return events.sort((a, b) => a.ts - b.ts)
}

/** A teleport shows in the fixes of each second around it. */
function fixesAround(vehicle: Vehicle, { kind, ...attack }: Attack, from: number, to: number): number[] {
  if (!kind.position) return []
  const [a, b] = [Math.max(from, attack.from - FIXES_AROUND_MS), Math.min(to, attack.to + FIXES_AROUND_MS)]
  return timesIn(a, b, 1000, phaseOf(vehicle, 1000))
}

function secondsAround(vehicle: Vehicle, { kind, ...attack }: Attack, from: number, to: number): number[] {
  if (!kind.frames) return []
  const [a, b] = [Math.max(from, attack.from - CAN_BEFORE_MS), Math.min(to, attack.to + CAN_AFTER_MS)]
  return timesIn(a, b, CAN_MS, phaseOf(vehicle, CAN_MS))
}
