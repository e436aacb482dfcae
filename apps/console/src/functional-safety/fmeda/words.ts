const percent = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const fit = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })

/** A share from 0 to 1 with two decimals, never rounded up, so that a target that is missed does not look met. */
export function percentText(share: number): string {
  // the sum of 1e-9 is for the last binary digit: 0.29 * 100 is 28.999999999999996
  return `${percent.format(Math.floor(share * 1e4 + 1e-7) / 100)} %`
}

/** A failure rate in FIT with four digits. */
export function fitText(rate: number): string {
  return rate !== 0 && Math.abs(rate) < 1e-3 ? rate.toExponential(2) : fit.format(rate)
}
