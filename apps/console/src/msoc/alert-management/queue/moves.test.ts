import { describe, expect, test } from 'vitest'
import { nextAfter, pruned, ranged, resettled, stepped, toggled } from './moves.ts'

const order = ['a', 'b', 'c', 'd']

describe('the cursor', () => {
  test.for([
    { from: null, step: 1, to: 'a' },
    { from: 'a', step: 1, to: 'b' },
    { from: 'a', step: -1, to: 'a' },
    { from: 'd', step: 1, to: 'd' },
    { from: 'b', step: 20, to: 'd' },
    { from: 'gone', step: 1, to: 'a' },
  ])('[QUEUE-30] from $from by $step it moves to $to', ({ from, step, to }) => {
    expect(stepped(order, from, step)).toBe(to)
  })

  test('[QUEUE-30] an empty list has no cursor', () => {
    expect(stepped([], null, 1)).toBeNull()
  })

  test('[QUEUE-30] when its row is removed, it moves to the row that took its place', () => {
    expect(resettled(order, ['a', 'c', 'd'], 'b')).toBe('c')
    expect(resettled(order, ['a', 'b'], 'd')).toBe('b')
    expect(resettled(order, ['x', 'a', 'b'], 'b')).toBe('b')
    expect(resettled(order, [], 'b')).toBeNull()
  })

  test('[QUEUE-31] after an action it moves to the next row that was not a target', () => {
    expect(nextAfter(order, 'a', new Set(['a']))).toBe('b')
    expect(nextAfter(order, 'a', new Set(['a', 'b']))).toBe('c')
  })

  test('[QUEUE-31] at the end it moves to the nearest row above, and stays if no row is left', () => {
    expect(nextAfter(order, 'd', new Set(['d', 'c']))).toBe('b')
    expect(nextAfter(['a'], 'a', new Set(['a']))).toBe('a')
  })
})

describe('the selection', () => {
  test('[QUEUE-32] toggling a row twice changes nothing', () => {
    expect(toggled(toggled(new Set(['a']), 'b'), 'b')).toEqual(new Set(['a']))
  })

  test('[QUEUE-32] a range selects all rows between, in either direction', () => {
    expect(ranged(new Set(['d']), order, 'c', 'a')).toEqual(new Set(['a', 'b', 'c', 'd']))
    expect(ranged(new Set(), order, null, 'c')).toEqual(new Set(['c']))
  })

  test('[QUEUE-33] removed rows are deselected; if none was removed, the same set is returned', () => {
    const selected = new Set(['a', 'b'])
    expect(pruned(selected, (uuid) => uuid !== 'b')).toEqual(new Set(['a']))
    expect(pruned(selected, () => true)).toBe(selected)
  })
})
