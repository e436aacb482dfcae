import {
  dormant,
  exponential,
  glm,
  instantTest,
  type PeriodicTest,
  periodicTest,
  periodicTestIntensity,
  repairable,
  weibull,
  weibullRate,
} from './event-models.ts'
import { type FailureModel, form, forms, type Operator } from './operator.ts'

const time = { time: 'not negative' } as const
const rate = { 'failure rate': 'not negative' } as const
const repair = { 'repair rate': 'not negative' } as const
const interval = { 'test interval': 'above 0' } as const
const firstTest = { 'first test': 'not negative' } as const

const unrepaired = () => 0

/** The operators that are models of events (Open-PSA MEF 2.0d, 5.3), and our own `repairable` and `dormant`. */
export const eventOperators: readonly (readonly [string, Operator])[] = [
  [
    'exponential',
    { ...form({ ...rate, ...time }, ([l, t]) => exponential(l!, t!)), model: failing(([l]) => l!, unrepaired) },
  ],
  [
    'GLM',
    {
      ...form({ 'probability on demand': 'probability', ...rate, ...repair, ...time }, ([g, l, m, t]) =>
        glm(g!, l!, m!, t!),
      ),
      model: failing(
        ([, l]) => l!,
        ([, , m], q) => m! * q,
      ),
    },
  ],
  [
    'repairable',
    {
      ...form({ ...rate, ...repair, ...time }, ([l, m, t]) => repairable(l!, m!, t!)),
      model: failing(
        ([l]) => l!,
        ([, m], q) => m! * q,
      ),
    },
  ],
  [
    'Weibull',
    {
      ...form(
        { scale: 'above 0', shape: 'above 0', 'time shift': 'not negative', ...time },
        ([scale, shape, shift, t]) => weibull(scale!, shape!, shift!, t!),
      ),
      model: failing(([scale, shape, shift, t]) => weibullRate(scale!, shape!, shift!, t!), unrepaired),
    },
  ],
  ['dormant', dormantOperator()],
  ['periodic-test', periodicTestOperator()],
]

/** What works fails at this rate; `repairs` are those of what has failed. */
function failing(rate: FailureModel['rate'], repairs: (values: readonly number[], probability: number) => number) {
  return {
    rate,
    intensity: (values: readonly number[], probability: number) => ({
      failures: rate(values) * (1 - probability),
      repairs: repairs(values, probability),
    }),
    jumps: false,
  } satisfies FailureModel
}

function dormantOperator(): Operator {
  const shortest = { 'failure rate': 'not negative', ...interval } as const
  const repaired = { ...shortest, 'repair time': 'not negative' } as const
  return {
    ...forms(
      [shortest, repaired, { ...repaired, coverage: 'probability' }],
      ([l, tau, repairTime = 0, coverage = 1], { missionTime }) => dormant(l!, tau!, repairTime, coverage, missionTime),
    ),
    model: {
      rate: ([l]) => l!,
      intensity: ([l], probability) => ({ failures: l! * (1 - probability), repairs: undefined }),
      jumps: false,
    },
  }
}

function periodicTestOperator(): Operator {
  const operator = forms(
    [
      { ...rate, ...interval, ...firstTest, ...time },
      { ...rate, ...repair, ...interval, ...firstTest, ...time },
      {
        ...rate,
        'failure rate in test': 'not negative',
        ...repair,
        ...interval,
        ...firstTest,
        'probability of failure by the test': 'probability',
        'test duration': 'not negative',
        'availability in test': 'probability',
        'test coverage': 'probability',
        'probability of a bad restart': 'probability',
        ...time,
      },
    ],
    (values) => periodicTest(testOf(values), values.at(-1)!),
    (values) =>
      values.length === 11 && values[6]! > values[3]! ? 'the test lasts longer than the test interval' : undefined,
  )
  return {
    ...operator,
    model: {
      rate: ([l]) => l!,
      intensity: (values) => ({ failures: periodicTestIntensity(testOf(values), values.at(-1)!), repairs: undefined }),
      jumps: true,
    },
  }
}

/** The arguments of `periodic-test` but its last, the time. */
function testOf(values: readonly number[]): PeriodicTest {
  if (values.length === 4) {
    const [rate, interval, firstTest] = values as [number, number, number]
    return { ...instantTest, rate, repairRate: Infinity, interval, firstTest }
  }
  if (values.length === 5) {
    const [rate, repairRate, interval, firstTest] = values as [number, number, number, number]
    return { ...instantTest, rate, repairRate, interval, firstTest }
  }
  return {
    rate: values[0]!,
    rateInTest: values[1]!,
    repairRate: values[2]!,
    interval: values[3]!,
    firstTest: values[4]!,
    failureByTest: values[5]!,
    duration: values[6]!,
    isAvailableInTest: values[7] !== 0,
    coverage: values[8]!,
    badRestart: values[9]!,
  }
}
