/** The events of the fleet: the public ingest protocol, without anything internal to our apps. */

/** A CAN frame in a packed batch: microseconds after the event's `ts`, arbitration id, payload as hex. */
export type PackedFrame = readonly [dtUs: number, id: number, data: string]

/** What a control unit runs. */
export interface UnitSoftware {
  ecu: string
  software: string
  version: string
  hardware_part: string
  rxswin?: string
}

export type FleetEvent =
  | {
      type: 'position'
      vehicle: string
      ts: number
      lat: number
      lon: number
      speed_kph?: number
      heading_deg?: number
      altitude_m?: number
      hdop?: number
    }
  | { type: 'telemetry'; vehicle: string; ts: number; signals: Record<string, number | string | boolean> }
  | { type: 'can'; vehicle: string; ts: number; bus: string; ext?: boolean; fd?: boolean; frames: PackedFrame[] }
  | { type: 'inventory'; vehicle: string; ts: number; ecus: UnitSoftware[] }
  | SyslogEvent
  | IdsEvent

/** A log line that is sent as an event, with the time at which it was written. */
interface SyslogEvent {
  type: 'syslog'
  vehicle: string
  ts: number
  severity: number
  facility: number
  hostname: string
  app_name: string
  proc_id: string
  message: string
}

export interface IdsEvent {
  type: 'ids.can' | 'ids.eth' | 'ids.host'
  vehicle: string
  ts: number
  event_id: number
  idsm_instance: number
  sensor_instance: number
  count: number
  /** Hex. */
  context?: string
  detail?: Record<string, unknown>
}

/** A line of NDJSON, and the number of rows that it becomes: a packed batch of 500 frames counts 500. */
export interface Line {
  text: string
  rows: number
}

/** An event as an NDJSON line. */
export function lineOf(event: FleetEvent): Line {
  return { text: JSON.stringify(event), rows: rowsOf(event) }
}

function rowsOf(event: FleetEvent): number {
  if (event.type === 'can') return event.frames.length
  return event.type === 'inventory' ? event.ecus.length : 1
}

/** A log line of a vehicle's computer, for the syslog listeners. */
export interface LogLine {
  vehicle: string
  ts: number
  /** 0 emergency … 7 debug. */
  severity: number
  facility: number
  app: string
  pid: number
  message: string
}

/** Rounds a value for sending: a position to 1 cm, a speed to 0.1 km/h. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}

/** The times in [from, to) that are `period` ms apart, `phase` ms into each period. */
export function timesIn(from: number, to: number, period: number, phase: number): number[] {
  const times: number[] = []
  for (let n = Math.ceil((from - phase) / period); n * period + phase < to; n++) times.push(n * period + phase)
  return times
}

/** A log line as an event: a history is sent over one connection, in order. */
export function logEvent({ vehicle, ts, severity, facility, app, pid, message }: LogLine): FleetEvent {
  return {
    type: 'syslog',
    vehicle,
    ts: Math.round(ts),
    severity,
    facility,
    hostname: vehicle,
    app_name: app,
    proc_id: String(pid),
    message,
  }
}
