import { type Expression, missionTime } from '@carapace/shared/functional-safety/fault-tree/expression'
import { operators } from '@carapace/shared/functional-safety/fault-tree/operators'

/** How the probability of an event is stated: by an operator, by a number, or by any formula. */
export const models = {
  none: 'Not known',
  constant: 'Constant probability',
  exponential: 'Rate and mission time',
  dormant: 'Dormant until a test (average)',
  'periodic-test': 'Periodically tested',
  repairable: 'Repairable',
  GLM: 'On demand, rate and repair (GLM)',
  Weibull: 'Weibull',
  formula: 'Formula',
} as const
export type Model = keyof typeof models

/** Distributions of an uncertain number; `exact` for a certain one. */
export const spreads = {
  exact: 'exact',
  'lognormal-deviate': 'lognormal',
  'normal-deviate': 'normal',
  'uniform-deviate': 'uniform',
  'gamma-deviate': 'gamma',
  'beta-deviate': 'beta',
} as const
export type Spread = keyof typeof spreads

export function modelOf(expression: Expression | null): Model {
  if (expression === null) return 'none'
  if (typeof expression === 'number' || 'parameter' in expression || expression.op in spreads) return 'constant'
  return expression.op in models && operators.has(expression.op) ? (expression.op as Model) : 'formula'
}

export function spreadOf(expression: Expression): Spread {
  return typeof expression === 'object' && 'op' in expression && expression.op in spreads
    ? (expression.op as Spread)
    : 'exact'
}

/** The value that an argument begins with, by its name in `operators`. Rates per hour, times in hours. */
const beginnings: Readonly<Record<string, Expression>> = {
  'failure rate': 1e-6,
  'repair rate': 0.1,
  'test interval': 1_000,
  time: missionTime,
  scale: 100_000,
  shape: 1,
  'probability on demand': 1e-3,
  coverage: 1,
  'test coverage': 1,
  'availability in test': 1,
  'test duration': 1,
}

const beginningOf = (name: string): Expression => beginnings[name] ?? 0

/** The first expression of a model; arguments that the one before has by the same name are kept. */
export function begun(model: Model, before: Expression | null): Expression | null {
  if (model === 'none') return null
  if (model === 'constant') return numberIn(before) ?? 1e-3
  if (model === 'formula') return before ?? 1e-3
  return withForm(model, operators.get(model)!.forms[0]!, before)
}

/** An operator with the arguments of one of its forms; those of the one before are kept by their names. */
export function withForm(op: string, names: readonly string[], before: Expression | null): Expression {
  const known = namedArguments(before)
  return { op, args: names.map((name) => known.get(name) ?? beginningOf(name)) }
}

/** The arguments of an operator by their names. */
function namedArguments(expression: Expression | null): ReadonlyMap<string, Expression> {
  if (expression === null || typeof expression === 'number' || 'parameter' in expression) return new Map()
  const names = argumentNames(expression)
  return new Map(expression.args.flatMap((arg, i) => (names[i] === undefined ? [] : [[names[i], arg] as const])))
}

/** The names of an operator's arguments; empty where they have none. */
export function argumentNames(expression: Expression): readonly string[] {
  if (typeof expression === 'number' || 'parameter' in expression) return []
  const { forms } = operators.get(expression.op)!
  return forms.find(({ length }) => length === expression.args.length) ?? []
}

/** The number that an uncertain one has as its mean, as far as it is written. */
function numberIn(expression: Expression | null): number | undefined {
  if (typeof expression === 'number') return expression
  if (expression === null || 'parameter' in expression || !(expression.op in spreads)) return undefined
  const [first] = expression.args
  return typeof first === 'number' ? first : undefined
}

/** A number with a distribution around it: an error factor of 3, a tenth as deviation, or from a half to twice. */
export function spread(expression: Expression, to: Spread): Expression {
  const center = numberIn(expression) ?? 1e-6
  switch (to) {
    case 'exact':
      return numberIn(expression) ?? expression
    case 'lognormal-deviate':
      return { op: to, args: [center, 3, 0.95] }
    case 'normal-deviate':
      return { op: to, args: [center, Math.abs(center) / 10] }
    case 'uniform-deviate':
      return { op: to, args: center === 0 ? [0, 1] : [center / 2, center * 2] }
    case 'gamma-deviate':
      return { op: to, args: [1, center > 0 ? center : 1e-6] }
    case 'beta-deviate':
      return { op: to, args: [1, center > 0 && center < 1 ? 1 / center - 1 : 1] }
  }
}

/** The unit of an argument, for its label. */
export function unitOf(name: string): string {
  if (/\brate\b/.test(name)) return 'per hour'
  return /\btime\b|interval|scale|first test|duration/.test(name) ? 'hours' : ''
}
