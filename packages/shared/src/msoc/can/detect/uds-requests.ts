import { isStandardLine, standardLine } from '../../transport/addresses.ts'
import { readPci } from '../../transport/iso-tp.ts'
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
 * Reads a request or answer on an id that the standards assign to diagnostics. On any other id it reads only what
 * scanners use to look for ECUs (rule CAN-UDS-1).
 */
export function readDiagnostic(frame: BusFrame): Diagnostic | undefined {
  if (!isStandardLine(frame.key))
    return isProbe(frame) ? requestOf(frame.key, frame.data.subarray(1, 3), false) : undefined
  const line = standardLine(frame.key)!
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
  if (key < 0x20000000) return key <= 0x7e7
  return (key & 0xff) >= 0xf0 && ((key >> 8) & 0xff) < 0xf0
}

/** True for session control or tester present in one frame, followed by nothing but padding, on an 11-bit id. */
function isProbe({ key, data }: BusFrame): boolean {
  if (data[0] !== 2 || (data[1] !== 0x10 && data[1] !== 0x3e) || key >= 0x20000000 || (data[2]! & 0x7f) > 4)
    return false
  for (let i = 4; i < data.length; i++) if (data[i] !== data[3]) return false
  return true
}

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
