import { definitionKey } from './draft.ts'
import { Unreadable, type Cursor } from './cursor.ts'
import type { AttributeDefinition, AttributeOwner } from './model.ts'
import { about, keep, semicolon, subjectReference, type Reading } from './reading.ts'

const owners: readonly string[] = ['BU_', 'BO_', 'SG_', 'EV_'] satisfies AttributeOwner[]

/** The statements about attributes: their definitions, their defaults, and their values on objects. */
export const attributeStatements = {
  BA_DEF_(reading: Reading): void {
    const { cursor, draft, from, warn } = reading
    const owner =
      owners.includes(cursor.token.text) && cursor.token.kind === 'word'
        ? (cursor.advance().text as AttributeOwner)
        : ''
    const name = cursor.string('the name of an attribute in quotes')
    const type = readType(reading)
    semicolon(reading)
    const key = definitionKey(owner, name)
    if (draft.definitions.has(key)) warn(from, `the attribute ${name} is defined twice: the later one counts`)
    draft.definitions.set(key, { owner, name, type, byDefault: null })
  },

  BA_DEF_DEF_(reading: Reading): void {
    const { cursor, draft } = reading
    const name = cursor.string('the name of an attribute in quotes')
    const value = readValue(cursor)
    const find = () =>
      (['', ...owners] as AttributeOwner[])
        .map((owner) => draft.definitions.get(definitionKey(owner, name)))
        .filter((found) => found !== undefined)
    about(reading, { what: `the attribute ${name}`, find: () => (find().length > 0 ? find() : undefined) }, (found) => {
      for (const definition of found) definition.byDefault = value
    })
  },

  BA_(reading: Reading): void {
    const { cursor, from, warn } = reading
    const name = cursor.string('the name of an attribute in quotes')
    if (cursor.is('EV_')) return keep(reading)
    const subject = subjectReference(reading)
    const value = readValue(cursor)
    about(reading, subject, ({ attributes }) => {
      if (attributes.has(name)) warn(from, `${name} of ${subject.what} is set twice: the later one counts`)
      attributes.set(name, { name, value })
    })
  },
}

function readValue(cursor: Cursor): number | string {
  return cursor.token.kind === 'string' ? cursor.advance().text : cursor.number('a number or a text in quotes')
}

function readType(reading: Reading): AttributeDefinition['type'] {
  const { cursor } = reading
  const kind = cursor.word('the type of an attribute')
  switch (kind) {
    case 'INT':
    case 'HEX':
    case 'FLOAT': {
      if (cursor.token.kind !== 'number') return { kind, range: null }
      return { kind, range: [cursor.number('the least value'), cursor.number('the greatest value')] }
    }
    case 'STRING':
      return { kind }
    case 'ENUM':
      return { kind, words: wordsInQuotes(cursor) }
    default:
      throw new Unreadable(
        reading.cursor.behind - kind.length,
        `${kind} is no type of attribute: INT, HEX, FLOAT, STRING and ENUM are`,
      )
  }
}

function wordsInQuotes(cursor: Cursor): string[] {
  const words = [cursor.string('a word in quotes')]
  while (cursor.skip(',')) words.push(cursor.string('a word in quotes'))
  return words
}
