import { Unreadable, type Cursor } from './cursor.ts'
import { messageKey, type Draft, type DraftMessage, type DraftSignal, type Subject } from './draft.ts'
import type { Keyword } from './keywords.ts'
import type { ValueName } from './model.ts'

/** What the reader of a statement needs. */
export interface Reading {
  readonly keyword: Keyword
  readonly cursor: Cursor
  readonly draft: Draft
  /** Offset of the statement. */
  readonly from: number
  /** Returns the text from an offset up to the last token read. */
  readonly textFrom: (offset: number) => string
  /** Returns true if the next token begins a statement. */
  readonly isStatement: () => boolean
  readonly warn: (offset: number, reason: string) => void
  /** Refuses the file because of a fault that only the complete text shows. */
  readonly fail: (offset: number, reason: string) => void
  /** Runs a function after all of the text is read: a statement may refer to something defined after it. */
  readonly later: (act: () => void) => void
}

/** An object that a statement refers to. */
export interface Reference<T> {
  readonly what: string
  readonly find: () => T | undefined
}

export const MAX_NUMBER = 0xffffffff

export function messageReference({ cursor, draft }: Reading): Reference<DraftMessage> {
  const number = cursor.integer('the id of a message', 0, MAX_NUMBER)
  return { what: `message ${number}`, find: () => draft.messages.get(messageKey(number)) }
}

export function signalReference(reading: Reading): Reference<DraftSignal> {
  const message = messageReference(reading)
  const name = reading.cursor.word('the name of a signal')
  return { what: `signal ${name} of ${message.what}`, find: () => message.find()?.signals.get(name) }
}

/** Reads the subject of a comment or an attribute: the database, a node, a message or a signal. */
export function subjectReference(reading: Reading): Reference<Subject> {
  const { cursor, draft } = reading
  if (cursor.skip('BO_')) return messageReference(reading)
  if (cursor.skip('SG_')) return signalReference(reading)
  if (!cursor.skip('BU_')) return { what: 'the database', find: () => draft.about }
  const name = cursor.word('the name of a node')
  return { what: `node ${name}`, find: () => draft.nodes.get(name) }
}

/** Skips the semicolon at a statement's end. If a line break is in its place, only a warning is given. */
export function semicolon({ cursor, isStatement, warn }: Reading): void {
  if (cursor.skip(';')) return
  if (cursor.token.kind !== 'end' && !isStatement()) throw cursor.expected('";"')
  warn(cursor.behind, 'a ";" is missing here')
}

/** Ends a statement about an object. If the file does not have the object, the statement is kept as is (rule DBC-6). */
export function about<T>(reading: Reading, { what, find }: Reference<T>, act: (subject: T) => void): void {
  semicolon(reading)
  const text = statementText(reading)
  reading.later(() => {
    const subject = find()
    if (subject !== undefined) return act(subject)
    reading.warn(reading.from, `${what} is not in this file`)
    reading.draft.kept.push({ keyword: reading.keyword, text })
  })
}

/** Keeps a statement unchanged, up to its semicolon. */
export function keep(reading: Reading): void {
  const { cursor, draft, keyword } = reading
  while (!cursor.is(';') && !reading.isStatement() && cursor.token.kind !== 'end') cursor.advance()
  if (cursor.doubtfulFrom !== undefined) throw new Unreadable(cursor.doubtfulFrom, 'a text that no quote closes')
  semicolon(reading)
  const text = statementText(reading)
  reading.later(() => draft.kept.push({ keyword, text }))
}

function statementText({ textFrom, from }: Reading): string {
  const text = textFrom(from)
  return text.endsWith(';') ? text : `${text};`
}

/** Reads raw values and their names. */
export function valueNames({ cursor }: Reading): ValueName[] {
  const values: ValueName[] = []
  while (cursor.token.kind === 'number') {
    const value = cursor.number('a value')
    values.push({ value, name: cursor.string('the name of a value in quotes') })
  }
  return values
}

/** Reads words separated by commas; some tools write blanks instead, and some a comma at the end. */
export function words({ cursor }: Reading, what: string): string[] {
  const list: string[] = []
  while (cursor.token.kind === 'word' && (!cursor.token.isFirst || list.length === 0)) {
    list.push(cursor.word(what))
    cursor.skip(',')
  }
  return list
}
