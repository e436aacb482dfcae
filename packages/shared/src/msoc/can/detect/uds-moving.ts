import { udsServices } from '../../transport/uds-names.ts'
import { protocolFamily } from './attack-family.ts'
import type { BusDetector } from './bus-detector.ts'
import { readDiagnostic, udsSign, type Diagnostic } from './uds-requests.ts'

/** Detects a request for a session that can change an ECU, while the vehicle moves (rules CAN-UDS-5, CAN-UDS-6). */
export const udsMoving: BusDetector<undefined> = {
  name: 'uds-moving',
  family: protocolFamily,
  start: () => undefined,
  step(_memory, frame, facts, emit) {
    if (facts.isMoving !== true) return
    const request = readDiagnostic(frame, facts)
    if (!request || !changesSession(request)) return
    const session = request.payload[1]! & 0x7f
    const name = udsServices[0x10]!.subfunctions![session] ?? `session 0x${session.toString(16)}`
    const severity = session === 3 ? 'medium' : 'high'
    emit(
      udsSign(
        'uds-moving',
        severity,
        'Diagnostic session change while moving:',
        frame,
        facts,
        request,
        [frame.seq],
        'the default session while the vehicle moves',
        name,
        ['TA0002'],
      ),
    )
  },
}

const changesSession = ({ isAnswer, sid, payload }: Diagnostic): boolean =>
  !isAnswer && sid === 0x10 && payload.length > 1 && (payload[1]! & 0x7f) > 1
