import { expect, test } from 'vitest'
import { type Expression, missionTime, parametersIn, pointValue, rateOf, whyNotExpression } from './expression.ts'

const parameters = new Map([['lambda', 1e-4]])
const evaluation = { missionTime: 1_000, parameter: (id: string) => parameters.get(id)! }
const of = (op: string, ...args: Expression[]): Expression => ({ op, args })

function valueOf(expression: Expression): number {
  expect(whyNotExpression(expression)).toBeUndefined()
  const value = pointValue(expression, evaluation)
  if (!value.ok) throw new Error(value.reason)
  return value.value
}

// Open-PSA MEF 2.0d, chapter 5; built-ins in closed form
test.for<[text: string, expression: Expression, value: number]>([
  ['a parameter', { parameter: 'lambda' }, 1e-4],
  ['the mission time', missionTime, 1_000],
  ['exponential', of('exponential', { parameter: 'lambda' }, missionTime), 1 - Math.exp(-0.1)],
  [
    'its long form',
    of('sub', 1, of('exp', of('mul', of('neg', { parameter: 'lambda' }), missionTime))),
    1 - Math.exp(-0.1),
  ],
  ['GLM', of('GLM', 0.3, 0.01, 0.04, 100), 0.2 - ((0.01 - 0.3 * 0.05) / 0.05) * Math.exp(-5)],
  ['repairable', of('repairable', 0.01, 0.04, 100), 0.2 * (1 - Math.exp(-5))],
  ['Weibull', of('Weibull', 100, 2, 10, 110), 1 - Math.exp(-1)],
  ['dormant', of('dormant', 1e-3, 1_000), 1 - (1 - Math.exp(-1))],
  ['dormant with a repair time', of('dormant', 1e-3, 1_000, 10), Math.exp(-1) + (1 - Math.exp(-1)) / 100],
  ['periodic-test', of('periodic-test', 1e-3, 300, 100, missionTime), 1 - Math.exp(-0.3)],
  ['uniform-deviate', of('uniform-deviate', 1, 3), 2],
  ['normal-deviate', of('normal-deviate', 5, 1), 5],
  ['lognormal-deviate by mean', of('lognormal-deviate', 2e-3, 3, 0.95), 2e-3],
  ['lognormal-deviate by logarithm', of('lognormal-deviate', 10, 5), Math.exp(22.5)],
  ['gamma-deviate', of('gamma-deviate', 3, 0.5), 1.5],
  ['beta-deviate', of('beta-deviate', 3, 7), 0.3],
  ['histogram', of('histogram', 0, 1, 10, 4, 30), 25],
  ['sub of three', of('sub', 10, 3, 2), 5],
  ['div of three', of('div', 12, 3, 2), 2],
  ['mean', of('mean', 1, 2, 6), 3],
  ['min and max', of('add', of('min', 3, 1, 2), of('max', 3, 1, 2)), 4],
  ['mod and pow', of('add', of('mod', 7, 4), of('pow', 2, 5)), 35],
  ['sqrt, ceil, floor, abs', of('add', of('sqrt', 9), of('ceil', 0.2), of('floor', 1.8), of('abs', -1)), 6],
  [
    'angles',
    of('add', of('acos', -1), of('asin', 0), of('atan', 0), of('sin', 0), of('cos', 0), of('tan', 0)),
    Math.PI + 1,
  ],
  ['hyperbolic', of('add', of('cosh', 0), of('sinh', 0), of('tanh', 0)), 1],
  ['logarithms', of('add', of('log', of('exp', 2)), of('log10', 1_000)), 5],
  [
    'truth',
    of('and', of('not', 0), of('or', 0, 1), of('lt', 1, 2), of('geq', 2, 2), of('df', 1, 2), of('eq', 1, 1)),
    1,
  ],
  ['more truth', of('or', of('gt', 1, 2), of('leq', 3, 2), of('not', 5)), 0],
  ['ite', of('ite', of('gt', missionTime, 5), 42, -42), 42],
  ['switch', of('switch', of('eq', 1, 2), 10, of('eq', 2, 2), 20, 30), 20],
  ['the last of a switch', of('switch', 0, 10, 30), 30],
  ['pi', of('pi'), Math.PI],
])('[FTA-9] %s has its value', ([, expression, value]) => {
  expect(valueOf(expression)).toBeCloseTo(value, 12)
})

test.for<[text: string, expression: Expression, words: string]>([
  ['a negative rate', of('exponential', -1, 5), 'exponential: failure rate is -1, and must be not negative'],
  ['a probability above 1', of('GLM', 2, 0, 0, 5), 'GLM: probability on demand is 2, and must be from 0 to 1'],
  ['no interval', of('dormant', 1e-3, 0), 'dormant: test interval is 0, and must be above 0'],
  ['an error factor of 1', of('lognormal-deviate', 1, 1, 0.95), 'lognormal-deviate: the error factor must be above 1'],
  [
    'a level of a half',
    of('lognormal-deviate', 1, 3, 0.5),
    'lognormal-deviate: the level must be above 0.5 and below 1',
  ],
  ['bounds that fall', of('uniform-deviate', 3, 1), 'uniform-deviate: its bounds do not increase'],
  ['bins that fall', of('histogram', 0, 2, 1, 1, 1), 'histogram: its bounds do not increase'],
  [
    'a test longer than its interval',
    of('periodic-test', 1, 1, 1, 10, 0, 0, 11, 1, 1, 0, 5),
    'periodic-test: the test lasts longer than the test interval',
  ],
  ['a division by 0', of('div', 1, 0), 'it has no finite value'],
])('[FTA-27] refused: %s', ([, expression, words]) => {
  expect(pointValue(expression, evaluation)).toEqual({ ok: false, reason: words })
})

test.for<[expression: Expression, rate: number | undefined]>([
  [of('exponential', { parameter: 'lambda' }, missionTime), 1e-4],
  [of('GLM', 0.1, 2e-4, 1, missionTime), 2e-4],
  [of('repairable', 3e-4, 1, missionTime), 3e-4],
  [of('dormant', 4e-4, 100), 4e-4],
  [of('periodic-test', 5e-4, 100, 100, missionTime), 5e-4],
  [of('Weibull', 500, 1, 0, missionTime), 1 / 500],
  [0.1, undefined],
  [{ parameter: 'lambda' }, undefined],
  [of('add', 0.1, 0.1), undefined],
])('[FTA-16] %j has the rate %d', ([expression, rate]) => {
  expect(rateOf(expression, evaluation)).toBe(rate)
})

test('[FTA-7] the parameters of an expression are found at any depth', () => {
  expect(parametersIn(of('add', { parameter: 'a' }, of('neg', { parameter: 'b' }), 1))).toEqual(['a', 'b'])
})
