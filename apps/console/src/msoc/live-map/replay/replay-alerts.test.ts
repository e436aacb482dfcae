import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { expect, test } from 'vitest'
import { marksOf, raisedBetween, statusAt } from './replay-alerts.ts'

const alert = (title: string, severity: Alert['severity'], first: string, closed: string | null) =>
  ({ title, severity, first_seen: `2025-11-18T${first}:00Z`, closed_at: closed && `2025-11-18T${closed}:00Z` }) as Alert
const at = (clock: string) => Date.parse(`2025-11-18T${clock}:00Z`)
const marks = marksOf([
  alert('spoofed', 'critical', '10:30', null),
  alert('stalled', 'high', '10:00', '11:00'),
  alert('loaded', 'low', '10:45', null),
])

test.for([
  { clock: '09:59', health: 'healthy', open: 0, worst: undefined },
  { clock: '10:00', health: 'degraded', open: 1, worst: 'stalled' },
  { clock: '10:50', health: 'compromised', open: 3, worst: 'spoofed' },
  { clock: '11:00', health: 'compromised', open: 2, worst: 'spoofed' },
])('[MAP-UI-55] at $clock the vehicle was $health, by $open alerts', ({ clock, health, open, worst }) => {
  const status = statusAt(marks, at(clock))
  expect(status).toMatchObject({ health, open })
  expect(status.worst?.title).toBe(worst)
})

test('[MAP-UI-56] an alert raised during the step is reported once, exactly at its time', () => {
  expect(raisedBetween(marks, at('10:00'), at('10:45')).map((mark) => mark.alert.title)).toEqual(['spoofed', 'loaded'])
  expect(raisedBetween(marks, at('10:45'), at('11:00'))).toEqual([])
})
