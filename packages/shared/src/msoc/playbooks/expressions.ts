/**
 * The expressions of playbooks. They read values and change their form; they compute nothing else, and no code runs.
 *
 *     template   = { text | "{{" expression "}}" }
 *     expression = path { "|" filter }
 *     path       = name { "." ( name | number ) }
 *     filter     = name [ "(" literal { "," literal } ")" ]
 *     literal    = '"' text '"' | number | "true" | "false"
 */
export interface Expression {
  readonly path: readonly string[]
  readonly filters: readonly FilterCall[]
  /** Where it begins in the template. */
  readonly at: number
}

export interface FilterCall {
  readonly name: FilterName
  readonly args: readonly Literal[]
}

type Literal = string | number | boolean

export type Template = readonly (string | Expression)[]

/** The filters, with the number of arguments that each takes. */
export const filterArguments = {
  upper: [0, 0],
  lower: [0, 0],
  trim: [0, 0],
  json: [0, 0],
  length: [0, 0],
  first: [0, 0],
  last: [0, 0],
  hex: [0, 0],
  default: [1, 1],
  join: [0, 1],
  replace: [2, 2],
  truncate: [1, 1],
  date: [0, 0],
  url: [0, 0],
} as const satisfies Record<string, readonly [number, number]>
export type FilterName = keyof typeof filterArguments

/** Why a text is not an expression, and at which character it stops being one. */
export class ExpressionError extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const deepestPath = 20
const mostFilters = 10

/**
 * Reads a template (rule PLAYBOOK-3).
 *
 * @throws {ExpressionError}
 */
export function parseTemplate(text: string): Template {
  const parts: (string | Expression)[] = []
  let from = 0
  while (from < text.length) {
    const open = text.indexOf('{{', from)
    if (open < 0) break
    const close = closing(text, open + 2)
    if (close < 0) throw new ExpressionError('"{{" is never closed with "}}".', open)
    if (open > from) parts.push(text.slice(from, open))
    parts.push(expressionIn(text.slice(0, close), open + 2))
    from = close + 2
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}

/**
 * Reads a path without braces, with filters if there are any.
 *
 * @throws {ExpressionError}
 */
export function parsePath(text: string): Expression {
  return expressionIn(text, 0)
}

/** The end of an expression: the first "}}" outside of quotes. */
function closing(text: string, from: number): number {
  let isQuoted = false
  for (let at = from; at < text.length; at += 1) {
    if (isQuoted && text[at] === '\\') at += 1
    else if (text[at] === '"') isQuoted = !isQuoted
    else if (!isQuoted && text.startsWith('}}', at)) return at
  }
  return -1
}

/** Reads one expression from a position of a text to its end. */
function expressionIn(text: string, start: number): Expression {
  const reader = createReader(text, start)
  reader.space()
  const at = reader.position()
  const path = [reader.name('a path, such as alert.title')]
  while (reader.skip('.')) path.push(reader.part())
  if (path.length > deepestPath) throw new ExpressionError(`A path has at most ${deepestPath} parts.`, at)
  const filters: FilterCall[] = []
  for (reader.space(); reader.skip('|'); reader.space()) filters.push(filterIn(reader))
  if (filters.length > mostFilters) throw new ExpressionError(`At most ${mostFilters} filters are possible.`, at)
  if (!reader.isOver()) throw new ExpressionError(`"${reader.rest()}" is not expected here.`, reader.position())
  return { path, filters, at }
}

function filterIn(reader: Reader): FilterCall {
  reader.space()
  const at = reader.position()
  const name = reader.name('a filter')
  if (!isFilter(name))
    throw new ExpressionError(`There is no filter "${name}"; there are ${Object.keys(filterArguments).join(', ')}.`, at)
  const args = argumentsIn(reader)
  const [least, most] = filterArguments[name]
  if (args.length < least || args.length > most)
    throw new ExpressionError(`"${name}" takes ${least === most ? least : `${least} or ${most}`} arguments.`, at)
  if (name === 'replace' && args[0] === '') throw new ExpressionError('"replace" needs a text to look for.', at)
  return { name, args }
}

function argumentsIn(reader: Reader): Literal[] {
  if (!reader.skip('(')) return []
  const args: Literal[] = []
  do {
    reader.space()
    args.push(reader.literal())
    reader.space()
  } while (reader.skip(','))
  if (!reader.skip(')')) throw new ExpressionError('A ")" is missing.', reader.position())
  return args
}

function isFilter(name: string): name is FilterName {
  return Object.hasOwn(filterArguments, name)
}

type Reader = ReturnType<typeof createReader>

function createReader(text: string, start: number) {
  let at = start

  function matched(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }

  function name(what: string): string {
    const found = matched(/[A-Za-z_][A-Za-z0-9_]*/y)
    if (found === undefined) throw new ExpressionError(`Here must be ${what}.`, at)
    return found
  }

  return {
    position: () => at,
    isOver: () => at >= text.length,
    rest: () => text.slice(at, at + 20),
    space: () => void matched(/\s*/y),
    skip(char: string): boolean {
      const isHere = text[at] === char
      if (isHere) at += 1
      return isHere
    },
    name,
    part: (): string => matched(/\d{1,5}(?![A-Za-z0-9_])/y) ?? name('the name of a field'),
    literal(): Literal {
      const quoted = matched(/"(?:[^"\\]|\\["\\n])*"/y)
      if (quoted !== undefined)
        return quoted.slice(1, -1).replace(/\\(["\\n])/g, (_, char: string) => (char === 'n' ? '\n' : char))
      const number = matched(/-?\d{1,15}(?:\.\d{1,10})?/y)
      if (number !== undefined) return Number(number)
      const word = matched(/true|false/y)
      if (word !== undefined) return word === 'true'
      throw new ExpressionError('Here must be a text in quotes, a number, true or false.', at)
    },
  }
}
