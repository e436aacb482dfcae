/** Reads the times that captures and position files carry. */

const LOCAL = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/

/**
 * Epoch ms of a time text: epoch seconds or milliseconds, or a date and time, with an offset or else in the zone that
 * `offsetAt` knows (see `zoneOffset`). Undefined where it is not a time.
 */
export function readTime(text: string, offsetAt: (localMs: number) => number): number | undefined {
  const trimmed = text.trim()
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed) < 1e11 ? Number(trimmed) * 1000 : Number(trimmed)
  const match = LOCAL.exec(trimmed)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second = '0', fraction = '0', offset] = match
  const local =
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) +
    Number(fraction) * 1000
  if (!isRealDate(local, Number(month), Number(day), Number(hour))) return undefined
  return local - (offset === undefined ? offsetAt(local) : offsetMs(offset))
}

/** Date.UTC rolls 30 February over into March: then the fields are not the ones that were written. */
function isRealDate(ms: number, month: number, day: number, hour: number): boolean {
  const date = new Date(ms)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour
}

function offsetMs(text: string): number {
  if (text === 'Z') return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))]
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** How far a zone is ahead of UTC at a local time. Throws a RangeError for a zone that does not exist. */
export function zoneOffset(zone: string): (localMs: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const known = new Map<number, number>()
  const ahead = (utc: number) => {
    const part = Object.fromEntries(format.formatToParts(utc).map(({ type, value }) => [type, Number(value)]))
    const at = (name: string) => part[name] ?? 0
    return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second')) - utc
  }
  return (localMs) => {
    // offsets change at quarter hours at the earliest, and asking Intl costs 5 µs
    const quarter = Math.floor(localMs / 900_000) * 900_000
    const offset = known.get(quarter) ?? ahead(quarter - ahead(quarter))
    known.set(quarter, offset)
    return offset
  }
}
