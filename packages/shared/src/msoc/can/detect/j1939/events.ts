import { pgn } from '../../../transport/j1939-names.ts'

/** Groups of J1939-71 that are sent only at times, in data page 0. */
const torqueControl = 0x0000
const proprietary = 0xef00

/** Returns true for active faults (DM1): once a second while there are any, and at each change besides. */
export const isSentOnEvents = (key: number): boolean => key >= 0x20000000 && ((key >> 8) & 0x3ffff) === pgn.activeFaults

/** Returns true for what is sent in a cycle only at times: DM1, torque control (TSC1), proprietary commands. */
export function isSentAtTimes(key: number): boolean {
  if (key < 0x20000000) return false
  const addressed = (key >> 8) & 0x3ff00
  return isSentOnEvents(key) || addressed === torqueControl || addressed === proprietary
}
