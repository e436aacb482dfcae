import { expect, test } from 'vitest'
import { nextOverscan } from './overscan.ts'

test.for([
  { now: 6, rows: 64, next: 8, why: 'it grows step by step' },
  { now: 63, rows: 64, next: 64, why: 'all rows are drawn then' },
  { now: 64, rows: 64, next: 64, why: 'all rows are drawn' },
  { now: 6, rows: 3, next: 6, why: 'there are fewer rows' },
  { now: 6, rows: 121, next: 6, why: 'the table is too long to be drawn as a whole' },
  { now: 64, rows: 500, next: 6, why: 'the table has become long' },
])('[SHEET-11] after $now of $rows rows beyond those in sight come $next: $why', ({ now, rows, next }) => {
  expect(nextOverscan(now, rows)).toBe(next)
})
