/** The format of times in captures and position files. */

const LOCAL = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/

/**
 * Parses a time text to epoch ms: epoch seconds or milliseconds, or a date and time, with an offset or else in the zone
 * of `offsetAt` (see `zoneOffset`). Undefined if it is not a time.
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

/** Whether the date exists: Date.UTC converts 30 February to a day in March, so the fields would differ. */
function isRealDate(ms: number, month: number, day: number, hour: number): boolean {
  const date = new Date(ms)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour
}

function offsetMs(text: string): number {
  if (text === 'Z') return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))]
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** Returns the offset of a zone from UTC as a function of local time. Throws a RangeError for an unknown zone. */
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
    // offsets change only at quarter hours, and a call of Intl costs 5 µs
    const quarter = Math.floor(localMs / 900_000) * 900_000
    const offset = known.get(quarter) ?? ahead(quarter - ahead(quarter))
    known.set(quarter, offset)
    return offset
  }
}
