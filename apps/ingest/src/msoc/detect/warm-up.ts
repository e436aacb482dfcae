import type { Org } from '@carapace/shared/core/owned'
import {
  type CanEvent,
  frameFlags,
  type PackedFrame,
  type PositionEvent,
  type SyslogEvent,
  type VehicleEvent,
} from '@carapace/shared/msoc/events/events'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/database.ts'
import type { Log } from '../../core/log.ts'
import { recall } from './detect.ts'
import type { Fleets, Vehicle } from './fleet.ts'
import {
  type RecentFailure,
  recentFailures,
  type RecentFrame,
  recentFrames,
  type RecentPosition,
  recentPositions,
  type TimeWindow,
} from './recent.queries.ts'

/**
 * How far back of its next event an attack is remembered that goes on, ms: the longest that a detector looks back, and
 * what was on the way.
 */
const recentMs = 5 * 60_000
/** The most that is read of a vehicle whose events are from far apart, ms: what led to the latest. */
const widestMs = 60 * 60_000
/** Rows that are read of one vehicle at the most, and frames of all that are warmed together. */
const failuresOfOne = 200
const framesOfOne = 2_000
const framesOfAll = 100_000

/** When a vehicle's events of a batch were, epoch ms. */
interface Span {
  readonly first: number
  readonly last: number
}

/** The batch's vehicles that this process has only since now: their detectors remember nothing yet. */
export function coldOf(
  fleets: Pick<Fleets, 'find'>,
  org: Org,
  names: ReadonlySet<string>,
  events: readonly VehicleEvent[],
): Map<Vehicle, Span> {
  const spans = new Map<Vehicle, Span>()
  const cold = new Map<string, Vehicle>()
  for (const name of names) {
    const vehicle = fleets.find(org, name)
    if (typeof vehicle !== 'string' && vehicle.isCold) cold.set(name, vehicle)
  }
  if (cold.size === 0) return spans
  for (const { vehicle: name, ts } of events) {
    const vehicle = cold.get(name)
    if (!vehicle) continue
    const { first, last } = spans.get(vehicle) ?? { first: ts, last: ts }
    spans.set(vehicle, { first: Math.min(first, ts), last: Math.max(last, ts) })
  }
  return spans
}

/**
 * Brings what was stored lately of vehicles into their detectors' memory: this process was not the one that stored it,
 * or forgot. An attack that is under way goes on being counted; nothing is told, for that was told by whoever stored it
 * (rule KAFKA-10).
 */
export async function warmUp(db: Database, log: Log, org: Org, vehicles: ReadonlyMap<Vehicle, Span>): Promise<void> {
  if (vehicles.size === 0) return
  const now = Date.now()
  const windows = [...vehicles].map(([{ id }, span]) => windowBefore(id, span, now))
  const [positions, failures, frames] = await Promise.all([
    recentPositions(db, org, windows),
    recentFailures(db, org, windows, failuresOfOne),
    recentFrames(db, org, windows, Math.min(framesOfOne, Math.ceil(framesOfAll / windows.length))),
  ])
  const events = new Map<VehicleId, VehicleEvent[]>()
  for (const row of positions) keep(events, row.vehicle_id, positionOf(row))
  for (const row of failures) keep(events, row.vehicle_id, failureOf(row))
  for (const [id, rows] of Map.groupBy(frames, (row) => row.vehicle_id))
    for (const event of packed(rows)) keep(events, id, event)
  for (const vehicle of vehicles.keys()) {
    recall(
      vehicle,
      (events.get(vehicle.id) ?? []).sort((a, b) => clockOf(a) - clockOf(b)),
      log,
    )
    vehicle.isCold = false
  }
}

/**
 * What a vehicle's next events may go on with. They may be hours old, where a backlog is worked off; what was stored of
 * later times is not before them.
 */
export function windowBefore(id: VehicleId, { first, last }: Span, now: number): TimeWindow {
  return { id, since: Math.max(Math.min(first, now), last - widestMs) - recentMs, until: last }
}

function keep(events: Map<VehicleId, VehicleEvent[]>, id: VehicleId, event: VehicleEvent): void {
  const mine = events.get(id)
  if (mine) mine.push(event)
  else events.set(id, [event])
}

const clockOf = ({ ts, deviceTs }: VehicleEvent) => deviceTs ?? ts

function positionOf({ ts, device_ts: deviceTs, lat, lon, speed_kph: speedKph }: RecentPosition): PositionEvent {
  return {
    kind: 'position',
    vehicle: '',
    ts,
    deviceTs,
    lat,
    lon,
    speedKph,
    headingDeg: null,
    altitudeM: null,
    hdop: null,
  }
}

function failureOf({
  ts,
  device_ts: deviceTs,
  facility,
  severity,
  hostname,
  app_name: appName,
  proc_id: procId,
  msg_id: msgId,
  message,
}: RecentFailure): SyslogEvent {
  return {
    kind: 'syslog',
    vehicle: '',
    ts,
    deviceTs,
    facility,
    severity,
    hostname,
    appName,
    procId,
    msgId,
    structuredData: null,
    message,
  }
}

/**
 * Frames as the events that brought them, as far as that matters: those of a suspect clock by the vehicle's own time.
 */
function packed(rows: readonly RecentFrame[]): CanEvent[] {
  const clocks = rows.map((row) => ({
    row,
    clock: row.device_ts === null ? row.ts : row.device_ts + Math.max(0, row.ts - row.received_ms),
  }))
  const events: CanEvent[] = []
  for (const {
    row: { bus, flags: stored, arbitration_id: id, hex },
    clock,
  } of clocks.sort((a, b) => a.clock - b.clock)) {
    const flags = id > 0x7ff ? stored : stored & ~frameFlags.ext
    const last = events.at(-1)
    if (last?.bus === bus && last.flags === flags)
      (last.frames as PackedFrame[]).push([Math.round((clock - last.ts) * 1000), id, hex])
    else events.push({ kind: 'can', vehicle: '', ts: clock, deviceTs: null, bus, flags, frames: [[0, id, hex]] })
  }
  return events
}
