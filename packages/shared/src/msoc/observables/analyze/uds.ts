import { negativeName, udsServices } from '../../transport/uds-names.ts'
import { serviceName } from '../../transport/uds.ts'
import type { Analysis } from './analyzers.ts'

/** The services with which an attacker changes a vehicle: they need an unlocked ECU in a well-made vehicle. */
const changing = new Set([0x10, 0x11, 0x14, 0x27, 0x28, 0x29, 0x2e, 0x2f, 0x31, 0x34, 0x36, 0x3d, 0x85])
/** Reasons for which a refused request shows somebody who tries. */
const telling = [0x11, 0x22, 0x31, 0x33, 0x35, 0x36, 0x37, 0x7f]

/** Names a UDS service with its subfunctions, its answers, and the reasons of refusals that matter (ISO 14229-1). */
export function analyzeUds(value: string): Analysis {
  const sid = Number.parseInt(value, 16)
  const byte = (number: number) => `0x${number.toString(16).toUpperCase().padStart(2, '0')}`
  const subfunctions = Object.entries(udsServices[sid]?.subfunctions ?? {})
  const effect = changing.has(sid) ? 'it can change what an ECU does or stores.' : 'it reads, or holds a session.'
  return {
    verdict: 'info',
    summary: `${serviceName(sid)}: ${effect}`,
    facts: [
      { name: 'Service', value: serviceName(sid) },
      { name: 'Positive answer', value: byte(sid + 0x40) },
      { name: 'Negative answer', value: `0x7F ${byte(sid)} and a reason` },
      ...subfunctions.slice(0, 20).map(([id, name]) => ({ name: `Subfunction ${byte(Number(id))}`, value: name })),
      ...telling.map((code) => ({ name: `Reason ${byte(code)}`, value: negativeName(code) })),
    ],
  }
}
