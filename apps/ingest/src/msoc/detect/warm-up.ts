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
import type { Fleets } from './fleet.ts'
import type { Vehicle } from './fleet-facts.ts'
import {
  recentFailures,
  type RecentFrame,
  recentFrames,
  type RecentLine,
  type RecentPosition,
  recentPositions,
  type TimeWindow,
} from './recent.queries.ts'

/**
 * How far before the next event an ongoing attack is remembered, ms: the longest time that a detector looks back, plus
 * delays in transit.
 */
const recentMs = 5 * 60_000
/** The longest window that is read for a vehicle whose events are far apart, ms: the time before the latest event. */
const widestMs = 60 * 60_000
/** Maximum rows read of one vehicle, and maximum frames of all vehicles that are warmed up together. */
const failuresOfOne = 200
const framesOfOne = 2_000
const framesOfAll = 100_000

/** The first and last time of a vehicle's events in a batch, epoch ms. */
export interface Span {
  readonly first: number
  readonly last: number
}

/** The batch's vehicles that are new to this process: their detectors have no memory yet. */
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
 * Loads recently stored events of vehicles into the memory of their detectors: another process stored them, or this one
 * forgot them. An ongoing attack continues to be counted; no findings are raised, because the process that stored the
 * events has raised them (rule KAFKA-10).
 */
export async function warmUp(db: Database, log: Log, org: Org, vehicles: ReadonlyMap<Vehicle, Span>): Promise<void> {
  if (vehicles.size === 0) return
  const now = Date.now()
  const windows = [...vehicles].map(([{ id }, span]) => windowBefore(id, span, now))
  const [positions, failures, frames] = await Promise.all([
    recentPositions(db, org, windows, 1),
    recentFailures(db, org, windows, failuresOfOne),
    recentFrames(db, org, windows, Math.min(framesOfOne, Math.ceil(framesOfAll / windows.length))),
  ])
  const events = new Map<VehicleId, VehicleEvent[]>()
  for (const row of positions) keep(events, row.vehicle_id, positionOf(row))
  for (const row of failures) keep(events, row.vehicle_id, lineOf(row))
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
 * The window of stored events that a vehicle's next events may continue. The next events may be hours old when a
 * backlog is processed; later stored events do not come before them.
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

export function positionOf(row: RecentPosition): PositionEvent {
  const { ts, device_ts: deviceTs, lat, lon, speed_kph: speedKph } = row
  return {
    kind: 'position',
    vehicle: '',
    ts,
    deviceTs,
    lat,
    lon,
    speedKph,
    headingDeg: row.heading_deg,
    altitudeM: row.altitude_m,
    hdop: row.hdop,
  }
}

export function lineOf({
  ts,
  device_ts: deviceTs,
  facility,
  severity,
  hostname,
  app_name: appName,
  proc_id: procId,
  msg_id: msgId,
  structured_data: structuredData,
  message,
}: RecentLine): SyslogEvent {
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
    structuredData,
    message,
  }
}

/**
 * Frames as CAN events, with only the fields that matter here; frames with a suspect clock by the vehicle's own time.
 */
export function packed(rows: readonly RecentFrame[]): CanEvent[] {
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
