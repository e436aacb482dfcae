import { expect, test } from 'vitest'
import {
  dormant,
  exponential,
  fitOfRatePerHour,
  glm,
  instantTest,
  type PeriodicTest,
  periodicTest,
  ratePerHourOfFit,
  repairable,
  weibull,
  weibullRate,
} from './event-models.ts'

test('[FTA-10] an exponential probability keeps its digits where it is tiny', () => {
  expect(exponential(1e-4, 1_000)).toBeCloseTo(0.09516258196404043, 15)
  expect(exponential(1e-12, 1e-6) / 1e-18).toBeCloseTo(1, 12)
  expect(exponential(1e-5, 0)).toBe(0)
})

test('[FTA-11] GLM begins with the failures on demand, and ends at λ/(λ+μ)', () => {
  expect(glm(0.02, 1e-3, 0.1, 0)).toBe(0.02)
  expect(glm(0.02, 1e-3, 0.1, 1e6)).toBeCloseTo(1e-3 / 0.101, 14)
  expect(glm(0.3, 0, 0, 100)).toBe(0.3)
  // the Markov chain, in steps of a thousandth of an hour
  let unavailable = 0.02
  for (let step = 0; step < 10_000; step++) unavailable += 0.001 * ((1 - unavailable) * 1e-3 - unavailable * 0.1)
  expect(glm(0.02, 1e-3, 0.1, 10)).toBeCloseTo(unavailable, 6)
})

test('[FTA-11] without repair and failures on demand, GLM is exponential', () => {
  expect(repairable(1e-4, 0, 1_000)).toBeCloseTo(exponential(1e-4, 1_000), 15)
  expect(repairable(1e-5, 0.125, 1e5)).toBeCloseTo(1e-5 / (1e-5 + 0.125), 12)
})

test('[FTA-12] a Weibull distribution of shape 1 is exponential; at its scale it is 1 - 1/e', () => {
  expect(weibull(1e4, 1, 0, 1_000)).toBeCloseTo(exponential(1e-4, 1_000), 15)
  expect(weibull(500, 2.5, 100, 600)).toBeCloseTo(1 - Math.exp(-1), 15)
  expect(weibull(500, 2.5, 100, 100)).toBe(0)
  expect(weibull(500, 2.5, 100, 50)).toBe(0)
})

test('[FTA-12] [FTA-16] the hazard rate of a Weibull distribution is the slope of its cumulative hazard', () => {
  const hazard = (time: number) => -Math.log1p(-weibull(500, 2.5, 100, time))
  expect(weibullRate(500, 2.5, 100, 600)).toBeCloseTo((hazard(600.01) - hazard(599.99)) / 0.02, 8)
  expect(weibullRate(500, 2.5, 100, 100)).toBe(0)
})

// IEC 61508-6, B.3.2.2.1, one channel without diagnostics: λ(τ/2 + MRT), to two digits as its tables have it
test.for([
  { rate: 0.5e-7, interval: 4_380, expected: '1.1e-4' },
  { rate: 0.5e-7, interval: 8_760, expected: '2.2e-4' },
  { rate: 2.5e-6, interval: 8_760, expected: '1.1e-2' },
])('[FTA-13] λ $rate tested every $interval h has the average $expected', ({ rate, interval, expected }) => {
  expect(dormant(rate, interval, 8, 1, 1e5).toExponential(1)).toBe(expected)
})

test('[FTA-13] the average is the mean of the unavailability between two tests', () => {
  const steps = 20_000
  let sum = 0
  for (let i = 0; i < steps; i++) sum += exponential(1e-4, ((i + 0.5) / steps) * 8_760)
  expect(dormant(1e-4, 8_760, 0, 1, 1e5)).toBeCloseTo(sum / steps, 8)
})

test('[FTA-13] the exact average and its series meet', () => {
  const [below, above] = [0.99999e-4, 1.00001e-4].map((x) => dormant(x / 100, 100, 0, 1, 1))
  expect(above! / below!).toBeCloseTo(1.00002, 6)
})

test('[FTA-13] what tests miss stays until the end of the mission', () => {
  const [rate, interval, mission] = [1e-6, 730, 87_600]
  const all = dormant(rate, interval, 0, 0.9, mission)
  expect(all).toBeCloseTo(
    dormant(0.9 * rate, interval, 0, 1, mission) + dormant(0.1 * rate, mission, 0, 1, mission),
    15,
  )
  expect(dormant(rate, interval, 0, 0, mission)).toBeCloseTo(dormant(rate, mission, 0, 1, mission), 15)
})

const pump: Omit<PeriodicTest, 'repairRate'> = { ...instantTest, rate: 7e-4, interval: 4_020, firstTest: 4_740 }
const full: PeriodicTest = {
  rate: 7e-4,
  rateInTest: 6e-4,
  repairRate: 4e-4,
  interval: 120,
  firstTest: 4_740,
  failureByTest: 0.01,
  duration: 20,
  isAvailableInTest: true,
  coverage: 0.9,
  badRestart: 0.01,
}

// the numbers of SCRAM 0.16, tests/expression_tests.cc, PeriodicTest4, PeriodicTest5 and PeriodicTest11
test.for([
  {
    what: '4 arguments',
    given: { ...pump, rate: 0.1, repairRate: Infinity, interval: 1, firstTest: 2 },
    time: 5,
    p: 1 - Math.exp(-0.1),
  },
  { what: '5 arguments', given: { ...pump, repairRate: 4e-4 }, time: 8_760, p: 0.817508 },
  { what: 'a shorter interval', given: { ...pump, repairRate: 4e-4, interval: 2_010 }, time: 8_760, p: 0.736611 },
  { what: 'many tests', given: { ...pump, repairRate: 4e-4, interval: 120 }, time: 8_760, p: 0.645377 },
  { what: 'equal rates', given: { ...pump, repairRate: 7e-4, interval: 120 }, time: 8_760, p: 0.511579 },
  { what: 'no repair', given: { ...pump, repairRate: 0, interval: 120 }, time: 8_760, p: 0.997828 },
  { what: '11 arguments', given: full, time: 8_760, p: 0.668316 },
  { what: 'time in a test', given: { ...full, isAvailableInTest: false }, time: 4_750, p: 1 },
  { what: 'time in the second test', given: { ...full, isAvailableInTest: false }, time: 4_870, p: 0.996715 },
  { what: 'time in a late test', given: { ...full, isAvailableInTest: false }, time: 8_710, p: 0.997478 },
  { what: 'all rates equal', given: { ...full, rateInTest: 7e-4, repairRate: 7e-4 }, time: 8_760, p: 0.543401 },
  { what: 'tests without a pause', given: { ...full, duration: 120 }, time: 8_760, p: 0.6469 },
])('[FTA-14] a periodic test with $what', ({ given, time, p }) => {
  expect(Math.abs(periodicTest(given, time) - p)).toBeLessThan(2e-6)
})

test('[FTA-14] at the time of a test it is the probability before the test, also with a rounding error', () => {
  const tested = { ...pump, repairRate: Infinity, interval: 0.1, firstTest: 0 }
  for (const tests of [1, 2, 3, 7, 23])
    expect(periodicTest(tested, tests * 0.1)).toBeCloseTo(exponential(7e-4, 0.1), 12)
})

test('[FTA-14] before the first test it is exponential, and a test with instant repair makes it new', () => {
  const tested = { ...pump, repairRate: Infinity }
  expect(periodicTest(tested, 4_740)).toBe(exponential(7e-4, 4_740))
  expect(periodicTest(tested, 4_740 + 1e-9)).toBeCloseTo(0, 10)
  expect(periodicTest(tested, 4_740 + 4_020 + 5)).toBeCloseTo(exponential(7e-4, 5), 14)
})

test('[FTA-14] a very fast repair is an instant one, and a repair slower than the failures has a result too', () => {
  expect(periodicTest({ ...pump, repairRate: 1e300 }, 8_000)).toBeCloseTo(
    periodicTest({ ...pump, repairRate: Infinity }, 8_000),
    12,
  )
  expect(periodicTest({ ...pump, rate: 1, repairRate: 1e-4 }, 8_000)).toBeCloseTo(1, 3)
})

test('[FTA-14] a million tests take as few steps as a thousand', () => {
  const steady = periodicTest({ ...pump, repairRate: 0.1, interval: 10, firstTest: 0 }, 1e7 + 5)
  expect(steady).toBeCloseTo(periodicTest({ ...pump, repairRate: 0.1, interval: 10, firstTest: 0 }, 1e4 + 5), 9)
})

test('[FTA-15] FIT and rates per hour', () => {
  expect(ratePerHourOfFit(100)).toBeCloseTo(1e-7, 20)
  expect(fitOfRatePerHour(1e-7)).toBeCloseTo(100, 10)
})
