/** A problem in a text and its position. Lines and columns count from 1; a column is a UTF-16 unit. */
export interface Fault {
  readonly line: number
  readonly column: number
  readonly reason: string
}

/** A word or symbol of a DBC text. A string's `text` is without its quotes, and `\"` in it is a quote. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'symbol' | 'end'
  readonly text: string
  /** Offset in UTF-16 units from the start of the whole text. */
  readonly from: number
  readonly to: number
  /** True if it is the first token of a line. */
  readonly isFirst: boolean
  /** Of a text over several lines that more of a line follows: its closing quote probably opens another text. */
  readonly isDoubtful?: boolean
}

/** The tokens of a text, one by one. */
interface Tokens {
  next(): Token
  /** Continues at an offset, which may be one that was passed. */
  moveTo(offset: number): void
}

const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y
const WORD = /[\w\u0080-\u009F\u00A1-\uFEFE\uFF00-\uFFFF]+/y
/** What follows a text that is closed by its own quote. */
const STATEMENT_END = /[ \t]*(?:[;,\r\n]|$)/y
const SLASH = 0x2f
const LINE_FEED = 0x0a

/** A tab, a line end of any kind, a blank, a no-break space, a byte order mark. */
const isSpace = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0xfeff

/**
 * Reads a DBC text token by token, forwards only; each character is read a bounded number of times (rule DBC-2).
 */
export function createTokens(text: string): Tokens {
  let at = 0
  /** The first quote that nothing closes: those after it are not closed either. */
  let unclosedFrom = text.length

  /** Skips white space and `//` remarks; returns true if a new line began. */
  function skipBlanks(): boolean {
    let isFirst = at === 0 || text.charCodeAt(at - 1) === LINE_FEED
    while (at < text.length) {
      const code = text.charCodeAt(at)
      if (code === SLASH && text.charCodeAt(at + 1) === SLASH) at = lineEnd()
      else if (!isSpace(code)) break
      else {
        isFirst ||= code === LINE_FEED
        at += 1
      }
    }
    return isFirst
  }

  function lineEnd(): number {
    const end = text.indexOf('\n', at)
    return end === -1 ? text.length : end
  }

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }

  function take(kind: Token['kind'], content: string, length: number, isFirst: boolean): Token {
    at += length
    return { kind, text: content, from: at - length, to: at, isFirst }
  }

  /**
   * An opening quote without a closing one ends with its line, as a symbol; so do all later ones, because none of them
   * can be closed either.
   */
  function takeString(isFirst: boolean): Token {
    let end = at < unclosedFrom ? text.indexOf('"', at + 1) : -1
    while (end !== -1 && text[end - 1] === '\\') end = text.indexOf('"', end + 1)
    if (end === -1) {
      unclosedFrom = Math.min(unclosedFrom, at)
      return take('symbol', '"', lineEnd() - at, isFirst)
    }
    const content = text.slice(at + 1, end)
    const token = take('string', content.replaceAll('\\"', '"'), end + 1 - at, isFirst)
    return content.includes('\n') && match(STATEMENT_END) === undefined ? { ...token, isDoubtful: true } : token
  }

  return {
    next() {
      const isFirst = skipBlanks()
      if (at === text.length) return take('end', '', 0, true)
      if (text[at] === '"') return takeString(isFirst)
      const number = match(NUMBER)
      if (number !== undefined) return take('number', number, number.length, isFirst)
      const word = match(WORD)
      return word === undefined ? take('symbol', text[at]!, 1, isFirst) : take('word', word, word.length, isFirst)
    },
    moveTo(offset) {
      at = offset
    },
  }
}

/** Returns a function from offsets in a text to lines and columns, both from 1. */
export function createPlaces(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    for (let high = starts.length; high - low > 1;) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - starts[low]! + 1 }
  }
}
