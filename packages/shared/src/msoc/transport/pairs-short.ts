import { isStandardLine, type Line } from './addresses.ts'
import { isPadded } from './channel.ts'
import { isDiagnostic } from './diagnostic.ts'
import { readPci } from './iso-tp.ts'
import { negativeResponse, responseBit } from './uds.ts'

const limits = { requests: 8, scores: 64, answerers: 8 } as const
const answerMs = 1_000
/** This many matching answers make a pair, or a functional request: one may be a coincidence. */
const answersEnough = 2

/** An id, and where on it the protocol information begins. */
export interface End {
  readonly key: number
  readonly at: 0 | 1
}

/** What the exchange of requests and answers of one frame each proves. */
export type Proof = { readonly request: End; readonly answers: readonly End[] } & {
  /** True: several ids answered the same request. */
  readonly isFunctional: boolean
}

interface PendingRequest extends End {
  readonly ts: number
  readonly payload: Uint8Array
  readonly answeredBy: End[]
}

/** A frame that begins a diagnostic message: all of it, or, for the answer to a request, its first frame. */
export interface Beginning extends End {
  readonly ts: number
  readonly payload: Uint8Array
  readonly isWhole: boolean
}

/** Reads the beginning of a diagnostic message; undefined: the frame holds none. */
export function readBeginning(key: number, at: 0 | 1, ts: number, data: Uint8Array): Beginning | undefined {
  const pci = readPci(data, at)
  if (pci?.kind !== 'single' && pci?.kind !== 'first') return undefined
  const isWhole = pci.kind === 'single'
  if (isWhole && !isPadded(data, pci.from + pci.length)) return undefined
  const payload = data.subarray(pci.from, pci.from + pci.length)
  return isDiagnostic(payload) ? { key, at, ts, payload, isWhole } : undefined
}

/**
 * Detects requests and answers of the same service and with the same echo, more than once; and requests that several
 * ids answer (rules TRANSPORT-24 and TRANSPORT-30).
 */
export function noticeShort(lineOf: (key: number) => Line | undefined) {
  const requests: PendingRequest[] = []
  const scores = new Map<string, number>()

  /** Counts what was seen under a name; returns true from the second time on. */
  function isRepeated(name: string): boolean {
    const times = (scores.get(name) ?? 0) + 1
    // the oldest was a coincidence
    if (scores.size >= limits.scores && !scores.has(name)) scores.delete(scores.keys().next().value!)
    scores.set(name, times)
    return times >= answersEnough
  }
  /** Two answers of different ids are enough, of a request that belongs to a pair twice. */
  function isFunctional({ key, answeredBy }: PendingRequest): boolean {
    if (answeredBy.length < answersEnough || isStandardLine(key)) return false
    const line = lineOf(key)
    if (line === undefined || line.peer === null) return true
    return answeredBy.length === answersEnough && isRepeated(`${key}:all`)
  }
  /** The request that an answer is for: that of its own line first, else the latest. */
  function requestFor({ key, ts, payload }: Beginning): { request: PendingRequest; isKnown: boolean } | undefined {
    const matching = requests.filter(
      (each) =>
        each.key !== key &&
        ts >= each.ts &&
        ts - each.ts <= answerMs &&
        isAnswer(each.payload, payload) &&
        !each.answeredBy.some((end) => end.key === key),
    )
    const known = matching.findLast((each) => {
      const line = lineOf(each.key)
      return line !== undefined && (line.peer === key || line.peer === null)
    })
    const request = known ?? matching.at(-1)
    return request && { request, isKnown: known !== undefined }
  }
  function proves(answer: Beginning): Proof | undefined {
    const found = requestFor(answer)
    if (found === undefined || found.request.answeredBy.length >= limits.answerers) return undefined
    const { request, isKnown } = found
    request.answeredBy.push({ key: answer.key, at: answer.at })
    if (isFunctional(request)) return { request, answers: request.answeredBy, isFunctional: true }
    return !isKnown && answer.isWhole && isRepeated(`${request.key}:${answer.key}`)
      ? { request, answers: [answer], isFunctional: false }
      : undefined
  }

  return {
    /** Takes the beginning of a message, and returns what it proves. */
    push(beginning: Beginning): Proof | undefined {
      const { payload, isWhole } = beginning
      if (payload.length < 2) return undefined
      if ((payload[0]! & responseBit) !== 0) return proves(beginning)
      if (!isWhole) return undefined
      requests.push({ ...beginning, payload: payload.slice(), answeredBy: [] })
      if (requests.length > limits.requests) requests.shift()
      return undefined
    },
  }
}

/**
 * Returns true for 7F and the service, or for the service's answer with the next byte repeated; a subfunction is
 * compared without the bit that suppresses the answer.
 */
function isAnswer(question: Uint8Array, answer: Uint8Array): boolean {
  if (answer[0] === negativeResponse) return answer.length === 3 && answer[1] === question[0]
  const echo = answer[1]
  return answer[0] === question[0]! + responseBit && (echo === question[1] || echo === (question[1]! & 0x7f))
}
