const longestMs = 120_000

/** A histogram of latencies in ms: any number of them in little memory. */
export interface Latencies {
  add(ms: number): void
  readonly count: number
  readonly max: number
  /** The latency that a share `part` (0 to 1) of them does not exceed; NaN without any. */
  quantile(part: number): number
}

export function countLatencies(): Latencies {
  const counts = new Uint32Array(longestMs + 1)
  let count = 0
  let max = 0
  return {
    add(ms) {
      counts[Math.min(longestMs, Math.max(0, Math.round(ms)))]! += 1
      count += 1
      max = Math.max(max, ms)
    },
    get count() {
      return count
    },
    get max() {
      return max
    },
    quantile(part) {
      if (count === 0) return NaN
      let below = 0
      for (let ms = 0; ; ms++) if ((below += counts[ms]!) >= part * count) return ms
    },
  }
}
