import type { EventView } from './event.ts'
import { compileTest, type CompiledTest } from './match-value.ts'
import type { DetectionItem, Expression } from './model.ts'

export type Predicate = (view: EventView) => boolean

/** Returns the predicate of an expression; shared parts of several rules are compiled each. */
export function compileExpression(expression: Expression): Predicate {
  if (expression.kind === 'item') return compileItem(expression.item)
  if (expression.kind === 'not') {
    const operand = compileExpression(expression.operand)
    return (view) => !operand(view)
  }
  const operands = expression.operands.map(compileExpression)
  if (operands.length === 2) return pair(expression.kind, operands[0]!, operands[1]!)
  return expression.kind === 'and'
    ? (view) => operands.every((operand) => operand(view))
    : (view) => operands.some((operand) => operand(view))
}

function pair(kind: 'and' | 'or', first: Predicate, second: Predicate): Predicate {
  return kind === 'and' ? (view) => first(view) && second(view) : (view) => first(view) || second(view)
}

/** Returns the predicate of one line of a detection. */
export function compileItem({ field, tests, all }: DetectionItem): Predicate {
  const compiled = tests.map(compileTest)
  if (field !== undefined) return ofField(field, compiled, all)
  return all
    ? (view) => compiled.every((test) => someField(view, test))
    : (view) => compiled.some((test) => someField(view, test))
}

function ofField(field: string, tests: readonly CompiledTest[], all: boolean): Predicate {
  const [only] = tests
  if (tests.length === 1) return (view) => only!(view.field(field), view)
  return (view) => {
    const values = view.field(field)
    return all ? tests.every((test) => test(values, view)) : tests.some((test) => test(values, view))
  }
}

/** A keyword is sought in each field on its own. */
function someField(view: EventView, test: CompiledTest): boolean {
  for (const name of view.event.fields.keys()) if (test(view.field(name), view)) return true
  return false
}
