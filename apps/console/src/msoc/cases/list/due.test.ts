import { expect, test } from 'vitest'
import { dueOf } from './due.ts'

const now = Date.parse('2026-01-01T12:00:00Z')
const clock = {
  sla: 'running',
  acknowledged_at: null,
  acknowledge_due_at: '2026-01-01T12:10:00Z',
  resolve_due_at: '2026-01-01T18:00:00Z',
} as const

test('[CASE-UI-42] the next limit counts: to acknowledge first, then to resolve', () => {
  expect(dueOf(clock, now)).toEqual({ state: 'running', text: 'in 10 min', limit: 'acknowledge' })
  const taken = { ...clock, acknowledged_at: '2026-01-01T11:00:00Z' }
  expect(dueOf(taken, now)).toEqual({ state: 'running', text: 'in 6 h 00 min', limit: 'resolve' })
})

test('[CASE-UI-42] what is late looks late before the server reports it', () => {
  expect(dueOf(clock, now + 900_000)).toEqual({ state: 'missed', text: 'late by 5 min', limit: 'acknowledge' })
})

test('[CASE-UI-42] a case without limits, a paused one and one that kept them', () => {
  expect(dueOf({ ...clock, sla: 'none' }, now).text).toBe('')
  expect(dueOf({ ...clock, sla: 'paused' }, now).text).toBe('paused')
  expect(dueOf({ ...clock, sla: 'kept' }, now).text).toBe('kept')
})
