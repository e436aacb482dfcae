import { ofTheBus } from './attack-family.ts'
import type { BusDetector, BusFacts, Sign } from './bus-detector.ts'
import { busSignOf, msText } from './signs.ts'

interface Memory {
  last: number
  isReported: boolean
}

const silentMs = 2_000
/** A bus with fewer frames a second than this may pause without an attack. */
const leastLoad = 20

/** The whole bus falls silent while the vehicle moves: it is cut, jammed or shut down (rules CAN-SILENCE-1). */
export const canBusSilent: BusDetector<Memory> = {
  name: 'can-bus-silent',
  family: { ...ofTheBus, strength: 5 },
  start: () => ({ last: Number.NaN, isReported: false }),
  step(memory, frame, facts, emit) {
    listen(memory, frame.ts, facts, emit)
    memory.last = frame.ts
    memory.isReported = false
  },
  tick: listen,
}

function listen(memory: Memory, ts: number, facts: BusFacts, emit: (sign: Sign) => void): void {
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
