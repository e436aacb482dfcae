import type { CompiledDbc, CompiledMessage, CompiledSignal } from '../../dbc/compile.ts'

/** What a source measures; values are in km/h, °/s, °, m/s², Nm, V, A and %. */
export type Quantity = 'speed' | 'yaw' | 'steering' | 'acceleration' | 'torque' | 'voltage' | 'current' | 'charge'

/** Telemetry by the names of COVESA VSS; wheels have a row and a side in theirs. */
const byPath = new Map<string, Quantity>([
  ['Vehicle.Speed', 'speed'],
  ['Vehicle.AngularVelocity.Yaw', 'yaw'],
  ['Vehicle.Chassis.SteeringWheel.Angle', 'steering'],
  ['Vehicle.Acceleration.Longitudinal', 'acceleration'],
  ['Vehicle.Powertrain.ElectricMotor.Torque', 'torque'],
  ['Vehicle.Powertrain.CombustionEngine.Torque', 'torque'],
  ['Vehicle.Powertrain.TractionBattery.CurrentVoltage', 'voltage'],
  ['Vehicle.Powertrain.TractionBattery.CurrentCurrent', 'current'],
  ['Vehicle.Powertrain.TractionBattery.StateOfCharge.Current', 'charge'],
  ['Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed', 'charge'],
])

/** Returns what a telemetry signal measures; undefined: nothing that is compared. */
export const quantityOfPath = (path: string): Quantity | undefined => byPath.get(path)

/** A signal of a CAN database that measures a quantity. */
export interface SignalReader {
  readonly name: string
  readonly quantity: Quantity
  readonly signal: CompiledSignal
  /** From the database's unit to ours. */
  readonly scale: number
}

interface Kind {
  readonly quantity: Quantity
  /** The name of the message and of the signal, with underscores between their words, has to match. */
  readonly name: RegExp
  /** A name that matches this is about something else: a wish, a limit, another thing's speed. */
  readonly not?: RegExp
  /** By unit in lower case: the factor to our unit. */
  readonly units: Readonly<Record<string, number>>
}

const other = new RegExp(
  [
    'target|request|req_|set_|_set|limit|min(_|$)|max(_|$)|wanted|desired|cruise|adas|das_|fan|wind|wiper|engine_speed',
    'valid|quality|gps|gnss|nav|map|lead|object|relative|low_volt|aux|avg_volt|cell|front|rear|regen',
  ].join('|'),
)
const speeds = { 'km/h': 1, kph: 1, kmh: 1, 'km/hr': 1, mph: 1.609_344, 'm/s': 3.6 }

/** Signals by name and unit, best first: the first of a bus that is sent is taken, so that it is one of each kind. */
const kinds: readonly Kind[] = [
  {
    quantity: 'speed',
    name: /veh(icle)?_?(wheel_based_)?(speed|spd)|speed_?over|wheel_based/,
    not: other,
    units: speeds,
  },
  {
    quantity: 'speed',
    name: /wheel.*(speed|spd)|whl.*(speed|spd)|(speed|spd).*(wheel|whl)/,
    not: /target|request|limit|valid|quality/,
    units: speeds,
  },
  {
    quantity: 'yaw',
    name: /yaw/,
    not: /target|request|limit|accel|offset|valid|stat/,
    units: { 'deg/s': 1, 'deg/sec': 1, '°/s': 1, 'degrees/s': 1, 'rad/s': 180 / Math.PI },
  },
  {
    quantity: 'steering',
    name: /steer.*angle|strg.*ang|stw.*angl/,
    not: /target|request|req|limit|speed|spd|rate|offset|valid/,
    units: { deg: 1, '°': 1, degree: 1, degrees: 1, rad: 180 / Math.PI },
  },
  {
    quantity: 'acceleration',
    name: /long.*accel|accel.*long|longitudinal_acceleration/,
    not: /target|request|limit|max|min|valid/,
    units: { 'm/s^2': 1, 'm/s2': 1, 'm/s²': 1, 'm/s/s': 1, g: 9.806_65 },
  },
  {
    quantity: 'torque',
    name: /motor_torque|engine_torque|torque_(motor|actual|estimate)|actual_torque/,
    not: /target|request|req|limit|max|min|driver|steer|wanted/,
    units: { nm: 1, 'n*m': 1, 'n.m': 1 },
  },
  {
    quantity: 'voltage',
    name: /pack_?volt|battery_voltage|traction.*volt|hv_?volt/,
    not: /low|cell|avg|aux/,
    units: { v: 1 },
  },
  {
    quantity: 'current',
    name: /pack_?curr|battery_current|traction.*current|hv_?curr/,
    not: /limit|max|min|low/,
    units: { a: 1 },
  },
  {
    quantity: 'charge',
    name: /state_of_charge|(^|_)soc(_|$)|pack_soc/,
    not: /limit|max|min|target/,
    units: { '%': 1, percent: 1 },
  },
]

/** Returns words in lower case with underscores between them: `DI_vehicleSpeed` is `di_vehicle_speed`. */
const wordsOf = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

function kindOf(message: CompiledMessage, { name, unit, length, isMultiplexor }: CompiledSignal): Kind | undefined {
  if (length < 8 || isMultiplexor) return undefined
  const own = wordsOf(name)
  const whole = `${wordsOf(message.name)}_${own}`
  return kinds.find(
    (kind) => kind.units[unit.trim().toLowerCase()] !== undefined && kind.name.test(whole) && !kind.not?.test(own),
  )
}

const readersKept = 4_096

/** The readers of a database by the key of the id: found at the first frame of an id, for all vehicles together. */
export interface Readers {
  of(key: number, id: number, ext: boolean): readonly SignalReader[]
}

const byDatabase = new WeakMap<CompiledDbc, Readers>()
const none: readonly SignalReader[] = []

/** Returns what can be compared of the frames that a database describes. */
export function readersOf(dbc: CompiledDbc): Readers {
  const known = byDatabase.get(dbc)
  if (known !== undefined) return known
  const found = new Map<number, readonly SignalReader[]>()
  const byMessage = new Map<CompiledMessage, readonly SignalReader[]>()
  const readers: Readers = {
    of(key, id, ext) {
      const had = found.get(key)
      if (had !== undefined) return had
      if (found.size >= readersKept) return none
      const message = dbc.messageOf(id, ext)
      const made = message === undefined ? none : (byMessage.get(message) ?? readersIn(message))
      if (message !== undefined) byMessage.set(message, made)
      found.set(key, made)
      return made
    },
  }
  byDatabase.set(dbc, readers)
  return readers
}

/** Returns the first signal of each quantity in a message. */
function readersIn(message: CompiledMessage): readonly SignalReader[] {
  const made: SignalReader[] = []
  for (const signal of message.signals) {
    const kind = kindOf(message, signal)
    if (kind === undefined || made.some(({ quantity }) => quantity === kind.quantity)) continue
    const scale = kind.units[signal.unit.trim().toLowerCase()]!
    made.push({ name: `${message.name}.${signal.name}`, quantity: kind.quantity, signal, scale })
  }
  return made.length === 0 ? none : made
}
