import { canFlags, keyOf, type CanFrame } from '../can/frame.ts'
import { functionalLine, isStandardLine, noticedLine, standardLine, type Line } from './addresses.ts'
import { createHeld } from './held.ts'
import type { Reassembled } from './iso-tp.ts'
import { noticeSegmented } from './pairs-segmented.ts'
import { noticeShort, readBeginning, type End, type Proof } from './pairs-short.ts'

/**
 * Detects which other ids of a bus communicate over ISO-TP; rules TRANSPORT-23 to TRANSPORT-26, TRANSPORT-30 and
 * TRANSPORT-31 of ./SPEC.md.
 */
export interface Pairs {
  lineOf(key: number): Line | undefined
  /** Examines a frame of no known line; returns the messages that a pair, proved by it, explains. */
  notice(frame: CanFrame): readonly Reassembled[]
  /** Examines a frame of a known line: it may answer a request on an id that is none yet. */
  noticeKnown(key: number, line: Line, frame: CanFrame): readonly Reassembled[]
}

const mostLines = 128
/** How much may be kept: messages of ids that are no lines yet, and ids at which a pair was looked for. */
export interface PairLimits {
  readonly heldIds: number
  readonly openings: number
  readonly doubted: number
}
const ofReaders: PairLimits = { heldIds: 256, openings: 16, doubted: 4_096 }
/** For who wants to know the lines alone, of many buses at a time. */
export const linesAlone: PairLimits = { heldIds: 0, openings: 4, doubted: 256 }
const nothing: readonly Reassembled[] = []

export function createPairs(limits: PairLimits = ofReaders): Pairs {
  const lines = new Map<number, Line>()
  const lineOf = (key: number): Line | undefined => (isStandardLine(key) ? standardLine(key) : lines.get(key))
  const held = createHeld(limits.heldIds)
  const short = noticeShort(lineOf)
  const segmented = noticeSegmented((key, peer, at) => pair({ key, at }, { key: peer, at }), limits)

  /** An id whose partner turned out to be functional can still get a partner of its own. */
  const isFree = (key: number): boolean => {
    const line = lineOf(key)
    if (line === undefined) return lines.size < mostLines
    return !isStandardLine(key) && line.peer !== null && lineOf(line.peer)?.peer === null
  }
  function join({ key, at }: End, peer: number): void {
    if (isFree(key)) lines.set(key, noticedLine(key, peer, at))
  }
  function pair(one: End, other: End): readonly Reassembled[] {
    join(one, other.key)
    join(other, one.key)
    return held.release([one, other].filter(({ key }) => lineOf(key) !== undefined))
  }
  function pairFunctional(request: End, answers: readonly End[]): readonly Reassembled[] {
    if (!lines.has(request.key) && lines.size >= mostLines) return nothing
    lines.set(request.key, functionalLine(request.key, request.at))
    for (const answer of answers) join(answer, request.key)
    return held.release([request, ...answers].filter(({ key }) => lineOf(key) !== undefined))
  }
  const explained = (proof: Proof | undefined): readonly Reassembled[] => {
    if (proof === undefined) return nothing
    return proof.isFunctional ? pairFunctional(proof.request, proof.answers) : pair(proof.request, proof.answers[0]!)
  }
  function noticeShortAt(key: number, at: 0 | 1, { ts, data }: CanFrame): readonly Reassembled[] {
    const beginning = readBeginning(key, at, ts, data)
    if (beginning === undefined) return nothing
    if (beginning.isWhole) held.hold(beginning)
    return explained(short.push(beginning))
  }

  return {
    lineOf: (key) => lines.get(key),
    notice(frame) {
      const { data } = frame
      if (data.length < 3 || (data[0]! > 0x3f && data[1]! > 0x3f)) return nothing
      const key = keyOf(frame.id, (frame.flags & canFlags.ext) !== 0)
      for (const at of [0, 1] as const) {
        // neither a single nor a first frame; a single one of CAN FD begins with 0
        if (data[at]! > 0x1f || (data[at] === 0 && data.length <= 8)) continue
        const messages = noticeShortAt(key, at, frame)
        if (messages.length > 0) return messages
      }
      return segmented(key, frame)
    },
    noticeKnown(key, line, { ts, data }) {
      const beginning = readBeginning(key, line.at, ts, data)
      return beginning === undefined ? nothing : explained(short.push(beginning))
    },
  }
}
