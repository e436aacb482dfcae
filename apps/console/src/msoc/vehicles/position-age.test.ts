import { expect, test } from 'vitest'
import { delayOf, delayText, positionAgeAt, positionTimes } from './position-age.ts'

const now = Date.UTC(2026, 10, 20, 12)
const minute = 60_000

test('[MAP-UI-66] a position of four minutes ago is four minutes old, however late it came', () => {
  const times = { ts: now - 4 * minute, receivedAt: now - 11_000 }
  expect(positionAgeAt(times, now)).toBe(4 * minute)
  expect(delayOf(times)).toBe(4 * minute - 11_000)
  expect(delayText(times)).toBe('delayed 3 min')
})

test('[MAP-UI-66] a clock that runs ahead makes no position younger than its arrival', () => {
  const times = { ts: now + 2 * minute, receivedAt: now - 7_000 }
  expect(positionAgeAt(times, now)).toBe(7_000)
  expect(delayOf(times)).toBe(0)
})

test.for([
  [0, ''],
  [4_999, ''],
  [5_000, 'delayed 5.0 s'],
] as const)('[MAP-UI-66] a delay of %i ms reads %o', ([ms, text]) => {
  expect(delayText({ ts: now - ms, receivedAt: now })).toBe(text)
})

test('[MAP-UI-66] a vehicle without a position has no times', () => {
  expect(positionTimes(null)).toBeUndefined()
  expect(positionTimes({ ts: '2026-11-20T12:00:00Z', received_at: '2026-11-20T12:00:01Z' })).toEqual({
    ts: now,
    receivedAt: now + 1_000,
  })
})
