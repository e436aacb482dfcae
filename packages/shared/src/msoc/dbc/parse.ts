import { createCursor, Unreadable, type Cursor } from './cursor.ts'
import { decidesDecoding } from './decoding.ts'
import { createDraft, finished, oddities, type Draft } from './draft.ts'
import { isKeyword } from './keywords.ts'
import { applyLongNames } from './long-names.ts'
import type { Dbc } from './model.ts'
import { keep, type Reading } from './reading.ts'
import { statements } from './statements.ts'
import { createPlaces, type Fault } from './tokens.ts'

export type { Fault } from './tokens.ts'

export type ParsedDbc =
  | { readonly dbc: Dbc; readonly warnings: readonly Fault[] }
  | { readonly dbc: undefined; readonly faults: readonly Fault[] }

/** Maximum number and length of reported faults; more would not be read. */
const MAX_FAULTS = 100
const MAX_REASON = 400
/** Maximum times that reading goes back behind an unclosed text: each time, the text behind it is read again. */
const MAX_RETURNS = 100

interface Found {
  readonly offset: number
  readonly reason: string
}

/**
 * Reads a CAN database in the DBC format. A statement that can't be read is a fault with its position, or only a
 * warning where frames are decoded alike without it, and reading continues with the next statement; with a fault there
 * is no database. Rules DBC-1 to DBC-12 and DBC-28 of ./SPEC.md. Time and memory are proportional to the length of the
 * text.
 */
export function parseDbc(text: string): ParsedDbc {
  const draft = createDraft()
  const faults: Found[] = []
  const warnings: Found[] = []
  const noteIn = (list: Found[]) => (offset: number, reason: string) => {
    if (list.length < MAX_FAULTS) list.push({ offset, reason: reason.slice(0, MAX_REASON) })
  }
  readStatements(text, draft, {
    fail: noteIn(faults),
    warn: noteIn(warnings),
    isEnough: () => faults.length === MAX_FAULTS,
  })
  if (draft.messages.size === 0 && faults.length === 0)
    faults.push({ offset: 0, reason: 'no message (BO_) is in this file' })

  const placeOf = createPlaces(text)
  const placed = (list: Found[]): Fault[] =>
    list
      .toSorted((one, other) => one.offset - other.offset)
      .map(({ offset, reason }) => ({ ...placeOf(offset), reason }))
  return faults.length > 0
    ? { dbc: undefined, faults: placed(faults) }
    : { dbc: finished(draft), warnings: placed(warnings) }
}

type Note = (offset: number, reason: string) => void

interface Notes {
  readonly fail: Note
  readonly warn: Note
  /** Returns true once the maximum number of faults is reached, so that the rest need not be read. */
  readonly isEnough: () => boolean
}

function readStatements(text: string, draft: Draft, { fail, warn, isEnough }: Notes): void {
  const cursor = createCursor(text)
  const recover = createRecovery(text, cursor)
  const acts: (() => void)[] = []
  let isDecided = true
  while (cursor.token.kind !== 'end' && !isEnough()) {
    const { from, text: keyword, isFirst, kind } = cursor.token
    // what follows on its line belongs to the statement before
    const isStatement = isKeyword(keyword) && kind === 'word'
    if (keyword === ';') isDecided = false
    else if (isStatement || isFirst) isDecided = decidesDecoding(text, from)
    try {
      if (!isStatement) throw cursor.expected('a statement such as BO_ or SG_')
      cursor.advance()
      read({
        keyword,
        cursor,
        draft,
        from,
        warn,
        fail,
        textFrom: (offset) => text.slice(offset, cursor.behind),
        isStatement: () => beginsStatement(cursor),
        later: (act) => acts.push(act),
      })
      cursor.trust()
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      const { offset, message } = reasonOf(error, cursor)
      const isRecovered = recover()
      if (isDecided || !isRecovered) fail(offset, message)
      else warn(offset, `${message}; it was left out`)
    }
  }
  for (const act of acts) act()
  for (const message of draft.messages.values())
    for (const { offset, reason } of oddities(message)) warn(offset, reason)
  applyLongNames(draft)
}

/** Returns where and why a statement can't be read: a text that is not closed misleads about all that follows it. */
function reasonOf(error: Unreadable, { doubtfulFrom }: Cursor): { offset: number; message: string } {
  return doubtfulFrom === undefined ? error : { offset: doubtfulFrom, message: 'a text that no quote closes' }
}

/**
 * Returns a function that continues at the next statement. A text that its quote probably does not close hides
 * statements: reading goes back to the line after its beginning. False: it went back too often.
 */
function createRecovery(text: string, cursor: Cursor): () => boolean {
  let returns = 0
  return () => {
    skipStatement(cursor)
    const { doubtfulFrom } = cursor
    cursor.trust()
    if (doubtfulFrom === undefined) return true
    returns += 1
    if (returns > MAX_RETURNS) return false
    cursor.moveTo(nextStatement(text, doubtfulFrom))
    return true
  }
}

/** Returns the offset of the next line that begins with a keyword. */
function nextStatement(text: string, offset: number): number {
  for (let at = text.indexOf('\n', offset); at !== -1; at = text.indexOf('\n', at + 1)) {
    FIRST_WORD.lastIndex = at + 1
    if (isKeyword(FIRST_WORD.exec(text)?.[1] ?? '')) return at + 1
  }
  return text.length
}

const FIRST_WORD = /[ \t]{0,100}(\w{1,20})/y

function read(reading: Reading): void {
  const statement: ((reading: Reading) => void) | undefined = statements[reading.keyword]
  if (statement === undefined) keep(reading)
  else statement(reading)
}

function skipStatement(cursor: Cursor): void {
  while (!beginsStatement(cursor) && cursor.token.kind !== 'end') cursor.advance()
}

function beginsStatement({ token }: Cursor): boolean {
  return token.isFirst && token.kind === 'word' && isKeyword(token.text)
}
