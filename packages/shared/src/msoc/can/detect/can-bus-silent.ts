import { ofTheBus } from './attack-family.ts'
import type { BusDetector, BusFacts, Sign } from './bus-detector.ts'
import { busSignOf, msText } from './signs.ts'

interface Memory {
  last: number
  isReported: boolean
  /** Times of the vehicle's other events after the bus's last frame. */
  others: number[]
  /** When those of them arrived that were not late. */
  arrivals: number[]
}

const silentMs = 2_000
/** A bus with fewer frames a second than this may pause without an attack. */
const leastLoad = 20
/** The vehicle has to be heard for this long during the silence: otherwise it is a gap in what arrives. */
const heardMs = 2_000
/** Two events of the vehicle show that it was heard for at most this long in between, and for none of a longer gap. */
const eachShowsMs = 1_000
const gapMs = 10_000
/** Times are kept this far apart, and this many of them. */
const apartMs = 500
const timesKept = 32

/**
 * The whole bus falls silent while the vehicle moves and sends other events: it is cut, jammed or shut down (rules
 * CAN-SILENCE-1, CAN-SILENCE-2).
 */
export const canBusSilent: BusDetector<Memory> = {
  name: 'can-bus-silent',
  family: { ...ofTheBus, strength: 5 },
  start: () => ({ last: Number.NaN, isReported: false, others: [], arrivals: [] }),
  step(memory, { ts }, facts, emit) {
    if (memory.others.length > 0) resume(memory, ts, facts, emit)
    memory.last = ts
    memory.isReported = false
  },
  tick(memory, ts, facts, emit, arrival) {
    if (!(ts > memory.last)) return
    keep(memory.others, ts)
    if (arrival.isLate) memory.arrivals = []
    else keep(memory.arrivals, arrival.at)
    if (timeHeard(memory.arrivals) >= heardMs) report(memory, ts, facts, emit)
  },
}

/** The first frame after other events: events up to it show whether the vehicle was heard while the bus was silent. */
function resume(memory: Memory, ts: number, facts: BusFacts, emit: (sign: Sign) => void): void {
  if (timeHeard(memory.others.filter((other) => other <= ts)) >= heardMs) report(memory, ts, facts, emit)
  memory.others = memory.others.filter((other) => other > ts)
  memory.arrivals = []
}

function keep(times: number[], ts: number): void {
  if (times.length > 0 && ts - times.at(-1)! < apartMs) return
  if (times.length === timesKept) times.shift()
  times.push(ts)
}

function timeHeard(times: readonly number[]): number {
  return times.reduce((heard, ts, i) => {
    const passed = ts - (times[i - 1] ?? ts)
    return passed > gapMs ? 0 : heard + Math.min(passed, eachShowsMs)
  }, 0)
}

function report(memory: Memory, ts: number, facts: BusFacts, emit: (sign: Sign) => void): void {
  const silent = ts - memory.last
  if (
    memory.isReported ||
    !(silent >= silentMs) ||
    facts.isMoving !== true ||
    (facts.model?.load.mean ?? 0) < leastLoad
  )
    return
  memory.isReported = true
  emit(
    busSignOf(
      'can-bus-silent',
      'high',
      'Silence',
      ts,
      facts,
      [],
      [
        {
          field: 'time without a frame',
          observed: `${msText(silent)} while moving`,
          expected: `${Math.round(facts.model!.load.mean)} frames a second`,
        },
      ],
    ),
  )
}
