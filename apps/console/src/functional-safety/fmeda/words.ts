const percent = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const exactPercent = new Intl.NumberFormat('en', { maximumFractionDigits: 6 })
const fit = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })

/** A computed share from 0 to 1, rounded down to two decimals, so that a target that is missed does not look met. */
export function percentText(share: number): string {
  // 0.57 * 1e4 is 5699.999999999999
  return `${percent.format(Math.floor(share * 1e4 + 1e-7) / 100)} %`
}

/** A share or a coverage from 0 to 1 as it was stated, not rounded. */
export const statedPercent = (share: number) => `${exactPercent.format(share * 100)} %`

/** A failure rate in FIT with four digits. */
export function fitText(rate: number): string {
  return rate !== 0 && Math.abs(rate) < 1e-3 ? rate.toExponential(2) : fit.format(rate)
}
