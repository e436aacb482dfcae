import { canFlags, keyOf, type CanFrame } from '../can/frame.ts'
import { noticedLine, type Line } from './addresses.ts'
import { createReassembly, readPci, type Pci, type Reassembled } from './iso-tp.ts'
import { isUds, negativeResponse, responseBit } from './uds.ts'

/** Detects which other ids of a bus communicate over ISO-TP; rules TRANSPORT-23 to TRANSPORT-26 of ./SPEC.md. */
export interface Pairs {
  lineOf(key: number): Line | undefined
  /** Examines a frame of no known line; returns the message whose last frame proved a pair. */
  notice(frame: CanFrame): readonly Reassembled[]
}

const limits = { pairs: 64, openings: 16, doubted: 4_096, requests: 4, scores: 64 } as const
/**
 * An id that began this often something that was not ISO-TP isn't tried again: most payloads that look like it are
 * coincidences.
 */
const doubtsEnough = 8
const answerMs = 1_000
/** This many matching answers of single frames make a pair: one may be a coincidence. */
const answersEnough = 2

interface Opening {
  readonly key: number
  readonly at: 0 | 1
  readonly ts: number
  /** Key of the id that sent the flow control. */
  peer: number | undefined
}

interface PendingRequest {
  readonly key: number
  readonly ts: number
  readonly payload: Uint8Array
}

const nothing: readonly Reassembled[] = []

export function createPairs(): Pairs {
  const lines = new Map<number, Line>()
  const cutUp = noticeCutUp(pair)
  const short = noticeShort(pair)

  function pair(key: number, peer: number, at: 0 | 1): void {
    if (lines.size >= 2 * limits.pairs || lines.has(key) || lines.has(peer)) return
    lines.set(key, noticedLine(key, peer, at))
    lines.set(peer, noticedLine(peer, key, at))
  }
  return {
    lineOf: (key) => lines.get(key),
    notice(frame) {
      const { data } = frame
      if (data.length < 3 || (data[0]! > 0x3f && data[1]! > 0x3f)) return nothing
      const key = keyOf(frame.id, (frame.flags & canFlags.ext) !== 0)
      if (data[0]! <= 7) short(key, frame)
      return cutUp(key, frame)
    },
  }
}

type Pairing = (key: number, peer: number, at: 0 | 1) => void

/**
 * Detects a first frame, the flow control of another id, and every consecutive frame up to the end: no cyclic payload
 * looks like that.
 */
function noticeCutUp(pair: Pairing) {
  const reassembly = createReassembly(limits.openings)
  const openings = new Map<number, Opening>()
  const doubts = new Map<number, number>()

  const doubt = (channel: number, key: number): void => {
    openings.delete(channel)
    const before = doubts.get(key) ?? 0
    if (before > 0 || doubts.size < limits.doubted) doubts.set(key, before + 1)
  }
  const open = (channel: number, key: number, at: 0 | 1, frame: CanFrame, pci: Pci): void => {
    if (openings.has(channel)) doubt(channel, key)
    if ((doubts.get(key) ?? 0) >= doubtsEnough) return
    if (openings.size >= limits.openings) openings.delete(openings.keys().next().value!)
    openings.set(channel, { key, at, ts: frame.ts, peer: undefined })
    reassembly.push(channel, { key, ts: frame.ts, data: frame.data }, pci)
  }
  const answer = (key: number, at: 0 | 1, ts: number): void => {
    for (const opening of openings.values()) {
      const isRecent = ts >= opening.ts && ts - opening.ts <= answerMs
      const isSameFormat = (opening.key ^ key) < 0x20000000
      if (isRecent && isSameFormat && opening.at === at && opening.key !== key && opening.peer === undefined)
        opening.peer = key
    }
  }
  const go = (channel: number, opening: Opening, frame: CanFrame, pci: Pci): readonly Reassembled[] => {
    if (opening.peer === undefined) {
      doubt(channel, opening.key)
      return nothing
    }
    const ended = reassembly.push(channel, { key: opening.key, ts: frame.ts, data: frame.data }, pci)
    if (ended.length === 0) return nothing
    if (ended[0]!.broken !== undefined) {
      doubt(channel, opening.key)
      return nothing
    }
    openings.delete(channel)
    doubts.delete(opening.key)
    pair(opening.key, opening.peer, opening.at)
    return ended
  }

  return (key: number, frame: CanFrame): readonly Reassembled[] => {
    reassembly.overdue(frame.ts)
    for (const at of [0, 1] as const) {
      const kind = frame.data[at]! >> 4
      if (kind < 1 || kind > 3) continue
      const pci = readPci(frame.data, at)
      const channel = channelOf(key, at, frame.data)
      const opening = openings.get(channel)
      if (pci?.kind === 'first' && pci.length <= 0xfff) open(channel, key, at, frame, pci)
      else if (pci?.kind === 'flow' && pci.status === 'continue' && isPadded(frame.data, at + 3))
        answer(key, at, frame.ts)
      else if (pci?.kind === 'consecutive' && opening) {
        const ended = go(channel, opening, frame, pci)
        if (ended.length > 0) return ended
      }
    }
    return nothing
  }
}

/** Detects requests and answers of one frame each, of the same service and with the same echo, more than once. */
function noticeShort(pair: Pairing) {
  const requests: PendingRequest[] = []
  const scores = new Map<string, number>()

  const score = (from: number, to: number): void => {
    const name = `${from}:${to}`
    const answers = (scores.get(name) ?? 0) + 1
    if (answers >= answersEnough) pair(from, to, 0)
    else if (scores.size < limits.scores) scores.set(name, answers)
  }
  return (key: number, { data, ts }: CanFrame): void => {
    const pci = readPci(data)
    if (pci?.kind !== 'single' || pci.length < 2 || !isPadded(data, pci.from + pci.length)) return
    const payload = data.subarray(pci.from, pci.from + pci.length)
    if (!isUds(payload)) return
    if ((payload[0]! & responseBit) === 0) {
      requests.push({ key, ts, payload: payload.slice() })
      if (requests.length > limits.requests) requests.shift()
      return
    }
    const question = requests.findIndex(
      (each) => each.key !== key && ts >= each.ts && ts - each.ts <= answerMs && isAnswer(each.payload, payload),
    )
    if (question < 0) return
    const [{ key: from }] = requests.splice(question, 1) as [PendingRequest]
    score(from, key)
  }
}

/** Returns true for 7F and the service, or for the service's answer with the next byte repeated. */
function isAnswer(question: Uint8Array, answer: Uint8Array): boolean {
  if (answer[0] === negativeResponse) return answer.length === 3 && answer[1] === question[0]
  return answer[0] === question[0]! + responseBit && answer[1] === (question[1]! & 0x7f)
}

/** Returns true if only one repeated byte is left from `from` on: the padding of a sender. */
function isPadded(data: Uint8Array, from: number): boolean {
  for (let i = from + 1; i < data.length; i++) if (data[i] !== data[from]) return false
  return true
}

/** Returns one id, or one address on it if a byte before the protocol information states it. */
export function channelOf(key: number, at: 0 | 1, data: Uint8Array): number {
  return key * 512 + (at === 1 ? 256 + (data[0] ?? 0) : 0)
}
