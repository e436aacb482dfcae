import { expect, test } from 'vitest'
import { localTime, utcTime } from './due-time.ts'

test.for([
  ['UTC', '2026-01-01T13:30:00.000Z', '2026-01-01T13:30'],
  ['Asia/Kolkata', '2026-01-01T13:30:00.000Z', '2026-01-01T19:00'],
  ['Europe/Berlin', '2026-07-01T22:15:00.000Z', '2026-07-02T00:15'],
  ['America/New_York', '2026-03-08T07:30:00.000Z', '2026-03-08T03:30'],
] as const)('[CASE-UI-36] in %s %s is typed as %s, and read back', ([zone, at, local]) => {
  expect(localTime(at, zone)).toBe(local)
  expect(utcTime(local, zone)).toBe(at)
})

test('[CASE-UI-36] an empty field is no due time', () => expect(utcTime('', 'UTC')).toBeNull())
