/** One condition on a frame or an id (rules ANALYZER-30 to ANALYZER-36). */
export type Term =
  /**
   * Ids from `low` to `high`, or (`mask`) ids that equal `low` in the bits of the mask. `isWord`: the text may also be
   * part of a name.
   */
  | {
      readonly kind: 'id'
      readonly low: number
      readonly high: number
      readonly mask: number | undefined
      readonly isExtended: boolean
      readonly word: string | undefined
    }
  | { readonly kind: 'word'; readonly word: string }
  | {
      readonly kind: 'number'
      readonly of: 'rate' | 'period' | 'len'
      readonly compare: Comparison
      readonly value: number
    }
  /** Payload bytes from the first byte on, each with a mask. */
  | { readonly kind: 'data'; readonly bytes: readonly { readonly mask: number; readonly value: number }[] }
  | { readonly kind: 'signal'; readonly name: string; readonly compare: Comparison; readonly value: number | string }
  | { readonly kind: 'changed' | 'unknown' }
  | { readonly kind: 'is'; readonly what: FrameKind }
  | { readonly kind: 'not'; readonly term: Term }

const comparisons = ['>=', '<=', '!=', '>', '<', '='] as const
export type Comparison = (typeof comparisons)[number]

export const frameKinds = ['fd', 'remote', 'error', 'extended'] as const
export type FrameKind = (typeof frameKinds)[number]

/** Alternatives, each a conjunction of its terms. Without alternatives, everything passes. */
export type Filter = readonly (readonly Term[])[]
export type ParsedFilter =
  { readonly filter: Filter; readonly fault: undefined } | { readonly filter: undefined; readonly fault: string }

const mostCharacters = 1_000
const mostTerms = 64

interface Token {
  readonly text: string
  readonly kind: 'word' | 'quoted' | 'sign' | 'comma' | 'end'
  /** The column of its first character, from 1. */
  readonly column: number
}

/** Thrown inside the parser; it becomes a fault with its location. */
class Misread extends Error {}

/** Parses a filter, or returns the error and its location. */
export function parseFilter(text: string): ParsedFilter {
  try {
    return { filter: readFilter(text), fault: undefined }
  } catch (problem) {
    if (problem instanceof Misread) return { filter: undefined, fault: problem.message }
    throw problem
  }
}

function readFilter(text: string): Filter {
  if (text.length > mostCharacters)
    throw new Misread(`A filter has at most ${mostCharacters.toLocaleString('en')} characters.`)
  const tokens = tokensOf(text)
  if (tokens.length === 1) return []
  const read = reader(tokens)
  const groups: Term[][] = [[]]
  for (let terms = 0; read.peek().kind !== 'end';) {
    const { kind, column } = read.peek()
    if (kind === 'comma') {
      if (groups.at(-1)!.length === 0) throw misread(column, 'there is nothing before this comma')
      read.next()
      groups.push([])
      continue
    }
    if (++terms > mostTerms) throw misread(column, `there are more than ${mostTerms} conditions`)
    groups.at(-1)!.push(readTerm(read))
  }
  if (groups.at(-1)!.length === 0) throw misread(text.length, 'there is nothing after this comma')
  return groups
}

const misread = (column: number, reason: string) => new Misread(`Column ${column}: ${reason}.`)

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const pattern = /\s+|(?<comma>,)|(?<sign>>=|<=|!=|[<>=])|"(?<quoted>[^"]*)"|(?<word>[^\s,<>=!"]+)/gy
  for (let at = 0; at < text.length; at = pattern.lastIndex) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found)
      throw misread(at + 1, text[at] === '"' ? 'the quotation mark is never closed' : `${text[at]} is not understood`)
    const [kind, value] = Object.entries(found.groups ?? {}).find(([, value]) => value !== undefined) ?? []
    if (kind !== undefined && value !== undefined)
      tokens.push({ text: value, kind: kind as Token['kind'], column: at + 1 })
  }
  return [...tokens, { text: '', kind: 'end', column: text.length + 1 }]
}

interface Reader {
  peek(): Token
  next(): Token
  /** Takes the next token if it is this word, ignoring case. */
  takes(word: string): boolean
}

function reader(tokens: readonly Token[]): Reader {
  let at = 0
  const peek = () => tokens[at]!
  const next = () => tokens[at < tokens.length - 1 ? at++ : at]!
  return {
    peek,
    next,
    takes(word) {
      const isIt = peek().kind === 'word' && peek().text.toLowerCase() === word
      if (isIt) next()
      return isIt
    },
  }
}

function readTerm(read: Reader): Term {
  const token = read.next()
  if (token.kind === 'quoted') return { kind: 'word', word: token.text.toLowerCase() }
  if (token.kind !== 'word')
    throw misread(
      token.column,
      token.kind === 'end' ? 'a condition is missing' : `${token.text} needs rate, period, len or signal before it`,
    )
  switch (token.text.toLowerCase()) {
    case 'not':
      return { kind: 'not', term: readTerm(read) }
    case 'changed':
      return { kind: 'changed' }
    case 'unknown':
      return { kind: 'unknown' }
    case 'in':
      if (!read.takes('dbc')) throw misread(read.peek().column, 'write in dbc')
      return { kind: 'not', term: { kind: 'unknown' } }
    case 'is':
      return { kind: 'is', what: readKind(read) }
    case 'rate':
      return readNumber(read, 'rate', 'hz')
    case 'period':
      return readNumber(read, 'period', 'ms')
    case 'len':
      return readNumber(read, 'len', 'bytes')
    case 'data':
      return readData(read)
    case 'signal':
      return readSignal(read)
    default:
      return idOrWord(token)
  }
}

function readKind(read: Reader): FrameKind {
  const { text, column } = read.next()
  const kind = frameKinds.find((each) => each === text.toLowerCase())
  if (kind === undefined) throw misread(column, `write is and one of ${frameKinds.join(', ')}`)
  return kind
}

function readComparison(read: Reader, after: string): Comparison {
  const { text, kind, column } = read.next()
  if (kind !== 'sign') throw misread(column, `${after} needs one of ${comparisons.join(' ')} and a value`)
  return text as Comparison
}

function readNumber(read: Reader, of: 'rate' | 'period' | 'len', unit: string): Term {
  const compare = readComparison(read, of)
  const { text, column } = read.next()
  const [, digits] = new RegExp(`^(\\d+(?:\\.\\d+)?)(?:${unit})?$`, 'i').exec(text) ?? []
  if (digits === undefined)
    throw misread(column, `${of} needs a number${of === 'len' ? '' : ` in ${unit === 'hz' ? 'Hz' : unit}`}`)
  read.takes(unit)
  return { kind: 'number', of, compare, value: Number(digits) }
}

function readData(read: Reader): Term {
  const bytes: { mask: number; value: number }[] = []
  while (read.peek().kind === 'word' && /^[\da-f?]{2}$/i.test(read.peek().text)) {
    const { text } = read.next()
    const nibbles = [...text].map((digit) =>
      digit === '?' ? { mask: 0, value: 0 } : { mask: 15, value: Number.parseInt(digit, 16) },
    )
    bytes.push({
      mask: (nibbles[0]!.mask << 4) | nibbles[1]!.mask,
      value: (nibbles[0]!.value << 4) | nibbles[1]!.value,
    })
  }
  if (bytes.length === 0) throw misread(read.peek().column, 'data needs bytes of two digits, ?? for any')
  if (bytes.length > 64) throw misread(read.peek().column, 'a payload has at most 64 bytes')
  return { kind: 'data', bytes }
}

function readSignal(read: Reader): Term {
  const { text: name, kind, column } = read.next()
  if (kind !== 'word' && kind !== 'quoted') throw misread(column, 'signal needs a name')
  const compare = readComparison(read, name)
  const value = read.next()
  if (value.kind !== 'word' && value.kind !== 'quoted')
    throw misread(value.column, `${name} needs a value to compare with`)
  const number = value.kind === 'word' && value.text.trim() !== '' ? Number(value.text) : NaN
  if (!Number.isNaN(number)) return { kind: 'signal', name: name.toLowerCase(), compare, value: number }
  if (compare !== '=' && compare !== '!=')
    throw misread(value.column, `${value.text} is a name: it can be compared with = and != only`)
  return { kind: 'signal', name: name.toLowerCase(), compare, value: value.text.toLowerCase() }
}

const largestId = 0x1fffffff

function idOrWord({ text, column }: Token): Term {
  const bare = /^(?<prefix>0x)?(?<digits>[\da-f]{1,8})$/i.exec(text)
  if (bare?.groups)
    return idTerm(
      column,
      bare.groups.digits!,
      undefined,
      bare.groups.prefix === undefined ? text.toLowerCase() : undefined,
    )
  const range = /^(?:0x)?(?<low>[\da-f]{1,8})-(?:0x)?(?<high>[\da-f]{1,8})$/i.exec(text)
  if (range?.groups) return rangeTerm(column, range.groups.low!, range.groups.high!)
  const masked = /^(?:0x)?(?<digits>[\da-f]{1,8})\/(?:0x)?(?<mask>[\da-f]{1,8})$/i.exec(text)
  if (masked?.groups) return idTerm(column, masked.groups.digits!, Number.parseInt(masked.groups.mask!, 16), undefined)
  const open = /^(?:0x)?(?<digits>[\da-f?]{2,8})$/i.exec(text)
  if (open?.groups) return openTerm(column, open.groups.digits!)
  if (/^0x/i.test(text)) throw misread(column, `${text} is not an arbitration id`)
  return { kind: 'word', word: text.toLowerCase() }
}

/**
 * The term of an id: eight digits mean an id of 29 bits, as CAN tools write them; fewer digits an id of either format.
 */
function idTerm(column: number, digits: string, mask: number | undefined, word: string | undefined): Term {
  const low = Number.parseInt(digits, 16)
  if (low > largestId && word !== undefined) return { kind: 'word', word }
  if (low > largestId) throw misread(column, 'an arbitration id has at most 29 bits')
  return { kind: 'id', low, high: low, mask, isExtended: digits.length === 8, word }
}

function rangeTerm(column: number, from: string, to: string): Term {
  const [low, high] = [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  if (high > largestId) throw misread(column, 'an arbitration id has at most 29 bits')
  if (low > high) throw misread(column, 'the range ends before it begins')
  return { kind: 'id', low, high, mask: undefined, isExtended: from.length === 8 && to.length === 8, word: undefined }
}

/** `7E?`: matches any digit in place of `?`. */
function openTerm(column: number, digits: string): Term {
  const mask = Number.parseInt(digits.replaceAll(/[^?]/g, 'F').replaceAll('?', '0'), 16)
  return idTerm(
    column,
    digits.replaceAll('?', '0'),
    digits.length === 8 ? mask : 0x1fffffff - (16 ** digits.length - 1) + mask,
    undefined,
  )
}
