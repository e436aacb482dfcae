import type { FleetEvent, IdsEvent, PackedFrame } from '../../fleet/sending/events.ts'

/**
 * The vehicles' events, as functions of the vehicle's number and the clock (epoch ms): any number of virtual users send
 * consistent data. Simpler than those of the simulated fleet, since k6 runs the code hundreds of times slower than
 * Node.
 */
/** A log line sent as an event. */
export interface SyslogEvent {
  readonly type: 'syslog'
  readonly vehicle: string
  readonly ts: number
  readonly facility: number
  readonly severity: number
  readonly hostname: string
  readonly app_name: string
  readonly message: string
}

export type LoadEvent = FleetEvent | SyslogEvent

/** The VINs of the load tests' vehicles begin with this: `q=NHVK6` finds them. */
export const vinPrefix = 'NHVK6'

/** The VIN of vehicle n (0 to 999,999). */
export function vinOf(n: number): string {
  return `${vinPrefix}L0A0SA${String(n).padStart(6, '0')}`
}

/** West, south, east, north of the area in which they drive. */
export const area = [8, 47, 12.2, 51.2] as const

const lapMs = 600_000

/** Each drives around a circle of 1 km at 38 km/h, starting at a different point. */
export function positionOf(n: number, ts: number): FleetEvent {
  const angle = 2 * Math.PI * (((ts + n * 7919) % lapMs) / lapMs)
  const lat = 47.1 + (Math.floor(n / 400) % 400) / 100 + 0.009 * Math.sin(angle)
  const lon = 8.1 + (n % 400) / 100 + 0.0135 * Math.cos(angle)
  return {
    type: 'position',
    vehicle: vinOf(n),
    ts,
    lat: rounded(lat, 7),
    lon: rounded(lon, 7),
    speed_kph: 38,
    heading_deg: rounded((720 - (angle * 180) / Math.PI) % 360, 1),
    hdop: 0.9,
  }
}

export function telemetryOf(n: number, ts: number): FleetEvent {
  const wave = Math.sin((ts + n * 7919) / 60_000)
  return {
    type: 'telemetry',
    vehicle: vinOf(n),
    ts,
    signals: {
      'Vehicle.Speed': 38,
      'Vehicle.TraveledDistance': 20_000_000 + (Math.round(ts / 95) % 10_000_000),
      'Vehicle.Powertrain.TractionBattery.StateOfCharge.Current': rounded(60 + 20 * wave, 2),
      'Vehicle.Powertrain.TractionBattery.Temperature.Average': rounded(24 + 3 * wave, 1),
      'Vehicle.Powertrain.TractionBattery.CurrentVoltage': rounded(390 + 8 * wave, 1),
      'Vehicle.Powertrain.TractionBattery.Charging.IsCharging': false,
      'Vehicle.Cabin.Door.Row1.DriverSide.IsLocked': true,
    },
  }
}

/** The bus's messages with their cycle times, ms: 422 frames a second. */
const cycles: readonly (readonly [id: number, ms: number])[] = [
  [0x0a0, 10],
  [0x0b4, 10],
  [0x110, 20],
  [0x128, 20],
  [0x1a5, 20],
  [0x2c1, 50],
  [0x2d0, 50],
  [0x31f, 100],
  [0x3a0, 100],
  [0x4b2, 100],
  [0x5e8, 1000],
  [0x6f0, 1000],
]

/**
 * A packed event with a second of vehicle n's bus from `ts` on; while it is flooded, also 0x000 at 2 kHz, which wins
 * every arbitration.
 */
export function canSecondOf(n: number, ts: number, flooded = false): FleetEvent & { type: 'can' } {
  const frames: PackedFrame[] = cycles.flatMap(([id, ms], place) =>
    cyclic(id, ms * 1000, place * 370 + (n % 7) * 31, ts),
  )
  if (flooded) frames.push(...cyclic(0, 500, 185, 0).map(([dt, id]): PackedFrame => [dt, id, '0000000000000000']))
  return { type: 'can', vehicle: vinOf(n), ts, bus: 'can0', frames: frames.sort((a, b) => a[0] - b[0]) }
}

/** A counter in the last byte, and a slowly changing value: a detector learns neither a constant nor noise. */
function cyclic(id: number, everyUs: number, phaseUs: number, ts: number): PackedFrame[] {
  const slow = hex(Math.floor(ts / 1000) & 0xff)
  return Array.from({ length: Math.ceil((1_000_000 - phaseUs) / everyUs) }, (_, i) => [
    phaseUs + i * everyUs,
    id,
    `0A${slow}1F400000${hex(i & 0xf)}00`,
  ])
}

/**
 * An event of the vehicle's intrusion detection: 0x8001 (high) raises an alert, 0x8031 is a sensor's heartbeat
 * (docs/event-catalogue.md).
 */
export function idsOf(n: number, ts: number, eventId: 0x8001 | 0x8031): IdsEvent {
  return {
    type: 'ids.can',
    vehicle: vinOf(n),
    ts,
    event_id: eventId,
    idsm_instance: 1,
    sensor_instance: 1,
    count: 1,
    detail: { ecu: 'GTW', bus: 'can0' },
  }
}

const chatter = [
  ['telematicsd', 6, 'uplink established, rssi -71 dBm'],
  ['otad', 6, 'checked for updates: none, next check in 60 min'],
  ['gnssd', 5, 'fix regained after 4 s'],
  ['kernel', 4, 'can0: bus error counter tx 0 rx 1'],
  ['sshd', 6, 'Accepted publickey for maint from 10.8.0.7 port 41022 ssh2'],
] as const

/** One of the everyday log lines of vehicle n's computers. */
export function logLineOf(n: number, ts: number, draw: number): SyslogEvent {
  const [app, severity, message] = chatter[draw % chatter.length]!
  return { type: 'syslog', vehicle: vinOf(n), ts, facility: 3, severity, hostname: vinOf(n), app_name: app, message }
}

/** The log line of a wrong password; five within a minute raise an alert. */
export function failedPasswordOf(n: number, ts: number): SyslogEvent {
  return {
    type: 'syslog',
    vehicle: vinOf(n),
    ts,
    facility: 10,
    severity: 6,
    hostname: vinOf(n),
    app_name: 'sshd',
    message: 'Failed password for root from 203.0.113.9 port 40122 ssh2',
  }
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0').toUpperCase()
}

function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}
