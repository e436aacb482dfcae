import { isStandardLine, standardLine } from '../../transport/addresses.ts'
import { readPci } from '../../transport/iso-tp.ts'
import { describeUds, negativeResponse, responseBit, serviceName } from '../../transport/uds.ts'
import { hexOf } from '../frame.ts'
import type { BusFacts, BusFrame, Sign } from './bus-detector.ts'
import { textOfKey } from './signs.ts'

/** The beginning of a diagnostic message, as its first frame shows it: who is asked what, or who answers. */
export interface Diagnostic {
  /** Key of the id on which was asked; of an answer: the one that its sender is asked on. */
  readonly requestKey: number
  readonly isAnswer: boolean
  /** Whether everybody is asked. */
  readonly isFunctional: boolean
  /** The service: of an answer and a refusal, the one that was asked for. */
  readonly sid: number
  /** Why it was refused; undefined: it wasn't. */
  readonly refusal: number | undefined
  /** From the service id on, as much as this frame holds. */
  readonly payload: Uint8Array
}

/**
 * A request or answer on an id that the standards give to diagnostics, or what scanners look for ECUs with on any other
 * (rule CAN-UDS-1).
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
 * Ids on which only testers speak, whatever they say: 7DF-7E7; with 29 bits from addresses F0 and beyond, which are
 * testers' (ISO 15765-4 10.3.4).
 */
function isTesters(key: number): boolean {
  if (key < 0x20000000) return key <= 0x7e7
  return (key & 0xff) >= 0xf0 && ((key >> 8) & 0xff) < 0xf0
}

/** Session control or tester present of a frame, and nothing but padding behind it, on an 11-bit id. */
function isProbe({ key, data }: BusFrame): boolean {
  if (data[0] !== 2 || (data[1] !== 0x10 && data[1] !== 0x3e) || key >= 0x20000000 || (data[2]! & 0x7f) > 4)
    return false
  for (let i = 4; i < data.length; i++) if (data[i] !== data[3]) return false
  return true
}

/** A sign about who is asked; `tactics` are of MITRE ATT&CK. */
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
