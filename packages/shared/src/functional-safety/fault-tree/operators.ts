import {
  beta,
  type Distribution,
  gamma,
  histogram,
  lognormal,
  lognormalParameters,
  normal,
  uniform,
} from './distributions.ts'
import {
  dormant,
  exponential,
  glm,
  instantTest,
  periodicTest,
  repairable,
  weibull,
  weibullRate,
} from './event-models.ts'
import type { Random } from './random.ts'

/** An operator of expressions. */
export interface Operator {
  /** How many arguments, and which, in words. */
  readonly arguments: string
  readonly takes: (count: number) => boolean
  /** The names of the arguments for each number of them that is allowed; empty where they have no names. */
  readonly forms: readonly (readonly string[])[]
  /** For a distribution: what it is with these arguments. */
  readonly distribution?: (values: readonly number[]) => Distribution
  /** Which argument is out of range, in words. */
  readonly whyNot: (values: readonly number[]) => string | undefined
  readonly value: (values: readonly number[], chance: Chance) => number
  /** The failure rate at mission time, per hour. */
  readonly rate?: (values: readonly number[]) => number
}

export interface Chance {
  readonly missionTime: number
  readonly random?: Random
}

/** The range of an argument, by its name. */
const ranges = {
  probability: (x: number) => x >= 0 && x <= 1,
  'not negative': (x: number) => x >= 0,
  'above 0': (x: number) => x > 0,
  'any number': (x: number) => Number.isFinite(x),
} as const
type Range = keyof typeof ranges

const time = { time: 'not negative' } as const
const rate = { 'failure rate': 'not negative' } as const
const repair = { 'repair rate': 'not negative' } as const
const interval = { 'test interval': 'above 0' } as const
const firstTest = { 'first test': 'not negative' } as const

type Form = Readonly<Record<string, Range>>
type Value = Operator['value']

/** The operators of expressions, by the names of their XML elements (Open-PSA MEF 2.0d, chapter 5). */
export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['system-mission-time', form({}, (_none, { missionTime }) => missionTime)],
  ['pi', form({}, () => Math.PI)],

  ['exponential', { ...form({ ...rate, ...time }, ([l, t]) => exponential(l!, t!)), rate: ([l]) => l! }],
  [
    'GLM',
    {
      ...form({ 'probability on demand': 'probability', ...rate, ...repair, ...time }, ([g, l, m, t]) =>
        glm(g!, l!, m!, t!),
      ),
      rate: ([, l]) => l!,
    },
  ],
  [
    'repairable',
    { ...form({ ...rate, ...repair, ...time }, ([l, m, t]) => repairable(l!, m!, t!)), rate: ([l]) => l! },
  ],
  [
    'Weibull',
    {
      ...form(
        { scale: 'above 0', shape: 'above 0', 'time shift': 'not negative', ...time },
        ([scale, shape, shift, t]) => weibull(scale!, shape!, shift!, t!),
      ),
      rate: ([scale, shape, shift, t]) => weibullRate(scale!, shape!, shift!, t!),
    },
  ],
  ['dormant', dormantOperator()],
  ['periodic-test', periodicTestOperator()],

  [
    'uniform-deviate',
    distribution({ low: 'any number', high: 'any number' }, ([low, high]) => uniform(low!, high!), increasing),
  ],
  [
    'normal-deviate',
    distribution({ mean: 'any number', 'standard deviation': 'not negative' }, ([m, s]) => normal(m!, s!)),
  ],
  ['lognormal-deviate', lognormalOperator()],
  ['gamma-deviate', distribution({ shape: 'above 0', scale: 'above 0' }, ([shape, scale]) => gamma(shape!, scale!))],
  ['beta-deviate', distribution({ alpha: 'above 0', beta: 'above 0' }, ([a, b]) => beta(a!, b!))],
  ['histogram', histogramOperator()],

  ...Object.entries({
    neg: (x: number) => -x,
    abs: Math.abs,
    acos: Math.acos,
    asin: Math.asin,
    atan: Math.atan,
    cos: Math.cos,
    cosh: Math.cosh,
    exp: Math.exp,
    log: Math.log,
    log10: Math.log10,
    sin: Math.sin,
    sinh: Math.sinh,
    tan: Math.tan,
    tanh: Math.tanh,
    sqrt: Math.sqrt,
    ceil: Math.ceil,
    floor: Math.floor,
    not: (x: number) => Number(x === 0),
  }).map(([name, of]): [string, Operator] => [name, form({ x: 'any number' }, ([x]) => of(x!))]),

  ...Object.entries({
    mod: (x: number, y: number) => x % y,
    pow: (x: number, y: number) => x ** y,
    eq: (x: number, y: number) => Number(x === y),
    df: (x: number, y: number) => Number(x !== y),
    lt: (x: number, y: number) => Number(x < y),
    gt: (x: number, y: number) => Number(x > y),
    leq: (x: number, y: number) => Number(x <= y),
    geq: (x: number, y: number) => Number(x >= y),
  }).map(([name, of]): [string, Operator] => [
    name,
    form({ x: 'any number', y: 'any number' }, ([x, y]) => of(x!, y!)),
  ]),

  ...Object.entries({
    add: (all: readonly number[]) => sumOf(all),
    sub: (all: readonly number[]) => all.reduce((x, y) => x - y),
    mul: (all: readonly number[]) => all.reduce((x, y) => x * y),
    div: (all: readonly number[]) => all.reduce((x, y) => x / y),
    min: (all: readonly number[]) => Math.min(...all),
    max: (all: readonly number[]) => Math.max(...all),
    mean: (all: readonly number[]) => sumOf(all) / all.length,
    and: (all: readonly number[]) => Number(all.every((x) => x !== 0)),
    or: (all: readonly number[]) => Number(all.some((x) => x !== 0)),
  }).map(([name, of]): [string, Operator] => [name, anyNumber('1 argument or more', (count) => count >= 1, of)]),

  [
    'ite',
    form(
      { condition: 'any number', 'value if true': 'any number', 'value if false': 'any number' },
      ([condition, yes, no]) => (condition !== 0 ? yes! : no!),
    ),
  ],
  [
    'switch',
    anyNumber(
      'pairs of a condition and a value, and a last value',
      (count) => count % 2 === 1,
      (all) => {
        const chosen = all.findIndex((value, i) => i % 2 === 0 && i < all.length - 1 && value !== 0)
        return chosen < 0 ? all.at(-1)! : all[chosen + 1]!
      },
    ),
  ],
])

const sumOf = (all: readonly number[]) => all.reduce((x, y) => x + y)

/** An operator whose arguments are those of the form. */
function form(names: Form, value: Value): Operator {
  return forms([names], value)
}

/** An operator with several forms, of which the number of arguments chooses one. */
function forms(all: readonly Form[], value: Value, also: Operator['whyNot'] = () => undefined): Operator {
  const byCount = new Map(all.map((one) => [Object.keys(one).length, Object.entries(one)]))
  return {
    arguments: all
      .map((one) => {
        const names = Object.keys(one)
        return names.length === 0 ? 'no arguments' : `${names.length} (${names.join(', ')})`
      })
      .join(' or '),
    takes: (count) => byCount.has(count),
    forms: all.map((one) => Object.keys(one)),
    whyNot: (values) => {
      const at = byCount.get(values.length)!.findIndex(([, range], i) => !ranges[range](values[i]!))
      if (at < 0) return also(values)
      const [name, range] = byCount.get(values.length)![at]!
      return `${name} is ${values[at]}, and must be ${range === 'probability' ? 'from 0 to 1' : range}`
    },
    value,
  }
}

function anyNumber(
  words: string,
  takes: (count: number) => boolean,
  of: (values: readonly number[]) => number,
): Operator {
  return { arguments: words, takes, forms: [], whyNot: () => undefined, value: of }
}

function distribution(
  names: Form,
  of: (values: readonly number[]) => Distribution,
  also?: Operator['whyNot'],
): Operator {
  return drawn(
    forms([names], () => 0, also),
    of,
  )
}

/** An operator that gives the mean of a distribution, or draws from it. */
function drawn(operator: Operator, of: (values: readonly number[]) => Distribution): Operator {
  return {
    ...operator,
    distribution: of,
    value: (values, { random }) => (random ? of(values).draw(random) : of(values).mean),
  }
}

function increasing(values: readonly number[]): string | undefined {
  return values.some((value, i) => i > 0 && value <= values[i - 1]!) ? 'its bounds do not increase' : undefined
}

function lognormalOperator(): Operator {
  const shape = forms(
    [
      { mean: 'above 0', 'error factor': 'above 0', level: 'probability' },
      { 'mean of the logarithm': 'any number', 'standard deviation of the logarithm': 'not negative' },
    ],
    () => 0,
    ([, errorFactor, level]) => {
      if (level === undefined) return undefined
      if (errorFactor! <= 1) return 'the error factor must be above 1'
      return level > 0.5 && level < 1 ? undefined : 'the level must be above 0.5 and below 1'
    },
  )
  return drawn(shape, ([center, width, level]) => {
    if (level === undefined) return lognormal(center!, width!)
    const { mu, sigma } = lognormalParameters({ mean: center! }, width!, level)
    return lognormal(mu, sigma)
  })
}

/** Arguments: the lower bound, and the upper bound and the value of each interval. */
function histogramOperator(): Operator {
  const boundsOf = (values: readonly number[]) => values.filter((_value, i) => i === 0 || i % 2 === 1)
  const base = anyNumber(
    'a lower bound, and pairs of an upper bound and a value',
    (count) => count >= 3 && count % 2 === 1,
    () => 0,
  )
  return drawn({ ...base, whyNot: (values) => increasing(boundsOf(values)) }, (values) =>
    histogram(
      boundsOf(values),
      values.filter((_value, i) => i > 0 && i % 2 === 0),
    ),
  )
}

function dormantOperator(): Operator {
  const shortest = { 'failure rate': 'not negative', ...interval } as const
  const repaired = { ...shortest, 'repair time': 'not negative' } as const
  return {
    ...forms(
      [shortest, repaired, { ...repaired, coverage: 'probability' }],
      ([l, tau, repairTime = 0, coverage = 1], { missionTime }) => dormant(l!, tau!, repairTime, coverage, missionTime),
    ),
    rate: ([l]) => l!,
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
    (values) => {
      if (values.length === 4) {
        const [l, tau, first, t] = values as [number, number, number, number]
        return periodicTest({ ...instantTest, rate: l, repairRate: Infinity, interval: tau, firstTest: first }, t)
      }
      if (values.length === 5) {
        const [l, m, tau, first, t] = values as [number, number, number, number, number]
        return periodicTest({ ...instantTest, rate: l, repairRate: m, interval: tau, firstTest: first }, t)
      }
      return periodicTest(
        {
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
        },
        values[10]!,
      )
    },
    (values) =>
      values.length === 11 && values[6]! > values[3]! ? 'the test lasts longer than the test interval' : undefined,
  )
  return { ...operator, rate: ([l]) => l! }
}
