import { expect, test } from 'vitest'
import { createBudget } from './budget.ts'

const busy = expect.objectContaining({ code: 'BUSY', status: 503, retryAfter: 1 }) as Error

test('[SHARE-2] bytes count as they arrive, until they are released; releasing twice has no effect', () => {
  const budget = createBudget(100)
  const request = budget.open('a')
  expect(budget.used()).toBe(0)
  request.add(20)
  request.add(10)
  expect(budget.used()).toBe(30)
  request.release()
  request.release()
  expect(budget.used()).toBe(0)
})

test('[SHARE-3] an organisation may hold as much as it leaves free, and a byte more is refused as BUSY', () => {
  const budget = createBudget(100)
  budget.open('a').add(50)
  expect(() => budget.open('a').add(1)).toThrowError(busy)
  expect(budget.used()).toBe(50)
})

test('[SHARE-3] what one organisation holds leaves room for the others, each a little less', () => {
  const budget = createBudget(96)
  budget.open('a').add(48)
  budget.open('b').add(24)
  expect(() => budget.open('b').add(1)).toThrowError(busy)
  budget.open('c').add(12)
  expect(budget.used()).toBe(84)
})

test('a refusal reserves nothing, and released bytes are available again', () => {
  const budget = createBudget(100)
  const request = budget.open('a')
  request.add(40)
  expect(() => budget.check('a', 20)).toThrowError('Ingest is behind')
  request.release()
  budget.check('a', 50)
  budget.open('a').add(50)
  expect(budget.used()).toBe(50)
})

test('bytes that arrive after the release, of a connection that is closing, are not held', () => {
  const budget = createBudget(100)
  const request = budget.open('a')
  request.release()
  request.add(10)
  expect(budget.used()).toBe(0)
})

test('[SHARE-4] a refusal is reported for 10 s', () => {
  const clock = { now: 0 }
  const budget = createBudget(100, () => clock.now)
  expect(budget.trouble()).toBeUndefined()
  expect(() => budget.check('a', 51)).toThrowError(busy)
  expect(budget.trouble()).toContain('refused in the last 10 s')
  clock.now = 10_000
  expect(budget.trouble()).toBeUndefined()
})
