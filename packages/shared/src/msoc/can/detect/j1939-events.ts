import { pgn } from '../../transport/j1939-names.ts'
import { pgnAt, readJ1939Id } from '../../transport/j1939.ts'
import type { BusFrame } from './bus-detector.ts'

/** Groups of J1939-71 that are sent only at times, in data page 0. */
const torqueControl = 0x0000
const proprietary = 0xef00

/** An answer comes within this time (J1939-21 5.12.3: 1.25 s to give up waiting), ms. */
const answerMs = 1_250
const requestsKept = 32
const allNodes = 255

/** Returns the group of a 29-bit id; destinations are left out. */
const groupOf = (key: number): number => readJ1939Id(key & 0x1fffffff).pgn

/** Returns true for active faults (DM1): once a second while there are any, and at each change besides. */
export const isSentOnEvents = (key: number): boolean => key >= 0x20000000 && ((key >> 8) & 0x3ffff) === pgn.activeFaults

/** Returns true for what is sent in a cycle only at times: DM1, torque control (TSC1), proprietary commands. */
export function isSentAtTimes(key: number): boolean {
  if (key < 0x20000000) return false
  const addressed = (key >> 8) & 0x3ff00
  return isSentOnEvents(key) || addressed === torqueControl || addressed === proprietary
}

/**
 * Follows the requests of J1939 nodes (SAE J1939-21 5.4.2). Returns true for a frame that answers one: each node
 * answers a request once.
 */
export type GroupRequests = (frame: BusFrame) => boolean

interface Request {
  readonly group: number
  readonly destination: number
  readonly ts: number
  readonly answeredBy: number[]
}

export function createGroupRequests(): GroupRequests {
  const requests: Request[] = []
  let latest = -Infinity

  function isAnswered(key: number, ts: number): boolean {
    const source = key & 0xff
    const request = requests.find(
      (one) =>
        one.group === groupOf(key) &&
        ts >= one.ts &&
        ts - one.ts <= answerMs &&
        (one.destination === allNodes || one.destination === source) &&
        !one.answeredBy.includes(source),
    )
    request?.answeredBy.push(source)
    return request !== undefined
  }

  return ({ key, data, ts }) => {
    if (key < 0x20000000) return false
    if (((key >> 8) & 0x3ff00) === pgn.request && data.length === 3) {
      requests.push({ group: pgnAt(data, 0), destination: (key >> 8) & 0xff, ts, answeredBy: [] })
      if (requests.length > requestsKept) requests.shift()
      latest = ts
      return false
    }
    return Math.abs(ts - latest) <= answerMs && isAnswered(key, ts)
  }
}
