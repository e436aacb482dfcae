import { expect, test } from 'vitest'
import { worstOf } from './worst.ts'

test('[CASE-UI-61] the scenarios are those of the most severe alert, the earliest of them', () => {
  const alert = (number: number, severity: 'low' | 'critical', hour: number) => ({
    number,
    severity,
    first_seen: `2026-01-01T0${hour}:00:00Z`,
  })
  expect(worstOf([alert(1, 'low', 1), alert(2, 'critical', 3), alert(3, 'critical', 2)])?.number).toBe(3)
  expect(worstOf([])).toBeUndefined()
})
