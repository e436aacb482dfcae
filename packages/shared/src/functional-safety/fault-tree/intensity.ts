import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import type { Intensity } from '../../graph/fault-tree/frequency.ts'
import { compile, type Evaluation, type Expression, missionTime, type Operation } from './expression.ts'
import { operators } from './operators.ts'
import type { Parameter } from './tree.ts'

/** How an event occurs in time (rule FTA-43). */
export interface IntensityModel {
  /** It does not: its probability is constant. */
  readonly isConstant: boolean
  /** Whether its probability jumps, at tests. */
  readonly jumps: boolean
  /** How often it fails and is repaired at the time of the evaluation. @throws {RangeFault} */
  readonly intensity: (evaluation: Evaluation) => Intensity
}

const never: Intensity = { failures: 0, repairs: 0 }

/**
 * How an event occurs in time, by the expression of its probability, or why that is not known. A constant does not. A
 * model does at its rate, as long as only its time depends on the mission time, and is that. A formula with a model in
 * it has a probability, but no failures of its own.
 *
 * @param parameters All that expressions use; none depends on itself.
 */
export function intensityModels(parameters: readonly Parameter[]): (expression: Expression) => Parsed<IntensityModel> {
  const byId = new Map(parameters.map(({ id, value }) => [id, value]))
  const fixed = new Map<string, boolean>()

  /** What a parameter stands for, if it stands for another expression as a whole. */
  function resolved(expression: Expression): number | Operation {
    let found = expression
    while (typeof found !== 'number' && 'parameter' in found) found = byId.get(found.parameter)!
    return found
  }

  /** Whether an expression is the same at all times, and no model of an event. */
  function isFixed(expression: Expression): boolean {
    if (typeof expression === 'number') return true
    if ('parameter' in expression) {
      const { parameter } = expression
      const known = fixed.get(parameter) ?? isFixed(byId.get(parameter)!)
      fixed.set(parameter, known)
      return known
    }
    const { op, args } = expression
    return op !== missionTime.op && !operators.get(op)!.model && args.every(isFixed)
  }

  /** The mission time itself, or a time that does not depend on it. */
  function isTime(expression: Expression): boolean {
    const found = resolved(expression)
    return isFixed(found) || (typeof found !== 'number' && found.op === missionTime.op)
  }

  return (expression) => {
    const found = resolved(expression)
    if (isFixed(found)) return parsed({ isConstant: true, jumps: false, intensity: () => never })
    const { op, args } = found as Operation
    const { value, model, forms } = operators.get(op)!
    if (!model) return refused('its probability is a formula that depends on the time')
    const names = forms.find(({ length }) => length === args.length)!
    const varying = args.findIndex((arg, i) => !(names[i] === 'time' ? isTime(arg) : isFixed(arg)))
    if (varying >= 0) return refused(`its ${names[varying]} is a formula that depends on the mission time`)
    const compiled = args.map(compile)
    return parsed({
      isConstant: false,
      jumps: model.jumps,
      intensity: (evaluation) => {
        const values = compiled.map((arg) => arg(evaluation))
        return model.intensity(values, value(values, evaluation))
      },
    })
  }
}
