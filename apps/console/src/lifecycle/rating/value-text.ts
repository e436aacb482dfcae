/**
 * A value that a rating is made of, with up to two decimals: thresholds have two, so that one decimal less would show
 * an exploitability of 2.95 as one of the next level (rule TARA-5).
 */
export function ratingValueText(value: number): string {
  return String(Math.round(value * 100) / 100)
}
