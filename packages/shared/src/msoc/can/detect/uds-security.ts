import { nrc } from '../../transport/uds-names.ts'
import { protocolFamily } from './attack-family.ts'
import type { BusDetector, BusFrame } from './bus-detector.ts'
import { readDiagnostic, udsSign, type Diagnostic } from './uds-requests.ts'

/**
 * Keys refused within ten minutes, and seeds and keys sent within one minute without success. A workshop mistypes a PIN
 * once or twice, and needs one seed and one key for a success; ECUs lock after three.
 */
const refusalsEnough = 3
const refusalsMs = 600_000
const attemptsEnough = 8
const attemptsMs = 60_000
const limits = { ecus: 16, attempts: 64 } as const

const failing = new Set<number>([nrc.invalidKey, nrc.tooManyAttempts, nrc.timeDelay])

interface Attempts {
  /** Seeds requested and keys sent since the last success, by `seq` and time. */
  seqs: number[]
  times: number[]
  refusals: number[]
  isReported: boolean
}

type Memory = Map<number, Attempts>

/** Detects brute force on the key of an ECU (ISO 14229-1 10.4); rules CAN-UDS-7 to CAN-UDS-11. */
export const udsSecurity: BusDetector<Memory> = {
  name: 'uds-security',
  family: protocolFamily,
  start: () => new Map(),
  step(memory, frame, facts, emit) {
    const message = readDiagnostic(frame, facts)
    if (message?.sid !== 0x27) return
    const attempts = attemptsOf(memory, message.requestKey)
    if (message.isAnswer) return answered(memory, attempts, message, frame.ts)
    const blamed = attempted(attempts, frame)
    if (!blamed) return
    const observed = `${attempts.refusals.length} keys refused, ${attempts.times.length} attempts without success`
    emit(
      udsSign(
        'uds-security',
        'critical',
        'Security access brute force on',
        frame,
        facts,
        message,
        blamed,
        `fewer than ${refusalsEnough} refusals and ${attemptsEnough} attempts`,
        observed,
        ['TA0006'],
      ),
    )
  },
}

function attemptsOf(memory: Memory, requestKey: number): Attempts {
  const known = memory.get(requestKey)
  if (known) return known
  if (memory.size >= limits.ecus) memory.delete(memory.keys().next().value!)
  const attempts: Attempts = { seqs: [], times: [], refusals: [], isReported: false }
  memory.set(requestKey, attempts)
  return attempts
}

/** Handles an answer. An accepted key or a seed of zeros (already unlocked) resets the count; a refusal adds to it. */
function answered(memory: Memory, attempts: Attempts, { requestKey, refusal, payload }: Diagnostic, ts: number): void {
  if (refusal === undefined) {
    const isKey = (payload[1] ?? 1) % 2 === 0
    const isUnlocked = payload.length > 2 && payload.subarray(2).every((byte) => byte === 0)
    if (isKey || isUnlocked) memory.delete(requestKey)
  } else if (failing.has(refusal)) {
    attempts.refusals = [...attempts.refusals, ts]
      .filter((each) => Math.abs(ts - each) <= refusalsMs)
      .slice(-limits.attempts)
  }
}

/** Remembers a requested seed or a sent key; returns the frames to blame once there are too many. */
function attempted(attempts: Attempts, { seq, ts }: BusFrame): readonly number[] | undefined {
  if (attempts.times.length > 0 && Math.abs(ts - attempts.times.at(-1)!) > attemptsMs) attempts.isReported = false
  attempts.seqs.push(seq)
  attempts.times.push(ts)
  forget(attempts, ts)
  const recent = attempts.times.filter((each) => Math.abs(ts - each) <= attemptsMs).length
  if (attempts.refusals.length < refusalsEnough && recent < attemptsEnough && !attempts.isReported) return undefined
  const blamed = attempts.isReported ? [seq] : [...attempts.seqs]
  attempts.isReported = true
  return blamed
}

function forget(attempts: Attempts, ts: number): void {
  attempts.refusals = attempts.refusals.filter((each) => Math.abs(ts - each) <= refusalsMs)
  while (attempts.times.length > limits.attempts || Math.abs(ts - attempts.times[0]!) > refusalsMs) {
    attempts.times.shift()
    attempts.seqs.shift()
  }
}
