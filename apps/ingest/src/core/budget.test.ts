import { expect, test } from 'vitest'
import { createBudget } from './budget.ts'

test('what is reserved counts until it is let go, once', () => {
  const budget = createBudget(100)
  const release = budget.reserve(60)
  expect(budget.used()).toBe(60)
  release()
  release()
  expect(budget.used()).toBe(0)
})

test('exactly the budget is there, and a byte more is refused as BUSY, with a time to come back', () => {
  const budget = createBudget(100)
  budget.reserve(99)
  budget.reserve(1)
  expect(() => budget.reserve(1)).toThrowError(
    expect.objectContaining({ code: 'BUSY', status: 503, retryAfter: 1 }) as Error,
  )
  expect(budget.used()).toBe(100)
})

test('a refusal reserves nothing, and room that was let go is there for others', () => {
  const budget = createBudget(100)
  const release = budget.reserve(80)
  expect(() => budget.reserve(30)).toThrowError('Ingest is behind')
  release()
  budget.reserve(100)
  expect(budget.used()).toBe(100)
})
