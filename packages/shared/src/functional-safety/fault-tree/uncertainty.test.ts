import { expect, test } from 'vitest'
import {
  beta,
  type Distribution,
  gamma,
  histogram,
  lognormal,
  lognormalParameters,
  normal,
  normalQuantile,
  uniform,
} from './distributions.ts'
import { sampleProbabilities, summaryOf } from './monte-carlo.ts'
import { createRandom, xoshiro128 } from './random.ts'
import { basic, expanded, gate, treeOf } from './tree.fixture.ts'

test('[FTA-29] the generator gives the published sequence for the state 1, 2, 3, 4', () => {
  const next = xoshiro128([1, 2, 3, 4])
  // rand_xoshiro, Xoshiro128StarStar, made with the reference code of Blackman and Vigna
  expect(Array.from({ length: 10 }, next)).toEqual([
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
  ])
})

test('[FTA-29] the same seed gives the same numbers, another one others; 0 is a seed, too', () => {
  const numbers = (seed: number) => Array.from({ length: 5 }, createRandom(seed))
  expect(numbers(7)).toEqual(numbers(7))
  expect(numbers(7)).not.toEqual(numbers(8))
  expect(new Set(numbers(0)).size).toBe(5)
  expect(Array.from({ length: 1_000 }, createRandom(1)).every((x) => x > 0 && x < 1)).toBe(true)
})

// Python's statistics.NormalDist().inv_cdf, which has the same algorithm in another program
test.for([
  [0.975, 1.9599639845400536],
  [0.95, 1.6448536269514715],
  [0.9, 1.2815515655446008],
  [0.6, 0.2533471031357998],
  [0.999999, 4.753424308817089],
  [1e-10, -6.361340902404056],
])('[FTA-18] the standard normal quantile at %d is %d', ([probability, quantile]) => {
  expect(normalQuantile(probability!)).toBeCloseTo(quantile!, 12)
})

test.for([
  { level: 0.95, z: 1.6448536269514715 },
  { level: 0.9, z: 1.2815515655446008 },
])('[FTA-18] an error factor of 3 at $level is the quantile divided by the median', ({ level, z }) => {
  const byMean = lognormalParameters({ mean: 0.001 }, 3, level)
  expect(lognormal(byMean.mu, byMean.sigma).mean).toBeCloseTo(0.001, 15)
  expect(Math.exp(byMean.sigma * z)).toBeCloseTo(3, 12)
  const byMedian = lognormalParameters({ median: 0.001 }, 3, level)
  expect(Math.exp(byMedian.mu)).toBeCloseTo(0.001, 15)
  expect(byMedian.sigma).toBe(byMean.sigma)
})

const drawn = ({ draw }: Distribution, count = 40_000, seed = 5) => {
  const random = createRandom(seed)
  return summaryOf(Float64Array.from({ length: count }, () => draw(random)))
}

// mean and standard deviation in closed form; the tolerance is five standard errors
test.for([
  { what: 'uniform', of: uniform(2, 6), mean: 4, deviation: 4 / Math.sqrt(12) },
  { what: 'normal', of: normal(5, 2), mean: 5, deviation: 2 },
  {
    what: 'lognormal',
    of: lognormal(-1, 0.5),
    mean: Math.exp(-0.875),
    deviation: Math.exp(-0.875) * Math.sqrt(Math.exp(0.25) - 1),
  },
  { what: 'gamma', of: gamma(3, 2), mean: 6, deviation: Math.sqrt(12) },
  { what: 'gamma of a small shape', of: gamma(0.5, 2), mean: 1, deviation: Math.sqrt(2) },
  { what: 'beta', of: beta(3, 7), mean: 0.3, deviation: Math.sqrt(21 / 1_100) },
  // Open-PSA MEF 2.0d, 5.4: the widths 70, 30, 10, 20 and 50 weigh the values
  {
    what: 'histogram',
    of: histogram([100, 170, 200, 210, 230, 280], [0.7, 1.1, 1.3, 1, 0.5]),
    mean: (70 * 0.7 + 30 * 1.1 + 10 * 1.3 + 20 + 50 * 0.5) / 180,
    deviation: 0.2489,
  },
])('[FTA-17] $what: the mean is known, and draws have it', ({ of, mean, deviation }) => {
  expect(of.mean).toBeCloseTo(mean, 12)
  const summary = drawn(of)
  expect(Math.abs(summary.mean - mean)).toBeLessThan((5 * deviation) / 200)
  expect(summary.deviation / deviation).toBeCloseTo(1, 1)
})

test('[FTA-18] the percentiles of draws are an error factor apart', () => {
  const { mu, sigma } = lognormalParameters({ median: 1e-6 }, 10, 0.95)
  const { percentile5, median, percentile95 } = drawn(lognormal(mu, sigma))
  expect(median / 1e-6).toBeCloseTo(1, 1)
  expect(percentile95 / median / 10).toBeCloseTo(1, 1)
  expect(median / percentile5 / 10).toBeCloseTo(1, 1)
})

test('[FTA-28] a summary of the numbers 1 to 101', () => {
  const summary = summaryOf(Float64Array.from({ length: 101 }, (_none, i) => 101 - i))
  expect(summary).toEqual({ mean: 51, deviation: Math.sqrt(858.5), percentile5: 6, median: 51, percentile95: 96 })
  expect(summaryOf(Float64Array.of(3))).toEqual({ mean: 3, deviation: 0, percentile5: 3, median: 3, percentile95: 3 })
})

const rate = { op: 'lognormal-deviate', args: [1e-4, 3, 0.95] }
const uncertainTree = treeOf(
  [
    gate('Top', 'and', ['A', 'B', 'C', 'D']),
    basic('A', { op: 'exponential', args: [{ parameter: 'half' }, { op: 'system-mission-time', args: [] }] }),
    basic('B', { op: 'exponential', args: [{ parameter: 'lambda' }, { op: 'system-mission-time', args: [] }] }),
    basic('C', { op: 'exponential', args: [rate, { op: 'system-mission-time', args: [] }] }),
    basic('D', 0.5),
  ],
  {
    parameters: [
      { id: 'half', title: '', note: '', unit: null, value: { op: 'div', args: [{ parameter: 'lambda' }, 2] } },
      { id: 'lambda', title: '', note: '', unit: 'hours-1', value: rate },
    ],
  },
)

function sampled(trials: number, seed: number) {
  const samples = sampleProbabilities(expanded(uncertainTree), trials, seed)
  if (!samples.ok) throw new Error(samples.reason)
  return samples.value
}

test('[FTA-19] events that share a parameter vary together, others do not; certain ones are not drawn', () => {
  const { events, cut } = sampled(2_000, 3)
  expect([...events.keys()]).toEqual(['A', 'B', 'C'])
  const [a, b, c] = ['A', 'B', 'C'].map((name) => events.get(name)!) as [Float64Array, Float64Array, Float64Array]
  // 1 - exp(-x/2) and 1 - exp(-x) of one x
  expect(a.every((p, i) => Math.abs((1 - p) ** 2 - (1 - b[i]!)) < 1e-12)).toBe(true)
  expect(Math.abs(correlation(b, c))).toBeLessThan(0.1)
  expect(cut).toBe(0)
})

test('[FTA-19] the same seed gives the same samples', () => {
  expect(sampled(50, 9)).toEqual(sampled(50, 9))
  expect(sampled(50, 9)).not.toEqual(sampled(50, 10))
})

test('[FTA-19] numbers outside of 0 to 1 are cut and counted', () => {
  const tree = treeOf([gate('Top', 'or', ['A']), basic('A', { op: 'normal-deviate', args: [0.5, 1] })])
  const samples = sampleProbabilities(expanded(tree), 1_000, 1)
  expect(samples).toMatchObject({ ok: true })
  const { events, cut } = (samples as Extract<typeof samples, { ok: true }>).value
  expect(events.get('A')!.every((p) => p >= 0 && p <= 1)).toBe(true)
  expect(events.get('A')!.filter((p) => p === 0 || p === 1)).toHaveLength(cut)
  expect(cut).toBeGreaterThan(500)
})

test('[FTA-19] refusals: no trials, too many draws, a result that is no number', () => {
  expect(sampleProbabilities(expanded(uncertainTree), 0, 1)).toMatchObject({ ok: false })
  expect(sampleProbabilities(expanded(uncertainTree), 7_000_000, 1)).toEqual({
    ok: false,
    reason: '3 uncertain events take 6,666,666 trials at most.',
  })
  const root = { op: 'sqrt', args: [{ op: 'uniform-deviate', args: [-0.01, 0.5] }] }
  const tree = treeOf([gate('Top', 'or', ['A']), basic('A', root)])
  expect(sampleProbabilities(expanded(tree), 1_000, 1)).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/^In trial \d+, the probability of A is no number\.$/),
  })
})

function correlation(x: Float64Array, y: Float64Array): number {
  const [a, b] = [summaryOf(x), summaryOf(y)]
  const sum = x.reduce((total, each, i) => total + (each - a.mean) * (y[i]! - b.mean), 0)
  return sum / (x.length - 1) / (a.deviation * b.deviation)
}
