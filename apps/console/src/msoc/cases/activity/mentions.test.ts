import { expect, test } from 'vitest'
import { completed, mentionAt, offeredFor, withMentions } from './mentions.ts'

test.for([
  ['@', { at: 0, words: '' }],
  ['see @An', { at: 4, words: 'An' }],
  ['(@Zoë', { at: 1, words: 'Zoë' }],
  ['ask @Anna Ko', { at: 4, words: 'Anna Ko' }],
  ['ask @Anna Koch now', undefined],
  ['mail a@b', undefined],
  ['nothing', undefined],
  [`@${'x'.repeat(50)}`, undefined],
] as const)('[CASE-UI-34] in "%s" the open mention is %j', ([text, mention]) => {
  expect(mentionAt(text, text.length)).toEqual(mention)
})

test('[CASE-UI-34] offered are the people with a name that begins with the letters', () => {
  const people = [{ name: 'Sven Aalto' }, { name: 'Anna Koch' }, { name: 'Mia Roth' }]
  expect(offeredFor(people, 'a').map(({ name }) => name)).toEqual(['Anna Koch', 'Sven Aalto'])
  expect(offeredFor(people, 'anna k')).toEqual([{ name: 'Anna Koch' }])
  expect(offeredFor(people, '', 2)).toHaveLength(2)
  expect(offeredFor(people, 'x')).toEqual([])
})

test('[CASE-UI-34] completing replaces what was typed and keeps what follows', () => {
  const text = 'ask @An please'
  expect(completed(text, 7, { at: 4, words: 'An' }, '@Anna Koch')).toEqual({ text: 'ask @Anna Koch please', caret: 15 })
})

test('[CASE-UI-34] a name after @ is sent as a mention, the longest name first', () => {
  const people = [
    { uuid: 'u1', name: 'Anna' },
    { uuid: 'u2', name: 'Anna Koch' },
  ]
  expect(withMentions('@Anna Koch and @Anna, not a@Anna or @Annabel', people)).toBe(
    '@[Anna Koch](user:u2) and @[Anna](user:u1), not a@Anna or @Annabel',
  )
})
