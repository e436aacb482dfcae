import { expect, test } from 'vitest'
import { type FoldableAlert, foldsIn, vehiclesNeeded } from './folding.ts'
import { shippedSteps } from './standing-steps.ts'

const settings = { ...shippedSteps['same-rule'].settings, vehicles: 3, share: 0.5, seconds: 60 }
const alert = (vehicle: number, second: number, rule = 'can-flood'): FoldableAlert => ({
  rule,
  title: rule,
  vehicle,
  raisedAt: second * 1_000,
})
const folded = (alerts: readonly FoldableAlert[], heard = 4) =>
  foldsIn(alerts, settings, heard).map(({ rule, vehicles, from, to }) => [rule, vehicles, from / 1_000, to / 1_000])

test('[FOLDING-1] it takes the vehicles of the step, or its share of those heard, whichever is more', () => {
  expect(vehiclesNeeded(settings, 4)).toBe(3)
  expect(vehiclesNeeded(settings, 7)).toBe(4)
  expect(folded([alert(1, 0), alert(2, 10), alert(3, 60)])).toEqual([['can-flood', 3, 0, 60]])
  expect(folded([alert(1, 0), alert(2, 10), alert(3, 60)], 7)).toEqual([])
})

test('[FOLDING-1] vehicles count, not alerts, and each rule by itself', () => {
  expect(folded([alert(1, 0), alert(1, 1), alert(1, 2), alert(2, 3)])).toEqual([])
  expect(folded([alert(1, 0), alert(2, 1), alert(3, 2, 'can-fuzz')])).toEqual([])
})

test('[FOLDING-1] alerts that are further apart than the time of the step do not fold', () => {
  expect(folded([alert(1, 0), alert(2, 30), alert(3, 61)])).toEqual([])
  expect(folded([alert(9, 0), alert(1, 100), alert(2, 130), alert(3, 160)])).toEqual([['can-flood', 3, 100, 160]])
})

test('[FOLDING-3] further alerts join for as long as one follows another', () => {
  const many = [0, 10, 20, 75, 130].map((second, vehicle) => alert(vehicle, second))
  expect(folded([...many, alert(8, 191), alert(9, 192)])).toEqual([['can-flood', 5, 0, 130]])
})
