import { clockWithSeconds, date } from '../../core/format/format.ts'

/** `18 Nov 2025, 10:31:44.000125 pm`: on a bus, two frames can be less than a millisecond apart. */
export function exactClock(ms: number): string {
  return `${date(ms)}, ${exactTime(ms)}`
}

/** `10:31:44.000125 pm`. */
export function exactTime(ms: number): string {
  const micros = Math.round((ms - Math.floor(ms / 1_000) * 1_000) * 1_000)
  // rounding up would need the next second's clock: a microsecond less is the smaller error
  const digits = String(Math.min(micros, 999_999)).padStart(6, '0')
  return clockWithSeconds(ms).replace(/(:\d\d)( |$)/, `$1.${digits}$2`)
}

/** Seconds with a sign to the microsecond: `+1.250000`, `−0.020000`. */
export function signedSeconds(ms: number): string {
  return `${ms < 0 ? '\u2212' : '+'}${(Math.abs(ms) / 1_000).toFixed(6)}`
}

/** A time difference as an axis label: `−2 s`, `+500 ms`. */
export function signedSpan(ms: number): string {
  if (ms === 0) return '0'
  const sign = ms < 0 ? '\u2212' : '+'
  const span = Math.abs(ms)
  return span < 1_000 ? `${sign}${trimmed(span)} ms` : `${sign}${trimmed(span / 1_000)} s`
}

const trimmed = (value: number): string => String(Number(value.toFixed(3)))

/** Times between frames for a table: `4.9`, `20.0`, `1000`; three significant digits. */
export function millis(ms: number): string {
  return ms >= 99.95 ? ms.toFixed(0) : ms >= 9.995 || ms < 1 ? ms.toFixed(ms < 1 ? 2 : 1) : ms.toFixed(ms < 10 ? 1 : 0)
}

/** Frames per second: `204.1`, `100`, `0.7`. */
export function rate(hz: number): string {
  const text = hz.toFixed(1)
  return text.endsWith('.0') ? text.slice(0, -2) : text
}

/** An age with suitable precision: `5 ms`, `0.6 s`, `12 s`. */
export function fineSpan(ms: number): string {
  if (ms < 100) return `${Math.max(0, Math.round(ms))} ms`
  return ms < 9_950
    ? `${(ms / 1_000).toFixed(1)} s`
    : ms < 120_000
      ? `${Math.round(ms / 1_000)} s`
      : `${Math.floor(ms / 60_000)} min`
}

/** The smallest round step of an axis that is at least this wide: 1, 2 or 5 times a power of ten. */
export function axisStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const times = [1, 2, 5, 10].find((each) => each * power >= least * 0.999_999) ?? 10
  return times * power
}

/** Whether two times are equal to the microsecond: less than half of one apart. */
export const isSameTime = (a: number, b: number | undefined): boolean =>
  b !== undefined && Math.abs(a - b) < halfMicrosecond

export const halfMicrosecond = 0.000_5
