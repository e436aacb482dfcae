import { expect, test } from 'vitest'
import { machineTime, restAfter } from './pace.ts'

const rest = (idle: number) =>
  [
    { idle: 1_000, all: 4_000 },
    { idle: 1_000 + idle, all: 5_000 },
  ] as const

test('[RULE-60] beside other work a run takes a tenth of the time', () => {
  expect(restAfter(500, rest(100))).toBe(4_500)
  expect(restAfter(500, undefined)).toBe(4_500)
  expect(restAfter(60_000, rest(0))).toBe(10_000)
})

test('[RULE-60] on an idle machine a run rests only as long as it takes to measure that', () => {
  expect(restAfter(500, rest(250))).toBe(100)
  expect(restAfter(60_000, rest(1_000))).toBe(100)
})

test('[RULE-60] without any time between, the machine is taken for busy', () => {
  const now = machineTime()
  expect(now.all).toBeGreaterThan(0)
  expect(restAfter(500, [now, now])).toBe(4_500)
})
