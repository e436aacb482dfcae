import { expect, test } from 'vitest'
import { createBudget } from './budget.ts'

test('reserved bytes count until they are released; releasing twice has no effect', () => {
  const budget = createBudget(100)
  const release = budget.reserve(60)
  expect(budget.used()).toBe(60)
  release()
  release()
  expect(budget.used()).toBe(0)
})

test('exactly the budget can be reserved, and a byte more is refused as BUSY, with a time to retry', () => {
  const budget = createBudget(100)
  budget.reserve(99)
  budget.reserve(1)
  expect(() => budget.reserve(1)).toThrowError(
    expect.objectContaining({ code: 'BUSY', status: 503, retryAfter: 1 }) as Error,
  )
  expect(budget.used()).toBe(100)
})

test('a refusal reserves nothing, and released bytes are available again', () => {
  const budget = createBudget(100)
  const release = budget.reserve(80)
  expect(() => budget.reserve(30)).toThrowError('Ingest is behind')
  release()
  budget.reserve(100)
  expect(budget.used()).toBe(100)
})
