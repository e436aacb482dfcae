import { isStandardLine } from '../../transport/addresses.ts'
import { pgn } from '../../transport/j1939-names.ts'
import type { BusFacts, BusFrame, Sign } from './bus-detector.ts'
import { busSignOf } from './signs.ts'

/**
 * Random ids on a bus that was not learned yet (rule CAN-FUZZING-4). Memory: the ids seen, of each its first frame and
 * whether it came again.
 */
export interface RandomIds {
  readonly ids: Map<number, FirstFrame>
  /** Ids that came once, in the order of their times: those that came again are removed when they are examined. */
  single: FirstFrame[]
  examinedAt: number
  /** How many of them were old enough at the last examination. */
  old: number
  reportedUntil: number
}

interface FirstFrame {
  readonly ts: number
  readonly seq: number
  isSingle: boolean
}

const idsKept = 1_024
const singlesNeeded = 32
/** Share of all ids that came once: on a bus with many rare ids more of them are needed. */
const shareNeeded = 0.25
const oldestMs = 10_000
const youngestMs = 1_000
const goesOnMs = 5_000
/** Among random ids every frame has a new one: what each of them costs must not depend on how many there are. */
const examinedEveryMs = 50

export const startRandomIds = (): RandomIds => ({
  ids: new Map(),
  single: [],
  examinedAt: Number.NaN,
  old: 0,
  reportedUntil: -Infinity,
})

export function findRandomIds(memory: RandomIds, frame: BusFrame, facts: BusFacts, emit: (sign: Sign) => void): void {
  const known = memory.ids.get(frame.key)
  if (known) {
    known.isSingle = false
    return
  }
  if (memory.ids.size >= idsKept) memory.ids.delete(memory.ids.keys().next().value!)
  const isExpected = isStandardLine(frame.key) || isClaim(frame.key) || frame.isRequested === true
  const first = { ts: frame.ts, seq: frame.seq, isSingle: !isExpected }
  memory.ids.set(frame.key, first)
  if (!isExpected) memory.single.push(first)
  if (memory.single.length > 2 * idsKept) memory.single = memory.single.slice(-idsKept)
  if (!(Math.abs(frame.ts - memory.examinedAt) < examinedEveryMs)) examine(memory, frame.ts)
  const isGoingOn = frame.ts < memory.reportedUntil
  const needed = Math.max(isGoingOn ? singlesNeeded / 2 : singlesNeeded, shareNeeded * memory.ids.size)
  if (memory.old < needed) return
  memory.reportedUntil = frame.ts + goesOnMs
  const blamed = isGoingOn ? [frame.seq] : memory.single.filter(({ isSingle }) => isSingle).map(({ seq }) => seq)
  emit(
    busSignOf('can-fuzz', 'critical', 'Fuzzing', frame.ts, facts, blamed, [
      {
        field: 'ids that came once within 10 s',
        observed: `${memory.old} and more`,
        expected: `fewer than ${singlesNeeded}`,
      },
    ]),
  )
}

function examine(memory: RandomIds, now: number): void {
  memory.examinedAt = now
  memory.single = memory.single.filter(({ ts, isSingle }) => isSingle && Math.abs(now - ts) <= oldestMs)
  memory.old = memory.single.filter(({ ts }) => now - ts >= youngestMs).length
}

const isClaim = (key: number): boolean => key >= 0x20000000 && ((key >> 8) & 0x3ff00) === pgn.addressClaim
