import type { SenderClocks } from './sender-clock.ts'

/**
 * Returns how much faster or slower than a whole number of half milliseconds the sender's period is, as a share, and
 * how certain that is (a standard deviation); undefined: not a cycle as engineers choose them.
 */
export function skewOf(
  { period, square, fitted }: SenderClocks,
  place: number,
): { readonly skew: number; readonly doubt: number } | undefined {
  const nominal = Math.round(period[place]! * 2) / 2
  const skew = period[place]! / nominal - 1
  if (nominal === 0 || Math.abs(skew) > skewMost) return undefined
  const n = fitted[place]!
  return { skew, doubt: (Math.sqrt(square[place]!) * Math.sqrt(12)) / (n * Math.sqrt(n) * nominal) }
}

/** Quartzes of control units are off by less than this. */
const skewMost = 800e-6

type Skew = NonNullable<ReturnType<typeof skewOf>>

/** What is less certain than this tells nothing. */
const doubtMost = 15e-6

/** Returns true if both clocks run equally fast, as far as is known: they are taken for one control unit's. */
export function isSameUnit(a: Skew, b: Skew | undefined): boolean {
  if (!b || a.doubt > doubtMost || b.doubt > doubtMost) return false
  return Math.abs(a.skew - b.skew) <= 3 * Math.hypot(a.doubt, b.doubt) + 1e-6
}

/** Returns other ids, by index and at most so many, whose clocks run as fast as that of this id. */
export function othersOfUnit(clocks: SenderClocks, place: number, most: number): number[] {
  const own = skewOf(clocks, place)
  const others: number[] = []
  for (let other = 0; own && other < clocks.next.length && others.length < most; other++)
    if (other !== place && isSameUnit(own, skewOf(clocks, other))) others.push(other)
  return others
}
