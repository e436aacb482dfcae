import { expect, test } from 'vitest'
import { mostMs, recordAround, recordOf, vehicleSource } from './window.ts'

test('[ANALYZER-UI-3] without a time or a fixed window, the live frames are shown', () => {
  expect(vehicleSource('V', undefined, undefined, undefined)).toEqual({ kind: 'live', vehicle: 'V' })
  expect(vehicleSource('V', undefined, { mode: 'live', spanMs: 1 }, undefined)).toEqual({ kind: 'live', vehicle: 'V' })
})

test('[ANALYZER-UI-3] a time opens thirty seconds of the record on either side', () => {
  expect(vehicleSource('V', 100_000.5, undefined, undefined)).toEqual({
    kind: 'record',
    vehicle: 'V',
    from: 70_000,
    to: 130_001,
  })
})

test('[ANALYZER-UI-3] another time within the shown window reads nothing again, a time outside does', () => {
  const shown = { kind: 'record', vehicle: 'V', from: 70_000, to: 130_000 } as const
  expect(vehicleSource('V', 90_000, undefined, shown)).toEqual(shown)
  expect(vehicleSource('V', 200_000, undefined, shown)).toMatchObject({ from: 170_000 })
  expect(vehicleSource('W', 90_000, undefined, shown)).toMatchObject({ vehicle: 'W', from: 60_000 })
})

test('[ANALYZER-UI-3] a fixed window shows the record of that window, for a long window its end', () => {
  expect(vehicleSource('V', undefined, { mode: 'fixed', from: 5, to: 9 }, undefined)).toEqual({
    kind: 'record',
    vehicle: 'V',
    from: 5,
    to: 9,
  })
  expect(recordOf({ from: 0, to: mostMs * 3 })).toEqual({ from: mostMs * 2, to: mostMs * 3 })
})

test('[ANALYZER-UI-3] a time within a fixed window keeps the window', () => {
  expect(vehicleSource('V', 7, { mode: 'fixed', from: 5, to: 9 }, undefined)).toEqual({
    kind: 'record',
    vehicle: 'V',
    from: 5,
    to: 9,
  })
  expect(recordAround(7, { from: 5, to: 9 })).toEqual({ from: 5, to: 9 })
})
