import { joinedBy } from './detection.ts'
import type { Expression } from './model.ts'
import type { Notes, YamlNode } from './yaml-reader.ts'

const tokenPattern = /\s*([()|]|[^\s()|]+)/gy
const deepest = 200

interface Token {
  readonly text: string
  readonly offset: number
}

/** A condition that cannot be read: caught where its text is known. */
class ConditionError extends Error {
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

/** Returns what a condition means over search identifiers (rules SIGMA-25 to SIGMA-28); notes a fault otherwise. */
export function readCondition(
  node: YamlNode,
  searches: ReadonlyMap<string, Expression | undefined>,
  notes: Notes,
): Expression | undefined {
  const nodes = node.kind === 'list' ? node.elements : [node]
  if (nodes.length === 0) return notes.fault(node.place, 'The condition is empty.')
  return joinedBy(
    'or',
    nodes.map((element) => readText(element, searches, notes)),
  )
}

function readText(
  node: YamlNode,
  searches: ReadonlyMap<string, Expression | undefined>,
  notes: Notes,
): Expression | undefined {
  if (node.kind !== 'value' || node.value === null) return notes.fault(node.place, 'A condition must be a text.')
  const text = String(node.value)
  try {
    return createParser(text, searches).parse()
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error
    return notes.fault(node.placeOf(error.offset), error.message)
  }
}

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(tokenPattern), (match) => ({
    text: match[1]!,
    offset: match.index + match[0].length - match[1]!.length,
  }))
}

/** A recursive-descent parser: or, and, not, "x of", brackets, from the weakest to the strongest. */
function createParser(text: string, searches: ReadonlyMap<string, Expression | undefined>) {
  const tokens = tokensOf(text)
  let at = 0
  let depth = 0

  const refuse = (message: string): never => {
    throw new ConditionError(tokens[at]?.offset ?? text.length, message)
  }
  const word = (): string | undefined => tokens[at]?.text.toLowerCase()
  const skip = (expected: string): boolean => {
    const found = word() === expected
    if (found) at += 1
    return found
  }

  function either(): Expression | undefined {
    const operands = [both()]
    while (skip('or')) operands.push(both())
    return joinedBy('or', operands)
  }

  function both(): Expression | undefined {
    const operands = [negated()]
    while (skip('and')) operands.push(negated())
    return joinedBy('and', operands)
  }

  function negated(): Expression | undefined {
    if (!skip('not')) return primary()
    if ((depth += 1) > deepest) refuse('The condition is nested too deeply.')
    const operand = negated()
    depth -= 1
    return operand === undefined ? undefined : { kind: 'not', operand }
  }

  function primary(): Expression | undefined {
    if (skip('(')) return bracketed()
    if (tokens[at + 1]?.text.toLowerCase() === 'of') return quantified()
    const token = tokens[at]
    if (token === undefined) return refuse('The condition ends where a search identifier is expected.')
    if (token.text === '|') return refuse('Aggregations behind "|" are no longer Sigma: write a correlation rule.')
    if (token.text === ')' || ['and', 'or', 'of'].includes(token.text.toLowerCase())) {
      return refuse(`Expected a search identifier, found "${token.text}".`)
    }
    if (!searches.has(token.text)) return refuse(`There is no search identifier "${token.text}".`)
    at += 1
    return searches.get(token.text)
  }

  function bracketed(): Expression | undefined {
    if ((depth += 1) > deepest) refuse('The condition is nested too deeply.')
    const inner = either()
    if (!skip(')')) refuse('Expected ")".')
    depth -= 1
    return inner
  }

  function quantified(): Expression | undefined {
    const quantity = word()
    if (quantity !== '1' && quantity !== 'any' && quantity !== 'all') {
      return refuse('Only "1 of", "any of" and "all of" are known.')
    }
    at += 2
    const pattern = tokens[at]?.text ?? refuse('"of" needs "them" or a pattern of search identifiers.')
    const names = namesOf(pattern, [...searches.keys()])
    if (names.length === 0) refuse(`No search identifier matches "${pattern}".`)
    at += 1
    return joinedBy(
      quantity === 'all' ? 'and' : 'or',
      names.map((name) => searches.get(name)),
    )
  }

  return {
    parse(): Expression | undefined {
      const expression = either()
      if (word() === '|') refuse('Aggregations behind "|" are no longer Sigma: write a correlation rule.')
      if (at < tokens.length) refuse(`Expected "and" or "or", found "${tokens[at]!.text}".`)
      return expression
    },
  }
}

/** "them" leaves out names that begin with an underscore. */
function namesOf(pattern: string, names: readonly string[]): string[] {
  if (pattern.toLowerCase() === 'them') return names.filter((name) => !name.startsWith('_'))
  const parts = pattern.split('*')
  return names.filter((name) => matchesParts(name, parts))
}

function matchesParts(name: string, parts: readonly string[]): boolean {
  const first = parts[0]!
  const last = parts.at(-1)!
  if (parts.length === 1) return name === first
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false
  let from = first.length
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, from)
    if (found < 0) return false
    from = found + part.length
  }
  return from <= name.length - last.length
}
