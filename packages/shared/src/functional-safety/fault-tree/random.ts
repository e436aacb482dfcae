/** Numbers above 0 and below 1, the same for the same seed. */
export type Random = () => number

/**
 * A generator of uniform random numbers: xoshiro128** 1.1 (Blackman and Vigna, "Scrambled linear pseudorandom number
 * generators", ACM TOMS 47(4), 2021; period 2¹²⁸ - 1), whose state SplitMix32 makes from the seed. Each number takes 53
 * bits of two outputs.
 */
export function createRandom(seed: number): Random {
  const next = xoshiro128(seededState(seed))
  return () => ((next() >>> 5) * 0x400_0000 + (next() >>> 6) + 0.5) / 2 ** 53
}

/** The raw generator: whole numbers of 32 bits. The state must not be all zeros. */
export function xoshiro128([s0, s1, s2, s3]: readonly [number, number, number, number]): () => number {
  return () => {
    const result = Math.imul(rotated(Math.imul(s1, 5), 7), 9) >>> 0
    const shifted = s1 << 9
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = rotated(s3, 11)
    return result
  }
}

const rotated = (word: number, by: number) => (word << by) | (word >>> (32 - by))

function seededState(seed: number): [number, number, number, number] {
  let state = seed | 0
  const next = () => {
    state = (state + 0x9e37_79b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85eb_ca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35)
    return mixed ^ (mixed >>> 16)
  }
  return [next(), next(), next(), next()]
}
