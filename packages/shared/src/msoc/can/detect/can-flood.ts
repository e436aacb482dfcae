import type { BusModel } from '../model.ts'
import { ofTheBus } from './attack-family.ts'
import type { BusDetector, BusFacts, BusFrame } from './bus-detector.ts'
import { busSignOf, signOf } from './signs.ts'

/**
 * Within one second. The quickest cycle in use is 5 ms (200 frames/s), and a 500 kbit/s bus carries about 4,000
 * frames/s when full: an attacker who wants arbitration needs far more than the first, and no sound bus reaches the
 * second.
 */
const framesOfOneId = 500
const framesOfTheBus = 3_500
const windowMs = 1_000
const idsCounted = 512

interface Memory {
  start: number
  frames: number
  isBusReported: boolean
  /** By id, in this window; those beyond `idsCounted` count for the bus only. */
  readonly counts: Map<number, number>
  /** Frames a second of a flooded id beyond which they are blamed; by id, in this window and the last. */
  readonly flooding: Set<number>
}

/**
 * One id, or the whole bus, far above what a bus carries, or what this one ever did (rules CAN-FLOOD-1 to CAN-FLOOD-4).
 */
export const canFlood: BusDetector<Memory> = {
  name: 'can-flood',
  family: { ...ofTheBus, strength: 9, affectsBus: 'always' },
  start: () => ({ start: Number.NaN, frames: 0, isBusReported: false, counts: new Map(), flooding: new Set() }),
  step(memory, frame, facts, emit) {
    // a clock that was set back begins anew too, else a window would last until it is where it was
    if (!(Math.abs(frame.ts - memory.start) < windowMs)) restart(memory, frame.ts, facts)
    memory.frames += 1
    const count = (memory.counts.get(frame.key) ?? 0) + 1
    if (count > 1 || memory.counts.size < idsCounted) memory.counts.set(frame.key, count)
    const most = mostOf(frame, facts.model)
    const isCyclic = frame.index >= 0 && facts.model!.cycle[frame.index]! > 0
    if (count === most) {
      memory.flooding.add(frame.key)
      emit(signOf('can-flood', 'critical', 'Flood of', frame, facts, [], explained(count, most)))
      // of a cyclic id can-period tells the genuine frames from the others
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
 * How many frames of an id in a window are a flood: fewer than of any bus where its own most is known and far below.
 */
function mostOf(frame: Pick<BusFrame, 'index'>, model: BusModel | undefined): number {
  const peak = usual(frame, model)
  return peak === 0 || model!.seconds < 60 ? framesOfOneId : Math.min(framesOfOneId, Math.max(100, 6 * peak))
}

function mostOfBus(model: BusModel | undefined): number {
  const peak = model?.load.peak ?? 0
  return peak === 0 || model!.seconds < 60 ? framesOfTheBus : Math.min(framesOfTheBus, Math.max(peak + 500, 2 * peak))
}

const explained = (count: number, most: number) => [
  { field: 'frames within 1 s', observed: `${count} and more`, expected: `fewer than ${most}` },
]
