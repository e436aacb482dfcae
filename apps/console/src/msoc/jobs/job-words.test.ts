import { expect, test } from 'vitest'
import { durationOf, outcomeText, progressOf, progressText, remainingOf } from './job-words.ts'

test('[JOB-UI-1] progress is shown as far as it is known, and never exceeds the total', () => {
  expect([
    progressOf({ done: 5, total: 10 }),
    progressOf({ done: 12, total: 10 }),
    progressOf({ done: 0, total: 0 }),
    progressOf({ done: 5, total: null }),
  ]).toEqual([0.5, 1, 1, undefined])
  expect([progressText({ done: 1_204, total: 50_000 }), progressText({ done: 7, total: null })]).toEqual([
    '1,204 of 50,000',
    '7 done',
  ])
})

test('[JOB-UI-1] outcomes are counted as text, the most frequent first, without zeros', () => {
  expect(outcomeText({ outcome: { unchanged: 200, updated: 49_800, not_found: 0 } })).toBe(
    '49,800 updated · 200 unchanged',
  )
  expect(outcomeText({ outcome: { not_found: 1 } })).toBe('1 not found')
})

test('[JOB-UI-2] the remaining time is estimated from the rate, once the rate is known', () => {
  const at = (s: number) => new Date(s * 1_000).toISOString()
  const job = { started_at: at(100), finished_at: null, done: 25, total: 100 }
  expect(durationOf(job, 110_000)).toBe(10_000)
  expect(remainingOf(job, 110_000)).toBe(30_000)
  expect(remainingOf(job, 101_000)).toBe(undefined)
  expect(remainingOf({ ...job, total: null }, 110_000)).toBe(undefined)
  expect(remainingOf({ ...job, finished_at: at(105) }, 110_000)).toBe(undefined)
  expect(durationOf({ started_at: null, finished_at: null }, 110_000)).toBe(undefined)
})
