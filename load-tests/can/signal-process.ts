import type { CompiledSignal } from '@carapace/shared/msoc/dbc/compile'
import type { Chance } from './chance.ts'
import type { Driving } from './drive.ts'
import { followedBy, roleOf } from './roles.ts'

/** The raw value of a signal, never negative, at a time; calls must have increasing times. */
export type Process = (ms: number, driving: Readonly<Driving>) => number

/**
 * Mean times between two changes of a state, ms; drawn once for each signal. Some signals never change, some in most
 * minutes, a few all the time.
 */
const holdsMs = [2_000, 15_000, 60_000, 120_000, 300_000, Infinity, Infinity] as const

/** The behaviour of a signal in this vehicle model (`model`), and its values in this run (`run`). */
export function processOf(signal: CompiledSignal, model: Chance, run: Chance): Process {
  const role = roleOf(signal)
  if (role === 'state') return states(signal, model, run)
  const scale = scaleOf(signal, model)
  if (role === 'total') return rising(scale, model, run)
  const leader = followedBy(signal)
  const kind = leader === undefined ? model.unit() : 0.5
  if (kind < 0.2) return constant(scale, model)
  if (leader !== undefined) return following(scale, leader, model, run)
  return kind < 0.4
    ? wandering(scale, model.between(60, 600), model, run)
    : wandering(scale, model.between(0.5, 30), model, run)
}

/**
 * The raw values of a signal: from `least` on, `span` of them, and `room` for one that only rises. `wrap` makes a
 * negative value its two's complement.
 */
interface Scale {
  readonly least: number
  readonly span: number
  readonly room: number
  readonly wrap: number
}

/** What a sensor resolves, however many bits its message has: an elevation of 32 bits never takes all values. */
const sensorSteps = 2 ** 16

/** The range in the database, clipped to the bits; without a range, part of the values that the bits can hold. */
function scaleOf({ min, max, factor, offset, length, isSigned, float }: CompiledSignal, model: Chance): Scale {
  const wrap = 2 ** Math.min(length, 48)
  const [lowest, highest] = isSigned ? [-wrap / 2, wrap / 2 - 1] : [0, wrap - 1]
  if (float !== 0) return { least: 0x3f80_0000, span: 0x40_0000, room: 0x40_0000, wrap }
  const isRanged = min !== undefined && max !== undefined && max > min
  const [a, b] = isRanged ? [(min - offset) / factor, (max - offset) / factor] : [lowest, highest]
  const least = Math.max(lowest, Math.ceil(Math.min(a, b)))
  const room = Math.max(1, Math.min(highest, Math.floor(Math.max(a, b))) - least)
  if (isRanged && room <= sensorSteps) return { least, span: room, room, wrap }
  const share = model.between(0.05, 0.7)
  const skipped = Math.floor(room * model.between(0, 1 - share))
  return {
    least: least + skipped,
    span: Math.max(1, Math.floor(Math.min(room, sensorSteps) * share)),
    room: room - skipped,
    wrap,
  }
}

function rawOf({ least, span, wrap }: Scale, share: number): number {
  const raw = least + Math.round(Math.max(0, Math.min(1, share)) * span)
  return raw < 0 ? raw + wrap : raw
}

function constant(scale: Scale, model: Chance): Process {
  const raw = model.happens(0.6) ? rawOf(scale, 0) : rawOf(scale, model.unit())
  return () => raw
}

function rising(scale: Scale, model: Chance, run: Chance): Process {
  const perMs = model.between(0.000_02, 0.005)
  const { room } = scale
  const first = run.below(Math.max(1, Math.floor(room / 2)))
  let began: number | undefined
  return (ms) => rawOf({ ...scale, span: room }, (first + (ms - (began ??= ms)) * perMs) / room)
}

function following(scale: Scale, leader: keyof Driving, model: Chance, run: Chance): Process {
  const part = model.between(0.5, 0.95)
  const noise = model.between(0, 1.2) / scale.span + model.between(0, 0.001)
  return (_ms, driving) => rawOf(scale, driving[leader] * part + run.normal() * noise)
}

/** Approaches a target that changes from time to time, with the time constant given in seconds, and sensor noise. */
function wandering(scale: Scale, seconds: number, model: Chance, run: Chance): Process {
  const noise = model.happens(0.15) ? model.between(0.002, 0.02) : model.between(0, 1) / scale.span
  const centre = model.between(0.25, 0.75)
  const reach = model.between(0.05, 0.25)
  let value = centre
  let goal = centre
  let goalUntil = 0
  let last = 0
  return (ms) => {
    if (ms >= goalUntil) {
      goal = centre + run.between(-reach, reach)
      goalUntil = ms + run.wait(seconds * 3_000)
    }
    value += (goal - value) * Math.min(1, (ms - last) / (seconds * 1_000))
    last = ms
    return rawOf(scale, value + run.normal() * noise)
  }
}

/** One of a few values, constant for long times: the named values of the database, or those of two or three bits. */
function states({ valueNames, length }: CompiledSignal, model: Chance, run: Chance): Process {
  const all = [...valueNames.keys()].filter((raw) => raw >= 0 && raw < 2 ** length)
  const known = all.length >= 2 ? all : Array.from({ length: Math.min(4, 2 ** length) }, (_, raw) => raw)
  const taken = known.slice(0, 2 + model.below(4))
  const holdMs = model.pick(holdsMs)
  let value = taken[model.happens(0.7) ? 0 : model.below(taken.length)]!
  let until: number | undefined
  return (ms) => {
    until ??= ms + run.wait(holdMs)
    if (ms >= until) {
      value = run.pick(taken)
      until = ms + run.wait(holdMs)
    }
    return value
  }
}
