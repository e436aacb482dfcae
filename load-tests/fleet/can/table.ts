import type { VehicleState } from '../vehicles/state.ts'

/** One signal of a message: its position, its scaling, and the source of its value. */
export interface Signal {
  name: string
  /** DBC start bit: the least significant bit of an intel signal, the most significant one of a motorola signal. */
  start: number
  length: number
  order: 'intel' | 'motorola'
  signed: boolean
  factor: number
  offset: number
  min: number
  max: number
  unit: string
  /** Names of single values. */
  labels?: Readonly<Record<number, string>>
  read: (state: VehicleState) => number
}

/**
 * One message of the bus. `protection` defines whether it ends with a counter and a checksum; `encode.ts` computes
 * their positions.
 */
export interface Message {
  id: number
  name: string
  sender: string
  length: number
  cycleMs: number
  protection: 'none' | 'counter' | 'counter+xor' | 'counter+crc8'
  comment: string
  signals: readonly Signal[]
}

type Shape = Partial<Omit<Signal, 'name' | 'start' | 'length' | 'read'>>

function signal(name: string, start: number, length: number, shape: Shape, read: Signal['read']): Signal {
  const { factor = 1, offset = 0, signed = false } = shape
  const lowest = signed ? -(2 ** (length - 1)) : 0
  const highest = lowest + 2 ** length - 1
  const range = { min: tidy(lowest * factor + offset), max: tidy(highest * factor + offset) }
  return { name, start, length, order: 'intel', signed, factor, offset, unit: '', ...range, ...shape, read }
}

function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

const flag = (name: string, start: number, read: (state: VehicleState) => boolean) =>
  signal(name, start, 1, { labels: { 0: 'no', 1: 'yes' } }, (state) => Number(read(state)))

const wheel = (name: string, start: number, share: number) =>
  signal(name, start, 16, { order: 'motorola', factor: 0.01, max: 300, unit: 'km/h' }, ({ speed, yawRate }) =>
    Math.max(0, (speed + share * yawRate * 0.0138) * 3.6),
  )

/** The traffic of the vehicle bus. fleet.dbc is printed from this table (`dbc-text.ts`). */
export const messages: readonly Message[] = [
  {
    id: 0x0a0,
    name: 'MotorTorqueRequest',
    sender: 'VCU',
    length: 8,
    cycleMs: 10,
    protection: 'counter+crc8',
    comment: 'Torque that the vehicle controller wants from the inverter',
    signals: [
      signal(
        'RequestedTorque',
        0,
        16,
        { signed: true, factor: 0.1, min: -1500, max: 1500, unit: 'Nm' },
        (s) => s.torqueNm,
      ),
      signal('AcceleratorPosition', 16, 8, { factor: 0.5, max: 100, unit: '%' }, (s) => s.acceleratorPercent),
      flag('RecuperationWanted', 24, (s) => s.torqueNm < -5),
      flag('DriveEnabled', 25, (s) => !s.charging),
    ],
  },
  {
    id: 0x0a8,
    name: 'MotorStatus',
    sender: 'INV',
    length: 8,
    cycleMs: 10,
    protection: 'counter+crc8',
    comment: 'Torque and speed that the inverter measures',
    signals: [
      signal(
        'MotorTorque',
        0,
        16,
        { signed: true, factor: 0.1, min: -1500, max: 1500, unit: 'Nm' },
        (s) => s.torqueNm * 0.985,
      ),
      signal('MotorSpeed', 16, 16, { signed: true, min: -16000, max: 20000, unit: 'rpm' }, (s) => s.motorRpm),
      signal('InverterTemperature', 32, 8, { offset: -40, max: 150, unit: 'degC' }, (s) => s.batteryTempC + 14),
    ],
  },
  {
    id: 0x0b4,
    name: 'WheelSpeeds',
    sender: 'BCM',
    length: 8,
    cycleMs: 20,
    protection: 'none',
    comment: 'Speed of each wheel; the only big-endian message here',
    signals: [
      wheel('FrontLeft', 7, 1),
      wheel('FrontRight', 23, -1),
      wheel('RearLeft', 39, 1),
      wheel('RearRight', 55, -1),
    ],
  },
  {
    id: 0x0c2,
    name: 'BrakeState',
    sender: 'BCM',
    length: 6,
    cycleMs: 20,
    protection: 'counter+xor',
    comment: 'Brake pedal and hydraulic pressure',
    signals: [
      signal('BrakePedal', 0, 8, { factor: 0.5, max: 100, unit: '%' }, (s) => s.brakePercent),
      signal('BrakePressure', 8, 12, { factor: 0.1, max: 250, unit: 'bar' }, (s) => s.brakePercent * 1.4),
      flag('BrakeLight', 20, (s) => s.brakePercent > 2),
      flag('ParkingBrake', 21, (s) => s.charging),
    ],
  },
  {
    id: 0x0d0,
    name: 'SteeringAngle',
    sender: 'EPS',
    length: 6,
    cycleMs: 10,
    protection: 'counter+xor',
    comment: 'Steering wheel, positive to the right',
    signals: [
      signal(
        'SteeringWheelAngle',
        0,
        16,
        { signed: true, factor: 0.1, min: -780, max: 780, unit: 'deg' },
        (s) => s.steeringDeg,
      ),
    ],
  },
  {
    id: 0x110,
    name: 'VehicleDynamics',
    sender: 'ESC',
    length: 8,
    cycleMs: 20,
    protection: 'counter+crc8',
    comment: 'Speed and inertial measurements of the stability control',
    signals: [
      signal('VehicleSpeed', 0, 16, { factor: 0.01, max: 300, unit: 'km/h' }, (s) => s.speed * 3.6),
      signal('YawRate', 16, 16, { signed: true, factor: 0.01, min: -180, max: 180, unit: 'deg/s' }, (s) => s.yawRate),
      signal(
        'LongitudinalAcceleration',
        32,
        12,
        { signed: true, factor: 0.01, min: -15, max: 15, unit: 'm/s2' },
        (s) => s.acceleration,
      ),
    ],
  },
  {
    id: 0x1a4,
    name: 'AcceleratorPedal',
    sender: 'VCU',
    length: 4,
    cycleMs: 20,
    protection: 'counter+xor',
    comment: 'Pedal position of the two redundant sensors',
    signals: [
      signal('PedalTrackOne', 0, 8, { factor: 0.5, max: 100, unit: '%' }, (s) => s.acceleratorPercent),
      signal('PedalTrackTwo', 8, 8, { factor: 0.5, max: 100, unit: '%' }, (s) => s.acceleratorPercent),
    ],
  },
  {
    id: 0x210,
    name: 'GearSelector',
    sender: 'VCU',
    length: 3,
    cycleMs: 100,
    protection: 'counter+xor',
    comment: 'Driving direction',
    signals: [
      signal('SelectedGear', 0, 3, { max: 4, labels: { 0: 'park', 1: 'reverse', 2: 'neutral', 3: 'drive' } }, (s) =>
        s.charging ? 0 : 3,
      ),
    ],
  },
  {
    id: 0x2b0,
    name: 'TractionBattery',
    sender: 'BMS',
    length: 8,
    cycleMs: 100,
    protection: 'counter+crc8',
    comment: 'High-voltage pack',
    signals: [
      signal('PackVoltage', 0, 16, { factor: 0.1, max: 1000, unit: 'V' }, (s) => s.packVolts),
      signal('PackCurrent', 16, 16, { signed: true, factor: 0.1, min: -1000, max: 2000, unit: 'A' }, (s) => s.packAmps),
      signal('StateOfCharge', 32, 10, { factor: 0.1, max: 100, unit: '%' }, (s) => s.chargePercent),
      flag('Charging', 42, (s) => s.charging),
    ],
  },
  {
    id: 0x2b8,
    name: 'BatteryTemperatures',
    sender: 'BMS',
    length: 4,
    cycleMs: 500,
    protection: 'none',
    comment: 'Coldest and warmest cell, and the coolant',
    signals: [
      signal(
        'CellTemperatureMin',
        0,
        8,
        { factor: 0.5, offset: -40, max: 80, unit: 'degC' },
        (s) => s.batteryTempC - 1.5,
      ),
      signal(
        'CellTemperatureMax',
        8,
        8,
        { factor: 0.5, offset: -40, max: 80, unit: 'degC' },
        (s) => s.batteryTempC + 1.5,
      ),
      signal(
        'CoolantTemperature',
        16,
        8,
        { factor: 0.5, offset: -40, max: 80, unit: 'degC' },
        (s) => s.batteryTempC - 3,
      ),
    ],
  },
  {
    id: 0x310,
    name: 'DoorsAndLocks',
    sender: 'BDY',
    length: 3,
    cycleMs: 200,
    protection: 'counter',
    comment: 'Cabin doors and central locking',
    signals: [
      flag('CentralLocked', 0, (s) => s.locked),
      flag('DriverDoorOpen', 1, (s) => s.doorOpen),
      flag('PassengerDoorOpen', 2, () => false),
      flag('TailgateOpen', 3, () => false),
    ],
  },
  {
    id: 0x320,
    name: 'ExteriorLights',
    sender: 'BDY',
    length: 2,
    cycleMs: 200,
    protection: 'none',
    comment: 'Lamps; indicators blink with the steering wheel',
    signals: [
      flag('LowBeam', 0, (s) => !s.charging),
      flag('IndicatorLeft', 1, (s) => s.steeringDeg < -90),
      flag('IndicatorRight', 2, (s) => s.steeringDeg > 90),
      flag('BrakeLamps', 3, (s) => s.brakePercent > 2),
    ],
  },
  {
    id: 0x3d5,
    name: 'LowVoltageSupply',
    sender: 'DCC',
    length: 4,
    cycleMs: 500,
    protection: 'counter',
    comment: '12 V battery and converter',
    signals: [
      signal('SupplyVoltage', 0, 12, { factor: 0.01, max: 20, unit: 'V' }, (s) => s.lowVolts),
      signal('AmbientTemperature', 16, 8, { factor: 0.5, offset: -40, max: 80, unit: 'degC' }, (s) => s.ambientC),
    ],
  },
  {
    id: 0x410,
    name: 'Odometer',
    sender: 'CLU',
    length: 8,
    cycleMs: 1000,
    protection: 'counter',
    comment: 'Distance driven in all, as the instrument cluster shows it',
    signals: [signal('TotalDistance', 0, 24, { factor: 0.1, max: 1_500_000, unit: 'km' }, (s) => s.odometerM / 1000)],
  },
]

/** The message with that arbitration id; the scripted attacks use it for theirs. */
export function messageOf(id: number): Message {
  const message = messages.find((one) => one.id === id)
  if (!message) throw new Error(`No message has the arbitration id 0x${id.toString(16)}`)
  return message
}
