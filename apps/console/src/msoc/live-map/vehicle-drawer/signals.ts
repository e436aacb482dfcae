import type { SignalPoint as SignalPointSchema } from '@carapace/shared/msoc/history/history.contract'
import type { LatestSignal as LatestSignalSchema } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { z } from 'zod'
import { claimText, withUnit } from '../../signals/units.ts'

export type LatestSignal = z.infer<typeof LatestSignalSchema>
type SignalPoint = z.infer<typeof SignalPointSchema>

/** One reading of a signal for a chart. */
export interface Reading {
  readonly at: number
  readonly value: number
}

/** The time span of a sparkline. */
export const sparkMs = 5 * 60_000
/** The number of signals that fit in the drawer. */
const shownSignals = 6

/** The most important signals for an analyst, by the end of their VSS path. */
const first = [
  'Vehicle.Speed',
  'Speed',
  'Torque',
  'BrakePedal',
  'PedalPosition',
  'StateOfCharge.Current',
  'SteeringWheel.Angle',
  'DoorLock',
  'IsLocked',
]

/** The signals to show: the most important first, the rest in their given order (rule MAP-UI-31). */
export function chosenSignals(signals: readonly LatestSignal[]): readonly LatestSignal[] {
  const rank = ({ path }: LatestSignal) => {
    const at = first.findIndex((end) => path === end || path.endsWith(`.${end}`) || path.endsWith(end))
    return at < 0 ? first.length : at
  }
  return signals.toSorted((a, b) => rank(a) - rank(b)).slice(0, shownSignals)
}

/** Adds a reading and removes those that are too old; returns the same list if nothing changed. */
export function withReading(readings: readonly Reading[], { value, ts }: SignalPoint, now: number): readonly Reading[] {
  const at = Date.parse(ts)
  if (typeof value !== 'number' || at <= (readings.at(-1)?.at ?? 0)) return readings
  return [...readings.filter((reading) => now - reading.at <= sparkMs), { at, value }]
}

/** A sparkline as an SVG path in a box of the given size; a flat signal is a line in the middle (rule MAP-UI-32). */
export function sparkPath(readings: readonly Reading[], now: number, width: number, height: number): string {
  const recent = readings.filter(({ at }) => now - at <= sparkMs)
  if (recent.length < 2) return ''
  const values = recent.map(({ value }) => value)
  const least = Math.min(...values)
  const span = Math.max(...values) - least
  const x = (at: number) => width - ((now - at) / sparkMs) * width
  const y = (value: number) => (span === 0 ? height / 2 : height - 1 - ((value - least) / span) * (height - 2))
  return recent
    .map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')
}

/** A value as display text, with its unit if known. */
export function valueOf({ path, value }: Pick<LatestSignal, 'path' | 'value'>): string {
  if (value === null) return '–'
  if (typeof value === 'string') return value
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 1
  return claimText(path, value) ?? withUnit(value.toFixed(digits).replace('-', '\u2212'), path)
}

/** The battery's charge in percent, if the vehicle reports it. */
export function chargeIn(signals: readonly LatestSignal[]): number | undefined {
  const charge = signals.find(
    ({ path, value }) => /StateOfCharge(\.Current|\.Displayed)?$/.test(path) && typeof value === 'number',
  )
  return typeof charge?.value === 'number' ? charge.value : undefined
}

/** The significant end of a path; the full path is in a tooltip. */
export function shortPath(path: string): string {
  const parts = path.split('.')
  return parts.length <= 2 ? path : parts.slice(-2).join('.')
}
