import { expect, test } from 'vitest'
import { nextStart, scheduleMistake } from './schedule.ts'

const cron = (minute: string, hour: string, more: object = {}) =>
  ({ kind: 'cron', minute, hour, day: '*', month: '*', weekday: '*', ...more }) as const

test.for([
  [{ kind: 'interval', minutes: 15 } as const, '2026-01-01T00:15:00.000Z'],
  [cron('*/20', '*'), '2026-01-01T00:20:00.000Z'],
  [cron('5', '*'), '2026-01-01T01:05:00.000Z'],
  [cron('0', '6,14,22'), '2026-01-01T06:00:00.000Z'],
  [cron('30', '8-9', { weekday: '1-5' }), '2026-01-01T08:30:00.000Z'],
  [cron('0', '0', { day: '29', month: '2' }), '2028-02-29T00:00:00.000Z'],
  [cron('0', '0', { weekday: '0' }), '2026-01-04T00:00:00.000Z'],
] as const)('[PLAYBOOK-20] %o starts next at %s', ([schedule, expected]) => {
  expect(nextStart(schedule, new Date('2026-01-01T00:05:00Z'))?.toISOString()).toBe(expected)
})

test('[PLAYBOOK-20] a schedule that never starts a run is a mistake', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  expect(scheduleMistake(cron('0', '0', { day: '31', month: '2' }), now)).toBe('This schedule never starts a run.')
  expect(scheduleMistake(cron('99', '0'), now)).toBeDefined()
  expect(scheduleMistake(cron('0', '0'), now)).toBeUndefined()
})
