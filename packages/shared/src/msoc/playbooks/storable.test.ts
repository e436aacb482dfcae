import { expect, test } from 'vitest'
import { beginning, storable } from './storable.ts'

test('[PLAYBOOK-17] a NUL or half of a character is replaced in texts and names, everything else stays', () => {
  const at = new Date(0)
  const value = { 'a\0b': ['x\ud83dy', 1, null, true, '🚗', { at }] }
  expect(storable(value)).toEqual({ 'a\ufffdb': ['x\ufffdy', 1, null, true, '🚗', { at }] })
})

test('[PLAYBOOK-17] a value that is too deep for the database ends at its depth', () => {
  const deep = Array.from({ length: 30_000 }).reduce((inner) => [inner], 'inside')
  expect(JSON.stringify(storable(deep)).length).toBeLessThan(500)
})

test('[PLAYBOOK-17] a text is cut between characters', () => {
  expect([beginning('a🚗b', 2), beginning('a🚗b', 3), beginning('a🚗', 9), beginning('', 1)]).toEqual([
    'a',
    'a🚗',
    'a🚗',
    '',
  ])
})
