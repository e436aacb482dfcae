import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import type { Licence, LicenceException, LicenceExpression, LicenceList } from './licence-expression.ts'

/** The maximum length of an expression, in characters (rule SPDX-LICENCE-5). */
const maxLicenceLength = 65_536

/** How deep AND and OR may alternate; parentheses that change nothing do not count (rule SPDX-LICENCE-5). */
const maxLicenceDepth = 64

type Operator = 'and' | 'or' | 'with'

/** The operators by their text. */
type LicenceOperators = ReadonlyMap<string, Operator>

/** Both spellings that SPDX 3.0 permits; `And` is an identifier. */
export const spdxOperators: LicenceOperators = new Map([
  ['AND', 'and'],
  ['and', 'and'],
  ['OR', 'or'],
  ['or', 'or'],
  ['WITH', 'with'],
  ['with', 'with'],
])

/** OpenEmbedded's recipes write `&` and `|`. */
export const yoctoOperators: LicenceOperators = new Map([...spdxOperators, ['&', 'and'], ['|', 'or']])

interface Token {
  readonly text: string
  readonly at: number
}

/** What an open parenthesis holds so far: alternatives of OR, each a list of parts of AND. */
interface Group {
  readonly alternatives: LicenceExpression[][]
  readonly openedAt: number
}

/** The state of reading: a stack of its own, so that no number of parentheses overflows that of the machine. */
interface Reading {
  readonly list: LicenceList
  readonly operators: LicenceOperators
  readonly tokens: readonly Token[]
  readonly groups: Group[]
  index: number
  needsOperand: boolean
}

/** Parses an expression in one pass. A refusal names the text and its position. */
export function parsedTokens(text: string, list: LicenceList, operators: LicenceOperators): Parsed<LicenceExpression> {
  if (text.length > maxLicenceLength) {
    return refused(`A licence expression has at most ${maxLicenceLength} characters, and this one ${text.length}.`)
  }
  const tokens = [...text.matchAll(/[()&|]|[^\s()&|]+/g)].map((found) => ({ text: found[0], at: found.index }))
  const alone = tokens.length === 1 ? withoutLicence(tokens[0]!.text) : undefined
  if (alone) return parsed(alone)

  const group: Group = { alternatives: [[]], openedAt: -1 }
  const reading: Reading = { list, operators, tokens, groups: [group], index: 0, needsOperand: true }
  for (; reading.index < tokens.length; reading.index += 1) {
    const reason = take(tokens[reading.index]!, reading)
    if (reason !== undefined) return refused(reason)
  }
  return finished(reading)
}

/** Takes one token into the state; returns what is wrong with it. */
function take(token: Token, reading: Reading): string | undefined {
  if (token.text === '(') return open(token, reading)
  if (token.text === ')') return close(token, reading)
  const operator = reading.operators.get(token.text)
  if (operator === 'with') return takeException(token, reading)
  return operator === undefined ? takeLicence(token, reading) : takeOperator(operator, token, reading)
}

function open(token: Token, { needsOperand, groups }: Reading): string | undefined {
  if (!needsOperand) return expected('AND or OR', token)
  groups.push({ alternatives: [[]], openedAt: token.at })
  return undefined
}

function close(token: Token, { needsOperand, groups }: Reading): string | undefined {
  if (needsOperand) return expected('a licence', token)
  if (groups.length === 1) return `The parenthesis ${position(token)} closes none.`
  const closed = joined(groups.pop()!)
  currentParts(groups).push(closed)
  return undefined
}

function takeOperator(operator: Operator, token: Token, reading: Reading): string | undefined {
  if (reading.needsOperand) return expected('a licence', token)
  if (operator === 'or') reading.groups.at(-1)!.alternatives.push([])
  reading.needsOperand = true
  return undefined
}

function takeLicence(token: Token, reading: Reading): string | undefined {
  if (!reading.needsOperand) return expected('AND, OR or WITH', token)
  const licence = licenceOf(token.text, reading.list)
  if (!licence) return `"${token.text.slice(0, 100)}" ${position(token)} is no identifier of a licence.`
  currentParts(reading.groups).push(licence)
  reading.needsOperand = false
  return undefined
}

function takeException(token: Token, reading: Reading): string | undefined {
  const { tokens, index, needsOperand, groups, operators, list } = reading
  const parts = currentParts(groups)
  const licence = parts.at(-1)
  const isBehindLicence = !needsOperand && tokens[index - 1]!.text !== ')' && licence && isLicence(licence)
  if (!isBehindLicence || licence.exception) return `The WITH ${position(token)} follows no licence.`
  const exception = tokens[index + 1]
  if (!exception || !isExceptionText(exception.text) || operators.has(exception.text)) {
    return `The WITH ${position(token)} needs the identifier of an exception behind it.`
  }
  parts[parts.length - 1] = { ...licence, exception: exceptionOf(exception.text, list) }
  reading.index += 1
  return undefined
}

function finished({ needsOperand, groups }: Reading): Parsed<LicenceExpression> {
  if (needsOperand) return refused('The expression ends where a licence is expected.')
  if (groups.length > 1) return refused(`The parenthesis at character ${groups.at(-1)!.openedAt + 1} is not closed.`)
  const expression = merged(joined(groups[0]!), 1)
  return expression === undefined
    ? refused(`AND and OR alternate more than ${maxLicenceDepth} deep: write the expression with fewer groups.`)
    : parsed(expression)
}

const currentParts = (groups: readonly Group[]): LicenceExpression[] => groups.at(-1)!.alternatives.at(-1)!

const expected = (what: string, token: Token): string =>
  `Expected ${what} instead of "${token.text.slice(0, 100)}" ${position(token)}.`

const position = ({ at }: Token): string => `at character ${at + 1}`

/** The group's expression: one part stands for itself. */
function joined({ alternatives }: Group): LicenceExpression {
  return combined(
    'or',
    alternatives.map((parts) => combined('and', parts)),
  )
}

function combined(kind: 'and' | 'or', parts: readonly LicenceExpression[]): LicenceExpression {
  return parts.length === 1 ? parts[0]! : { kind, parts }
}

/** The expression with groups of one kind in one another as one group; undefined: the kinds alternate too deep. */
function merged(expression: LicenceExpression, depth: number): LicenceExpression | undefined {
  if (expression.kind !== 'and' && expression.kind !== 'or') return expression
  if (depth > maxLicenceDepth) return undefined
  const { kind } = expression
  const parts: LicenceExpression[] = []
  const open: LicenceExpression[] = [expression]
  while (open.length > 0) {
    const part = open.pop()!
    if (part.kind === kind) for (const each of part.parts.toReversed()) open.push(each)
    else {
      const inner = merged(part, depth + 1)
      if (inner === undefined) return undefined
      parts.push(inner)
    }
  }
  return { kind, parts }
}

function withoutLicence(text: string): LicenceExpression | undefined {
  if (text === 'NONE') return { kind: 'none' }
  return text === 'NOASSERTION' ? { kind: 'no assertion' } : undefined
}

function licenceOf(text: string, list: LicenceList): Licence | undefined {
  const reference = /^(?:DocumentRef-[a-z0-9.-]+:)?LicenseRef-[a-z0-9.-]+$/i
  if (reference.test(text)) return { kind: 'reference', id: text, orLater: false }
  if (!/^[a-z0-9.-]+\+?$/i.test(text)) return undefined
  const orLater = text.endsWith('+')
  // `GPL-2.0+` is on the list by itself: it is read as GPL-2.0 with a plus, as any other licence
  const listed = list.licences.get((orLater ? text.slice(0, -1) : text).toLowerCase())
  return listed === undefined ? { kind: 'name', id: text, orLater: false } : { kind: 'listed', id: listed, orLater }
}

function exceptionOf(text: string, list: LicenceList): LicenceException {
  const listed = list.exceptions.get(text.toLowerCase())
  return { id: listed ?? text, isListed: listed !== undefined }
}

const isExceptionText = (text: string): boolean => /^(?:DocumentRef-[a-z0-9.-]+:)?[a-z0-9.-]+$/i.test(text)

function isLicence(expression: LicenceExpression): expression is Licence {
  return expression.kind === 'listed' || expression.kind === 'reference' || expression.kind === 'name'
}
