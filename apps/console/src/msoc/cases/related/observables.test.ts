import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { expect, test } from 'vitest'
import { observablesOf } from './observables.ts'

const alert = (uuid: string, at: string, values: readonly string[]) =>
  ({
    uuid,
    first_seen: at,
    last_seen: at,
    observables: values.map((value) => ({ kind: 'can_id', value })),
  }) as never as Alert

test('[CASE-UI-51] each observable is there once, with its alerts and the time between the first and the last', () => {
  const observed = observablesOf([
    alert('a', '2026-01-01T10:00:00Z', ['0x2C1', '0x100']),
    alert('b', '2026-01-01T09:00:00Z', ['0x2C1', '0x2C1']),
  ])
  expect(observed.map(({ value, alerts }) => [value, alerts.length])).toEqual([
    ['0x2C1', 2],
    ['0x100', 1],
  ])
  expect(observed[0]).toMatchObject({ firstSeen: '2026-01-01T09:00:00Z', lastSeen: '2026-01-01T10:00:00Z' })
  expect(observablesOf([])).toEqual([])
})
