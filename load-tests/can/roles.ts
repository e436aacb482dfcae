import type { CompiledSignal } from '@carapace/shared/msoc/dbc/compile'
import type { Driving } from './drive.ts'

/** The purpose of a signal, derived from its name as in manufacturers' databases. */
export type Role = 'counter' | 'checksum' | 'multiplexor' | 'total' | 'state' | 'value'

const checksum = /check_?sum|chksm|chks|cksm|(^|_)crc|crc(_|$|\d)/i
const counter = /counter|(^|_)(cntr|ctr|cnt|count|mc)(_|$|\d)|alv_?r(ln)?g?c|alive|rolling/i
const total = /odo(meter)?|total|mileage|consumed|_time$|clock|seconds|minutes/i

/** Frame counters have at most eight bits here: a longer counter counts something else. */
export function roleOf(signal: CompiledSignal): Role {
  const { name, length, valueNames } = signal
  if (signal.isMultiplexor) return 'multiplexor'
  if (checksum.test(name) && length >= 4) return 'checksum'
  if (counter.test(name) && length >= 2 && length <= 8) return 'counter'
  if (total.test(name) && length > 8) return 'total'
  return length <= 3 || valueNames.size >= 2 ? 'state' : 'value'
}

const followed: readonly (readonly [RegExp, keyof Driving])[] = [
  [/speed|spd|velocity|kph|km_?h|mph|whl.*v|wheel/i, 'speed'],
  [/rpm|eng.*rev|motor.*n/i, 'revs'],
  [/steer|strg|angle|yaw|lateral/i, 'steering'],
  [/brake|brk/i, 'brake'],
  [/pedal|throttle|torque|tq|accel|power|current/i, 'pedal'],
  [/temp/i, 'warmth'],
]

/** The driving value that moves this signal, if its name indicates one. */
export const followedBy = ({ name }: CompiledSignal): keyof Driving | undefined =>
  followed.find(([names]) => names.test(name))?.[1]
