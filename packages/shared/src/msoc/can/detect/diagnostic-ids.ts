import { isStandardLine } from '../../transport/addresses.ts'
import { createPairs, linesAlone, type Pairs } from '../../transport/pairs.ts'
import { udsServices } from '../../transport/uds-names.ts'
import { negativeResponse, responseBit } from '../../transport/uds.ts'
import type { BusFacts, BusFrame } from './bus-detector.ts'

/**
 * Follows diagnostics on ids that the standards do not assign to them: which ids were found to talk to each other, and
 * which frame answers which request before that is known (rule CAN-UDS-15).
 */
export interface DiagnosticIds {
  readonly pairs: Pick<Pairs, 'lineOf'>
  /** Returns the key of the id of the request that the frame answers; undefined: none. */
  take(frame: BusFrame, facts: BusFacts): number | undefined
}

interface Request {
  readonly key: number
  readonly sid: number
  /** True for a first frame, which a flow control answers. */
  readonly isFirst: boolean
  readonly ts: number
}

const requestsKept = 16
const answerMs = 1_000

export function createDiagnosticIds(): DiagnosticIds {
  const pairs = createPairs(linesAlone)
  const requests: Request[] = []

  function answered({ key, ts, data }: BusFrame): number | undefined {
    const kind = data[0]! >> 4
    const sid = data[1] === negativeResponse ? data[2]! : kind === 1 ? data[2]! - responseBit : data[1]! - responseBit
    const at = requests.findLastIndex(
      (one) =>
        one.key !== key &&
        (one.key ^ key) < 0x20000000 &&
        ts >= one.ts &&
        ts - one.ts <= answerMs &&
        (kind === 3 ? one.isFirst : one.sid === sid),
    )
    return at < 0 ? undefined : requests.splice(at, 1)[0]!.key
  }

  function note({ key, ts, data }: BusFrame): void {
    const isFirst = data[0]! >> 4 === 1
    const sid = data[isFirst ? 2 : 1]!
    if (udsServices[sid] === undefined || (sid & responseBit) !== 0) return
    requests.push({ key, sid, isFirst, ts })
    if (requests.length > requestsKept) requests.shift()
  }

  return {
    pairs,
    take(frame, { model }) {
      const { key, data, index } = frame
      if (!model || data.length < 3 || data[0]! >> 4 > 3 || (index >= 0 && model.cycle[index]! > 0)) return undefined
      if (isStandardLine(key)) return undefined
      pairs.notice(frame)
      const answers = requests.length > 0 ? answered(frame) : undefined
      if (answers === undefined && data[0]! >> 4 < 2) note(frame)
      return answers
    },
  }
}
