import { attributeStatements } from './attribute-statements.ts'
import { createSubject } from './draft.ts'
import type { Keyword } from './keywords.ts'
import { messageStatements } from './message-statements.ts'
import { about, keep, semicolon, signalReference, subjectReference, valueNames, type Reading } from './reading.ts'

/** The reader of each statement; statements without one are kept unchanged (rule DBC-5). */
export const statements: Readonly<Partial<Record<Keyword, (reading: Reading) => void>>> = {
  VERSION({ cursor, draft }) {
    draft.version = cursor.string('the version in quotes')
  },

  NS_({ cursor, draft }) {
    cursor.symbol(':')
    // the words under it are keywords themselves; a statement has a token after its keyword, on the same line
    while (cursor.token.kind === 'word' && (!cursor.token.isFirst || cursor.following.isFirst))
      draft.newSymbols.push(cursor.advance().text)
  },

  BS_({ cursor, draft, textFrom }) {
    cursor.symbol(':')
    const { from, isFirst } = cursor.token
    while (!cursor.token.isFirst) cursor.advance()
    draft.bitTiming = isFirst ? '' : textFrom(from)
  },

  BU_({ cursor, draft, isStatement, warn }) {
    cursor.symbol(':')
    while (cursor.token.kind === 'word' && !isStatement()) {
      const { text: name, from } = cursor.advance()
      if (draft.nodes.has(name)) warn(from, `the node ${name} is named twice`)
      else draft.nodes.set(name, createSubject())
    }
  },

  VAL_TABLE_(reading) {
    const { cursor, draft, from, warn } = reading
    const name = cursor.word('the name of a value table')
    const values = valueNames(reading)
    semicolon(reading)
    if (draft.valueTables.has(name)) warn(from, `the value table ${name} is given twice: the later one counts`)
    draft.valueTables.set(name, { name, values })
  },

  VAL_(reading) {
    // values of an environment variable, which has a name instead of an id
    if (reading.cursor.token.kind === 'word' && !reading.isStatement()) return keep(reading)
    const signal = signalReference(reading)
    const values = valueNames(reading)
    about(reading, signal, (found) => {
      if (found.values.length > 0)
        reading.warn(reading.from, `the values of ${signal.what} are named twice: the later names count`)
      found.values = values
    })
  },

  CM_(reading) {
    const { cursor, from, warn } = reading
    if (cursor.is('EV_')) return keep(reading)
    const subject = subjectReference(reading)
    const comment = cursor.string('a comment in quotes')
    about(reading, subject, (found) => {
      if (found.comment !== '') warn(from, `${subject.what} has a comment already: the later one counts`)
      found.comment = comment
    })
  },

  ...messageStatements,
  ...attributeStatements,
}
