import type { Simulation } from './protocol.ts'

const mostBins = 40

/**
 * A histogram of probabilities over equally wide intervals of their logarithms. Zeros are not on that scale: they are
 * counted in the first interval. One value only: one interval.
 */
export function histogramOf(samples: Float64Array): Simulation['bins'] {
  const above = samples.filter((x) => x > 0)
  if (above.length === 0) return [{ from: 0, to: 0, count: samples.length }]
  const [low, high] = [above.reduce((a, b) => Math.min(a, b)), above.reduce((a, b) => Math.max(a, b))]
  if (low === high) return [{ from: low, to: high, count: samples.length }]
  const step = Math.log(high / low) / mostBins
  const counts = new Array<number>(mostBins).fill(0)
  for (const x of samples) {
    const at = x > 0 ? Math.min(mostBins - 1, Math.floor(Math.log(x / low) / step)) : 0
    counts[at]! += 1
  }
  return counts.map((count, i) => ({ from: low * Math.exp(i * step), to: low * Math.exp((i + 1) * step), count }))
}
