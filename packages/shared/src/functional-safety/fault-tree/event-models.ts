/**
 * The probability models of basic events (rules FTA-10 to FTA-15). Rates are per hour, times in hours; results are
 * probabilities. Arguments must be in their ranges (`expression.ts` checks them).
 */

/** Failures in 10⁹ hours. */
export const ratePerHourOfFit = (fit: number) => fit * 1e-9
export const fitOfRatePerHour = (rate: number) => rate / 1e-9

/** The probability to have failed by `time` at a constant rate, without repair: 1 - exp(-λt). */
export const exponential = (rate: number, time: number) => -Math.expm1(-rate * time)

/**
 * Open-PSA MEF 2.0d, 5.3, GLM: the unavailability at `time` of a component that fails on demand with probability
 * `onDemand`, then at a constant rate, and is repaired at a constant rate.
 */
export function glm(onDemand: number, rate: number, repairRate: number, time: number): number {
  const sum = rate + repairRate
  if (sum === 0) return onDemand
  return onDemand * Math.exp(-sum * time) + (rate / sum) * -Math.expm1(-sum * time)
}

/** Unavailability at `time` of a component that is repaired as soon as it fails, and works at first. */
export const repairable = (rate: number, repairRate: number, time: number) => glm(0, rate, repairRate, time)

/** Open-PSA MEF 2.0d, 5.3: 1 - exp(-((t - t₀)/α)^β), 0 before t₀. */
export function weibull(scale: number, shape: number, shift: number, time: number): number {
  return time <= shift ? 0 : -Math.expm1(-(((time - shift) / scale) ** shape))
}

/** The hazard rate of a Weibull distribution at `time`, per hour. */
export function weibullRate(scale: number, shape: number, shift: number, time: number): number {
  return time <= shift ? 0 : (shape / scale) * ((time - shift) / scale) ** (shape - 1)
}

/**
 * The average unavailability of a component whose failures stay latent until a test, over the time between two tests.
 * To first order λτ/2 + λ·`repairTime` (IEC 61508-6, B.3.2.2.1). Failures that the test does not cover stay until the
 * end of `missionTime` (B.3.2.5); the sum of both parts is an upper bound.
 */
export function dormant(rate: number, interval: number, repairTime: number, coverage: number, missionTime: number) {
  const covered =
    averageUntil(coverage * rate, interval) + exponential(coverage * rate, interval) * (repairTime / interval)
  return Math.min(1, covered + averageUntil((1 - coverage) * rate, missionTime))
}

/** The average of 1 - exp(-λt) for t from 0 to `interval`. */
function averageUntil(rate: number, interval: number): number {
  const x = rate * interval
  // the series avoids the cancellation of the exact term
  return x < 1e-4 ? x / 2 - (x * x) / 6 + (x * x * x) / 24 : 1 + Math.expm1(-x) / x
}

/** A component that is tested periodically (Open-PSA MEF 2.0d, 5.3, periodic-test with 11 arguments). */
export interface PeriodicTest {
  readonly rate: number
  /** Failure rate during a test. */
  readonly rateInTest: number
  /** Infinity: what a test finds failed works again at once. */
  readonly repairRate: number
  /** From the beginning of a test to that of the next one. */
  readonly interval: number
  readonly firstTest: number
  /** Probability that a test makes the component fail as it begins. */
  readonly failureByTest: number
  /** At most `interval`. */
  readonly duration: number
  readonly isAvailableInTest: boolean
  /** Probability that a test finds a failure. */
  readonly coverage: number
  /** Probability that a repaired component is failed when it is restarted. */
  readonly badRestart: number
}

export const instantTest = {
  rateInTest: 0,
  failureByTest: 0,
  duration: 0,
  isAvailableInTest: true,
  coverage: 1,
  badRestart: 0,
} as const satisfies Partial<PeriodicTest>

/** Probabilities to be available, failed without anybody knowing, and under repair. */
type State = readonly [number, number, number]

/**
 * The unavailability at `time` of a component that is tested periodically: a Markov chain of the states available,
 * failed and under repair, whose tests take place at `firstTest` + n·`interval`. A failure is found at the end of a
 * test; components under repair are not tested. At the time of a test it is the unavailability before the test.
 */
export function periodicTest(test: PeriodicTest, time: number): number {
  // keeps the digits of a small probability
  if (time <= test.firstTest) return exponential(test.rate, time)
  const { inTest, otherwise } = availabilityOf(test, time)
  return 1 - inTest - otherwise
}

/**
 * How often a component that is tested periodically fails at `time`, per hour. Failures that a test causes as it
 * begins, and unavailability by the test itself, come at instants and have no intensity.
 */
export function periodicTestIntensity(test: PeriodicTest, time: number): number {
  const { inTest, otherwise } = availabilityOf(test, time)
  return test.rateInTest * inTest + test.rate * otherwise
}

/** The probabilities to be available while a test is under way, and otherwise. */
function availabilityOf(test: PeriodicTest, time: number): { readonly inTest: number; readonly otherwise: number } {
  if (time <= test.firstTest) return { inTest: 0, otherwise: Math.exp(-test.rate * time) }
  const failed = exponential(test.rate, test.firstTest)
  const since = time - test.firstTest
  // a time of a test that was computed with a rounding error still counts as before the test
  const periods = Math.max(0, Math.ceil(since / test.interval - 1e-9) - 1)
  let state: State = [1 - failed, failed, 0]
  // a whole period is a linear map of the state; its power takes few steps however long the mission is
  for (let left = periods, map = mapOf((from) => afterPeriod(test, from)); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) state = mapped(map, state)
    map = map.map((column) => mapped(map, column)) as unknown as Linear
  }
  const rest = since - periods * test.interval
  if (rest <= test.duration) {
    const { tested, repaired } = duringTest(test, state, rest)
    return { inTest: test.isAvailableInTest ? tested : 0, otherwise: repaired[0] }
  }
  return { inTest: 0, otherwise: afterTest(test, state, rest)[0] }
}

/** Where each of the three states leads. */
type Linear = readonly [State, State, State]
const mapOf = (step: (from: State) => State): Linear => [step([1, 0, 0]), step([0, 1, 0]), step([0, 0, 1])]
const mapped = (map: Linear, [a, f, r]: State): State =>
  [0, 1, 2].map((i) => a * map[0][i]! + f * map[1][i]! + r * map[2][i]!) as unknown as State

const afterPeriod = (test: PeriodicTest, from: State) => afterTest(test, from, test.interval)

/** The state `time` after a test began, when that test has ended. */
function afterTest(test: PeriodicTest, from: State, time: number): State {
  const { tested, repaired } = duringTest(test, from, test.duration)
  const found = (from[0] + from[1] - tested) * test.coverage
  const missed = (from[0] + from[1] - tested) * (1 - test.coverage)
  return untested(test, [tested + repaired[0], missed + repaired[1], found + repaired[2]], time - test.duration)
}

/** What of the tested components is available after `time` of a test, and the state of those that were under repair. */
function duringTest(test: PeriodicTest, [available, , inRepair]: State, time: number) {
  const tested = available * (1 - test.failureByTest) * Math.exp(-test.rateInTest * time)
  return { tested, repaired: untested(test, [0, 0, inRepair], time) }
}

/** The state after `time` without a test. */
function untested(
  { rate, repairRate, badRestart }: PeriodicTest,
  [available, failed, inRepair]: State,
  time: number,
): State {
  const stays = Math.exp(-rate * time)
  const stillInRepair = repairRate === Infinity ? 0 : inRepair * Math.exp(-repairRate * time)
  const works = available * stays + inRepair * (1 - badRestart) * repairedAndWorking(rate, repairRate, time)
  return [works, available + failed + inRepair - works - stillInRepair, stillInRepair]
}

/** The probability that a repair ended by `time` and the component has not failed since. */
function repairedAndWorking(rate: number, repairRate: number, time: number): number {
  if (repairRate === Infinity) return Math.exp(-rate * time)
  const difference = Math.abs(repairRate - rate)
  // μ/(μ-λ)·(exp(-λt) - exp(-μt)), also where both rates are close
  const ratio = difference * time < 1e-9 ? time : -Math.expm1(-difference * time) / difference
  return repairRate * Math.exp(-Math.min(rate, repairRate) * time) * ratio
}
