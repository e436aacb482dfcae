import { canFlags, dlcOf, lengthOfDlc } from '../frame.ts'
import { ofOneId } from './attack-family.ts'
import type { BusDetector } from './bus-detector.ts'
import { isOutgrown, signOf } from './signs.ts'

/** Frames of an id that must have been seen before a new length counts as odd. */
const framesNeeded = 50

/** The same where little was learned for the time that is watched. */
const framesOfOutgrown = 1_000

/** Detects a payload with a length that the id never had (rule CAN-LENGTH-1). */
export const canDlc: BusDetector<undefined> = {
  name: 'can-dlc',
  family: { ...ofOneId, strength: 1 },
  start: () => undefined,
  step(_, frame, facts, emit) {
    const { model } = facts
    const place = frame.index
    if (!model || place < 0 || (frame.flags & canFlags.rtr) !== 0) return
    const lengths = model.lengths[place]!
    if (
      lengths === 0 ||
      (lengths & (1 << dlcOf(frame.data.length))) !== 0 ||
      (model.seconds > 0 && model.seen[place]! < (isOutgrown(facts) ? framesOfOutgrown : framesNeeded))
    )
      return
    const expected = lengthOfDlc.filter((_length, code) => (lengths & (1 << code)) !== 0)
    emit(
      signOf(
        'can-dlc',
        'medium',
        'Changed length of',
        frame,
        facts,
        [frame.seq],
        [
          {
            field: 'payload length',
            observed: `${frame.data.length} bytes`,
            expected: `${expected.join(' or ')} bytes`,
          },
        ],
      ),
    )
  },
}
