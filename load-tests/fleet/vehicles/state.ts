import { headingOf, metresPerLonDegree, offsetFrom, turnBetween } from '../roads/geo.ts'
import { chance } from '../random.ts'
import { motionAt, type Motion } from '../roads/track.ts'
import type { Vehicle } from './vehicles.ts'

/**
 * The state of a vehicle at one time. A pure function of the vehicle and the clock, continuous in time: a restarted
 * fleet continues.
 */
export interface VehicleState {
  /** GNSS fix, a metre or two off the true position. */
  lat: number
  lon: number
  altitude: number
  hdop: number
  headingDeg: number
  /** m/s and m/s². */
  speed: number
  acceleration: number
  /** Degrees/s, positive to the right. */
  yawRate: number
  steeringDeg: number
  odometerM: number
  torqueNm: number
  motorRpm: number
  brakePercent: number
  acceleratorPercent: number
  chargePercent: number
  packVolts: number
  packAmps: number
  batteryTempC: number
  ambientC: number
  lowVolts: number
  charging: boolean
  locked: boolean
  doorOpen: boolean
}

/**
 * A position as the telematics unit reports it; cheaper than the whole state, since 5,000 of them are needed each
 * second.
 */
type Fix = Pick<VehicleState, 'lat' | 'lon' | 'altitude' | 'hdop' | 'headingDeg' | 'speed'>

const ODOMETER_SINCE_S = Date.UTC(2026, 8, 1) / 1000
const SMOOTH_S = 0.7

/** The current lap of a vehicle, and the seconds since its start. */
function lapAt(vehicle: Vehicle, ms: number): { lap: number; at: number } {
  const driven = ms / 1000 + vehicle.shiftS
  const lap = Math.floor(driven / vehicle.track.periodS)
  return { lap, at: driven - lap * vehicle.track.periodS }
}

function motionOf(vehicle: Vehicle, ms: number): Motion {
  return motionAt(vehicle.track, lapAt(vehicle, ms).at)
}

/** The GNSS fix of a vehicle at a time (epoch ms). */
export function fixAt(vehicle: Vehicle, ms: number): Fix {
  const motion = motionOf(vehicle, ms)
  const seconds = ms / 1000
  const [a, b] = [chance(vehicle.index, 31) * 6.28, chance(vehicle.index, 32) * 6.28]
  // slow waves, not white noise: at 50 Hz white noise of two metres would be a vehicle that jitters at 360 km/h
  const east = 1.1 * Math.sin(seconds / 6.1 + a) + 0.6 * Math.sin(seconds / 1.9 + b)
  const north = 1.1 * Math.sin(seconds / 5.3 + b) + 0.6 * Math.sin(seconds / 2.3 + a)
  return {
    ...offsetFrom(motion, east, north),
    altitude: vehicle.altitude + 9 * Math.sin(motion.lat * 390 + a) + 6 * Math.sin(motion.lon * 310 + b),
    hdop: 0.7 + 0.25 * (1 + Math.sin(seconds / 41 + a)),
    headingDeg: headingAt(vehicle, ms, motion),
    speed: motion.v,
  }
}

/** The direction of motion; a vehicle at rest has the direction in which it will drive off. */
function headingAt(vehicle: Vehicle, ms: number, motion: Motion): number {
  const still = motion.stopS > 0 ? (motion.stopS - motion.stoppedS) * 1000 : 0
  const from = motionOf(vehicle, ms + still)
  const to = motionOf(vehicle, ms + still + 1500)
  return headingOf((to.lon - from.lon) * metresPerLonDegree(from.lat), (to.lat - from.lat) * metresPerLonDegree(0)) ?? 0
}

/** All measured values of a vehicle at a time (epoch ms). */
export function stateAt(vehicle: Vehicle, ms: number): VehicleState {
  const motion = motionOf(vehicle, ms)
  const acceleration =
    (motionOf(vehicle, ms + SMOOTH_S * 1000).v - motionOf(vehicle, ms - SMOOTH_S * 1000).v) / (2 * SMOOTH_S)
  const fix = fixAt(vehicle, ms)
  const { yawRate, steeringDeg } = turning(vehicle, ms, motion)
  const drive = driveline(vehicle, motion.v, acceleration)
  return {
    ...fix,
    acceleration,
    yawRate,
    steeringDeg,
    odometerM: odometer(vehicle, ms, motion),
    ...drive,
    ...battery(vehicle, ms, motion, drive),
    locked: !(motion.stopS > 60 && motion.stoppedS > 4 && motion.stopS - motion.stoppedS > 6),
    doorOpen: motion.stopS > 60 && motion.stoppedS > 8 && motion.stoppedS < 22,
  }
}

/** The turn rate, smoothed over 1.5 s; it fades at walking pace, where a heading from motion is unreliable. */
function turning(vehicle: Vehicle, ms: number, motion: Motion): { yawRate: number; steeringDeg: number } {
  const before = motionOf(vehicle, ms - SMOOTH_S * 1000)
  const after = motionOf(vehicle, ms + SMOOTH_S * 1000)
  const turn = turnBetween(
    headingAt(vehicle, ms - SMOOTH_S * 1000, before),
    headingAt(vehicle, ms + SMOOTH_S * 1000, after),
  )
  const yawRate = clamp((turn / (2 * SMOOTH_S)) * Math.min(1, motion.v / 4), -45, 45)
  const wheelAngle = (Math.atan((2.9 * yawRate * (Math.PI / 180)) / Math.max(motion.v, 3)) * 180) / Math.PI
  return { yawRate, steeringDeg: clamp(wheelAngle * 15.5, -520, 520) }
}

/** Torque, revolutions and pedals for a speed and an acceleration, from mass, air and rolling resistance. */
function driveline(vehicle: Vehicle, v: number, acceleration: number) {
  const { massKg, wheelRadiusM, gearRatio } = vehicle.model
  const resistance = Math.min(1, v / 2) * (massKg * 0.1 + 0.42 * v * v)
  const force = massKg * acceleration + resistance
  const torqueNm = clamp((force * wheelRadiusM) / gearRatio, -maxTorque(vehicle) * 0.6, maxTorque(vehicle))
  return {
    torqueNm,
    motorRpm: (v / wheelRadiusM) * gearRatio * (60 / (2 * Math.PI)),
    brakePercent: clamp(-acceleration * 22 - 6, 0, 100) + (v < 0.2 ? 18 * (1 - v / 0.2) : 0),
    acceleratorPercent: clamp((torqueNm / maxTorque(vehicle)) * 130, 0, 100),
  }
}

/** The maximum torque of the motor, Nm: enough for 2.4 m/s² from rest. */
function maxTorque({ model }: Vehicle): number {
  return (model.massKg * 2.8 * model.wheelRadiusM) / model.gearRatio
}

/** The battery: discharged along the lap and charged in the depot, in the pause at the start of each lap. */
function battery(vehicle: Vehicle, ms: number, motion: Motion, drive: { torqueNm: number; motorRpm: number }) {
  const { model, track } = vehicle
  const full = 58 + 38 * chance(vehicle.index, 41)
  // a lap that is longer than the range is shown as one that just fits the range
  const usedPercent = Math.min(45, ((track.lengthM / 1000) * model.whPerKm) / (model.batteryKwh * 10))
  const charging = motion.s === 0
  const depotS = track.t[1]!
  const empty = charging ? 1 - motion.stoppedS / depotS : motion.s / track.lengthM
  const powerW = charging
    ? -(usedPercent * model.batteryKwh * 36_000) / depotS
    : (drive.torqueNm * drive.motorRpm * 2 * Math.PI) / 60 / 0.92 + 450
  const packVolts = model.packVolts * (0.93 + 0.0011 * (full - usedPercent * empty))
  const ambientC = 11 + 7 * Math.sin((ms / 86_400_000) * 2 * Math.PI - 2.1) - vehicle.altitude / 200
  return {
    chargePercent: full - usedPercent * empty,
    packVolts,
    packAmps: powerW / packVolts,
    batteryTempC: ambientC + 9 + 7 * empty + 1.5 * Math.sin(ms / 700_000 + vehicle.index),
    ambientC,
    lowVolts: (motion.v > 0 ? 13.9 : 13.6) + 0.12 * Math.sin(ms / 9000 + vehicle.index),
    charging,
  }
}

function odometer(vehicle: Vehicle, ms: number, motion: Motion): number {
  const lapsSince = lapAt(vehicle, ms).lap - lapAt(vehicle, ODOMETER_SINCE_S * 1000).lap
  const before = 8_000_000 + chance(vehicle.index, 42) * 70_000_000
  return Math.max(0, before + lapsSince * vehicle.track.lengthM + motion.s)
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
