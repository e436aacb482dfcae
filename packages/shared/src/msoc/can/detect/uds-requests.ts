import { isStandardLine, standardLine } from '../../transport/addresses.ts'
import { readPci } from '../../transport/iso-tp.ts'
import { pgn } from '../../transport/j1939-names.ts'
import { udsServices } from '../../transport/uds-names.ts'
import { describeUds, negativeResponse, responseBit, serviceName } from '../../transport/uds.ts'
import { hexOf } from '../frame.ts'
import type { BusFacts, BusFrame, Sign } from './bus-detector.ts'
import { textOfKey } from './signs.ts'

/** The beginning of a diagnostic message, taken from its first frame: a request with its target, or an answer. */
export interface Diagnostic {
  /** Key of the id of the request; for an answer: the id on which its sender receives requests. */
  readonly requestKey: number
  readonly isAnswer: boolean
  /** True if the request addresses all ECUs. */
  readonly isFunctional: boolean
  /** The service; for an answer or a refusal, the requested service. */
  readonly sid: number
  /** The negative response code; undefined: not refused. */
  readonly refusal: number | undefined
  /** The bytes from the service id on, as far as this frame holds them. */
  readonly payload: Uint8Array
}

/**
 * Reads a request or answer on an id that carries diagnostics, by the standards or as was found. On any other id it
 * reads only what scanners use to look for ECUs (rule CAN-UDS-1).
 */
export function readDiagnostic(frame: BusFrame, facts: BusFacts): Diagnostic | undefined {
  const line = isStandardLine(frame.key) ? standardLine(frame.key) : facts.pairs?.lineOf(frame.key)
  if (!line) return isProbe(frame, facts) ? requestOf(frame.key, payloadOf(frame.data), false) : undefined
  const pci = readPci(frame.data, line.at)
  if (pci?.kind !== 'single' && pci?.kind !== 'first') return undefined
  const payload = frame.data.subarray(pci.from, pci.from + pci.length)
  const sid = payload[0]!
  if (isTesters(frame.key) || ((sid & responseBit) === 0 && sid !== negativeResponse))
    return requestOf(frame.key, payload, line.peer === null)
  const requestKey = line.peer ?? frame.key
  if (sid === negativeResponse)
    return { requestKey, isAnswer: true, isFunctional: false, sid: payload[1] ?? 0, refusal: payload[2], payload }
  return { requestKey, isAnswer: true, isFunctional: false, sid: sid - responseBit, refusal: undefined, payload }
}

function requestOf(requestKey: number, payload: Uint8Array, isFunctional: boolean): Diagnostic {
  return { requestKey, isAnswer: false, isFunctional, sid: payload[0]!, refusal: undefined, payload }
}

/**
 * True for ids on which only testers send, whatever the content: 7DF-7E7; with 29 bits from addresses F0 and above,
 * which belong to testers (ISO 15765-4 10.3.4).
 */
function isTesters(key: number): boolean {
  if (!isStandardLine(key)) return false
  if (key < 0x20000000) return key <= 0x7e7
  return (key & 0xff) >= 0xf0 && ((key >> 8) & 0xff) < 0xf0
}

/**
 * True for what scanners send to an id that is not sent in a cycle: session control or tester present in one frame,
 * followed by nothing but padding; or, to an id that was never seen while learning, the first frame of a request.
 */
function isProbe({ key, data, index }: BusFrame, { model }: BusFacts): boolean {
  if (index >= 0 && model!.cycle[index]! > 0) return false
  if (data[0]! >> 4 === 1) return model !== undefined && index < 0 && isFirstOfRequest(key, data)
  if (data[0] !== 2 || (data[1] !== 0x10 && data[1] !== 0x3e) || (data[2]! & 0x7f) > 4) return false
  for (let i = 4; i < data.length; i++) if (data[i] !== data[3]) return false
  return data.length > 2
}

/** True for a first frame of up to 4,095 bytes with a service of the standard; not for J1939's transport protocol. */
function isFirstOfRequest(key: number, data: Uint8Array): boolean {
  if (key >= 0x20000000 && ((key >> 8) & 0x3ff00) === pgn.transferControl) return false
  const pci = readPci(data)
  return pci?.kind === 'first' && pci.from === 2 && data[2]! >= 0x10 && udsServices[data[2]!] !== undefined
}

/** Returns the service of a probe and its next byte. */
const payloadOf = (data: Uint8Array): Uint8Array => (data[0] === 2 ? data.subarray(1, 3) : data.subarray(2, 8))

/** Returns a sign about the addressed ECU; `tactics` are of MITRE ATT&CK. */
export function udsSign(
  detector: string,
  severity: Sign['severity'],
  title: string,
  frame: BusFrame,
  facts: BusFacts,
  { requestKey, sid, payload }: Diagnostic,
  blamed: readonly number[],
  expected: string,
  observed: string,
  tactics: readonly string[],
): Sign {
  return {
    detector,
    key: requestKey,
    title: `${title} ${textOfKey(requestKey)} on ${facts.bus}`,
    severity,
    ts: frame.ts,
    blamed,
    tactics,
    explanation: [
      { field: 'requests', observed, expected },
      { field: 'uds', observed: `${describeUds(payload).text} (${hexOf(payload.subarray(0, 8), ' ')})`, expected: '' },
    ],
    observables: [
      { kind: 'vin', value: facts.vin },
      { kind: 'bus', value: facts.bus },
      { kind: 'arbitration_id', value: textOfKey(requestKey) },
      { kind: 'uds_service', value: `0x${hexOf(Uint8Array.of(sid))} ${serviceName(sid)}` },
    ],
  }
}
