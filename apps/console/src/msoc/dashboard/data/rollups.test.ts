import { expect, test } from 'vitest'
import { alertsOver, missingFrom, ratesOver, type RollupAnswer, taken } from './rollups.ts'

const minute = 60_000
const at = (minutes: number) => new Date(minutes * minute).toISOString()
const window = { from: 0, to: 20 * minute }
const answer: RollupAnswer = {
  events: [
    { bucket: at(0), kind: 'can', events: 600 },
    { bucket: at(3), kind: 'ids.can', events: 60 },
    { bucket: at(3), kind: 'ids.host', events: 60 },
  ],
  alerts: [
    { bucket: at(1), severity: 'critical', alerts: 1 },
    { bucket: at(4), severity: 'critical', alerts: 2 },
    { bucket: at(12), severity: 'info', alerts: 3 },
  ],
}
const book = taken(undefined, answer, { rowMs: minute, from: 0, window })

test('[DASHBOARD-UI-6] without data the whole window is requested; with data, only its last minutes', () => {
  expect(missingFrom(undefined, minute, window)).toBeUndefined()
  expect(missingFrom(book, minute, { from: 5 * minute, to: 21 * minute })).toBe(15 * minute)
  expect(missingFrom(book, minute, { from: -minute, to: 20 * minute })).toBeUndefined()
  expect(missingFrom(book, 60 * minute, window)).toBeUndefined()
})

test('[DASHBOARD-UI-6] minutes requested again replace the known ones, and those before the window go', () => {
  const later = taken(
    book,
    { events: [], alerts: [{ bucket: at(12), severity: 'info', alerts: 5 }] },
    { rowMs: minute, from: 12 * minute, window: { from: 2 * minute, to: 22 * minute } },
  )
  expect([...later.alerts]).toEqual([
    [4 * minute, { critical: 2, high: 0, medium: 0, low: 0, info: 0 }],
    [12 * minute, { critical: 0, high: 0, medium: 0, low: 0, info: 5 }],
  ])
})

test('[DASHBOARD-UI-7] alerts are summed by step, including empty steps', () => {
  expect(alertsOver(book, 10 * minute)).toEqual([
    { at: 0, critical: 3, high: 0, medium: 0, low: 0, info: 0 },
    { at: 10 * minute, critical: 0, high: 0, medium: 0, low: 0, info: 3 },
  ])
})

test('[DASHBOARD-UI-7] events are shown per second, and the kinds of intrusion events together', () => {
  expect(ratesOver(book, 10 * minute)[0]).toEqual({ at: 0, can: 1, position: 0, telemetry: 0, syslog: 0, ids: 0.2 })
  expect(ratesOver(book, minute)[3]).toEqual({ at: 3 * minute, can: 0, position: 0, telemetry: 0, syslog: 0, ids: 2 })
})

test('[DASHBOARD-UI-7] the last step is averaged over its elapsed part', () => {
  const young = taken(
    undefined,
    { events: [{ bucket: at(10), kind: 'can', events: 600 }], alerts: [] },
    { rowMs: minute, from: 0, window: { from: 0, to: 12 * minute } },
  )
  expect(ratesOver(young, 10 * minute)[1]!.can).toBe(5)
})
