import { expect, test } from 'vitest'
import { aCase } from '../a-case.ts'
import { clocksOf, limitText } from './clocks.ts'

const opened = '2026-01-01T12:00:00Z'
const at = (minutes: number) => Date.parse(opened) + minutes * 60_000
const { timers } = aCase(1)

test('[CASE-UI-35] what has not happened yet runs; what has stands still', () => {
  const running = clocksOf({ timers: { ...timers, ttd_ms: 60_000 }, created_at: opened, closed_at: null }, at(5), at(0))
  expect(running.map(({ name, text, isRunning }) => [name, text, isRunning])).toEqual([
    ['TTD', '1 min', false],
    ['TTA', '5 min', true],
    ['TTR', '5 min', true],
  ])
  const closed = { ...timers, tta_ms: 120_000, ttr_ms: 600_000, worked_ms: 600_000 }
  const done = clocksOf({ timers: closed, created_at: opened, closed_at: '2026-01-01T12:10:00Z' }, at(90), at(0))
  expect(done.map(({ text }) => text)).toEqual(['–', '2 min', '10 min'])
})

test('[CASE-UI-35] a pause stops the time to resolve', () => {
  const paused = { ...timers, worked_ms: 180_000, paused_since: '2026-01-01T12:03:00Z' }
  const [, , resolve] = clocksOf({ timers: paused, created_at: opened, closed_at: null }, at(30), at(5))
  expect(resolve).toMatchObject({ text: '3 min', isRunning: false })
})

test('[CASE-UI-35] the limit states what is due', () => {
  const due = { ...timers, sla: 'running', resolve_due_at: '2026-01-01T14:00:00Z' } as const
  expect(limitText(due, at(0))).toBe('Resolve in 2 h 00 min')
  expect(limitText(due, at(150))).toBe('Resolve late by 30 min')
  expect(limitText(timers, at(0))).toBeUndefined()
})
