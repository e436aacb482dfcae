import { encode } from './encode.ts'
import { messages, type Message } from './table.ts'
import { timesIn } from '../sending/events.ts'
import { chance, folded } from '../random.ts'
import { stateAt, type VehicleState } from '../vehicles/state.ts'
import type { Vehicle } from '../vehicles/vehicles.ts'

/** A frame on a bus with its time (epoch ms with fractions). */
export interface Frame {
  at: number
  id: number
  data: string
}

const STATE_EVERY_MS = 100

/**
 * The frames of the vehicle's own ECUs in [from, to), in order of time. Cycles and counters depend on the clock, so
 * that consecutive windows fit together.
 */
export function framesBetween(vehicle: Vehicle, from: number, to: number): Frame[] {
  const stateAtMs = statesBetween(vehicle, from, to)
  return inOrder(messages.flatMap((message) => framesOf(vehicle, message, from, to, stateAtMs)))
}

/** Sorts frames by time; at the same time by id, as the bus would arbitrate. */
export function inOrder(frames: Frame[]): Frame[] {
  return frames.sort((a, b) => a.at - b.at || a.id - b.id)
}

function framesOf(
  vehicle: Vehicle,
  message: Message,
  from: number,
  to: number,
  stateAtMs: (ms: number) => VehicleState,
): Frame[] {
  const { id, cycleMs } = message
  const phase = chance(vehicle.index, id, 51) * cycleMs
  return timesIn(from, to, cycleMs, phase).map((at) => {
    const counter = Math.round((at - phase) / cycleMs)
    const late = chance(vehicle.index, id, folded(counter), 52) * (0.25 + cycleMs * 0.008)
    return { at: at + late, id, data: encode(message, stateAtMs(at), counter) }
  })
}

/** The vehicle's state in a window, computed ten times a second and interpolated in between. */
function statesBetween(vehicle: Vehicle, from: number, to: number): (ms: number) => VehicleState {
  const first = Math.floor(from / STATE_EVERY_MS)
  const steps = Math.ceil(to / STATE_EVERY_MS) - first
  const known = Array.from({ length: steps + 1 }, (_, i) => stateAt(vehicle, (first + i) * STATE_EVERY_MS))
  return (ms) => {
    const step = ms / STATE_EVERY_MS - first
    const before = Math.floor(step)
    return between(known[before]!, known[before + 1]!, step - before)
  }
}

function between(a: VehicleState, b: VehicleState, part: number): VehicleState {
  const mixed = (from: number, to: number) => from + (to - from) * part
  return {
    ...a,
    speed: mixed(a.speed, b.speed),
    acceleration: mixed(a.acceleration, b.acceleration),
    yawRate: mixed(a.yawRate, b.yawRate),
    steeringDeg: mixed(a.steeringDeg, b.steeringDeg),
    torqueNm: mixed(a.torqueNm, b.torqueNm),
    motorRpm: mixed(a.motorRpm, b.motorRpm),
    brakePercent: mixed(a.brakePercent, b.brakePercent),
    acceleratorPercent: mixed(a.acceleratorPercent, b.acceleratorPercent),
    packVolts: mixed(a.packVolts, b.packVolts),
    packAmps: mixed(a.packAmps, b.packAmps),
  }
}
