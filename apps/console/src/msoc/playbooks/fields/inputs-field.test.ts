import { expect, test } from 'vitest'
import { isAnswered, listOf } from './inputs-field.tsx'

test('[PLAYBOOK-UI-23] a form is sent once every required field has a value; no is one, too', () => {
  const fields = [
    { name: 'real', label: 'Is it real?', type: 'boolean' as const, required: true },
    { name: 'note', label: 'Note', type: 'text' as const, required: false },
  ]
  expect(isAnswered(fields, {})).toBe(false)
  expect(isAnswered(fields, { real: false })).toBe(true)
})

test('a list is separated by commas', () => {
  expect(listOf('a, b ,,c')).toEqual(['a', 'b', 'c'])
})
