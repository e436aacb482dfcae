import { expect, test } from 'vitest'
import { createBacklog } from './backlog.ts'

const bounds = (high: number, low = 0) => new Map([['t/0', { low, high }]])
const at = (next: number) => new Map([['t/0', next]])

test('[OWN-GAP-4] what the broker had at a look counts once it is stored', () => {
  const backlog = createBacklog(0)
  backlog.look(5, bounds(10), at(10))
  expect(backlog.storedUntil()).toBe(0)
  backlog.look(10, bounds(20), at(12))
  expect(backlog.storedUntil()).toBe(5)
  backlog.look(15, bounds(30), at(19))
  backlog.look(20, bounds(30), at(19))
  expect(backlog.storedUntil()).toBe(5)
  backlog.look(25, bounds(30), at(20))
  expect(backlog.storedUntil()).toBe(10)
})

test('[OWN-GAP-4] a partition never read counts from its first record, and a lost one not at all', () => {
  const backlog = createBacklog(0)
  backlog.look(5, bounds(10, 4), new Map())
  backlog.look(10, bounds(10, 4), new Map())
  expect(backlog.storedUntil()).toBe(0)
  backlog.look(15, bounds(10, 4), at(2))
  expect(backlog.storedUntil()).toBe(5)
})
