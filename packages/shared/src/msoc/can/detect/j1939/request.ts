import { addressText, pgn, pgnText } from '../../../transport/j1939-names.ts'
import { pgnAt } from '../../../transport/j1939.ts'
import { protocolFamily } from '../attack-family.ts'
import type { BusDetector } from '../bus-detector.ts'
import { createBursts, type Bursts } from '../bursts.ts'
import { isOrdinary, j1939Sign, readGroup } from './frames.ts'

/**
 * A service tool requests about ten groups a second, nodes request one now and then; when a vehicle starts, many nodes
 * request at once (rule CAN-J1939-6).
 */
const ofOneSource = 20
const toOneTarget = 40
const windowMs = 1_000

interface Memory {
  readonly bySource: Bursts
  readonly byTarget: Bursts
}

/** Detects more requests than nodes can answer (SAE J1939-21 5.4.2); rules CAN-J1939-6, CAN-J1939-7. */
export const j1939Request: BusDetector<Memory> = {
  name: 'j1939-request',
  family: protocolFamily,
  start: () => ({ bySource: createBursts(ofOneSource, windowMs), byTarget: createBursts(toOneTarget, windowMs) }),
  step(memory, frame, facts, emit) {
    const id = readGroup(frame, pgn.request)
    if (!id || frame.data.length < 3 || isOrdinary(frame, facts)) return
    const ofSource = memory.bySource(`${id.source}`, frame.seq, frame.ts)
    const toTarget = memory.byTarget(`${id.destination}`, frame.seq, frame.ts)
    const blamed = ofSource ?? toTarget
    if (!blamed) return
    const what = ofSource ? `from ${addressText(id.source)}` : `to ${addressText(id.destination)}`
    const limit = ofSource ? ofOneSource : toOneTarget
    emit(
      j1939Sign(
        'j1939-request',
        'high',
        `J1939 request overload ${what}`,
        frame,
        facts,
        frame.key,
        blamed,
        [
          { field: 'requests', observed: `${limit} and more within 1 s`, expected: `fewer than ${limit} a second` },
          { field: 'j1939.pgn', observed: pgnText(pgnAt(frame.data, 0)), expected: '' },
        ],
        ['TA0040'],
      ),
    )
  },
}
