import type { BusModel } from '../model.ts'
import { ofTheBus } from './attack-family.ts'
import type { BusDetector, BusFacts, BusFrame } from './bus-detector.ts'
import { busSignOf, signOf } from './signs.ts'

/**
 * Within one second. The shortest cycle in use is 5 ms (200 frames/s), and a full 500 kbit/s bus carries about 4,000
 * frames/s. An attacker who wants to win arbitration needs far more than the first, and no healthy bus reaches the
 * second.
 */
const framesOfOneId = 500
/** An id in a mode with the shortest cycle in use, and events besides, is no flood. */
const framesOfFastMode = 250
const framesOfTheBus = 3_500
const windowMs = 1_000
const idsCounted = 512

interface Memory {
  start: number
  frames: number
  isBusReported: boolean
  /** Frames by id in this window; ids beyond `idsCounted` count for the bus only. */
  readonly counts: Map<number, number>
  /** Ids that are flooded in this window or the last; their frames beyond the usual number are blamed. */
  readonly flooding: Set<number>
}

/**
 * Detects one id, or the whole bus, with far more frames than a bus carries, or than were ever seen on this one (rules
 * CAN-FLOOD-1 to CAN-FLOOD-4).
 */
export const canFlood: BusDetector<Memory> = {
  name: 'can-flood',
  family: { ...ofTheBus, strength: 9, affectsBus: 'always' },
  start: () => ({ start: Number.NaN, frames: 0, isBusReported: false, counts: new Map(), flooding: new Set() }),
  step(memory, frame, facts, emit) {
    // a clock that is set back starts a new window too; otherwise the window would last until the clock catches up
    if (!(Math.abs(frame.ts - memory.start) < windowMs)) restart(memory, frame.ts, facts)
    memory.frames += 1
    const count = (memory.counts.get(frame.key) ?? 0) + 1
    if (count > 1 || memory.counts.size < idsCounted) memory.counts.set(frame.key, count)
    const most = mostOf(frame, facts.model)
    const isCyclic = frame.index >= 0 && facts.model!.cycle[frame.index]! > 0
    if (count === most) {
      memory.flooding.add(frame.key)
      emit(signOf('can-flood', 'critical', 'Flood of', frame, facts, [], explained(count, most)))
      // for a cyclic id can-period separates the genuine frames from the others
    } else if (!isCyclic && count > usual(frame, facts.model) && memory.flooding.has(frame.key)) {
      emit(signOf('can-flood', 'critical', 'Flood of', frame, facts, [frame.seq], explained(count, most)))
    }
    const mostOnBus = mostOfBus(facts.model)
    if (memory.frames >= mostOnBus && !memory.isBusReported) {
      memory.isBusReported = true
      emit(
        busSignOf('can-flood', 'critical', 'Bus load flood', frame.ts, facts, [], explained(memory.frames, mostOnBus)),
      )
    }
  },
}

function restart(memory: Memory, ts: number, { model }: BusFacts): void {
  for (const key of memory.flooding)
    if ((memory.counts.get(key) ?? 0) < mostOf({ index: model?.placeOf.get(key) ?? -1 }, model) / 2)
      memory.flooding.delete(key)
  memory.start = ts
  memory.frames = 0
  memory.isBusReported = false
  memory.counts.clear()
}

const usual = ({ index }: Pick<BusFrame, 'index'>, model: BusModel | undefined) =>
  model && index >= 0 ? model.peak[index]! : 0

/**
 * Returns the number of frames of an id in a window that counts as a flood: lower than the general limit where the id's
 * own peak is known and far below that limit.
 */
function mostOf(frame: Pick<BusFrame, 'index'>, model: BusModel | undefined): number {
  const peak = usual(frame, model)
  return peak === 0 || model!.seconds < 60
    ? framesOfOneId
    : Math.min(framesOfOneId, Math.max(framesOfFastMode, 6 * peak))
}

function mostOfBus(model: BusModel | undefined): number {
  const peak = model?.load.peak ?? 0
  return peak === 0 || model!.seconds < 60 ? framesOfTheBus : Math.min(framesOfTheBus, Math.max(peak + 500, 2 * peak))
}

const explained = (count: number, most: number) => [
  { field: 'frames within 1 s', observed: `${count} and more`, expected: `fewer than ${most}` },
]
