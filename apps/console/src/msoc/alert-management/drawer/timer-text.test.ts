import { expect, test } from 'vitest'
import { timerText } from './timer-text.ts'

const noon = Date.UTC(2026, 4, 1, 12)
const timer = {
  step: 'x',
  reason: 'Night shift',
  author: 'Ann',
  due_at: new Date(noon).toISOString(),
  unless: 'acknowledged' as const,
  hands_over: false,
}

test('[QUEUE-87] a timer states when the alert is overdue, unless what, and by which step', () => {
  expect(timerText(timer, noon - 252_000)).toBe(
    'Overdue in 4:12 min unless acknowledged, by the step “Night shift” of Ann',
  )
  expect(timerText({ ...timer, unless: 'closed', hands_over: true }, noon)).toBe(
    'Overdue now unless closed, then handed over, by the step “Night shift” of Ann',
  )
})
