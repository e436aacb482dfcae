import type { EventCommon } from './events.ts'

/** A clock may run this far ahead before it is suspect (rule EVENT-4). */
const aheadMs = 5 * 60_000
/** A clock that runs further ahead cannot be a clock that is merely set wrongly (rule EVENT-4). */
const farAheadMs = 86_400_000

/** What decoding needs in addition to the event: its time of arrival, and the maximum age of `ts`. */
export interface Arrival {
  readonly receivedAt: number
  readonly keepMs: number
}

/** Why an event of this time is refused, beginning with the field's name; undefined if it is not (rule EVENT-4). */
export function clockFault(ts: number, { receivedAt, keepMs }: Arrival): string | undefined {
  if (ts > receivedAt + farAheadMs) return "ts: more than a day ahead of the server's clock"
  if (ts < receivedAt - keepMs) return `ts: more than ${Math.round(keepMs / 86_400_000)} days ago, which is not kept`
  return undefined
}

/** What a clock stated, or the arrival where the clock cannot be right (rule EVENT-4). */
export function timed(ts: number, { receivedAt, keepMs }: Arrival): Pick<EventCommon, 'ts' | 'deviceTs'> {
  const suspect = ts > receivedAt + aheadMs || ts < receivedAt - keepMs
  return suspect ? { ts: receivedAt, deviceTs: ts } : { ts, deviceTs: null }
}

/**
 * The range of times that both JavaScript and PostgreSQL can hold: PostgreSQL's begins in 4713 BC, JavaScript's ends in
 * 275760.
 */
const earliestMs = -2.1e14
const latestMs = 8.64e15

/** Returns epoch ms of an RFC 3339 or epoch ms time; undefined if it is neither, or out of range (rule EVENT-3). */
export function timeOf(given: unknown): number | undefined {
  if (typeof given === 'number') return given >= earliestMs && given <= latestMs ? given : undefined
  const parts = typeof given === 'string' ? rfc3339.exec(given) : null
  if (!parts) return undefined
  const [, day, time, fraction, zone] = parts as unknown as [string, string, string, string | undefined, string]
  const ms = Date.parse(`${day}T${time}${zone.toUpperCase()}`)
  if (!Number.isFinite(ms) || !isRealDay(day)) return undefined
  // Date.parse drops microseconds, and CAN frames within one millisecond would lose their order
  return fraction === undefined ? ms : ms + Number(fraction.slice(1, 7).padEnd(6, '0')) / 1000
}

const rfc3339 = /^(\d{4}-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):\d\d:\d\d)(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/

/** Returns true if the day exists: Date.parse takes 30 February for 1 March. */
function isRealDay(day: string): boolean {
  const date = Number(day.slice(8))
  return date <= 28 || new Date(`${day}T00:00:00Z`).getUTCDate() === date
}
