import { expect, test } from 'vitest'
import { nextIndex } from './cursor.ts'

test.for([
  { key: 'ArrowDown', index: -1, next: 0 },
  { key: 'ArrowUp', index: -1, next: 0 },
  { key: 'ArrowDown', index: 99, next: 99 },
  { key: 'ArrowUp', index: 5, next: 4 },
  { key: 'PageDown', index: 5, next: 25 },
  { key: 'PageUp', index: 5, next: 0 },
  { key: 'Home', index: 50, next: 0 },
  { key: 'End', index: 50, next: 99 },
])('[TABLE-5] $key moves from row $index of a hundred to row $next', ({ key, index, next }) => {
  expect(nextIndex(key, index, 100)).toBe(next)
})

test('[TABLE-5] other keys, and an empty table, do not move the cursor', () => {
  expect(nextIndex('x', 0, 100)).toBeUndefined()
  expect(nextIndex('ArrowDown', -1, 0)).toBeUndefined()
})
