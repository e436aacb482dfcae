import type { Chance } from '../chance.ts'
import type { LabelledFrame } from '../labelled.ts'
import type { Survey } from '../survey.ts'
import { beats, frameOf, inOrder, isExtendedBus, type MakeAttack } from './making.ts'

/** Makes each request of a scan: the bytes of one ISO-TP single frame (ISO 15765-2), and the ECU it goes to. */
type MakeRequest = (n: number, chance: Chance) => { readonly payload: readonly number[]; readonly ecu?: number }

/** The range of the ECUs' response time, ms. */
const answerMs = [2, 9] as const

/** `isAnswered`: the ECU refuses each request (ISO 14229-1: 0x7F, service, code); those frames are consequences. */
const scan =
  (perSecond: number, makeRequest: MakeRequest, isAnswered: boolean): MakeAttack =>
  (survey, span, chance) => {
    const frames = beats(span, perSecond, chance).flatMap((ts, n) => {
      const { payload, ecu = 0 } = makeRequest(n, chance)
      const request = diagnosticFrame(survey, ts, ecu, payload, true)
      if (!isAnswered || payload.length === 0) return [request]
      return [request, diagnosticFrame(survey, ts + chance.between(...answerMs), ecu, refusal(payload), false)]
    })
    return { ...span, frames: inOrder(frames) }
  }

const refusal = (payload: readonly number[]) =>
  payload[0] === 0x27 && payload[1]! % 2 === 1
    ? [0x67, payload[1]!, 0x4a, 0x11, 0x90, 0x2c]
    : [0x7f, payload[0]!, payload[0] === 0x27 ? 0x35 : 0x31]

/** A frame to or from an ECU by its number: 0x7E0 and up (ISO 15765-4), or 0x18DA..F1 on buses with extended ids. */
function diagnosticFrame(
  survey: Survey,
  ts: number,
  ecu: number,
  payload: readonly number[],
  isRequest: boolean,
): LabelledFrame {
  const isLong = isExtendedBus(survey)
  const long = isRequest ? 0x18da00f1 | ((0x10 + ecu) << 8) : 0x18daf110 + ecu
  const short = (isRequest ? 0x7e0 : 0x7e8) + ecu
  const data = Uint8Array.from({ length: 8 }, (_, i) => (i === 0 ? payload.length : (payload[i - 1] ?? 0x55)))
  return frameOf(survey.bus, ts, isLong ? long : short, data, isLong, isRequest ? 'attack' : 'consequence')
}

/** Requests every service in turn. */
export const scanServices = (perSecond: number): MakeAttack =>
  scan(perSecond, (n) => ({ payload: [n & 0xff, 0x00] }), true)

/** Sends ReadDataByIdentifier for one identifier after another. */
export const scanIdentifiers = (perSecond: number): MakeAttack =>
  scan(perSecond, (n) => ({ payload: [0x22, 0xf1 + ((n >> 8) & 0xf), n & 0xff] }), true)

/** Requests seeds, and sends wrong keys (SecurityAccess). */
export const guessKeys = (perSecond: number): MakeAttack =>
  scan(perSecond, (n, chance) => ({ payload: n % 2 === 0 ? [0x27, 0x01] : [0x27, 0x02, ...chance.bytes(4)] }), true)

/** Opens a session at one address after another, to find the ECUs. */
export const scanAddresses =
  (perSecond: number): MakeAttack =>
  (survey, span, chance) => {
    const isLong = isExtendedBus(survey)
    const frames = beats(span, perSecond, chance).map((ts, n) => {
      const id = isLong ? 0x18da00f1 | ((n & 0xff) << 8) : 0x700 + (n & 0xff)
      return frameOf(survey.bus, ts, id, Uint8Array.of(2, 0x10, 0x01, 0, 0, 0, 0, 0), isLong)
    })
    return { ...span, frames }
  }

/** Sends TesterPresent far more often than every two seconds, which would keep a session open. */
export const floodTesterPresent = (perSecond: number): MakeAttack =>
  scan(perSecond, () => ({ payload: [0x3e, 0x80] }), false)
