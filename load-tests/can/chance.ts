import { hash, randomFrom } from '../fleet/random.ts'

/** A random source that gives the same sequence for the same seed. */
export interface Chance {
  /** In [0, 1). */
  unit(): number
  between(least: number, most: number): number
  /** A whole number from 0 to below the limit. */
  below(limit: number): number
  /** True in this share of the calls. */
  happens(share: number): boolean
  /**
   * Nearly normally distributed around 0 with a standard deviation of 1, never beyond 3.5 (the sum of four uniform
   * values).
   */
  normal(): number
  /** Exponentially distributed: the time until an event with the mean interval `mean`. */
  wait(mean: number): number
  pick<T>(from: readonly T[]): T
  bytes(length: number): Uint8Array
  /** Another, independent source: values drawn from one never change the other. */
  fork(name: number): Chance
}

export function createChance(seed: number): Chance {
  const unit = randomFrom(seed)
  const below = (limit: number) => Math.floor(unit() * limit)
  return {
    unit,
    below,
    between: (least, most) => least + unit() * (most - least),
    happens: (share) => unit() < share,
    normal: () => (unit() + unit() + unit() + unit() - 2) * Math.sqrt(3),
    wait: (mean) => -mean * Math.log(1 - unit()),
    pick: (from) => from[below(from.length)]!,
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
    fork: (name) => createChance(hash(seed, name, 5)),
  }
}
