import { createTokens, type Token } from './tokens.ts'

/** Why and where a statement can't be read. Thrown only inside the parser, and caught by its loop. */
export class Unreadable extends Error {
  readonly offset: number

  constructor(offset: number, reason: string) {
    super(reason)
    this.offset = offset
  }
}

/** The next tokens of a text, with functions that read what a statement expects there. */
export interface Cursor {
  readonly token: Token
  /** The token after it. */
  readonly following: Token
  /** End of the previous token. */
  readonly behind: number
  advance(): Token
  /** Continues at an offset, which may be one that was passed. */
  moveTo(offset: number): void
  /** Offset of the first doubtful text (see `Token`) since the last `moveTo` or `trust`; undefined: there is none. */
  readonly doubtfulFrom: number | undefined
  /** Forgets doubtful texts: the statement with them was read. */
  trust(): void
  is(text: string): boolean
  /** Skips the symbol or word if it is there. */
  skip(text: string): boolean
  symbol(text: string): void
  word(what: string): string
  string(what: string): string
  number(what: string): number
  /** Reads an integer from `least` to `most`, both included. */
  integer(what: string, least: number, most: number): number
  expected(what: string): Unreadable
}

export function createCursor(text: string): Cursor {
  const tokens = createTokens(text)
  let token = tokens.next()
  let following = tokens.next()
  let behind = 0
  let doubtfulFrom: number | undefined

  function expected(what: string): Unreadable {
    return new Unreadable(token.from, `expected ${what}, found ${shown(token)}`)
  }

  function advance(): Token {
    const before = token
    behind = before.to
    if (before.isDoubtful) doubtfulFrom ??= before.from
    token = following
    following = tokens.next()
    return before
  }

  function moveTo(offset: number): void {
    tokens.moveTo(offset)
    doubtfulFrom = undefined
    token = tokens.next()
    following = tokens.next()
  }

  function take(kind: Token['kind'], what: string): string {
    if (token.kind !== kind) throw expected(what)
    return advance().text
  }

  function number(what: string): number {
    const { from } = token
    const value = Number(take('number', what))
    if (!Number.isFinite(value)) throw new Unreadable(from, `${what} is too large`)
    // adding 0 turns -0 into 0, which a reader of the text expects
    return value + 0
  }

  return {
    get token() {
      return token
    },
    get following() {
      return following
    },
    get behind() {
      return behind
    },
    get doubtfulFrom() {
      return doubtfulFrom
    },
    trust() {
      doubtfulFrom = undefined
    },
    advance,
    moveTo,
    is: (wanted) => token.text === wanted && (token.kind === 'symbol' || token.kind === 'word'),
    skip(wanted) {
      const isThere = this.is(wanted)
      if (isThere) advance()
      return isThere
    },
    symbol(wanted) {
      if (!this.skip(wanted)) throw expected(`"${wanted}"`)
    },
    word(what) {
      const { from, text } = token
      if (token.kind === 'word' && text.length > MAX_NAME)
        throw new Unreadable(from, `${what} has more than ${MAX_NAME} characters`)
      return take('word', what)
    },
    string: (what) => take('string', what),
    number,
    integer(what, least, most) {
      const { from, text: digits } = token
      const value = number(what)
      if (Number.isInteger(value) && value >= least && value <= most) return value
      throw new Unreadable(from, `${what} is a whole number from ${least} to ${most}, not ${digits}`)
    },
    expected,
  }
}

/** Maximum length of a name, as in Vector's tools: texts about faults repeat names. */
const MAX_NAME = 128
const SHOWN = 40

function shown({ kind, text }: Token): string {
  if (kind === 'end') return 'the end of the file'
  if (kind === 'symbol' && text === '"') return 'a text that no quote closes'
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  return kind === 'string' ? `the text "${short}"` : `"${short}"`
}
