import type { CanEvent, IdsEvent, PackedFrame, PositionEvent, SyslogEvent, VehicleEvent } from '../events/events.ts'
import type { Area, Detector, Finding, VehicleFacts } from './detector.ts'
import { boxOf } from './geo.ts'

/** Time of the tests' events, epoch ms. */
export const t0 = Date.UTC(2026, 9, 22, 17)

export const facts: VehicleFacts = {
  vin: 'WVWZZZ1JZXW000001',
  areas: [],
  meaningOf: () => undefined,
  lastPosition: null,
  canGeneration: 0,
  profileOf: () => undefined,
  dbcOf: () => undefined,
  falseAlertsAtMost: null,
}

/** Returns a detector with a vehicle's memory: each call processes events and returns the findings. */
export function watching<Memory>(detector: Detector<Memory>, known: Partial<VehicleFacts> = {}, saved?: unknown) {
  const all = { ...facts, ...known }
  const memory = detector.start(saved, all)
  const see = (...events: VehicleEvent[]): Finding[] => {
    const found: Finding[] = []
    for (const event of events) detector.step(memory, event, all, (finding) => found.push(finding))
    return found
  }
  return { memory, see, save: () => detector.save?.(memory) }
}

const common = { vehicle: facts.vin, ts: t0, deviceTs: null }

export function position(fields: Partial<PositionEvent>): PositionEvent {
  return {
    kind: 'position',
    ...common,
    lat: 48,
    lon: 11,
    speedKph: null,
    headingDeg: null,
    altitudeM: null,
    hdop: null,
    ...fields,
  }
}

export function can(frames: readonly PackedFrame[], fields: Partial<CanEvent> = {}): CanEvent {
  return { kind: 'can', ...common, bus: 'can0', flags: 0, frames, ...fields }
}

export function ids(fields: Partial<IdsEvent>): IdsEvent {
  return {
    kind: 'ids.can',
    ...common,
    eventId: 0x8001,
    idsmInstance: 1,
    sensorInstance: 2,
    count: 1,
    context: null,
    detail: null,
    ...fields,
  }
}

/** Returns a log line of sshd, by default about a wrong password. */
export function syslog(fields: Partial<SyslogEvent> = {}): SyslogEvent {
  return {
    kind: 'syslog',
    ...common,
    facility: 10,
    severity: 6,
    hostname: 'tcu',
    appName: 'sshd',
    procId: '1',
    msgId: null,
    structuredData: null,
    message: 'Failed password for root from 203.0.113.7 port 41000 ssh2',
    ...fields,
  }
}

export function area(uuid: string, polygon: Area['polygon'], severity: Area['severity'] = 'high'): Area {
  const box = boxOf(polygon)
  return { uuid, name: `Area ${uuid}`, severity, polygon, box, circle: null, alertOn: 'leave' }
}

/** Returns a square around a position; `half` is half a side in degrees. */
export function square(lat: number, lon: number, half: number): Area['polygon'] {
  return [
    [lon - half, lat - half],
    [lon + half, lat - half],
    [lon + half, lat + half],
    [lon - half, lat + half],
  ]
}
