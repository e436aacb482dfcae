import { readTransferControl } from '../../../transport/j1939-transfer.ts'
import { pgn } from '../../../transport/j1939-names.ts'
import { pgnAt, readJ1939Id, type J1939Id } from '../../../transport/j1939.ts'
import type { BusModel } from '../../model.ts'
import type { BusFrame } from '../bus-detector.ts'

/** An answer comes within this time (J1939-21 5.12.3: 1.25 s to give up waiting), ms. */
const answerMs = 1_250
const requestsKept = 32
const transfersKept = 32
const allNodes = 255

/**
 * Follows the requests of J1939 nodes (SAE J1939-21 5.4.2). Returns true for a frame that answers one, alone or as part
 * of a transfer, and for the frames of a transfer in which a known node broadcasts its active faults: more than one do
 * not fit into a frame. Each node answers a request once. `model`: what is known of the bus.
 */
export type Answers = (frame: BusFrame, model: BusModel | undefined) => boolean

interface Request {
  readonly group: number
  readonly destination: number
  readonly ts: number
  readonly answeredBy: number[]
}

export function createAnswers(): Answers {
  const requests: Request[] = []
  /** When the latest frame of a transfer came that is an answer, by its sender and receiver. */
  const transfers = new Map<number, number>()
  let latest = -Infinity
  let nodes: { readonly model: BusModel; readonly sources: ReadonlySet<number> } | undefined

  function isKnownNode(source: number, model: BusModel | undefined): boolean {
    if (!model) return false
    if (nodes?.model !== model)
      nodes = { model, sources: new Set([...model.keys].filter((key) => key >= 0x20000000).map((key) => key & 0xff)) }
    return nodes.sources.has(source)
  }

  function isAnswered(group: number, source: number, ts: number): boolean {
    const request = requests.find(
      (one) =>
        one.group === group &&
        ts >= one.ts &&
        ts - one.ts <= answerMs &&
        (one.destination === allNodes || one.destination === source) &&
        !one.answeredBy.includes(source),
    )
    request?.answeredBy.push(source)
    return request !== undefined
  }

  /** Whether the frame belongs to a transfer that is an answer; that of `from` to `to`. */
  function continues(from: number, to: number, ts: number): boolean {
    const name = (from << 8) | to
    const at = transfers.get(name)
    if (at === undefined || !(Math.abs(ts - at) <= answerMs)) return false
    transfers.set(name, ts)
    return true
  }

  function controls({ source, destination }: J1939Id, { data, ts }: BusFrame, model: BusModel | undefined): boolean {
    const control = readTransferControl(data)
    if (!control) return false
    if (control.kind !== 'rts' && control.kind !== 'bam')
      return continues(source, destination, ts) || continues(destination, source, ts)
    const areFaults = control.kind === 'bam' && control.pgn === pgn.activeFaults
    if (!(areFaults && isKnownNode(source, model)) && !isAnswered(control.pgn, source, ts)) return false
    const name = (source << 8) | destination
    transfers.delete(name)
    transfers.set(name, ts)
    if (transfers.size > transfersKept) transfers.delete(transfers.keys().next().value!)
    return true
  }

  return (frame, model) => {
    const { key, data, ts } = frame
    if (key < 0x20000000) return false
    const group = (key >> 8) & 0x3ff00
    if (group === pgn.request && data.length === 3) {
      requests.push({ group: pgnAt(data, 0), destination: (key >> 8) & 0xff, ts, answeredBy: [] })
      if (requests.length > requestsKept) requests.shift()
      latest = ts
      return false
    }
    if (group === pgn.transferControl) return controls(readJ1939Id(frame.id), frame, model)
    if (group === pgn.transferData) return continues(key & 0xff, (key >> 8) & 0xff, ts)
    return Math.abs(ts - latest) <= answerMs && isAnswered(readJ1939Id(frame.id).pgn, key & 0xff, ts)
  }
}
