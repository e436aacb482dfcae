/** Earlier values of numbers, for others that follow them by up to a second. */
export interface Past {
  readonly value: Float64Array
  readonly at: Float64Array
  readonly count: Uint32Array
}

/** Values that are kept of a number, and the shortest time between two of them, ms. */
const kept = 16
const everyMs = 90
/** Between two values further apart than this nothing is known, ms. */
const gapMs = 300

export function createPast(numbers: number): Past {
  return {
    value: new Float64Array(numbers * kept),
    at: new Float64Array(numbers * kept).fill(-Infinity),
    count: new Uint32Array(numbers),
  }
}

export function keepValue({ value, at, count }: Past, number: number, ts: number, now: number): void {
  const newest = number * kept + (count[number]! % kept)
  const passed = ts - at[newest]!
  if (passed >= 0 && passed < everyMs) return
  count[number]! += 1
  const next = number * kept + (count[number]! % kept)
  at[next] = ts
  value[next] = now
}

/** Returns the value of a number at a time before now, between its neighbours; NaN: not known. */
export function valueBefore({ value, at }: Past, number: number, ts: number): number {
  let [before, after] = [-1, -1]
  for (let i = number * kept; i < (number + 1) * kept; i++) {
    if (at[i]! <= ts && (before < 0 || at[i]! > at[before]!)) before = i
    if (at[i]! >= ts && (after < 0 || at[i]! < at[after]!)) after = i
  }
  if (before < 0 || after < 0 || at[after]! - at[before]! > gapMs) return Number.NaN
  const passed = at[after]! - at[before]!
  const share = passed === 0 ? 0 : (ts - at[before]!) / passed
  return value[before]! + share * (value[after]! - value[before]!)
}
