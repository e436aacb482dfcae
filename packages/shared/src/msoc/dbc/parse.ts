import { createCursor, Unreadable, type Cursor } from './cursor.ts'
import { createDraft, finished, oddities, type Draft } from './draft.ts'
import { isKeyword } from './keywords.ts'
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

interface Found {
  readonly offset: number
  readonly reason: string
}

/**
 * Reads a CAN database in the DBC format. A statement that can't be read is a fault with its position, and reading
 * continues with the next statement; with a fault there is no database. Oddities are only warnings. Rules DBC-1 to
 * DBC-12 of ./SPEC.md. Time and memory are proportional to the length of the text.
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
  const acts: (() => void)[] = []
  while (cursor.token.kind !== 'end' && !isEnough()) {
    const { from, text: keyword } = cursor.token
    try {
      if (!isKeyword(keyword) || cursor.token.kind !== 'word') throw cursor.expected('a statement such as BO_ or SG_')
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
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      fail(error.offset, error.message)
      skipStatement(cursor)
    }
  }
  for (const act of acts) act()
  for (const message of draft.messages.values())
    for (const { offset, reason } of oddities(message)) warn(offset, reason)
}

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
