import { z } from 'zod'
import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import { operators } from './operators.ts'
import type { Random } from './random.ts'

/**
 * A number that may depend on parameters, on the mission time and on chance (Open-PSA MEF 2.0d, chapter 5). An operator
 * has the name of its XML element, and its arguments are in the same order; `repairable` and `dormant` are our own.
 * Stored as JSON: `{ "op": "exponential", "args": [{ "parameter": "lambda" }, { "op": "system-mission-time", "args": []
 * }] }`.
 */
export type Expression = number | ParameterUse | Operation
export interface ParameterUse {
  readonly parameter: string
}
export interface Operation {
  readonly op: string
  readonly args: readonly Expression[]
}

/** Bounds of one expression: levels, and numbers, parameters and operators in all. */
const deepest = 12
const mostTerms = 2_000

/** Why a value is no expression; undefined: it is one (rule FTA-9). Which parameters exist, the tree knows. */
export function whyNotExpression(value: unknown): string | undefined {
  let terms = 0
  function whyNot(each: unknown, depth: number): string | undefined {
    if (depth > deepest) return `An expression may have ${deepest} levels at most.`
    if (++terms > mostTerms) return `An expression may have ${mostTerms.toLocaleString('en')} terms at most.`
    if (typeof each === 'number') return Number.isFinite(each) ? undefined : 'A number of an expression is not finite.'
    if (isParameterUse(each)) return undefined
    if (!isOperation(each)) return 'A term is neither a number, a parameter nor an operator with arguments.'
    const operator = operators.get(each.op)
    if (operator === undefined) return `There is no operator ${each.op.slice(0, 40)}.`
    if (!operator.takes(each.args.length)) return `${each.op} takes ${operator.arguments}, not ${each.args.length}.`
    for (const arg of each.args) {
      const why = whyNot(arg, depth + 1)
      if (why !== undefined) return why
    }
    return undefined
  }
  return whyNot(value, 1)
}

const keysOf = (value: object) => Object.keys(value).sort().join()

function isParameterUse(value: unknown): value is ParameterUse {
  return (
    typeof value === 'object' &&
    value !== null &&
    keysOf(value) === 'parameter' &&
    typeof (value as ParameterUse).parameter === 'string'
  )
}

function isOperation(value: unknown): value is Operation {
  return (
    typeof value === 'object' &&
    value !== null &&
    keysOf(value) === 'args,op' &&
    typeof (value as Operation).op === 'string' &&
    Array.isArray((value as Operation).args)
  )
}

export const Expression = z.unknown().superRefine((value, context) => {
  const message = whyNotExpression(value)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
}) as unknown as z.ZodType<Expression>

export const missionTime: Operation = { op: 'system-mission-time', args: [] }

/** What an expression is evaluated with. */
export interface Evaluation {
  /** In hours. */
  readonly missionTime: number
  readonly parameter: (id: string) => number
  /** Absent: distributions give their means, and arguments outside of their ranges throw a `RangeFault`. */
  readonly random?: Random
}

/** An argument of an operator is outside of its range. */
export class RangeFault extends Error {}

/**
 * A valid expression as a function of what it is evaluated with: a simulation evaluates it many times. With random
 * numbers, arguments are not checked: a draw of a wide distribution may be out of range, and the caller cuts the result
 * (rule FTA-19). Without, the function throws a `RangeFault`.
 */
export function compile(expression: Expression): (evaluation: Evaluation) => number {
  if (typeof expression === 'number') return () => expression
  if ('parameter' in expression) return ({ parameter }) => parameter(expression.parameter)
  const { op, args } = expression
  const operator = operators.get(op)!
  const checked = (values: readonly number[]) => {
    const why = operator.whyNot(values)
    if (why !== undefined) throw new RangeFault(`${op}: ${why}`)
  }
  const { distribution } = operator
  if (distribution !== undefined && args.every((each) => typeof each === 'number')) {
    const constant = distribution(args)
    return ({ random }) => {
      if (random !== undefined) return constant.draw(random)
      checked(args)
      return constant.mean
    }
  }
  const compiled = args.map(compile)
  const values = compiled.map(() => 0)
  return (evaluation) => {
    for (let i = 0; i < values.length; i++) values[i] = compiled[i]!(evaluation)
    if (evaluation.random === undefined) checked(values)
    return operator.value(values, evaluation)
  }
}

/** The value with distributions at their means, or which argument is out of range. */
export function pointValue(expression: Expression, evaluation: Omit<Evaluation, 'random'>): Parsed<number> {
  try {
    const value = compile(expression)(evaluation)
    return Number.isFinite(value) ? parsed(value) : refused('it has no finite value')
  } catch (error) {
    if (!(error instanceof RangeFault)) throw error
    return refused(error.message)
  }
}

/** The failure rate at mission time, per hour, of an event with a model that has one; else undefined (rule FTA-16). */
export function rateOf(expression: Expression, evaluation: Evaluation): number | undefined {
  if (typeof expression === 'number' || 'parameter' in expression) return undefined
  const model = operators.get(expression.op)!.model
  return model?.rate(expression.args.map((each) => compile(each)(evaluation)))
}

/** The parameters that an expression names. */
export function parametersIn(expression: Expression): string[] {
  if (typeof expression === 'number') return []
  return 'parameter' in expression ? [expression.parameter] : expression.args.flatMap(parametersIn)
}

/** Whether an expression itself depends on chance, apart from its parameters. */
export function isUncertain(expression: Expression): boolean {
  if (typeof expression === 'number' || 'parameter' in expression) return false
  return operators.get(expression.op)!.distribution !== undefined || expression.args.some(isUncertain)
}
