import { protocolFamily } from './attack-family.ts'
import type { BusDetector } from './bus-detector.ts'
import { createBursts, type Bursts } from './bursts.ts'
import { readDiagnostic, udsSign } from './uds-requests.ts'

/**
 * Testers repeat "tester present" every 2 s, some twice a second; ten a second keep an ECU busy (rule CAN-UDS-12).
 */
const limit = 10
const windowMs = 1_000
/**
 * Services that no tester requests repeatedly: session control, reset, communication control, tester present, DTC
 * setting. Data may be polled fast.
 */
const repeated = new Set([0x10, 0x11, 0x28, 0x3e, 0x85])

/** Detects the same diagnostic request sent repeatedly (rules CAN-UDS-12, CAN-UDS-13). */
export const udsFlood: BusDetector<Bursts> = {
  name: 'uds-flood',
  family: protocolFamily,
  start: () => createBursts(limit, windowMs),
  step(bursts, frame, facts, emit) {
    const request = readDiagnostic(frame, facts)
    if (!request || request.isAnswer || !repeated.has(request.sid)) return
    const blamed = bursts(`${request.requestKey}:${request.sid}:${request.payload[1]}`, frame.seq, frame.ts)
    if (!blamed) return
    const title = request.sid === 0x3e ? 'Tester-present flood to' : 'Flood of diagnostic requests to'
    emit(
      udsSign(
        'uds-flood',
        'high',
        title,
        frame,
        facts,
        request,
        blamed,
        `fewer than ${limit} a second`,
        `${limit} and more within 1 s`,
        ['TA0040'],
      ),
    )
  },
}
