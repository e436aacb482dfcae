import { encode } from '../can/encode.ts'
import { messageOf } from '../can/table.ts'
import { inOrder, type Frame } from '../can/traffic.ts'
import { timesIn, type FleetEvent, type IdsEvent, type Line, type LogLine } from '../sending/events.ts'
import { folded, hash } from '../random.ts'
import { stateAt } from './state.ts'
import type { Vehicle } from './vehicles.ts'

/** One attack: its kind, its victim and its time. */
export interface Attack {
  kind: AttackKind
  victim: Vehicle
  from: number
  to: number
}

/**
 * A kind of attack: data, and small functions that define its changes. Each function is pure in (attack, window), so
 * that an attack continues when the fleet is restarted during the attack.
 */
export interface AttackKind {
  name: string
  lastsMs: number
  /** The vehicles that it needs: any vehicle, or one that sends CAN. */
  needs: 'any' | 'can'
  /** Frames that are added to the vehicle's own frames, in [from, to). */
  frames?: (attack: Attack, from: number, to: number) => Frame[]
  /** Events sent in [from, to). */
  events?: (attack: Attack, from: number, to: number) => FleetEvent[]
  /** Text sent in [from, to) that is no event. */
  lines?: (attack: Attack, from: number, to: number) => Line[]
  logs?: (attack: Attack, from: number, to: number) => LogLine[]
  /** Rewrites a position report. */
  position?: (report: FleetEvent & { type: 'position' }) => FleetEvent
  /** The vehicle sends nothing. */
  silences?: boolean
  /** Detected by the time of arrival: it cannot be part of a history, which arrives all at once. */
  isLiveOnly?: boolean
}

const TORQUE_REQUEST = messageOf(0x0a0)

export const attackKinds: readonly AttackKind[] = [
  // 0x000 wins every arbitration: at 2 kHz the bus has little room for others
  {
    name: 'can-flood',
    lastsMs: 5000,
    needs: 'can',
    frames: (_attack, from, to) => injected(from, to, 0.5, 0x000, () => '0000000000000000'),
  },
  {
    name: 'unknown-arbitration-id',
    lastsMs: 6000,
    needs: 'can',
    frames: ({ victim, from: start }, from, to) => {
      const data = hash(victim.index, folded(start)).toString(16).padStart(8, '0').toUpperCase()
      return injected(from, to, 40, 0x6f7, () => `${data}0000`)
    },
  },
  // right checksum, own counter, 2.5 times the genuine rate: full torque although the pedal is not pressed
  {
    name: 'spoofed-torque',
    lastsMs: 6000,
    needs: 'can',
    frames: ({ victim }, from, to) =>
      injected(from, to, 4, TORQUE_REQUEST.id, (at) =>
        encode(TORQUE_REQUEST, stateAt(victim, at), Math.round(at / 4), {
          RequestedTorque: 900,
          AcceleratorPosition: 100,
        }),
      ),
  },
  { name: 'ssh-brute-force', lastsMs: 20_000, needs: 'any', logs: failedPasswords },
  {
    name: 'gnss-teleport',
    lastsMs: 3000,
    needs: 'any',
    position: (report) => ({ ...report, lat: report.lat - 2.7, hdop: 0.8 }),
  },
  { name: 'ids-burst', lastsMs: 15_000, needs: 'any', events: idsBurst },
  { name: 'goes-silent', lastsMs: 180_000, needs: 'any', silences: true, isLiveOnly: true },
  { name: 'malformed-events', lastsMs: 10_000, needs: 'any', lines: malformed, isLiveOnly: true },
]

/** The kinds of attacks that a history has. */
export const pastAttackKinds = attackKinds.filter(({ isLiveOnly }) => !isLiveOnly)

function injected(from: number, to: number, everyMs: number, id: number, data: (at: number) => string): Frame[] {
  return inOrder(timesIn(from, to, everyMs, everyMs * 0.37).map((at) => ({ at, id, data: data(at) })))
}

const ACCOUNTS = ['root', 'admin', 'root', 'oem', 'root', 'service', 'support', 'root']

function failedPasswords({ victim, from: start }: Attack, from: number, to: number): LogLine[] {
  const source = hash(victim.index, Math.floor(start / 1000))
  const address = `203.0.113.${source % 250}`
  return timesIn(from, to, 2500, start % 2500).map((ts) => {
    const attempt = Math.floor((ts - start) / 2500)
    const message =
      `Failed password for ${ACCOUNTS[attempt % ACCOUNTS.length]} from ${address} port ` +
      `${40_000 + (source % 9000) + attempt} ssh2`
    return {
      vehicle: victim.vin,
      ts,
      severity: 6,
      facility: 10,
      app: 'sshd',
      pid: 1200 + (source % 800) + attempt,
      message,
    }
  })
}

/**
 * The reports of the vehicle's own intrusion detection during an attack, in turn: high, medium and, in one burst of
 * five, critical in the default catalogue.
 */
const CRITICAL_EVERY = 5
const BURST = [
  {
    type: 'ids.can',
    event_id: 0x8001,
    count: 12,
    sensor: 1,
    detail: { ecu: 'ADAS', bus: 'can0', can_id: '0x0A0', pdu: 'MotorTorqueRequest', note: 'SecOC verification failed' },
  },
  {
    type: 'ids.can',
    event_id: 0x8010,
    count: 3,
    sensor: 1,
    detail: { ecu: 'GTW', bus: 'can0', note: 'message rate above its limit' },
  },
  {
    type: 'ids.host',
    event_id: 0x8003,
    count: 1,
    sensor: 4,
    detail: { ecu: 'GTW', note: 'signature of the boot image does not match' },
  },
] as const

function idsBurst({ victim, from: start }: Attack, from: number, to: number): IdsEvent[] {
  return timesIn(from, to, 500, start % 500).map((ts) => {
    const kinds = hash(victim.index, Math.floor(start / 1000)) % CRITICAL_EVERY === 0 ? BURST.length : BURST.length - 1
    const { type, event_id, count, sensor, detail } = BURST[Math.round((ts - start) / 500) % kinds]!
    const context = hash(victim.index, Math.round(ts)).toString(16).padStart(8, '0')
    return {
      type,
      vehicle: victim.vin,
      ts: Math.round(ts),
      event_id,
      idsm_instance: 1,
      sensor_instance: sensor,
      count,
      context,
      detail: { ...detail },
    }
  })
}

/** Lines that no decoder should accept: each must be reported as a reject with its reason. */
function malformed({ victim, from: start }: Attack, from: number, to: number): Line[] {
  const { vin } = victim
  const wrong = (ts: number) => [
    `{"type":"position","vehicle":"${vin}","ts":${ts},"lat":912.5,"lon":13.4}`,
    `{"type":"position","vehicle":"${vin}","ts":${ts},"lat":"north","lon":null}`,
    `{"type":"telemetry","vehicle":"${vin}","ts":${ts}}`,
    `{"type":"can","vehicle":"${vin}","ts":${ts},"bus":"can0","id":"0xZZ","data":"12345"}`,
    `{"type":"door-state","vehicle":"${vin}","ts":${ts}}`,
    `{"type":"position","ts":${ts},"lat":52.5,"lon":13.4}`,
    `{"type":"position","vehicle":"${vin}","ts":"unknown","lat":52.5,"lon":13.4}`,
    `{"type":"ids.can","vehicle":"${vin}","ts":${ts},"event_id":-5`,
  ]
  return timesIn(from, to, 50, start % 50).map((ts) => {
    const lines = wrong(Math.round(ts))
    return { text: lines[Math.round((ts - start) / 50) % lines.length]!, rows: 1 }
  })
}
