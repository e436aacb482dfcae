import { expect, test } from 'vitest'
import { busDetectors } from '../can/detect/all.ts'
import { benignAlerts } from './benign-alerts.ts'
import { expectedFalseAlerts, hoursAMonth, isBelow, scaleOf, sensitivityChoices } from './false-alerts.ts'

/** 600 hours of benign traffic: a detector with false alerts, some of many signs, and one without. */
const measured = {
  hours: 10 * hoursAMonth,
  alerts: { often: [...Array.from({ length: 90 }, () => 1), ...Array.from({ length: 10 }, () => 100)], never: [] },
}
const scale = scaleOf(measured)

test('[SENSITIVITY-1] at one sign the scale is what was measured, for all detectors together', () => {
  expect(scale('often', 1)).toBeCloseTo(10.05, 1)
})

test('[SENSITIVITY-1] the more signs, the fewer false alerts, and still fewer of a detector without any', () => {
  const signs = [1, 2, 5, 10, 100, 1_000]
  const often = signs.map((one) => scale('often', one)!)
  expect(often).toEqual(often.toSorted((a, b) => b - a))
  expect(new Set(often).size).toBe(signs.length)
  expect(scale('never', 1)!).toBeLessThan(scale('often', 100)!)
  expect(scale('never', 5)).toBeGreaterThan(0)
})

test('[SENSITIVITY-1] beyond 1,000 signs nothing is extrapolated', () => {
  expect(scale('often', 5_000)).toBe(scale('often', 1_000))
})

test('[SENSITIVITY-1] an unmeasured source has no number; other detectors of a bus have one', () => {
  expect(scale('geofence', 1)).toBeNull()
  // the signs of can-correlation are can-masquerade's
  const names = busDetectors.map(({ name }) => name).filter((name) => name !== 'can-correlation')
  for (const name of [...names, 'can-many']) expect([name, expectedFalseAlerts(name, 1)]).not.toContain(null)
  expect(benignAlerts.hours).toBeGreaterThanOrEqual(100)
})

test('[SENSITIVITY-2] detectors share a setting: what it raises of all of them is no more than it accepts', () => {
  for (const atMost of [8, 5, 2, 0.5]) {
    const raised = measured.alerts.often.filter((signs) => scale('often', signs)! <= atMost).length
    expect((raised / measured.hours) * hoursAMonth).toBeLessThanOrEqual(atMost)
  }
})

test('[SENSITIVITY-3] what is above the setting is not raised; without a setting or a number everything is', () => {
  expect([isBelow(3, 3), isBelow(3.01, 3), isBelow(3, null), isBelow(null, 0.1), isBelow(undefined, 0.1)]).toEqual([
    false,
    true,
    false,
    false,
    false,
  ])
  expect(sensitivityChoices).toEqual([...sensitivityChoices].sort((a, b) => b - a))
})
