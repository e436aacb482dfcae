import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import { type Expression, whyNotExpression } from './expression.ts'
import { operators } from './operators.ts'
import { nodeId } from './tree.ts'

/**
 * Reads an expression that is written as `formulaText` writes it (rule FTA-40), or states why it is none. Grammar:
 *
 *     term   = number | name | name "(" [ term { "," term } ] ")"
 *     name   = an operator, or the id of a parameter
 *
 * A name without parentheses is an operator if that takes no arguments, such as `system-mission-time`; else a
 * parameter.
 */
export function readFormulaText(text: string): Parsed<Expression> {
  const tokens = text.match(/[(),]|[^\s(),]+/g) ?? []
  let at = 0
  try {
    const expression = term(1)
    if (at < tokens.length) throw new FormulaFault(`“${shown(tokens[at]!)}” is not expected here.`)
    const why = whyNotExpression(expression)
    return why === undefined ? parsed(expression) : refused(why)
  } catch (error) {
    if (!(error instanceof FormulaFault)) throw error
    return refused(error.message)
  }

  function term(depth: number): Expression {
    // the checks of an expression refuse it below this depth, too; here, it keeps the parser from running out of stack
    if (depth > 100) throw new FormulaFault('The formula is nested too deeply.')
    const token = tokens[at++]
    if (token === undefined) throw new FormulaFault(text.trim() === '' ? 'It is empty.' : 'The formula ends too early.')
    if (/^[(),]$/.test(token)) throw new FormulaFault(`“${token}” is not expected here.`)
    if (tokens[at] === '(') return { op: token, args: args(depth) }
    const value = Number(token)
    if (/^[-+.\d]/.test(token) && Number.isFinite(value)) return value
    if (operators.get(token)?.takes(0)) return { op: token, args: [] }
    if (!nodeId.safeParse(token).success) throw new FormulaFault(`“${shown(token)}” is neither a number nor a name.`)
    return { parameter: token }
  }

  function args(depth: number): Expression[] {
    const all: Expression[] = []
    at++
    if (tokens[at] === ')') {
      at++
      return all
    }
    for (;;) {
      all.push(term(depth + 1))
      const next = tokens[at++]
      if (next === ')') return all
      if (next !== ',') throw new FormulaFault('A “)” is missing.')
    }
  }
}

class FormulaFault extends Error {}

const shown = (token: string) => (token.length > 40 ? `${token.slice(0, 39)}…` : token)
