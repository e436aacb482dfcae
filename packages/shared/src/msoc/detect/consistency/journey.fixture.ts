import { parseDbc } from '../../dbc/parse.ts'
import { compileDbc } from '../../dbc/compile.ts'
import type { VehicleEvent } from '../../events/events.ts'
import { can, position, t0 } from '../detector.fixture.ts'

/** Speed, yaw rate, steering wheel and motor torque on one bus. */
export const journeyDbc = compileDbc(
  parseDbc(`VERSION ""
BU_: ESC EPS INV
BO_ 272 VehicleDynamics: 8 ESC
 SG_ VehicleSpeed : 0|16@1+ (0.01,0) [0|300] "km/h" Vector__XXX
 SG_ YawRate : 16|16@1- (0.01,0) [-180|180] "deg/s" Vector__XXX
BO_ 208 SteeringAngle: 4 EPS
 SG_ SteeringWheelAngle : 0|16@1- (0.1,0) [-780|780] "deg" Vector__XXX
BO_ 168 MotorStatus: 4 INV
 SG_ MotorTorque : 0|16@1- (0.1,0) [-1500|1500] "Nm" Vector__XXX
`).dbc!,
)

/** What is true at a second of a journey. */
export interface Truth {
  readonly second: number
  readonly kph: number
  /** Change of heading, °/s, clockwise. */
  readonly turning: number
  readonly acceleration: number
}

/** What the sources say instead of the truth; undefined: they send nothing. */
export interface Reports {
  readonly gpsKph?: (truth: Truth) => number | undefined
  readonly busKph?: (truth: Truth) => number | undefined
  readonly yaw?: (truth: Truth) => number
  readonly steering?: (truth: Truth) => number
  readonly torque?: (truth: Truth) => number
  readonly telemetryKph?: (truth: Truth) => number | undefined
  /** By how much the events of the bus come after those of the receiver, s. */
  readonly busLate?: number
}

/** Returns events of a drive with stops and turns: a fix and a packed event of the bus a second, as they arrive. */
export function journey(seconds: number, seed = 1, reports: Reports = {}, from = 0): VehicleEvent[] {
  const random = numbers(seed)
  const noise = (size: number) => (random() + random() + random() - 1.5) * size
  const arrivals: { at: number; event: VehicleEvent }[] = []
  let [kph, wanted, turn, heading, north, east] = [0, 50, 0, 40, 0, 0]
  for (let second = 0; second < seconds; second++) {
    if (random() < 0.04) wanted = random() < 0.25 ? 0 : 25 + 95 * random()
    if (random() < 0.1) turn = random() < 0.5 ? 0 : (random() - 0.5) * 30
    const acceleration = Math.max(-3, Math.min(2, (wanted - kph) / 12))
    kph = Math.max(0, kph + acceleration * 3.6)
    const turning = kph > 8 ? turn * Math.min(1, 40 / kph) : 0
    heading = (heading + turning + 360) % 360
    north += (kph / 3.6) * Math.cos((heading * Math.PI) / 180)
    east += (kph / 3.6) * Math.sin((heading * Math.PI) / 180)
    if (second < from) continue
    const truth = { second, kph, turning, acceleration }
    const ts = t0 + second * 1_000
    const gpsKph = reports.gpsKph ? reports.gpsKph(truth) : kph
    if (gpsKph !== undefined)
      arrivals.push({
        at: second + 0.3,
        event: position({
          ts,
          lat: 48 + (north + noise(2)) / 111_195,
          lon: 11 + (east + noise(2)) / 74_400,
          speedKph: Math.max(0, gpsKph + noise(0.8)),
          headingDeg: (heading + noise(0.8) + 360) % 360,
          hdop: 0.9,
        }),
      })
    const busKph = reports.busKph ? reports.busKph(truth) : kph * 1.03 + 0.5
    const telemetryKph = reports.telemetryKph?.(truth)
    if (telemetryKph !== undefined)
      arrivals.push({
        at: second + 0.5,
        event: { kind: 'telemetry', vehicle: 'V', ts, deviceTs: null, signals: [['Vehicle.Speed', telemetryKph]] },
      })
    if (busKph === undefined) continue
    const yaw = reports.yaw ? reports.yaw(truth) : -turning
    const steering = reports.steering ? reports.steering(truth) : kph > 5 ? (turning * 160) / kph : 0
    const torque = reports.torque ? reports.torque(truth) : 130 * acceleration + 40
    arrivals.push({
      at: second + (reports.busLate ?? 0),
      event: can(
        [
          [120_000, 272, hex16(busKph / 0.01 + noise(8), (yaw + noise(0.4)) / 0.01)],
          [150_000, 208, hex16((steering + noise(0.6)) / 0.1, 0)],
          [170_000, 168, hex16((torque + noise(10)) / 0.1, 0)],
        ],
        { ts },
      ),
    })
  }
  return arrivals.sort((a, b) => a.at - b.at).map(({ event }) => event)
}

/** Two numbers of 16 bits, little-endian, and four more bytes. */
function hex16(first: number, second: number): string {
  const data = Buffer.alloc(8)
  data.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(first))), 0)
  data.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(second))), 2)
  return data.toString('hex')
}

function numbers(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}
