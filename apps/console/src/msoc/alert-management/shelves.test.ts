import { expect, test } from 'vitest'
import { uuidOf } from './an-alert.ts'
import { openShelves, type Shelves } from './shelves.ts'

const sorted = (shelves: Shelves<string>) => [...shelves].toSorted(([a], [b]) => a.localeCompare(b))

test('[AQ73] a copy is written to by itself', () => {
  const before = openShelves([[uuidOf(1), 'one'], [uuidOf(2), 'two']])
  const after = openShelves(before)
  after.set(uuidOf(1), 'uno')
  after.delete(uuidOf(2))
  after.set(uuidOf(3), 'tre')
  expect(sorted(before)).toEqual([[uuidOf(1), 'one'], [uuidOf(2), 'two']])
  expect(sorted(after)).toEqual([[uuidOf(1), 'uno'], [uuidOf(3), 'tre']])
})

test('[AQ73] it knows how many it holds', () => {
  const shelves = openShelves(Array.from({ length: 5_000 }, (_, n) => [uuidOf(n), n] as const))
  expect(shelves.size).toBe(5_000)
  shelves.set(uuidOf(7), 70)
  expect([shelves.size, shelves.get(uuidOf(7)), shelves.has(uuidOf(5_000))]).toEqual([5_000, 70, false])
  expect([shelves.delete(uuidOf(5_000)), shelves.delete(uuidOf(7)), shelves.size]).toEqual([false, true, 4_999])
})

test('[AQ73] keys that end alike are kept apart', () => {
  const shelves = openShelves<number>()
  shelves.set(uuidOf(1), 1)
  shelves.set(`1${uuidOf(1).slice(1)}`, 2)
  expect([shelves.get(uuidOf(1)), shelves.size]).toEqual([1, 2])
})
