import { latestOf, type Source } from './source.ts'

/** The energy that was drawn from a battery, and its state of charge, since the beginning of a window. */
export interface EnergyWindow {
  readonly from: number
  readonly charge: number
  readonly drawn: number
  readonly at: number
}

/** Longer than this without a sample the energy is not known, ms; and how long a window is. */
const gapMs = 30_000
const windowMs = 5 * 60_000

/** What a window has shown: the energy in kWh and the loss of charge in per cent. */
export interface Discharge {
  readonly drawn: number
  readonly discharge: number
}

/**
 * Adds what was drawn since the window's latest sample, by voltage and current. Returns the next window, and the result
 * of this one when it is over.
 */
export function foldEnergy(
  window: EnergyWindow | undefined,
  at: number,
  voltage: Source,
  current: Source,
  charge: Source,
): { readonly window: EnergyWindow | undefined; readonly done?: Discharge } {
  const [volts, amps, percent] = [voltage, current, charge].map((source) => latestOf(source, at, gapMs))
  if (volts === undefined || amps === undefined || percent === undefined) return { window: undefined }
  const begun = { from: at, charge: percent, drawn: 0, at }
  if (window === undefined || at - window.at > gapMs || at < window.at) return { window: begun }
  const drawn = window.drawn + (volts * amps * (at - window.at)) / 3_600_000_000
  if (at - window.from < windowMs) return { window: { ...window, drawn, at } }
  return { window: begun, done: { drawn, discharge: window.charge - percent } }
}
