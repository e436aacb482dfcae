import { idText } from '../can/frame.ts'

/**
 * Returns the arbitration id that a sensor states in an IDS event's detail as `can_id`, a number or hexadecimal text,
 * in the form that alerts use; undefined if it states none (rule IDS-5).
 */
export function canIdIn(detail: Readonly<Record<string, unknown>> | null): string | undefined {
  const stated = detail?.['can_id']
  const hex = typeof stated === 'string' ? /^(?:0x)?([\da-f]{1,8})$/i.exec(stated)?.[1] : undefined
  const id = typeof stated === 'number' ? stated : hex === undefined ? Number.NaN : Number.parseInt(hex, 16)
  return Number.isInteger(id) && id >= 0 && id <= 0x1fff_ffff ? idText(id) : undefined
}
