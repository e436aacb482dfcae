const token = /\s*(?:([()])|([A-Za-z0-9.:+-]+))/y

/**
 * What is wrong with a licence expression's syntax (SPDX 2.3, annex D), or undefined. It runs once over the text and
 * nests without recursion, so no expression overflows the stack.
 */
export function expressionFault(expression: string): string | undefined {
  let depth = 0
  let wantsOperand = true
  let wantsException = false
  token.lastIndex = 0
  const end = expression.trimEnd().length
  while (token.lastIndex < end) {
    const at = token.lastIndex
    const match = token.exec(expression)
    if (!match) return `“${expression.slice(at).trim().slice(0, 20)}” is no licence id or operator`
    const [, bracket, word] = match
    if (wantsException) {
      if (word === undefined || isOperator(word)) return 'WITH needs the id of an exception'
      wantsException = false
    } else if (bracket === '(') {
      if (!wantsOperand) return 'an operator is missing before “(”'
      depth++
    } else if (bracket === ')') {
      if (wantsOperand) return 'a licence is missing before “)”'
      if (--depth < 0) return 'a “)” has no “(”'
    } else if (isOperator(word)) {
      if (wantsOperand) return `a licence is missing before “${word}”`
      if (word.toUpperCase() === 'WITH') wantsException = true
      else wantsOperand = true
    } else {
      if (!wantsOperand) return `an operator is missing before “${match[2]?.slice(0, 40)}”`
      wantsOperand = false
    }
  }
  if (wantsException) return 'WITH needs the id of an exception'
  if (depth > 0) return 'a “)” is missing'
  return wantsOperand ? 'a licence is missing at the end' : undefined
}

function isOperator(word: string | undefined): word is string {
  return word === 'AND' || word === 'OR' || word === 'WITH' || word === 'and' || word === 'or' || word === 'with'
}
