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
import { eventOperators } from './event-operators.ts'
import { anyNumber, type Form, form, forms, type Operator } from './operator.ts'

/** The operators of expressions, by the names of their XML elements (Open-PSA MEF 2.0d, chapter 5). */
export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['system-mission-time', form({}, (_none, { missionTime }) => missionTime)],
  ['pi', form({}, () => Math.PI)],

  ...eventOperators,

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
