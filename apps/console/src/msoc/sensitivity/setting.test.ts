import { expect, test } from 'vitest'
import { everyDay } from './days.ts'
import { atMostOf, choiceOf, falseAlertsText, settingText } from './setting.ts'

test('[SENSITIVITY-UI-1] a number of one’s own counts when it is within the bounds, with a point or a comma', () => {
  expect(['0,5', ' 2.5 ', '1000', '0.05'].map((text) => atMostOf({ kind: 'own', text }))).toEqual([
    0.5, 2.5, 1000, 0.05,
  ])
  expect(['', '0', '1001', '0.04', 'x', '1e9'].map((text) => atMostOf({ kind: 'own', text }))).toEqual(
    Array.from({ length: 6 }, () => undefined),
  )
})

test('[SENSITIVITY-UI-1] a stored number that is no choice is a number of one’s own', () => {
  expect([null, 3, 0.3, 2.5].map(choiceOf)).toEqual([
    { kind: 'choice', atMost: null },
    { kind: 'choice', atMost: 3 },
    { kind: 'choice', atMost: 0.3 },
    { kind: 'own', text: '2.5' },
  ])
})

test('[SENSITIVITY-UI-3] expected false alerts are written with two digits', () => {
  expect([123.4, 12.3, 1, 0.2512, 0.0123].map(falseAlertsText)).toEqual([
    '123 false alerts',
    '12 false alerts',
    '1 false alert',
    '0.25 false alerts',
    '0.01 false alerts',
  ])
  expect(settingText(null)).toContain('everything')
})

test('[SENSITIVITY-UI-2] days without an alert are shown as well', () => {
  const day = (name: string, raised: number) => ({ day: name, raised, tried: 1 })
  expect(everyDay([day('2026-02-27', 2), day('2026-03-01', 3)])).toEqual([
    day('2026-02-27', 2),
    { day: '2026-02-28', raised: 0, tried: 0 },
    day('2026-03-01', 3),
  ])
  expect(everyDay([])).toEqual([])
})
