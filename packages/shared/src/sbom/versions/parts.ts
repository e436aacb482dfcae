import type { Sign } from './define-order.ts'

/** A whole number of any size: a `bigint` only where a `number` would lose digits. */
export type Numeral = number | bigint

/** Returns the value of decimal digits, exactly. */
export function numeralOf(digits: string): Numeral {
  return digits.length <= 15 ? Number(digits) : smallest(BigInt(digits))
}

function smallest(value: bigint): Numeral {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value
}

/** Returns whether the text is one or more ASCII digits and nothing else. */
export function isDigits(text: string): boolean {
  return /^[0-9]+$/.test(text)
}

export function compareNumerals(a: Numeral, b: Numeral): Sign {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Compares character by character, by code; of two texts that begin the same, the shorter is less. */
export function compareText(a: string, b: string): Sign {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Compares lists part by part; a missing part is `filler`, or, without a filler, makes the shorter list less.
 * Returns 0 if all parts are equal.
 */
export function compareLists<Part>(
  a: readonly Part[],
  b: readonly Part[],
  compare: (a: Part, b: Part) => Sign,
  filler?: Part,
): Sign {
  const length = filler === undefined ? Math.min(a.length, b.length) : Math.max(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const sign = compare((a[i] ?? filler) as Part, (b[i] ?? filler) as Part)
    if (sign !== 0) return sign
  }
  return filler === undefined ? compareNumerals(a.length, b.length) : 0
}

/** Compares numbers one by one; missing ones are 0. */
export function compareNumbers(a: readonly Numeral[], b: readonly Numeral[]): Sign {
  return compareLists<Numeral>(a, b, compareNumerals, 0)
}

/** Returns digits without the zeros at their end, as after a decimal point. */
export function withoutLastZeros(digits: string): string {
  let length = digits.length
  while (digits[length - 1] === '0') length--
  return digits.slice(0, length)
}

/** Returns the sign of the reverse comparison; unlike a minus it keeps 0 as it is. */
export function reversed(sign: Sign): Sign {
  return sign === 0 ? 0 : sign === 1 ? -1 : 1
}

/** Returns the first comparison that is not 0, in the order given; later ones are not made. */
export function firstDifference(...comparisons: (() => Sign)[]): Sign {
  for (const compare of comparisons) {
    const sign = compare()
    if (sign !== 0) return sign
  }
  return 0
}
