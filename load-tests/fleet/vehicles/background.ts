import { timesIn, type IdsEvent, type LogLine } from '../sending/events.ts'
import { chance, folded, hash } from '../random.ts'
import type { Vehicle } from './vehicles.ts'

/** The everyday noise of a healthy fleet: notices of its intrusion detection, and log lines of its computers. */

const IDS_EVERY_MS = 10 * 60_000
const LOG_EVERY_MS = 60_000

interface Notice {
  type: IdsEvent['type']
  event_id: number
  sensor: number
  detail: Record<string, unknown>
}

/** Informational ids of the default event catalogue: alarms are only for the attacks. */
const notices: readonly Notice[] = [
  { type: 'ids.host', event_id: 0x8030, sensor: 3, detail: { ecu: 'TCU', note: 'host sensor up after power-on' } },
  { type: 'ids.eth', event_id: 0x8031, sensor: 2, detail: { ecu: 'GTW', note: 'Ethernet sensor alive' } },
  { type: 'ids.can', event_id: 0x8031, sensor: 1, detail: { ecu: 'GTW', bus: 'can0', note: 'CAN sensor alive' } },
  { type: 'ids.host', event_id: 0x8031, sensor: 4, detail: { ecu: 'IVI', note: 'host sensor alive' } },
  {
    type: 'ids.can',
    event_id: 0x8030,
    sensor: 1,
    detail: { ecu: 'GTW', bus: 'can0', note: 'CAN sensor up after power-on' },
  },
]

/** One notice in this many has low severity in the default event catalogue, and so raises an alert. */
const LOW_EVERY = 400
const lowNotice: Notice = {
  type: 'ids.eth',
  event_id: 0x8020,
  sensor: 2,
  detail: { ecu: 'IVI', note: 'link of port 3 down and up' },
}

/** The notices of one vehicle in [from, to): about one every ten minutes. */
export function noticesOf(vehicle: Vehicle, from: number, to: number): IdsEvent[] {
  return timesIn(from, to, IDS_EVERY_MS, Math.floor(chance(vehicle.index, 61) * IDS_EVERY_MS)).map((ts) => {
    const draw = hash(vehicle.index, 62, folded(ts))
    const { type, event_id, sensor, detail } = draw % LOW_EVERY === 0 ? lowNotice : notices[draw % notices.length]!
    return {
      type,
      vehicle: vehicle.vin,
      ts,
      event_id,
      idsm_instance: 1,
      sensor_instance: sensor,
      count: 1 + ((draw >>> 8) % 3),
      detail,
    }
  })
}

interface Chatter {
  app: string
  severity: number
  facility: number
  message: (draw: number) => string
}

const chatter: readonly Chatter[] = [
  {
    app: 'telematicsd',
    severity: 6,
    facility: 3,
    message: (draw) => `uplink established, rssi -${60 + (draw % 40)} dBm`,
  },
  { app: 'systemd', severity: 6, facility: 3, message: () => 'Started Daily cleanup of temporary directories.' },
  {
    app: 'otad',
    severity: 6,
    facility: 3,
    message: (draw) => `checked for updates: none, next check in ${30 + (draw % 90)} min`,
  },
  {
    app: 'chronyd',
    severity: 6,
    facility: 3,
    message: (draw) => `System clock wrong by 0.00${draw % 10}${(draw >> 4) % 10} seconds`,
  },
  { app: 'gnssd', severity: 5, facility: 3, message: (draw) => `fix regained after ${2 + (draw % 20)} s` },
  {
    app: 'kernel',
    severity: 4,
    facility: 0,
    message: (draw) => `can0: bus error counter tx ${draw % 4} rx ${(draw >> 3) % 9}`,
  },
  {
    app: 'sshd',
    severity: 6,
    facility: 4,
    message: (draw) =>
      `Accepted publickey for maint from 10.8.${draw % 250}.${(draw >> 8) % 250} port ${30000 + (draw % 30000)} ssh2`,
  },
]

/** The log lines of one vehicle's computers in [from, to): about one a minute. */
export function logLinesOf(vehicle: Vehicle, from: number, to: number): LogLine[] {
  return timesIn(from, to, LOG_EVERY_MS, Math.floor(chance(vehicle.index, 63) * LOG_EVERY_MS)).map((ts) => {
    const draw = hash(vehicle.index, 64, folded(ts))
    const { app, severity, facility, message } = chatter[draw % chatter.length]!
    return {
      vehicle: vehicle.vin,
      ts,
      severity,
      facility,
      app,
      pid: 200 + ((draw >>> 5) % 3000),
      message: message(draw >>> 3),
    }
  })
}
