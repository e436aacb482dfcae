import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { expect, test } from 'vitest'
import { span, timesOf, vehiclesOf } from './facts.ts'

const alert = (vin: string | null, status: Alert['status'], severity: Alert['severity']) =>
  ({
    status,
    severity,
    vehicle: vin === null ? null : { uuid: vin, vin, name: '', model: 'M', software_version: '' },
  }) as Alert

test('[CASE-UI-12] vehicles with the most open alerts come first, each once, with their worst severity', () => {
  const alerts = [
    alert('B', 'CLOSED', 'low'),
    alert('A', 'ESCALATED', 'low'),
    alert('B', 'CLOSED', 'critical'),
    alert(null, 'NEW', 'high'),
  ]
  expect(vehiclesOf(alerts)).toMatchObject([
    { vin: 'A', alerts: 1, open: 1, worst: 'low' },
    { vin: 'B', alerts: 2, open: 0, worst: 'critical' },
  ])
})

test('[CASE-UI-13] the age of an open case, the duration of a closed one, and the delay after the first alert', () => {
  const opened = { created_at: '2026-01-01T01:00:00Z', closed_at: null }
  const alerts = [{ first_seen: '2026-01-01T00:30:00Z' }, { first_seen: '2026-01-01T00:50:00Z' }]
  expect(timesOf(opened, alerts, Date.parse('2026-01-01T03:00:00Z'))).toEqual({ openMs: 7_200_000, leadMs: 1_800_000 })
  expect(timesOf({ ...opened, closed_at: '2026-01-01T02:00:00Z' }, [], Date.now())).toEqual({
    openMs: 3_600_000,
    leadMs: undefined,
  })
})

test.for([
  [41_000, '41 s'],
  [600_000, '10 min'],
  [7_800_000, '2 h 10 min'],
  [284_400_000, '3 d 07 h'],
  [-5, '0 s'],
] as const)('[CASE-UI-13] %d ms is shown as %s', ([ms, text]) => {
  expect(span(ms)).toBe(text)
})
